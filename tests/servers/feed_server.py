"""A loopback server that speaks HTTPS under feeds' real host names; each test scripts what it answers."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from common.settings_tables.fetch import FetchSettings
from fleet.demo.server import server_context, serving


@dataclass(frozen=True, slots=True)
class Asked:
    host: str
    path: str
    query: dict[str, str]
    headers: Mapping[str, str]
    target: str


@dataclass(frozen=True, slots=True)
class Reply:
    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


def answer_json(tree: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    return Reply(status, json.dumps(tree).encode(), {"Content-Type": "application/json", **(headers or {})})


class FeedServer:
    """Use as a context manager. `asked` holds every request in order; `answer` may be replaced at any time. `clear`: it
    speaks HTTP without TLS."""

    def __init__(self, hosts: Sequence[str], answer: Callable[[Asked], Reply], *, clear: bool = False) -> None:
        self.hosts = list(hosts)
        self._clear = clear
        self.answer = answer
        self.asked: list[Asked] = []

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="crawlfleet-feeds-"))
            self._ca = Path(folder) / "ca.pem"
            context = server_context(self.hosts, self._ca)
            server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
            server.daemon_threads = True
            if not self._clear:
                server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
            self._port = stack.enter_context(serving(server))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def fetch_settings(self) -> FetchSettings:
        """Settings that lead every host here and trust its certificate."""
        port = 80 if self._clear else 443
        return FetchSettings(
            resolve=tuple(f"{host}:{port}:127.0.0.1:{self._port}" for host in self.hosts),
            ca_file=self._ca,
            allow_addresses=("127.0.0.1",),
        )

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 20

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                host = self.headers.get("Host", "").split(":")[0]
                request = Asked(host, parts.path, query, {k.lower(): v for k, v in self.headers.items()}, self.path)
                server.asked.append(request)
                reply = server.answer(request)
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, format: str, *args: object) -> None:
                """Quiet."""

        return Handler
