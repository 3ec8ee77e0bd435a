"""The doctor on a lent PC, and on one of which nobody knows yet whether it is lent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.fleet.volunteer.test_cli_volunteer_owner import JOINED, home, run
from worker.volunteer.machine import only_worker

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
