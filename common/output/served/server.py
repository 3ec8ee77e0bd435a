"""The server of a process's metrics page: one request a connection, each connection for a while, and not too many."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import time
from contextlib import suppress
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import REGISTRY, make_wsgi_app

from common.output.served.labels import PrintableLabels

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

log = logging.getLogger("crawlfleet.metrics")

MOST_CONNECTIONS = 64
"""At once; each is a thread. Whoever comes then finds the door shut, and may come again."""
MOST_SECONDS = 30.0
"""From a connection's beginning to its end, however it is spent: in silence, a byte at a time, or by a reader that
does not read. Prometheus itself waits ten seconds for a page."""
HEAD_BYTES = 64 * 1024
"""Of a request. The library reads a hundred lines of as many bytes each: 400 MB for all connections."""


def metrics_page() -> WSGIApplication:
    """What this process counts, its labels printable."""
    return make_wsgi_app(PrintableLabels(REGISTRY))


def start_serving(host: str, port: int, app: WSGIApplication, *, most_seconds: float = MOST_SECONDS) -> MetricsServer:
    """Listens, and answers on threads that end with the process. Raises OSError, OverflowError."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    server = MetricsServer(family, (str(address[0]), port), most_seconds)
    server.set_app(app)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server


class _ShortHead:
    """A request's bytes, which end where a head must have ended."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._left = HEAD_BYTES

    def readline(self, size: int) -> bytes:
        line: bytes = self._stream.readline(min(size, self._left))
        self._left -= len(line)
        return line

    def close(self) -> None:
        self._stream.close()


class _Quiet(WSGIRequestHandler):
    def setup(self) -> None:
        super().setup()
        self.rfile: Any = _ShortHead(self.rfile)

    def log_message(self, *_: object) -> None:
        """Requests are not logged."""


class MetricsServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def __init__(self, family: int, address: tuple[str, int], most_seconds: float) -> None:
        self.address_family = family
        self._most_seconds = most_seconds
        self._open: dict[socket.socket, float] = {}
        """Connections, and when each must be over."""
        super().__init__(address, _Quiet)

    def verify_request(self, request: Any, client_address: object) -> bool:
        if len(self._open) >= MOST_CONNECTIONS:
            return False
        self._open[request] = time.monotonic() + self._most_seconds
        return True

    def shutdown_request(self, request: Any) -> None:
        """At the end of every connection, one that was not let in as well."""
        self._open.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Twice a second. Whoever waits on a line that is shut wakes up, and its thread ends."""
        now = time.monotonic()
        for connection, until in tuple(self._open.items()):
            if now >= until:
                with suppress(OSError):  # it ended by itself just now
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A line that broke is nobody's fault; anything else is ours."""
        if not isinstance(sys.exception(), OSError):
            log.exception("a request for metrics could not be answered")
