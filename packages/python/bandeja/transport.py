"""Sends requests with the key, and repeats those that may be repeated."""

from __future__ import annotations

import email.message
import email.utils
import errno
import http.client
import json
import random
import re
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timezone
from typing import Any, NamedTuple

from .errors import BandejaError
from .version import VERSION

JSON = "application/json"
SVG = "image/svg+xml"

# The service, or a proxy in front of it, did not carry out the request.
NOT_CARRIED_OUT = {408, 429, 503}
# The request may have been carried out.
BROKEN = {500, 502, 504}

FIRST_DELAY = 0.25
LONGEST_DELAY = 15.0
# A longer Retry-After ends the call.
LONGEST_RETRY_AFTER = 120.0

PAGE_SIZE = 100


class Response(NamedTuple):
    status: int
    headers: email.message.Message
    text: str


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would turn a POST into a GET."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    def __init__(
        self, url: str, key: str, *, language: str, timeout: float, retries: int, user_agent: str | None
    ) -> None:
        self._url = _checked_url(url)
        # Headers take visible ASCII only.
        if not re.fullmatch(r"[\x21-\x7e]+", key or ""):
            raise ValueError("The key is missing, or contains blanks or characters that keys do not have.")
        self._headers = {
            "Authorization": f"Bearer {key}",
            "User-Agent": " ".join(filter(None, [user_agent, f"bandeja-python/{VERSION}"])),
        }
        self._language = language
        self._timeout = timeout
        self._retries = retries
        self._opener = urllib.request.build_opener(_NoRedirects)

    def call(self, method: str, path: str, **options: Any) -> Any:
        """The parsed JSON, None without a body, or the text of a picture."""
        return self.respond(method, path, **options)[1]

    def respond(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        language: str | None = None,
        accept: str = JSON,
        repeatable: bool | None = None,
    ) -> Any:
        """Send a request, and repeat it if that may help. Return the status and the data. Raises BandejaError.

        repeatable: whether the request has the same effect if it arrives twice. Default: all but POST
        """
        line = f"{method} {path}"
        request = urllib.request.Request(
            self._url + path + _query(query),
            method=method,
            data=None if body is None else json.dumps(body, default=_json_time).encode(),
            headers={**self._headers, "Accept": accept, "Accept-Language": language or self._language},
        )
        if body is not None:
            request.add_header("Content-Type", JSON)
        may_repeat = method != "POST" if repeatable is None else repeatable
        for tried in range(self._retries + 1):
            try:
                response = self._attempt(request)
            except (OSError, http.client.HTTPException) as cause:
                error = _no_answer(line, self._url, cause)
                is_worth_it = error.may_pass and (may_repeat or not error.may_have_arrived)
                if not is_worth_it or tried == self._retries:
                    raise error from cause
                delay = 0.0
            else:
                if response.status < 300:
                    return response.status, _data(line, response, accept)
                error = _refusal(line, self._url, response)
                is_worth_it = response.status in NOT_CARRIED_OUT or (may_repeat and response.status in BROKEN)
                delay = error.retry_after or 0.0
                if not is_worth_it or tried == self._retries or delay > LONGEST_RETRY_AFTER:
                    raise error
            # Shortened at random, so that clients that failed together do not retry together.
            backoff = min(FIRST_DELAY * 2**tried, LONGEST_DELAY) * (1 - random.random() / 4)
            time.sleep(max(backoff, delay))
        raise AssertionError("unreachable")

    def pages(self, path: str, query: Mapping[str, Any], page_size: int = PAGE_SIZE) -> Iterator[dict[str, Any]]:
        """All entries of a list. Pages are requested as needed."""
        page = self.call("GET", path, query={**query, "limit": page_size})
        while True:
            yield from page["data"]
            cursor = page["pagination"]["next_cursor"]
            if cursor is None:
                return
            page = self.call("GET", path, query={**query, "after": None, "limit": page_size, "cursor": cursor})

    def _attempt(self, request: urllib.request.Request) -> Response:
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return Response(response.status, response.headers, response.read().decode(errors="replace"))
        except urllib.error.HTTPError as error:
            with error:
                return Response(error.code, error.headers, error.read().decode(errors="replace"))


def path_of(template: str, *values: object) -> str:
    """A path with percent-encoded values. An empty value, `.` or `..` would address something else."""
    for value in values:
        if str(value) in ("", ".", ".."):
            raise ValueError(f"“{value}” is not a valid id.")
    return template.format(*(urllib.parse.quote(str(value), safe="") for value in values))


def _checked_url(url: str) -> str:
    parts = urllib.parse.urlsplit(url or "")
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or parts.query:
        raise ValueError("The address of the service should look like https://ratings.example.org.")
    return url.rstrip("/")


def _query(query: Mapping[str, Any] | None) -> str:
    sent = {name: _query_value(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urllib.parse.urlencode(sent)}" if sent else ""


def _query_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _json_time(value) if isinstance(value, date) else str(value)


def _json_time(value: Any) -> str:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone.")
        return value.isoformat()
    raise TypeError(f"{value!r} is not JSON.")


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _data(line: str, response: Response, accept: str) -> Any:
    status, headers, text = response
    if text == "":
        return None
    if accept != JSON and headers.get_content_type() == accept:
        return text
    parsed = _parsed(text) if accept == JSON else None
    if parsed is None:
        detail = f"The response is not {'JSON' if accept == JSON else accept}."
        request_id = headers.get("x-request-id")
        raise BandejaError(line, code="not_bandeja", detail=detail, status=status, request_id=request_id)
    return parsed


def _refusal(line: str, url: str, response: Response) -> BandejaError:
    status, headers, text = response
    if status < 400:
        target = headers.get("location") or "somewhere else"
        detail = f"{url} redirects this request to {target}. Call the service at its own address."
        return BandejaError(line, code="redirected", detail=detail, status=status)
    parsed = _parsed(text)
    problem = parsed if isinstance(parsed, dict) else {}
    return BandejaError(
        line,
        code=problem.get("code") or "not_bandeja",
        detail=problem.get("detail") or problem.get("title") or f"The service answered with status {status}.",
        status=status,
        problem=problem,
        request_id=headers.get("x-request-id"),
        retry_after=_retry_after(headers.get("retry-after")),
    )


def _retry_after(header: str | None) -> float | None:
    """Seconds, or an HTTP date."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", header.strip()):
        return float(header)
    try:
        at = email.utils.parsedate_to_datetime(header)
        return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None


def _no_answer(line: str, url: str, error: Exception) -> BandejaError:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    never_sent = isinstance(cause, (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError)) or (
        isinstance(cause, OSError) and cause.errno in (errno.EHOSTUNREACH, errno.ENETUNREACH)
    )
    is_for_good = isinstance(cause, ssl.SSLError) or (
        isinstance(cause, socket.gaierror) and cause.errno != socket.EAI_AGAIN
    )
    detail = f"Cannot reach {url}: {cause or type(cause).__name__}."
    return BandejaError(
        line, code="no_answer", detail=detail, may_have_arrived=not never_sent, may_pass=not is_for_good
    )
