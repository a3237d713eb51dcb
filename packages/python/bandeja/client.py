"""The service as a partner sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .events import Events
from .matches import Matches
from .nights import Plans, Sessions
from .players import Players, Rosters
from .sandbox import Sandbox
from .transport import JSON, Transport
from .webhooks import Webhooks


class Bandeja:
    """A client of the service.

        client = Bandeja("https://ratings.example.org", key)
        client.matches.submit({...})

    key:        your API key. Keep it on your server
    language:   the language of sentences and pictures: `en`, `es` or `pt`
    timeout:    how long a connection may be silent, in seconds
    retries:    the maximum number of retries of a request
    user_agent: the name of your program, such as `my-club/1.4`

    A malformed address or key raises ValueError, a failed call BandejaError. Several threads may share a client.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        language: str = "en",
        timeout: float = 60.0,
        retries: int = 4,
        user_agent: str | None = None,
    ) -> None:
        transport = Transport(url, key, language=language, timeout=timeout, retries=retries, user_agent=user_agent)
        self._transport = transport
        self.matches = Matches(transport)
        self.players = Players(transport)
        self.rosters = Rosters(transport)
        self.sessions = Sessions(transport)
        self.plans = Plans(transport)
        self.events = Events(transport)
        self.webhooks = Webhooks(transport)
        self.sandbox = Sandbox(transport)

    def request(
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
        """Send any request of `/docs/api`, such as `client.request("GET", "/v1/key")`. Return the parsed JSON.

        path:       percent-encoded, without the address of the service
        repeatable: whether the request has the same effect if it arrives twice. If so, it is repeated after a lost
                    response. Default: all but POST
        """
        return self._transport.call(
            method, path, query=query, body=body, language=language, accept=accept, repeatable=repeatable
        )
