"""Why a call failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FAULTS_SHOWN = 3


class BandejaError(Exception):
    """A failed call. Decide by `code`, and show `detail` to people.

    code:       a code of docs/errors.md, or one of the client: `no_answer`, `redirected`, `not_bandeja`
    status:     the HTTP status; 0 without a response
    detail:     what went wrong, in a sentence
    errors:     the broken rules, for codes that have them: `pointer` or `parameter`, `code`, `detail`
    request_id: the operator finds the request in the log of the service by this id
    retry_after:      the seconds of `Retry-After`, or None
    problem:          the whole problem (RFC 9457); empty for an error of the client
    may_have_arrived: whether the service may have carried out a request that got no answer
    may_pass:         whether repeating a request that got no answer may help: not with a wrong address or certificate
    """

    def __init__(
        self,
        request: str,
        *,
        code: str,
        detail: str,
        status: int = 0,
        problem: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        may_have_arrived: bool = True,
        may_pass: bool = False,
    ) -> None:
        self.code = code
        self.status = status
        self.detail = detail
        self.problem: dict[str, Any] = dict(problem or {})
        self.errors: list[dict[str, Any]] = self.problem.get("errors") or []
        self.request_id: str | None = self.problem.get("request_id") or request_id
        self.retry_after = retry_after
        self.may_have_arrived = may_have_arrived
        self.may_pass = may_pass
        super().__init__(_with_faults(f"{detail} ({request}: {code})", self.errors))


def _with_faults(message: str, faults: list[dict[str, Any]]) -> str:
    """Many programs log only the message."""
    lines = [f"{_place(fault)}: {fault.get('detail')}" for fault in faults[:FAULTS_SHOWN]]
    if len(faults) > FAULTS_SHOWN:
        lines.append(f"and {len(faults) - FAULTS_SHOWN} more")
    return "\n  ".join([message, *lines])


def _place(fault: Mapping[str, Any]) -> str:
    return str(fault.get("pointer") or fault.get("parameter") or fault.get("code"))
