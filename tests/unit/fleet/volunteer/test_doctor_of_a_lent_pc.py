"""The doctor on a lent PC, and on one of which nobody knows yet whether it is lent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from common.protocol.refusals import Reason, Refusal
from common.protocol.standing import Limits, Me, Today
from fleet.doctor.volunteer import check_gateway
from tests.unit.fleet.volunteer.test_cli_volunteer_owner import JOINED, home, run
from worker.source.membership import Membership
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.machine import only_worker
from worker.volunteer.wishes import Wish

__all__ = ["home"]


def test_the_doctor_speaks_to_a_volunteer(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "machine.json").write_text(JOINED)
    assert run("doctor", "--json", "--timeout", "20") == 1
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["section"] for one in findings} == {"joined", "limits", "work", "disk", "gateway"}
    text = json.dumps(findings).lower()
    assert "cannot reach the gateway" in text
    assert not [word for word in ("rabbitmq", "broker", "database", "dispatch") if word in text]


def test_where_nothing_was_set_up_the_doctor_asks_whose_pc_it_is(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("doctor", "--json") == 0
    (finding,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert "has joined no fleet" in finding["text"] and finding["level"] == "warning"
    assert "to lend this PC" in finding["next_step"] and "crawlfleet join" in finding["next_step"]
    assert "crawlfleet init" in finding["next_step"] and "--config" in finding["next_step"]
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", "file:mine.db")
    run("doctor", "--json", "--timeout", "5")
    assert len(capsys.readouterr().out.splitlines()) > 3, "whoever set something runs a fleet"


def test_results_to_send_are_the_running_workers_to_send(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Typed while one runs, `crawlfleet work` only says that one does."""
    (home / "machine.json").write_text(JOINED)
    (home / "spool").mkdir(mode=0o700)
    (home / "spool" / "lease.json").write_text("{}")

    def step() -> str:
        run("doctor", "--json", "--timeout", "20")
        findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        return next(str(one["next_step"]) for one in findings if one["text"] == "1 result to send")

    assert step() == "crawlfleet work"
    with only_worker(home):
        assert step() == "nothing: the worker that runs sends them when it reaches the gateway"


def test_a_worker_that_has_finished_finishes_no_more(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was said to it is over with it: the next one starts and takes tasks."""
    (home / "machine.json").write_text(JOINED)
    VolunteerFiles(home).keep_wish(Wish(finish=True))
    assert run("volunteer", "status", "--json") == 0
    now = json.loads(capsys.readouterr().out)["here"]
    assert (now["state"], now["idle"]) == ("no worker runs; `crawlfleet work` starts one", None)
    run("doctor", "--json", "--timeout", "20")
    assert "finishing" not in capsys.readouterr().out
    with only_worker(home):
        run("volunteer", "status", "--json")
        assert json.loads(capsys.readouterr().out)["here"]["idle"] == "FINISHING"


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield sleeper
    sleeper.kill()
    sleeper.wait()


@pytest.mark.skipif(os.name != "posix", reason="no signals to stop a process by")
def test_a_worker_stopped_by_ctrl_z_is_not_said_to_work(
    home: Path, capsys: pytest.CaptureFixture[str], process: subprocess.Popen[bytes]
) -> None:
    (home / "machine.json").write_text(JOINED)
    now = {"state": "working: 4 under way", "running": 4, "counts": {"day": "2026-11-23"}, "limits": {}}

    def state() -> str:
        run("volunteer", "status", "--json")
        return str(json.loads(capsys.readouterr().out)["here"]["state"])

    with only_worker(home):
        (home / "now.json").write_text(json.dumps({**now, "process": process.pid}))
        assert state() == "working: 4 under way"
        process.send_signal(signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)
        assert state().startswith("suspended, as by Ctrl-Z: type `fg` in its terminal")
        run("doctor", "--json", "--timeout", "20")
        (found,) = [one for one in map(json.loads, capsys.readouterr().out.splitlines()) if one["section"] == "work"]
        assert (found["level"], found["text"]) == ("warning", "the worker is suspended, as by Ctrl-Z")
        assert found["next_step"] == f"type `fg` in its terminal, or `kill -CONT {process.pid}` in another"


class Gateway:
    """It tells how the machine stands, and no time."""

    served_at = None

    def __init__(self, standing: Refusal | None, days: int = 80) -> None:
        self._standing, self._days = standing, days

    async def get(self, _path: str, _kind: type[Me]) -> Me:
        limits = Limits(tasks_per_day=1, leases_at_once=1)
        return Me(
            settings="1", machine="m", name="attic", today=Today(), total_recorded=0, limits=limits,
            standing=self._standing, token_expires_in_days=self._days,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        (Reason.QUOTA_SPENT, "nothing: it goes on by itself after midnight UTC; only the operator can allow more"),
        (Reason.PAUSED, "nothing to do on this PC; the operator knows more"),
    ],
)
async def test_whoever_is_given_no_task_is_told_whether_it_ends_by_itself(reason: Reason, step: str) -> None:
    gateway: Any = Gateway(Refusal(reason=reason, sentence="no task for now", retry_after_seconds=1))
    member = Membership.model_validate_json(JOINED)
    found = [one async for one in check_gateway(member, gateway)]
    assert [(one.text, one.next_step) for one in found if one.next_step] == [("no task for now", step)]


@pytest.mark.parametrize(
    ("days", "told"),
    [
        (0, "this PC's token ends within a day"),
        (1, "this PC's token ends in 1 day"),
        (13, "this PC's token ends in 13 days"),
    ],
)
async def test_a_token_that_ends_soon_is_told_of(days: int, told: str) -> None:
    gateway: Any = Gateway(None, days)
    found = [one async for one in check_gateway(Membership.model_validate_json(JOINED), gateway)]
    assert [one.text for one in found if one.next_step] == [told]
