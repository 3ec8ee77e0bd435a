"""Where notifications arrive in tests: an HTTP listener on loopback that keeps what Apprise's json:// sends."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class NoticeListener:
    """`messages` as they came; `status` is answered, with `location`, and while `held` nobody is answered at all.
    `others`: paths of requests that bring no message."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.messages: list[dict[str, Any]] = []
        self.status = 200
        self.location: str | None = None
        self.others: list[str] = []
        self.answering = threading.Event()
        self.answering.set()

    @property
    def url(self) -> str:
        """As a target of notifications; its path is a secret that nothing may show."""
        return f"json://127.0.0.1:{self.port}/path-of-secret"

    @property
    def bodies(self) -> list[str]:
        return [str(message["message"]) for message in self.messages]


@contextmanager
def notice_listener(port: int = 0) -> Iterator[NoticeListener]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            listener.messages.append(json.loads(body) | {"path": self.path})
            listener.answering.wait(600)
            try:
                self.send_response(listener.status)
                self.send_header("Content-Length", "0")
                if listener.location is not None:
                    self.send_header("Location", listener.location)
                self.end_headers()
            except OSError:
                pass  # whoever asked is gone

        def do_GET(self) -> None:
            listener.others.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    listener = NoticeListener(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield listener
    finally:
        listener.answering.set()
        server.shutdown()
        thread.join()
        server.server_close()
