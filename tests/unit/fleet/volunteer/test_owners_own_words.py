"""What a lent PC's owner reads after their own word: of one limit that one alone, of a pause also when joining, and on
the page what the pressed button means."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fleet.cli import main
from fleet.operations.volunteers.membership import JoinedFleet
from fleet.operations.volunteers.owning import idle_here, pause
from fleet.run.volunteer import showing
from fleet.run.volunteer.showing import Showing
from fleet.terminal.views.volunteers.membership import show_joined
from worker.tally import Tally
from worker.volunteer.counts import Counts
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.limits import Limits
from worker.volunteer.machine import moment
from worker.volunteer.owner import Owner
from worker.volunteer.wishes import Wish


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


def test_whoever_joins_while_a_pause_stands_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    joined = JoinedFleet("https://fleet.example", "m", {"shopee": ()}, None, home / "machine.json")
    show_joined(joined, as_json=False)
    assert "it takes nothing yet" not in capsys.readouterr().out
    assert idle_here(home) is None
    VolunteerFiles(home).keep_wish(Wish(finish=True))
    assert idle_here(home) is None, "the last worker's wish to finish is over"
    pause(home, for_ms=None)
    idle = idle_here(home)
    assert idle is not None
    paused = JoinedFleet("https://fleet.example", "m", {"shopee": ()}, None, home / "machine.json", idle.sentence)
    show_joined(paused, as_json=False)
    assert "it takes nothing yet: paused by you; `crawlfleet volunteer resume` goes on" in capsys.readouterr().out


async def test_the_page_says_at_once_what_a_button_means(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = VolunteerFiles(home)
    meter = SimpleNamespace(limits=Limits(), trouble=None, counts=Counts(day=date(2026, 11, 28)))
    owner = Owner(files, cast(Any, meter), now=moment, on_battery=lambda: False, monotonic=lambda: 0.0)
    shown = Showing(cast(Any, None), files, owner=owner, meter=cast(Any, meter), tally=Tally(), show=lambda now: None)
    presence = SimpleNamespace(state="idle: asking the gateway for tasks", running=0)
    shown.presence = cast(Any, presence)
    shown._press("pause")
    now = shown._now()
    assert (now.state, now.idle) == ("paused by you; `crawlfleet volunteer resume` goes on", "PAUSED")
    presence.state = now.state
    shown._press("resume")
    assert (shown._now().state, shown._now().idle) == ("resumed", None)
    presence.state = "working: 1 under way"
    assert shown._now().state == "working: 1 under way", "the worker's own word comes first"
    shown._press("finish")
    assert shown._now().state.startswith("finishing")
    monkeypatch.setattr(showing, "PRESSED_SECONDS", -1.0)
    await asyncio.sleep(0)
    assert shown._now().state == "working: 1 under way"
