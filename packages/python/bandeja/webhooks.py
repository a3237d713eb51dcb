"""The endpoints to which the service sends your events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .noun import Noun, Time
from .transport import PAGE_SIZE, path_of
from .types import WebhookDelivery, WebhookEndpoint, WebhookEndpointWithSecret, WebhookReplayAccepted, WebhookTest


class Webhooks(Noun):
    def create(self, url: str, *, event_types: Sequence[str] | None = None) -> WebhookEndpointWithSecret:
        """Add an endpoint, which gets events from now on. Only this response contains the secret."""
        body = {"url": url} if event_types is None else {"url": url, "event_types": event_types}
        return self._call("POST", "/v1/webhook-endpoints", body=body)

    def list(self, *, page_size: int = PAGE_SIZE) -> Iterator[WebhookEndpoint]:
        """Iterate over the endpoints, oldest first."""
        return self._pages("/v1/webhook-endpoints", {}, page_size)

    def get(self, id: str) -> WebhookEndpoint:
        return self._call("GET", path_of("/v1/webhook-endpoints/{}", id))

    def update(self, id: str, changes: Mapping[str, Any]) -> WebhookEndpoint:
        """Change, disable or enable an endpoint."""
        return self._call("PATCH", path_of("/v1/webhook-endpoints/{}", id), body=changes)

    def delete(self, id: str) -> None:
        """Delete an endpoint and its delivery log."""
        self._call_none("DELETE", path_of("/v1/webhook-endpoints/{}", id))

    def test(self, id: str) -> WebhookTest:
        """Send a test message now, and return the receiver's response."""
        return self._call("POST", path_of("/v1/webhook-endpoints/{}/test", id))

    def deliveries(self, id: str, *, page_size: int = PAGE_SIZE) -> Iterator[WebhookDelivery]:
        """Iterate over the delivery attempts of an endpoint, newest first."""
        return self._pages(path_of("/v1/webhook-endpoints/{}/deliveries", id), {}, page_size)

    def replay(
        self, id: str, *, since: Time | None = None, event_ids: Sequence[str] | None = None
    ) -> WebhookReplayAccepted:
        """Send events once more, with the same ids: those since a time, or those with these ids."""
        body = {"since": since} if event_ids is None else {"event_ids": event_ids}
        return self._call("POST", path_of("/v1/webhook-endpoints/{}/replay", id), body=body)

    def rotate_secret(self, id: str, *, overlap_seconds: int | None = None) -> WebhookEndpointWithSecret:
        """Create a new secret. Deliveries are signed with both secrets until the overlap ends."""
        body = {} if overlap_seconds is None else {"overlap_seconds": overlap_seconds}
        return self._call("POST", path_of("/v1/webhook-endpoints/{}/rotate-secret", id), body=body)
