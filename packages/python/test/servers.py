"""Servers between the client and the service."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, Optional


class Request(NamedTuple):
    method: str
    path: str
    headers: Any
    body: bytes


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


# None: the connection is closed without an answer.
Handler = Callable[[Request], Optional[Answer]]


class Server:
    """Answers each request by the handler, and keeps the requests."""

    def __init__(self, handler: Handler) -> None:
        requests: list[Request] = []
        self.requests = requests

        class Connection(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                request = Request(self.command, self.path, self.headers, self.rfile.read(length))
                requests.append(request)
                answer = handler(request)
                if answer is None:
                    return
                self.send_response(answer.status)
                for name, value in {**answer.headers, "Content-Length": str(len(answer.body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.body)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Connection)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def forward_to(url: str) -> Callable[[Request], Answer]:
    def forward(request: Request) -> Answer:
        names = ("authorization", "content-type", "accept", "accept-language")
        headers = {name: request.headers[name] for name in names if request.headers[name]}
        body = request.body or None
        sent = urllib.request.Request(url + request.path, method=request.method, data=body, headers=headers)
        try:
            response = urllib.request.urlopen(sent)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            return Answer(response.status, {"Content-Type": response.headers["content-type"] or ""}, response.read())

    return forward


def losing_the_first(handler: Handler) -> Handler:
    """Carries out each request, and cuts the first answer."""
    answered: list[Request] = []

    def handle(request: Request) -> Answer | None:
        answer = handler(request)
        answered.append(request)
        return answer if len(answered) > 1 else None

    return handle
