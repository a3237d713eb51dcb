"""The sandbox of your test keys. Live keys are refused."""

from __future__ import annotations

from .noun import Noun, Time
from .types import Sandbox as SandboxState


class Sandbox(Noun):
    def get(self) -> SandboxState:
        """Its time, and the number of things in it."""
        return self._call("GET", "/v1/sandbox")

    def set_clock(self, now: Time) -> SandboxState:
        """Set its clock, ahead or back. The clock runs on from there."""
        return self._call("PATCH", "/v1/sandbox", body={"now": now})

    def clear(self) -> None:
        """Remove everything from it. Test keys stay valid."""
        self._call_none("DELETE", "/v1/sandbox")
