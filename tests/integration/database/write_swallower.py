"""Stands before a libsql-server and keeps its writes: so a server looks whose writers hang and whose readers do not."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class WriteSwallower:
    """Use as a context manager. While `swallowing` is set a request that writes is neither forwarded nor answered."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.swallowing = threading.Event()
        self.swallows_reads = False
        self._over = threading.Event()

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        relay = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if relay.swallowing.is_set() and (relay.swallows_reads or _writes(body)):
                    relay._over.wait()
                    self.close_connection = True
                    return
                request = urllib.request.Request(relay._target + self.path, body, {"Content-Type": "application/json"})
                try:
                    with urllib.request.urlopen(request, timeout=20) as answer:
                        status, text = answer.status, answer.read()
                except urllib.error.HTTPError as refused:
                    status, text = refused.code, refused.read()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *args: object) -> None:
                """Quiet."""

        return Handler


def _writes(body: bytes) -> bool:
    requests: list[dict[str, Any]] = json.loads(body)["requests"]
    steps = [step for request in requests for step in request.get("batch", {}).get("steps", ())]
    reads = ("SELECT", "WITH RECURSIVE", "BEGIN", "COMMIT", "ROLLBACK", "EXPLAIN")
    return any(step["stmt"]["sql"].lstrip().startswith("BEGIN IMMEDIATE") for step in steps) or not all(
        step["stmt"]["sql"].lstrip().startswith(reads) for step in steps
    )
