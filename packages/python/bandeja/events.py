"""What happened to your matches, to the ratings of your players, and to your players."""

from __future__ import annotations

import time
from collections.abc import Iterator

from .errors import BandejaError
from .noun import Noun
from .transport import PAGE_SIZE
from .types import Event

# While the service cannot be reached.
LONGEST_PAUSE = 60.0


class Events(Noun):
    def list(self, *, after: str | None = None, page_size: int = PAGE_SIZE) -> Iterator[Event]:
        """Iterate over the events after the one with the id `after`, in order, up to the latest."""
        return self._pages("/v1/events", {"after": after}, page_size)

    def follow(self, *, after: str | None = None, pause: float = 2.0) -> Iterator[Event]:
        """Iterate over the events in order, then wait for new ones, even while the service is unreachable. Never ends.

        Store the id of the last event that you have processed, and pass it as `after` next time.

        pause: seconds between two requests until new events arrive
        """
        last = after
        wait = pause
        while True:
            try:
                for event in self.list(after=last):
                    yield event
                    last = event["id"]
                wait = pause
            except BandejaError as error:
                if not (error.may_pass or error.status == 429 or error.status >= 500):
                    raise
                wait = min(wait * 2, LONGEST_PAUSE)
            time.sleep(wait)
