"""What a lent PC's owner reads after their own word: of one limit that one alone, of a pause also when joining, and on
the page what the pressed button means."""

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
from worker.volunteer.machine import moment
from worker.volunteer.now import Now
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
