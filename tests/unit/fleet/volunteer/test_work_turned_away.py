"""`crawlfleet work` on a lent PC that its gateway takes nothing from any more: why, and what to type next."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.unit.fleet.command_line import Fleet, fleet
from worker.source.membership import MembershipFile

__all__ = ["fleet"]


class _Refuses(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        refused = {"reason": "REVOKED", "sentence": "the operator has ended this machine's part in the fleet"}
        body = json.dumps({"refused": refused}).encode()
        self.send_response(403)
        self.send_header("content-type", "application/json")
        self.send_header("crawlfleet-version", "0.2.0")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:  # the base class's name
        pass


@pytest.fixture
def gateway() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Refuses)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    serving.join()
    server.server_close()


def test_a_revoked_pc_is_told_what_to_type(
    fleet: Fleet, gateway: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path / "home"))
    told = {
        "number": "1",
        "shops": {"shopee": [], "taobao": [], "other": []},
        "requests_per_second": 0.5,
        "contact": None,
        "oldest_version": "0.2.0",
        "lease_seconds": 180.0,
        "renew_seconds": 50.0,
    }
    joined = {"gateway": gateway, "machine": "m1", "name": "attic", "token": "t" * 43, "told": told}
    file = MembershipFile()
    file.folder.mkdir()
    file.path.write_bytes(json.dumps(joined).encode())
    file.path.chmod(0o600)
    said = fleet("work", "--json")
    assert said.code == 1
    assert said.err.splitlines()[-1] == (
        "crawlfleet: the gateway says: the operator has ended this machine's part in the fleet; next: `crawlfleet "
        "volunteer leave` forgets this fleet; a new link from the operator joins anew"
    )
    status = fleet("volunteer", "status")
    assert status.code == 1, "a script that looks after this PC learns of it"
    shown = " ".join(status.out.split())
    assert (
        "its fleet takes nothing of this PC: the gateway says: the operator has ended this machine's part in the fleet"
    ) in shown
    assert "not known" not in shown
