"""A local HTTP(S) server that answers under any host name, one handler per (host, path). For tests only.

with ShopServer({("shopee.tw", "/a"): Reply(body=b"…")}) as server:
    settings = FetchSettings(**server.fetch_settings())
"""

from __future__ import annotations

import ssl
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from fleet.demo.server import server_context, serving


@dataclass(frozen=True, slots=True)
class Asked:
    host: str
    target: str
    method: str
    headers: Mapping[str, str]
    server_name: str | None
    """The name of the TLS handshake; None over plain HTTP."""
    body: bytes = b""
    peer: str = ""
    """The address that the connection came from."""


@dataclass(frozen=True, slots=True)
class Reply:
    status: int = 200
    body: bytes = b""
    content_type: str | None = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    content_length: int | None = None
    """What is announced, when it is not the body's own length."""


Handler = Callable[[Asked], Reply]

GONE = Reply(404, b"<h1>Not found</h1>")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


class ShopServer:
    """Serves `routes` on 127.0.0.1; `asked` keeps every request. Inside `with`: `port`, and `ca_file` with `tls`."""

    def __init__(
        self,
        routes: Mapping[tuple[str, str], Reply | Handler],
        *,
        tls: bool = True,
        certificate_for: Iterable[str] | None = None,
        robots_txt: Reply | None = GONE,
    ) -> None:
        self.routes: dict[tuple[str, str], Reply | Handler] = dict(routes)
        self.asked: list[Asked] = []
        self._tls = tls
        self._names = list(certificate_for) if certificate_for else sorted({host for host, _ in self.routes})
        self._robots_txt = robots_txt

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="crawlfleet-shops-"))
            server = _Server(("127.0.0.1", 0), self._handler_class())
            if self._tls:
                self.ca_file = Path(folder) / "ca.pem"
                server.socket = self._context().wrap_socket(
                    server.socket, server_side=True, do_handshake_on_connect=False
                )
            self.port = stack.enter_context(serving(server))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def fetch_settings(self, **more: Any) -> dict[str, Any]:
        """Settings of `fetch` that lead every host here, and nowhere else."""
        port_asked = 443 if self._tls else 80
        settings: dict[str, Any] = {
            "resolve": (f"*:{port_asked}:127.0.0.1:{self.port}",),
            "allow_addresses": ("127.0.0.1",),
            "requests_per_second": 1000.0,
        }
        if self._tls:
            settings["ca_file"] = self.ca_file
        return settings | more

    def targets(self, path: str | None = None) -> list[str]:
        """host + target of the requests so far; with `path` only those of that path."""
        return [f"{a.host}{a.target}" for a in self.asked if path is None or a.target.split("?")[0] == path]

    def _reply(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        path = asked.target.split("?", 1)[0]
        route = self.routes.get((asked.host, path))
        if route is None and path == "/robots.txt" and self._robots_txt:
            return self._robots_txt
        if route is None:
            return GONE
        return route if isinstance(route, Reply) else route(asked)

    def _context(self) -> ssl.SSLContext:
        context = server_context(self._names, self.ca_file)

        def remember_name(socket: ssl.SSLObject | ssl.SSLSocket, name: str | None, _: ssl.SSLContext) -> None:
            socket.crawlfleet_server_name = name  # type: ignore[union-attr]  # a mark of ours, read below

        context.sni_callback = remember_name
        return context

    def _handler_class(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 20

            def do_GET(self) -> None:
                self._answer(b"")

            def do_POST(self) -> None:
                announced = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(announced)
                if len(body) < announced:
                    # Whoever asked was killed in the middle of it: nobody asked.
                    self.close_connection = True
                    return
                self._answer(body)

            def _answer(self, body: bytes) -> None:
                asked = Asked(
                    host=self.headers.get("Host", "").split(":")[0].lower(),
                    target=self.path,
                    method=self.command,
                    headers={name.lower(): value for name, value in self.headers.items()},
                    server_name=getattr(self.connection, "crawlfleet_server_name", None),
                    body=body,
                    peer=self.client_address[0],
                )
                reply = server._reply(asked)
                self.send_response(reply.status)
                if reply.content_type:
                    self.send_header("Content-Type", reply.content_type)
                length = len(reply.body) if reply.content_length is None else reply.content_length
                self.send_header("Content-Length", str(length))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(reply.body)
                except OSError:
                    self.close_connection = True
                if length != len(reply.body):
                    self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                """Quiet."""

        return Handler
