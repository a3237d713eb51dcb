"""The players that you may see, and your groups of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .noun import Noun, Time
from .transport import PAGE_SIZE, path_of
from .types import (
    Analysis,
    HistoryMatch,
    Player,
    PlayerBatchResult,
    PlayerCard,
    PlayerProgress,
    RankedPlayer,
    RegisteredPlayer,
    Roster,
    RosterMember,
    UnrankedPlayer,
)

BATCH_MAX = 100


class Registered(RegisteredPlayer):
    """A registered player."""

    already_registered: bool


class Players(Noun):
    def register(self, player: Mapping[str, Any]) -> Registered:
        """Register a player, and add it to the roster. An existing player is returned unchanged.

        `already_registered` of the result is True if the player existed before this call.
        """
        status, registered = self._transport.respond("POST", "/v1/players", body=player, repeatable=True)
        registered["already_registered"] = status == 200
        return registered

    def register_all(
        self, players: Iterable[Mapping[str, Any]], *, common: Mapping[str, Any] | None = None, dry_run: bool = False
    ) -> Sequence[PlayerBatchResult]:
        """Register any number of players in batches. Return the result of each, in the order given.

        common: fields that the players have in common. A player's own fields override them
        """
        rest = [*players]
        results: list[PlayerBatchResult] = []
        for first in range(0, len(rest), BATCH_MAX):
            body = {**(common or {}), "players": rest[first : first + BATCH_MAX]}
            query = {"dry_run": dry_run or None}
            batch = self._call("POST", "/v1/players/batch", query=query, body=body, repeatable=True)
            for result in batch["results"]:
                result["index"] += first
                results.append(result)
        return results

    def list(
        self,
        *,
        q: str | None = None,
        roster: str | None = None,
        external_id: str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[Player]:
        """Iterate over your own players by display name; with `q`, over all visible ones with names like it."""
        return self._pages("/v1/players", {"q": q, "roster": roster, "external_id": external_id}, page_size)

    def search(self, q: str, *, page_size: int = PAGE_SIZE) -> Iterator[Player]:
        """Iterate over the public players whose usernames start with `q`."""
        return self._pages("/v1/players/search", {"q": q}, page_size)

    def get(self, username: str) -> Player:
        return self._call("GET", path_of("/v1/players/{}", username))

    def update(self, username: str, changes: Mapping[str, Any]) -> Player:
        """Change a player that you created."""
        return self._call("PATCH", path_of("/v1/players/{}", username), body=changes)

    def card(self, username: str, *, language: str | None = None) -> PlayerCard:
        """Summarise a player: rating, form, streak, headline, last matches."""
        return self._call("GET", path_of("/v1/players/{}/card", username), language=language)

    def card_picture(
        self,
        username: str,
        *,
        theme: str | None = None,
        time_zone: str | None = None,
        language: str | None = None,
    ) -> str:
        """Draw the card. Return SVG."""
        query = {"theme": theme, "time_zone": time_zone}
        return self._picture(path_of("/v1/players/{}/card.svg", username), query=query, language=language)

    def analysis(self, username: str, *, limit: int | None = None, language: str | None = None) -> Analysis:
        """Analyse how a player plays, over the latest `limit` matches."""
        path = path_of("/v1/players/{}/analysis", username)
        return self._call("GET", path, query={"limit": limit}, language=language)

    def progress(
        self,
        username: str,
        *,
        interval: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        time_zone: str | None = None,
    ) -> PlayerProgress:
        """Return the score over time."""
        query = {"interval": interval, "since": since, "until": until, "time_zone": time_zone}
        return self._call("GET", path_of("/v1/players/{}/progress", username), query=query)

    def matches(
        self,
        username: str,
        *,
        since: Time | None = None,
        until: Time | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[HistoryMatch]:
        """Iterate over a player's completed matches from every partner, newest first."""
        query = {"since": since, "until": until}
        return self._pages(path_of("/v1/players/{}/matches", username), query, page_size)

    def erase(self, username: str) -> None:
        """Erase a player that you created. This cannot be undone."""
        self._call_none("DELETE", path_of("/v1/players/{}", username))


class Rosters(Noun):
    def list(self, *, page_size: int = PAGE_SIZE) -> Iterator[Roster]:
        """Iterate over your rosters by slug."""
        return self._pages("/v1/rosters", {}, page_size)

    def put(self, slug: str, name: str | None = None) -> Roster:
        """Create a roster, or change its name."""
        return self._call("PUT", path_of("/v1/rosters/{}", slug), body={} if name is None else {"name": name})

    def members(self, slug: str, *, page_size: int = PAGE_SIZE) -> Iterator[RosterMember]:
        """Iterate over the members of a roster by username."""
        return self._pages(path_of("/v1/rosters/{}/members", slug), {}, page_size)

    def add(self, slug: str, username: str) -> None:
        """Add a player that you may see."""
        self._call_none("PUT", path_of("/v1/rosters/{}/members/{}", slug, username))

    def remove(self, slug: str, username: str) -> None:
        """Remove a player from a roster."""
        self._call_none("DELETE", path_of("/v1/rosters/{}/members/{}", slug, username))

    def leaderboard(
        self,
        slug: str,
        *,
        window: str | None = None,
        ranked: bool | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[RankedPlayer | UnrankedPlayer]:
        """Iterate over the ranked players of a roster by score; with `ranked=False`, over the others."""
        query = {"window": window, "ranked": ranked}
        return self._pages(path_of("/v1/rosters/{}/leaderboard", slug), query, page_size)

    def everyone(
        self, *, window: str | None = None, ranked: bool | None = None, page_size: int = PAGE_SIZE
    ) -> Iterator[RankedPlayer | UnrankedPlayer]:
        """Iterate over the ranked ones of all your people by score; with `ranked=False`, over the others.

        A score is provisional, and its player not ranked, for three rated matches or a few more: a new club has no ranked players.
        """
        return self._pages("/v1/leaderboard", {"window": window, "ranked": ranked}, page_size)
