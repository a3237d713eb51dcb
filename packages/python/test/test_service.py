"""The client against a real service: BANDEJA_URL, and a test key in BANDEJA_KEY. Each test empties the sandbox first."""

from __future__ import annotations

import os
import unittest
from datetime import datetime, timedelta, timezone
from typing import Any

from bandeja import Bandeja, BandejaError, WebhookError, verify_webhook
from servers import Answer, Server, forward_to, losing_the_first

URL = os.environ.get("BANDEJA_URL", "")
KEY = os.environ.get("BANDEJA_KEY", "")
PLAYERS = ["ana", "bea", "carla", "dora"]
FIRST = datetime(2026, 1, 9, 19, tzinfo=timezone.utc)


def a_match(number: int, **fields: Any) -> dict[str, Any]:
    return {
        "external_ref": f"court-1-{number}",
        "session_external_ref": "friday",
        "played_at": FIRST + timedelta(minutes=number),
        "winning_team": "A",
        "trust_tier": "partner_attested",
        "participants": [{"username": name, "team": "AABB"[place]} for place, name in enumerate(PLAYERS)],
        "set_scores": [{"set_number": 1, "team_a_games": 6, "team_b_games": 3}],
        **fields,
    }


class ServiceTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Bandeja(URL, KEY)
        self.client.sandbox.clear()
        registered = self.client.players.register_all([{"username": name} for name in PLAYERS])
        self.assertEqual([result["status"] for result in registered], ["created"] * 4)

    def serve(self, handler: Any) -> Server:
        server = Server(handler)
        self.addCleanup(server.close)
        return server

    def refs(self) -> list[str]:
        return [match["external_ref"] for match in self.client.matches.list()]


class Nights(ServiceTest):
    def test_a_night_sent_twice_is_stored_once(self) -> None:
        night = [a_match(number) for number in range(30)]
        first = self.client.matches.submit_all(night)
        self.assertEqual([outcome.status for outcome in first], ["created"] * 30)
        again = self.client.matches.submit_all(night)
        self.assertEqual([outcome.status for outcome in again], ["duplicate"] * 30)
        self.assertEqual([outcome.match_id for outcome in again], [outcome.match_id for outcome in first])
        self.assertEqual(len(self.refs()), 30)
        alone = self.client.matches.submit(night[0])
        self.assertEqual((alone["id"], alone["already_stored"]), (first[0].match_id, True))

    def test_each_match_of_a_night_has_its_outcome(self) -> None:
        self.client.matches.submit(a_match(1))
        stranger = [{"username": name, "team": "AABB"[place]} for place, name in enumerate([*PLAYERS[:3], "nobody"])]
        night = [
            a_match(1, duration_minutes=40),
            a_match(2, participants=stranger),
            a_match(3, set_scores=[{"set_number": 1, "team_a_games": 6, "team_b_games": 5}]),
            a_match(4, venue_label="x" * 140_000),
        ]
        outcomes = self.client.matches.submit_all(night, common={"competition_type": "social"})
        self.assertEqual([one.status for one in outcomes], ["conflict", "rejected", "created", "rejected"])
        codes = [one.error["code"] if one.error else None for one in outcomes]
        self.assertEqual(codes, [None, "participant_not_eligible", None, "body_too_large"])
        stored = [one.match["competition_type"] for one in outcomes if one.match]
        self.assertEqual(stored, ["social"])
        self.assertIn("code", outcomes[2].warnings[0])

    def test_a_dry_run_stores_nothing(self) -> None:
        self.client.matches.submit(a_match(1), dry_run=True)
        self.client.matches.submit_all([a_match(2)], dry_run=True)
        self.assertEqual(self.refs(), [])

    def test_a_list_is_read_page_by_page(self) -> None:
        self.client.matches.submit_all([a_match(number) for number in range(30)])
        proxy = self.serve(forward_to(URL))
        listed = Bandeja(proxy.url, KEY).matches.list(page_size=7, since=FIRST, player="ana")
        self.assertEqual([match["external_ref"] for match in listed], [f"court-1-{n}" for n in reversed(range(30))])
        self.assertEqual(len(proxy.requests), 5)

    def test_the_verbs_of_a_match(self) -> None:
        matches = self.client.matches
        self.assertEqual(matches.preview({"participants": a_match(1)["participants"]})["win_probability"]["A"], 0.5)
        pending = matches.submit(a_match(1, trust_tier="player_confirmed"))
        self.assertEqual(pending["status"], "pending")
        self.assertEqual(matches.confirm(pending["id"])["status"], "completed")
        self.assertEqual(matches.amend(pending["id"], {"duration_minutes": 50})["duration_minutes"], 50)
        self.assertEqual(len(matches.explanation(pending["id"], language="es")["participants"]), 4)
        self.assertEqual(matches.void(pending["id"], "entered twice")["status"], "voided")

    def test_what_is_read_about_players_and_nights(self) -> None:
        match = self.client.matches.submit(a_match(1))
        players = self.client.players
        self.assertTrue(players.register({"username": "ana"})["already_registered"])
        self.assertEqual([player["username"] for player in players.list(q="bea")], ["bea"])
        self.assertEqual(players.get("ana")["rating"]["matches_played"], 1)
        self.assertEqual(players.card("ana")["last_matches"][0]["id"], match["id"])
        self.assertEqual(players.analysis("ana")["sample"]["matches"], 1)
        self.assertEqual(len(players.progress("ana")["points"]), 1)
        self.assertEqual(len(list(players.matches("ana"))), 1)
        self.assertTrue(players.card_picture("ana", language="es").startswith("<svg"))
        self.assertEqual([session["matches"] for session in self.client.sessions.list()], [1])
        self.assertEqual(self.client.sessions.recap("friday")["matches"]["completed"], 1)
        self.assertTrue(self.client.sessions.recap_picture("friday").startswith("<svg"))
        self.client.rosters.put("club", "Club")
        self.client.rosters.add("club", "ana")
        self.assertEqual([member["username"] for member in self.client.rosters.members("club")], ["ana"])
        self.assertEqual(len(list(self.client.rosters.leaderboard("club", ranked=False))), 1)
        self.assertEqual(self.client.request("GET", "/v1/key")["mode"], "test")

    def test_a_night_is_planned_and_played(self) -> None:
        plans = self.client.plans
        plan = {"format": "americano", "courts": 1, "rounds": 3, "scoring": "points", "points_per_match": 24}
        planned = plans.put("tuesday", {**plan, "players": [{"username": name} for name in PLAYERS]})
        self.assertEqual(len(planned["rounds"]), 3)
        opened = plans.open_round("tuesday", 1)
        court = opened["rounds"][0]["courts"][0]
        points = [{"set_number": 1, "team_a_games": 14, "team_b_games": 10}]
        result = {"seen": None, "players": {"A": court["team_a"], "B": court["team_b"]}, "set_scores": points}
        plans.put_result("tuesday", 1, 1, result)
        self.assertEqual(plans.live("tuesday")["standings"][0]["wins"], 1)
        plans.remove_result("tuesday", 1, 1, reason="wrong court")
        self.assertEqual([plan["state"] for plan in plans.list()], ["open"])
        plans.close("tuesday")

    def test_events_are_read_in_order_and_followed(self) -> None:
        self.client.matches.submit(a_match(1))
        followed = self.client.events.follow(pause=0.05)
        types = [next(followed)["type"] for _ in range(9)]
        self.assertEqual(types, ["player.registered"] * 4 + ["match.completed"] + ["rating.updated"] * 4)
        last = [event["id"] for event in self.client.events.list(page_size=2)]
        self.assertEqual([event["id"] for event in self.client.events.list(after=last[6])], last[7:])


class LostAnswers(ServiceTest):
    def test_a_match_whose_answer_was_lost_is_stored_once(self) -> None:
        proxy = self.serve(losing_the_first(forward_to(URL)))
        match = Bandeja(proxy.url, KEY).matches.submit(a_match(1))
        self.assertEqual([request.method for request in proxy.requests], ["POST", "POST", "GET"])
        self.assertTrue(match["already_stored"])
        self.assertEqual(self.refs(), ["court-1-1"])

    def test_a_batch_whose_answer_was_lost_is_stored_once(self) -> None:
        proxy = self.serve(losing_the_first(forward_to(URL)))
        outcomes = Bandeja(proxy.url, KEY).matches.submit_all([a_match(1), a_match(2)])
        self.assertEqual([outcome.status for outcome in outcomes], ["duplicate", "duplicate"])
        self.assertEqual(len(self.refs()), 2)

    def test_a_change_that_would_happen_twice_is_not_repeated(self) -> None:
        proxy = self.serve(losing_the_first(forward_to(URL)))
        with self.assertRaises(BandejaError) as raised:
            Bandeja(proxy.url, KEY).webhooks.create("https://club.example/events")
        error = raised.exception
        self.assertEqual((error.code, error.status, error.may_have_arrived), ("no_answer", 0, True))
        self.assertEqual(len(list(self.client.webhooks.list())), 1)


class Errors(ServiceTest):
    def test_an_error_names_its_code_and_the_broken_rules(self) -> None:
        with self.assertRaises(BandejaError) as raised:
            self.client.matches.submit(a_match(1, winning_team="C", set_scores=[]))
        error = raised.exception
        self.assertEqual((error.status, error.code), (422, "invalid_body"))
        self.assertIn(("/winning_team", "not_one_of"), [(fault["pointer"], fault["code"]) for fault in error.errors])
        self.assertIn("POST /v1/matches: invalid_body", str(error))
        self.assertIn("\n  /winning_team: ", str(error))
        self.assertTrue(error.request_id)

    def test_a_used_reference_is_an_error_if_the_content_differs(self) -> None:
        self.client.matches.submit(a_match(1))
        with self.assertRaises(BandejaError) as raised:
            self.client.matches.submit(a_match(1, duration_minutes=40))
        self.assertEqual((raised.exception.status, raised.exception.code), (409, "duplicate_external_ref"))
        self.assertIs(raised.exception.problem["same_content"], False)

    def test_a_wrong_key_is_named(self) -> None:
        with self.assertRaises(BandejaError) as raised:
            Bandeja(URL, "bdj_test_wrong").players.get("ana")
        self.assertEqual((raised.exception.status, raised.exception.code), (401, "invalid_credentials"))


class Webhooks(ServiceTest):
    def test_a_webhook_of_the_service_is_verified_and_a_changed_one_refused(self) -> None:
        receiver = self.serve(lambda _: Answer(204, {}, b""))
        endpoint = self.client.webhooks.create(receiver.url, event_types=["match.completed"])
        self.assertTrue(self.client.webhooks.test(endpoint["id"])["delivered"])
        headers, body = receiver.requests[0].headers, receiver.requests[0].body
        event = verify_webhook(endpoint["secret"], headers, body)
        self.assertEqual(event["type"], "webhook_endpoint.test")
        self.assertEqual(event["data"]["endpoint_id"], endpoint["id"])
        with self.assertRaises(WebhookError) as raised:
            verify_webhook(endpoint["secret"], headers, body.replace(b"test", b"best"))
        self.assertEqual(raised.exception.code, "signature_wrong")

    def test_both_secrets_are_valid_while_one_is_being_rotated(self) -> None:
        receiver = self.serve(lambda _: Answer(204, {}, b""))
        old = self.client.webhooks.create(receiver.url)
        new = self.client.webhooks.rotate_secret(old["id"], overlap_seconds=60)
        self.client.webhooks.test(old["id"])
        request = receiver.requests[0]
        for secrets in (old["secret"], new["secret"], [old["secret"], new["secret"]]):
            self.assertIn("id", verify_webhook(secrets, request.headers, request.body))


if __name__ == "__main__":
    unittest.main()
