"""What a lent PC's owner reads after their own word: of one limit that one alone, of a pause also when joining, what
holds a worker that is resumed, who still writes after leaving, and on the page what the pressed button means."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from common.settings_tables.volunteer import VolunteerSettings
from fleet.cli import main
from fleet.operations.volunteers.membership import JoinedFleet
from fleet.operations.volunteers.owning import idle_here, pause
from fleet.run.volunteer.showing import PRESSED_SECONDS, Showing
from fleet.terminal.views.volunteers.membership import show_joined
from worker.tally import Tally
from worker.volunteer.counts import Counts
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.machine import moment, only_worker
from worker.volunteer.now import Now, NowFile
from worker.volunteer.owner import Owner
from worker.volunteer.wishes import Wish

JOINED = """{"gateway": "http://127.0.0.1:9", "machine": "m", "token": "%s", "told": {"number": "1", "shops": {},
"requests_per_second": 1, "oldest_version": "0", "lease_seconds": 60, "renew_seconds": 20}}""" % ("a" * 43)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["volunteer", *words])
    return capsys.readouterr().out


def test_one_limits_command_tells_that_one_alone(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "hours") == "hours: always\n"
    assert told(capsys, "hours", "mon-fri 20:00-07:00") == "hours: mon-fri 20:00-07:00\n"
    assert told(capsys, "browser") == "browser: off\n"
    assert json.loads(told(capsys, "hours", "--json"))["browser"] is False, "programs read all of them, as before"
    assert told(capsys, "limits").count("\n") == 7


def test_whoever_joins_while_a_pause_stands_is_told(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    joined = JoinedFleet("https://fleet.example", "m", {"shopee": ()}, None, home / "machine.json")
    monkeypatch.setenv("COLUMNS", "80")
    show_joined(joined, as_json=False)
    shown = capsys.readouterr().out
    assert "it takes nothing yet" not in shown
    assert all(len(line) <= 80 or str(home) in line for line in shown.splitlines())
    monkeypatch.delenv("COLUMNS")
    assert idle_here(home) is None
    VolunteerFiles(home).keep_wish(Wish(finish=True))
    assert idle_here(home) is None, "the last worker's wish to finish is over"
    pause(home, for_ms=None)
    idle = idle_here(home)
    assert idle is not None
    paused = JoinedFleet("https://fleet.example", "m", {"shopee": ()}, None, home / "machine.json", idle.sentence)
    show_joined(paused, as_json=False)
    assert "it takes nothing yet: paused by you; `crawlfleet volunteer resume` goes on" in capsys.readouterr().out


def test_the_page_says_at_once_what_a_button_means(home: Path) -> None:
    files = VolunteerFiles(home)
    meter = SimpleNamespace(limits=Limits(), trouble=None, counts=Counts(day=date(2026, 11, 28)))
    owner = Owner(files, cast(Any, meter), now=moment, on_battery=lambda: False, monotonic=lambda: 0.0)
    seen: list[Now] = []
    seconds = 0.0
    shown = Showing(
        VolunteerSettings(page=False),
        files,
        owner=owner,
        meter=cast(Any, meter),
        tally=Tally(),
        show=seen.append,
        monotonic=lambda: seconds,
    )
    presence = SimpleNamespace(state="idle: asking the gateway for tasks", running=0)
    shown.presence = cast(Any, presence)

    def says() -> tuple[str, str | None]:
        shown.look()
        return seen[-1].state, seen[-1].idle

    shown.press("pause")
    assert says() == ("paused by you; `crawlfleet volunteer resume` goes on", "PAUSED")
    presence.state = seen[-1].state
    shown.press("resume")
    assert says() == ("resumed", None)
    presence.state = "working: 1 under way"
    assert says()[0] == "working: 1 under way", "the worker's own word comes first"
    shown.press("finish")
    assert says()[0].startswith("finishing")
    seconds += PRESSED_SECONDS
    assert says()[0].startswith("finishing")
    seconds += 1
    assert says()[0] == "working: 1 under way"


def test_whoever_resumes_is_told_what_holds_the_worker_all_the_same(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fleet.operations.volunteers.owning.on_battery", lambda: True)
    told(capsys, "pause")
    assert told(capsys, "resume").startswith("resumed; it takes nothing yet: on battery")
    monkeypatch.setattr(NowFile, "suspended", lambda self: 4711)
    with only_worker(home):
        held = told(capsys, "resume")
    assert held.startswith("nothing was paused; the worker is suspended, as by Ctrl-Z: type `fg`")
    assert "kill -CONT 4711" in held


def test_whoever_leaves_while_a_worker_runs_is_told_to_wait_before_the_folder_is_deleted(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "machine.json").write_text(JOINED)
    with only_worker(home):
        left = told(capsys, "leave", "--anyway")
    assert "A worker still runs here. It ends by itself" in left
    assert "once the worker has ended, delete that folder" in left
