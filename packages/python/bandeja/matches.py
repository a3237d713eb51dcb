"""The matches that you submitted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import BandejaError
from .noun import Noun, Time
from .transport import PAGE_SIZE, path_of
from .types import BatchResult, EntryError, Match, MatchExplanation, MatchPreview, MatchWarning, MatchWithWarnings

BATCH_MAX = 25
# The service accepts 128 KiB. The rest is for the common fields.
BATCH_BYTES_MAX = 120 * 1024


@dataclass(frozen=True)
class Outcome:
    """The outcome of a submission.

    index:    its index in the input
    status:   `created`; `duplicate`: stored before with the same content; `conflict`: another match has this
              `external_ref`; `rejected`: not stored
    match:    the stored match, if it was created
    match_id: the id of the match that has the `external_ref`, unless it was rejected
    error:    why it was rejected: `code`, `detail`, `errors`
    """

    index: int
    submission: Mapping[str, Any]
    status: str
    match: MatchWithWarnings | None = None
    match_id: str | None = None
    error: EntryError | None = None

    @property
    def warnings(self) -> Sequence[MatchWarning]:
        """What may be true of the match but is rarely meant."""
        return self.match["warnings"] if self.match else []


class SubmittedMatch(MatchWithWarnings):
    """A stored match."""

    already_stored: bool


class Matches(Noun):
    def submit(self, match: Mapping[str, Any], *, dry_run: bool = False) -> SubmittedMatch:
        """Store a match. If it is already stored with the same content, return it, with `already_stored` True.

        Raises BandejaError `duplicate_external_ref` if the reference belongs to a match with other content.
        """
        try:
            query = {"dry_run": dry_run or None}
            stored: SubmittedMatch = self._call("POST", "/v1/matches", query=query, body=match, repeatable=True)
            stored["already_stored"] = False
        except BandejaError as error:
            # An earlier run, or an attempt whose response was lost, stored it.
            if error.code != "duplicate_external_ref" or not error.problem.get("same_content"):
                raise
            stored = self._call("GET", path_of("/v1/matches/{}", error.problem["existing_match_id"]))
            stored["warnings"] = []
            stored["already_stored"] = True
        return stored

    def submit_all(
        self,
        matches: Iterable[Mapping[str, Any]],
        *,
        common: Mapping[str, Any] | None = None,
        dry_run: bool = False,
    ) -> Sequence[Outcome]:
        """Submit any number of matches in batches, in the order given. Return the outcome of each.

        A match that is rejected does not affect the others. Raises BandejaError if a whole batch is refused. To
        continue, send all matches again: those that are stored are then duplicates.

        common: fields that the matches have in common. A match's own fields override them
        """
        outcomes: list[Outcome] = []
        for batch in _batches(matches):
            outcomes += self._submit_batch(batch, len(outcomes), common or {}, dry_run)
        return outcomes

    def _submit_batch(
        self, batch: Sequence[Mapping[str, Any]], first: int, common: Mapping[str, Any], dry_run: bool
    ) -> Sequence[Outcome]:
        query = {"dry_run": dry_run or None}
        body = {**common, "matches": batch}
        try:
            response = self._call("POST", "/v1/matches/batch", query=query, body=body, repeatable=True)
        except BandejaError as error:
            # One match alone exceeds the limit. The others are still sent.
            if error.code != "body_too_large" or len(batch) > 1:
                raise
            fault: EntryError = {"code": "body_too_large", "detail": error.detail, "errors": []}
            return [Outcome(first, batch[0], "rejected", error=fault)]
        return [_outcome(first + place, batch[place], result) for place, result in enumerate(response["results"])]

    def list(
        self,
        *,
        session_external_ref: str | None = None,
        external_ref: str | None = None,
        player: str | None = None,
        status: str | None = None,
        confirmation_state: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[Match]:
        """Iterate over your matches, newest first."""
        query = {
            "session_external_ref": session_external_ref,
            "external_ref": external_ref,
            "player": player,
            "status": status,
            "confirmation_state": confirmation_state,
            "since": since,
            "until": until,
        }
        return self._pages("/v1/matches", query, page_size)

    def get(self, id: str) -> Match:
        return self._call("GET", path_of("/v1/matches/{}", id))

    def amend(self, id: str, changes: Mapping[str, Any]) -> MatchWithWarnings:
        """Correct a match. Ratings become what they would be if it had been submitted this way.

        With `revision`, the match is corrected only if it has not changed since. Such a call is not repeated after a
        lost response, because the first attempt may have succeeded.
        """
        repeatable = changes.get("revision") is None
        return self._call("PATCH", path_of("/v1/matches/{}", id), body=changes, repeatable=repeatable)

    def confirm(self, id: str) -> Match:
        """Complete a pending match."""
        return self._call("POST", path_of("/v1/matches/{}/confirm", id), repeatable=True)

    def void(self, id: str, reason: str) -> Match:
        """Remove a match from the ratings for good. The reason is stored."""
        return self._call("POST", path_of("/v1/matches/{}/void", id), body={"reason": reason}, repeatable=True)

    def preview(self, match: Mapping[str, Any]) -> MatchPreview:
        """Predict a match, and how each result would change the ratings."""
        return self._call("POST", "/v1/matches/preview", body=match, repeatable=True)

    def explanation(self, id: str, *, language: str | None = None) -> MatchExplanation:
        """Explain the rating changes point by point, with a sentence for each part."""
        return self._call("GET", path_of("/v1/matches/{}/explanation", id), language=language)


def _outcome(index: int, submission: Mapping[str, Any], result: BatchResult) -> Outcome:
    match, error = result["match"], result["error"]
    if match is not None:
        return Outcome(index, submission, "created", match, match["id"])
    if error is not None:
        return Outcome(index, submission, "rejected", error=error)
    status = "duplicate" if result["same_content"] else "conflict"
    return Outcome(index, submission, status, match_id=result["existing_match_id"])


def _batches(matches: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Groups matches into batches within the limits of a request."""
    batch: list[Mapping[str, Any]] = []
    size = 0
    for match in matches:
        # With a comma and a blank after it.
        bytes_of_match = len(json.dumps(match, default=str)) + 2
        if batch and (len(batch) == BATCH_MAX or size + bytes_of_match > BATCH_BYTES_MAX):
            yield batch
            batch, size = [], 0
        batch.append(match)
        size += bytes_of_match
    if batch:
        yield batch
