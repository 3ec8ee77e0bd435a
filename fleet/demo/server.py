"""A local server, HTTPS and HTTP on one port, that answers under the real host names of feeds and shops.

For the demo and tests only.
"""

from __future__ import annotations

import shutil
import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from common.errors import ConfigError
from common.errors.extras import adding_extra
from common.lasting.passing import locked_folder, sweep

_TLS_HANDSHAKE = b"\x16"
_PATIENCE_SECONDS = 20
_LOOK_FOR_STOP_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Reply:
    status: int = 200
    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)


Route = Callable[[str], Reply]
"""Given the request target (path and query), the reply."""


PREFIX = "crawlfleet-demo-shops-"


class LocalWorld:
    """Serves `routes` ((host, path) → Route) on 127.0.0.1 with certificates of a throw-away authority.

    Any other path of their hosts, and every path of the hosts in `also`, answers 404; robots.txt allows everything.
    Use as a context manager; `port` and `ca_file` are set inside. Raises ConfigError without the package trustme.
    """

    def __init__(self, routes: dict[tuple[str, str], Route], *, also: Iterable[str] = ()) -> None:
        self._routes = routes
        self._also = frozenset(also)
        self.requests: list[str] = []

    @property
    def hosts(self) -> list[str]:
        return sorted({host for host, _ in self._routes} | self._also)

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.ca_file = stack.enter_context(_passing_folder()) / "ca.pem"
            context = server_context(self.hosts, self.ca_file)
            server = _QuietServer(("127.0.0.1", 0), self._handler(), context)
            self.port = stack.enter_context(serving(server))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def resolve_rules(self) -> tuple[str, ...]:
        """`fetch.resolve` entries that lead every served host here."""
        return tuple(f"{host}:{port}:127.0.0.1:{self.port}" for host in self.hosts for port in (443, 80))

    def _answer(self, host: str, target: str) -> Reply:
        path = target.split("?", 1)[0]
        self.requests.append(f"{host}{target}")
        route = self._routes.get((host, path))
        if route:
            return route(target)
        if path == "/robots.txt":
            return Reply(body=b"User-agent: *\nAllow: /\n", content_type="text/plain")
        return Reply(status=404, body=b"<html><title>404</title><h1>Not found</h1></html>")

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        world = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = _PATIENCE_SECONDS

            def do_GET(self) -> None:
                host = self.headers.get("Host", "").split(":")[0].lower()
                reply = world._answer(host, self.path)
                self.send_response(reply.status)
                self.send_header("Content-Type", reply.content_type)
                self.send_header("Content-Length", str(len(reply.body)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, format: str, *args: object) -> None:
                """Quiet: the demo shows the fleet's own progress."""

        return Handler


class _QuietServer(ThreadingHTTPServer):
    """Speaks TLS to who begins with it, and plain HTTP to others, on one port."""

    daemon_threads = True

    def __init__(
        self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], context: ssl.SSLContext
    ) -> None:
        super().__init__(address, handler)
        self._context = context

    def process_request_thread(self, request: socket.socket | tuple[bytes, socket.socket], client_address: Any) -> None:
        """In the connection's own thread, so that a silent client holds up nobody."""
        if isinstance(request, socket.socket):
            try:
                request.settimeout(_PATIENCE_SECONDS)
                if request.recv(1, socket.MSG_PEEK) == _TLS_HANDSHAKE:
                    request = self._context.wrap_socket(request, server_side=True)
            except OSError:
                self.shutdown_request(request)
                return
        super().process_request_thread(request, client_address)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away in the middle of an answer is no news."""


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[int]:
    """Answers in threads of its own while inside; the port it listens on."""
    thread = threading.Thread(target=server.serve_forever, args=(_LOOK_FOR_STOP_SECONDS,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


def server_context(hosts: Iterable[str], ca_file: Path) -> ssl.SSLContext:
    """TLS for these hosts by a throw-away authority, whose certificate is written to `ca_file`.

    Raises ConfigError without the package trustme.
    """
    try:
        import trustme
    except ModuleNotFoundError:
        raise ConfigError(
            "the demo makes certificates for its local shops with the package trustme, which is not installed. "
            f"Run scripts/demo in a clone, else {adding_extra('demo')}"
        ) from None
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.cert_pem.write_to_path(str(ca_file))
    # The authority goes along: a browser knows it by nothing else (worker/ways/browser/engine/trust.py).
    chain = (authority.issue_cert(*hosts).private_key_and_cert_chain_pem.bytes(), authority.cert_pem.bytes())
    with _passing_folder() as folder:
        key_and_chain = folder / "chain.pem"
        key_and_chain.touch(mode=0o600)
        key_and_chain.write_bytes(b"".join(chain))
        context.load_cert_chain(key_and_chain)
    return context


@contextmanager
def _passing_folder() -> Iterator[Path]:
    """Taken away at the end, or at the next start where this process is killed. That of the database is not of these: a
    person looks at it afterwards."""
    sweep(PREFIX)
    folder, lock = locked_folder(PREFIX)
    try:
        yield folder
    finally:
        lock.close()
        shutil.rmtree(folder, ignore_errors=True)
