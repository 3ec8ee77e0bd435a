"""A volunteer's worker whose gateway tells other settings: its owner is shown what is new, on a terminal too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from fleet.operations import examining
from tests.unit.fleet.settings.test_volunteer_settings import TOLD
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits

NOTHING_WAITS = {"reason": "NOTHING_WAITS", "sentence": "no task waits", "retry_after_seconds": 0.1}


class Told:
    """What this gateway tells, and the claims that came."""

    def __init__(self) -> None:
        self.settings: dict[str, Any] = dict(TOLD)
        self.claims: list[dict[str, Any]] = []
        self.url = ""
        self.asks_its_database = threading.Event()
        self.asks_its_database.set()
        """Until then it answers nobody how their machine stands."""

    def answer(self, path: str, body: bytes) -> dict[str, Any]:
        if path == "/v1/me":
            self.asks_its_database.wait(30)
            return {"refused": {"reason": "UNAVAILABLE", "sentence": "the fleet's database is away"}}
        if path == "/v1/join":
            return {"settings": "1", "machine": "m1", "token": "t" * 43, "told": self.settings}
        if path == "/v1/settings":
            return {"settings": self.settings["number"], "told": self.settings, "token": None}
        self.claims.append(json.loads(body))
        return {"settings": self.settings["number"], "tasks": [], "none": NOTHING_WAITS}


@pytest.fixture
def told() -> Iterator[Told]:
    told = Told()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            said = json.dumps(told.answer(self.path, body)).encode()
            self.send_response(503 if b'"refused"' in said else 200)
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_GET = do_POST = _answer

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield told
    server.shutdown()
    server.server_close()


def joined(home: Path, told: Told) -> None:
    member = {"gateway": told.url, "machine": "m1", "token": "t" * 43, "told": TOLD}
    (home / "machine.json").write_text(json.dumps(member))


def test_what_the_owner_leaves_out_is_neither_asked_for_nor_fetched(tmp_path: Path, told: Told) -> None:
    joined(tmp_path, told)
    told.settings |= {"number": "2", "shops": TOLD["shops"] | {"other": ["oak.example", "pinewood.example"]}}
    VolunteerFiles(tmp_path).keep_limits(Limits(not_shops=("oak.example", "shopee")))
    said = work(tmp_path)
    assert not [line for line in said if line["level"] == "warning"], "what is left out is not fetched from now on"
    assert [line["message"] for line in said if "are fetched" in line["message"]][-1] == (
        "pages of taobao, pinewood.example are fetched"
    )
    assert {(tuple(claim["shops"]), tuple(claim["not_domains"])) for claim in told.claims} == {
        (("taobao", "other"), ("oak.example",))
    }


def work(home: Path) -> list[dict[str, Any]]:
    """The log of a worker that ran until it was idle."""
    done = subprocess.run(
        [sys.executable, "-m", "fleet", "work", "--until-idle"],
        cwd=home,
        env={**os.environ, "CRAWLFLEET_HOME": str(home), "CRAWLFLEET_LOG_FORMAT": "json"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]


def test_shops_that_are_new_are_named_to_the_owner(tmp_path: Path, told: Told) -> None:
    joined(tmp_path, told)
    told.settings |= {"number": "2", "shops": TOLD["shops"] | {"other": ["oak.example", "pinewood.example"]}}
    (said,) = [line["message"] for line in work(tmp_path) if line["level"] == "warning"]
    assert "oak.example" in said and "pinewood.example" not in said, "what its owner knew is not new"
    assert not [line for line in work(tmp_path) if line["level"] == "warning"], "it was told"


async def test_a_lent_pcs_doctor_waits_for_what_the_gateway_says(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(examining, "LIMIT_SECONDS", 0.2)
    joined(tmp_path, told)
    told.asks_its_database.clear()
    threading.Timer(0.5, told.asks_its_database.set).start()
    (gateway,) = [one async for one in examining.findings(None) if one.section == "gateway"]
    assert "the fleet's database is away" in gateway.text and "no answer" not in gateway.text


def test_whoever_joins_is_shown_the_shops_that_are_fetched_and_not_what_is_left_out(told: Told, tmp_path: Path) -> None:
    """It was told of pages of all of co.uk, which the worker leaves out."""
    told.settings["shops"] = {"shopee": [], "elsewhere": [], "other": ["pinewood.example", "co.uk", "192.168.0.1"]}
    joined = subprocess.run(
        [sys.executable, "-m", "fleet", "join", f"{told.url}/#invite={'s' * 43}"],
        env={**os.environ, "CRAWLFLEET_HOME": str(tmp_path / "home")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert joined.returncode == 0, joined.stderr
    assert "it fetches pages of shopee, pinewood.example, and of nothing else" in joined.stdout
    assert "what is no shop's domain: co.uk, 192.168.0.1; left out" in joined.stderr
