"""Verifies webhooks: Standard Webhooks, HMAC-SHA256."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any


class WebhookError(ValueError):
    """The request is not a webhook of the service, or it is too old. Respond with 400.

    code: `header_missing`, `timestamp_out_of_tolerance`, `signature_wrong` or `body_not_json`
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify_webhook(
    secrets: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes | str,
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> dict[str, Any]:
    """Verify the signature of a webhook in constant time, and its age. Return the event.

    secrets:   the endpoint's secret, `whsec_…`; both while a secret is being rotated
    headers:   those of the request, such as `request.headers` of Flask, Django and `http.server`
    body:      exactly as received: parsed and serialised JSON has another signature
    tolerance: the maximum age, and the maximum difference of the clocks, in seconds
    now:       seconds since 1970. Default: the clock

    Raises WebhookError if the request is not a webhook of the service. A malformed secret raises ValueError, a parsed
    body TypeError: they are errors of the receiver, not of the request.
    """
    if isinstance(body, str):
        body = body.encode()
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError("Pass the body as received, as bytes or text: the signature of parsed JSON cannot be verified.")
    keys = _keys_of(secrets)
    named = {name.lower(): value for name, value in headers.items()}
    sent = [named.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")]
    if not all(sent):
        raise WebhookError("header_missing", "A webhook header is missing.")
    identifier, timestamp, signatures = sent
    clock = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(clock - int(timestamp)) > tolerance:
        raise WebhookError("timestamp_out_of_tolerance", "The webhook is too old, or its time is in the future.")
    signed = f"{identifier}.{timestamp}.".encode() + body
    expected = [_signature(key, signed) for key in keys]
    # Bytes, because compare_digest refuses text that is not ASCII.
    given = [signature.encode() for signature in signatures.split(" ")]
    if not any(hmac.compare_digest(one, other) for one in expected for other in given):
        raise WebhookError("signature_wrong", "The signature of the webhook does not match.")
    try:
        event: dict[str, Any] = json.loads(body)
    except ValueError:
        raise WebhookError("body_not_json", "The webhook is signed, but its body is not JSON.") from None
    return event


def _signature(key: bytes, signed: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())


def _keys_of(secrets: str | Sequence[str]) -> list[bytes]:
    listed = [secrets] if isinstance(secrets, str) else list(secrets)
    if not listed:
        raise ValueError("The secret of the webhook endpoint is missing.")
    return [_key_of(secret) for secret in listed]


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True) if secret.startswith("whsec_") else b""
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("The secret of a webhook endpoint looks like whsec_….")
    return key
