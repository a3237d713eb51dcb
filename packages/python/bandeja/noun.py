"""The methods for one kind of thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Union

from .transport import SVG, Transport

# A text must have a time zone; so must a datetime.
Time = Union[str, datetime]


class Noun:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, method: str, path: str, **options: Any) -> Any:
        return self._transport.call(method, path, **options)

    def _call_none(self, method: str, path: str, **options: Any) -> None:
        """Calls an operation whose response is empty."""
        self._transport.call(method, path, **options)

    def _picture(self, path: str, **options: Any) -> str:
        return self._transport.call("GET", path, accept=SVG, **options)

    def _pages(self, path: str, query: Mapping[str, Any], page_size: int) -> Iterator[Any]:
        return self._transport.pages(path, query, page_size)
