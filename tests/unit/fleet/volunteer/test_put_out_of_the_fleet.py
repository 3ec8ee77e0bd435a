"""A PC whose gateway takes nothing of it any more: no look at it offers a worker that would end at once."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.unit.fleet.settings.test_volunteer_settings import TOLD
from tests.unit.fleet.volunteer.test_cli_volunteer_owner import home, run, said
from worker.volunteer.machine import only_worker

__all__ = ["home"]

REVOKED = {"reason": "REVOKED", "sentence": "the operator has ended this machine's part in the fleet"}
TOO_OLD = {"reason": "TOO_OLD", "sentence": "this worker is too old"}
LEAVE = "`crawlfleet volunteer leave` forgets this fleet; a new link from the operator joins anew"


@pytest.fixture
def refusal(home: Path) -> Iterator[dict[str, str]]:
    """What the gateway of this PC answers to everything."""
    refusal = dict(REVOKED)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"refused": refusal}).encode()
            self.send_response(403)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    member = {"gateway": f"http://127.0.0.1:{server.server_port}", "machine": "m1", "token": "t" * 43, "told": TOLD}
    (home / "machine.json").write_text(json.dumps(member))
    (home / "machine.json").chmod(0o600)
    yield refusal
    server.shutdown()
    server.server_close()


@pytest.mark.usefixtures("refusal")
def test_status_offers_no_worker(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = said(capsys, "status", code=1)
    assert (now["next"], now["refused"]) == (LEAVE, "REVOKED")
    here = now["here"]
    assert isinstance(here, dict) and here["state"] == "no worker runs"
    with only_worker(home):
        here = said(capsys, "status", code=1)["here"]
        assert isinstance(here, dict) and here["state"] == "starting", "what runs is told as it is"


def findings(capsys: pytest.CaptureFixture[str], section: str) -> dict[str, tuple[str, str | None]]:
    """Of the doctor: text → level and next step."""
    assert run("doctor", "--json", "--timeout", "20") == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {one["text"]: (one["level"], one["next_step"]) for one in found if one["section"] == section}


@pytest.mark.parametrize(
    ("turned_away", "step"),
    [(REVOKED, LEAVE), (TOO_OLD, "install the release that the gateway's page names; this PC stays in its fleet")],
)
def test_neither_does_the_doctor(
    home: Path, refusal: dict[str, str], capsys: pytest.CaptureFixture[str], turned_away: dict[str, str], step: str
) -> None:
    refusal.update(turned_away)
    (home / "spool").mkdir(mode=0o700)
    (home / "spool" / "lease.json").write_text("{}")
    assert findings(capsys, "gateway") == {f"the gateway says: {turned_away['sentence']}": ("failed", step)}
    assert findings(capsys, "work") == {
        "no worker runs, and the gateway would take none": ("ok", None),
        "1 result to send": ("warning", step),
    }


def test_one_that_may_ask_again_is_offered_as_before(
    refusal: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    refusal.update(reason="SET_ASIDE", sentence="set aside for a while")
    here = said(capsys, "status")["here"]  # ends with 0: it goes on by itself
    assert isinstance(here, dict) and here["state"] == "no worker runs; `crawlfleet work` starts one"
    assert findings(capsys, "work")["no worker runs"][0] == "warning"
