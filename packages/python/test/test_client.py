"""The client without a service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from datetime import datetime
from email.utils import formatdate
from typing import Any
from unittest import mock

from bandeja import Bandeja, BandejaError, WebhookError, verify_webhook
from servers import Answer, Server

NO_CONTENT = Answer(204, {}, b"")


def problem(status: int, code: str, **headers: str) -> Answer:
    body = json.dumps({"code": code, "detail": "A sentence.", "status": status}).encode()
    return Answer(status, {"Content-Type": "application/problem+json", **headers}, body)


class Retries(unittest.TestCase):
    def setUp(self) -> None:
        self.waits: list[float] = []
        patch = mock.patch("bandeja.transport.time.sleep", self.waits.append)
        patch.start()
        self.addCleanup(patch.stop)

    def serve(self, *answers: Answer | None) -> Server:
        """Gives these answers in order."""
        left = iter(answers)
        server = Server(lambda _: next(left))
        self.addCleanup(server.close)
        return server

    def code_of(self, server: Server, method: str, **options: Any) -> str:
        with self.assertRaises(BandejaError) as raised:
            Bandeja(server.url, "k").request(method, "/v1/x", **options)
        return raised.exception.code

    def test_requests_that_were_not_carried_out_are_repeated(self) -> None:
        answers = [problem(status, "overloaded") for status in (408, 429, 503)]
        server = self.serve(*answers, NO_CONTENT)
        self.assertIsNone(Bandeja(server.url, "k").request("POST", "/v1/x", body={}))
        self.assertEqual(len(server.requests), 4)
        for wait, longest in zip(self.waits, (0.25, 0.5, 1)):
            self.assertTrue(longest * 0.75 <= wait <= longest, self.waits)

    def test_a_request_waits_for_retry_after(self) -> None:
        date = {"Retry-After": formatdate(4e9, usegmt=True)}
        server = self.serve(problem(503, "not_ready", **{"Retry-After": "7"}), problem(429, "rate_limited", **date))
        self.assertEqual(self.code_of(server, "GET"), "rate_limited")
        self.assertEqual(self.waits, [7])

    def test_broken_answers_are_repeated_only_if_that_changes_nothing(self) -> None:
        for status in (500, 502, 504):
            self.assertIsNone(
                Bandeja(self.serve(Answer(status, {}, b"x"), NO_CONTENT).url, "k").request("PUT", "/v1/x")
            )
            server = self.serve(Answer(status, {}, b"x"))
            self.assertEqual(self.code_of(server, "POST"), "not_bandeja")
        server = self.serve(None, problem(500, "internal_error"), NO_CONTENT)
        self.assertIsNone(Bandeja(server.url, "k").request("POST", "/v1/x", repeatable=True))

    def test_other_errors_are_not_repeated(self) -> None:
        server = self.serve(problem(404, "match_not_found"))
        self.assertEqual(self.code_of(server, "GET"), "match_not_found")

    def test_retries_end(self) -> None:
        server = self.serve(*[None] * 5)
        self.assertEqual(self.code_of(server, "GET"), "no_answer")
        self.assertEqual(len(server.requests), 5)

    def test_even_a_change_is_repeated_if_there_was_no_connection(self) -> None:
        server = self.serve()
        server.close()
        with self.assertRaises(BandejaError) as raised:
            Bandeja(server.url, "k").request("POST", "/v1/x")
        self.assertEqual((raised.exception.code, raised.exception.may_have_arrived), ("no_answer", False))
        self.assertEqual(len(self.waits), 4)

    def test_a_redirect_is_not_followed(self) -> None:
        server = self.serve(Answer(301, {"Location": "https://other.example/"}, b""))
        self.assertEqual(self.code_of(server, "POST"), "redirected")

    def test_a_page_of_something_else_is_refused(self) -> None:
        server = self.serve(Answer(200, {"Content-Type": "text/html"}, b"<html>"))
        self.assertEqual(self.code_of(server, "GET"), "not_bandeja")


class Requests(unittest.TestCase):
    def test_a_malformed_address_or_key_is_refused(self) -> None:
        for url, key in (("ratings.example.org", "k"), ("", "k"), ("http://x", ""), ("http://x", "a key")):
            with self.assertRaises(ValueError):
                Bandeja(url, key)

    def test_an_id_cannot_change_the_path(self) -> None:
        server = Server(lambda _: Answer(200, {}, b"{}"))
        self.addCleanup(server.close)
        client = Bandeja(server.url + "/", "k", language="es", user_agent="club/1")
        client.players.get("a/b?c")
        self.assertEqual(server.requests[0].path, "/v1/players/a%2Fb%3Fc")
        self.assertEqual(server.requests[0].headers["accept-language"], "es")
        self.assertRegex(server.requests[0].headers["user-agent"], r"^club/1 bandeja-python/\d")
        for username in ("", ".", ".."):
            with self.assertRaises(ValueError):
                client.players.get(username)

    def test_a_time_without_a_zone_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "no time zone"):
            Bandeja("http://x", "k").matches.submit({"played_at": datetime(2026, 1, 9, 19)})


class Verification(unittest.TestCase):
    secret = f"whsec_{base64.b64encode(b'a secret of 24 bytes ok!').decode()}"

    def headers(self, body: bytes, at: str = "1000", **changes: str) -> dict[str, str]:
        key = base64.b64decode(self.secret[6:])
        digest = hmac.new(key, f"evt_1.{at}.".encode() + body, hashlib.sha256).digest()
        signature = f"v1a,xyz v1,{base64.b64encode(digest).decode()}"
        return {"Webhook-Id": "evt_1", "Webhook-Timestamp": at, "Webhook-Signature": signature, **changes}

    def code_of(self, headers: dict[str, str], body: bytes = b"{}", now: float = 1000) -> str:
        with self.assertRaises(WebhookError) as raised:
            verify_webhook(self.secret, headers, body, now=now)
        return raised.exception.code

    def test_the_example_of_standard_webhooks_is_verified(self) -> None:
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        self.assertEqual(verify_webhook(secret, headers, '{"test": 2432232314}', now=1614265330)["test"], 2432232314)

    def test_a_webhook_is_refused_with_a_reason(self) -> None:
        headers = self.headers(b"{}")
        self.assertEqual(verify_webhook(self.secret, headers, b"{}", now=1300), {})
        self.assertEqual(self.code_of(headers, now=1301), "timestamp_out_of_tolerance")
        self.assertEqual(self.code_of(headers, now=699), "timestamp_out_of_tolerance")
        self.assertEqual(self.code_of(self.headers(b"{}", "now")), "timestamp_out_of_tolerance")
        self.assertEqual(self.code_of({**headers, "Webhook-Id": "evt_2"}), "signature_wrong")
        self.assertEqual(self.code_of({**headers, "Webhook-Signature": "v1,é"}), "signature_wrong")
        self.assertEqual(self.code_of({}), "header_missing")
        self.assertEqual(self.code_of(self.headers(b"x"), b"x"), "body_not_json")

    def test_errors_of_the_receiver_are_not_errors_of_the_webhook(self) -> None:
        parsed: Any = {}
        with self.assertRaises(TypeError):
            verify_webhook(self.secret, self.headers(b"{}"), parsed)
        malformed: list[Any] = ["", "whsec_", "whsec_%", "bdj_test_x", []]
        for secret in malformed:
            with self.assertRaisesRegex(ValueError, "secret") as raised:
                verify_webhook(secret, self.headers(b"{}"), b"{}")
            self.assertNotIsInstance(raised.exception, WebhookError)


if __name__ == "__main__":
    unittest.main()
