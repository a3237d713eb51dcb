"""Club nights: their recaps and their plans. A night is named by the `session_external_ref` of its matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .noun import Noun, Time
from .transport import PAGE_SIZE, path_of
from .types import EnteredResult, LiveNight, Plan, PlanSummary, PutPlan, SessionRecap, SessionSummary


class Sessions(Noun):
    def list(
        self, *, since: Time | None = None, until: Time | None = None, page_size: int = PAGE_SIZE
    ) -> Iterator[SessionSummary]:
        """Iterate over your sessions, newest first."""
        return self._pages("/v1/sessions", {"since": since, "until": until}, page_size)

    def recap(
        self,
        ref: str,
        *,
        rank_by: str | None = None,
        time_zone: str | None = None,
        language: str | None = None,
    ) -> SessionRecap:
        """Summarise a session: players, scorelines, leaderboard, pairs."""
        query = {"rank_by": rank_by, "time_zone": time_zone}
        return self._call("GET", path_of("/v1/matches/sessions/{}", ref), query=query, language=language)

    def recap_picture(
        self,
        ref: str,
        *,
        rank_by: str | None = None,
        theme: str | None = None,
        time_zone: str | None = None,
        language: str | None = None,
    ) -> str:
        """Draw the recap. Return SVG."""
        query = {"rank_by": rank_by, "theme": theme, "time_zone": time_zone}
        return self._picture(path_of("/v1/matches/sessions/{}/recap.svg", ref), query=query, language=language)


class Plans(Noun):
    def list(self, *, state: str | None = None, page_size: int = PAGE_SIZE) -> Iterator[PlanSummary]:
        """Iterate over your plans by their last change, newest first."""
        return self._pages("/v1/plans", {"state": state}, page_size)

    def get(self, ref: str) -> Plan:
        return self._call("GET", _plan(ref))

    def put(self, ref: str, plan: Mapping[str, Any], *, dry_run: bool = False) -> PutPlan:
        """Plan a night, or replace the plan whose `revision` you send. Opened rounds stay."""
        query = {"dry_run": dry_run or None}
        # It must name the revision that it replaces, or that there is none.
        return self._call("PUT", _plan(ref), query=query, body=plan, repeatable=False)

    def amend(self, ref: str, changes: Mapping[str, Any]) -> Plan:
        """Latecomers, leavers, lost courts: draw the rounds again that were not opened."""
        return self._call("PATCH", _plan(ref), body=changes, repeatable=changes.get("revision") is None)

    def delete(self, ref: str) -> None:
        """Delete a plan. Its matches stay."""
        self._call_none("DELETE", _plan(ref))

    def open_round(self, ref: str, number: int, *, without_missing: bool = False) -> Plan:
        """Open a round. An open one is not changed.

        without_missing: draw a mexicano round although results are missing
        """
        body = {"without_missing": True} if without_missing else {}
        return self._call("POST", _plan(ref, "/rounds/{}/open", number), body=body, repeatable=True)

    def put_result(self, ref: str, number: int, court: int, result: Mapping[str, Any]) -> EnteredResult:
        """Enter or correct the result of a court in the round `number`."""
        return self._call("PUT", _plan(ref, "/rounds/{}/courts/{}/result", number, court), body=result)

    def remove_result(self, ref: str, number: int, court: int, *, reason: str | None = None) -> None:
        """Void the result of a court. The reason is stored with the match."""
        body = {} if reason is None else {"reason": reason}
        self._call_none("DELETE", _plan(ref, "/rounds/{}/courts/{}/result", number, court), body=body)

    def live(self, ref: str) -> LiveNight:
        """The open round, the next one and the standings."""
        return self._call("GET", path_of("/v1/sessions/{}/live", ref))

    def close(self, ref: str) -> Plan:
        """End the night, and confirm its pending results."""
        return self._call("POST", _plan(ref, "/close"), repeatable=True)


def _plan(ref: str, rest: str = "", *values: object) -> str:
    return path_of("/v1/sessions/{}/plan" + rest, ref, *values)
