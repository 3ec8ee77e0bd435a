"""`crawlfleet work` where it is not plain for whom: before `crawlfleet join`, and beside a broker that is set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.fleet.volunteer.test_cli_volunteer_owner import JOINED, home, run

__all__ = ["home"]


@pytest.mark.parametrize("words", [("work",), ("work", "--until-idle", "--concurrency", "2")])
def test_it_is_told_of_joining_and_of_no_broker(
    words: tuple[str, ...], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 1
    said = capsys.readouterr().err
    assert "`crawlfleet join` and the operator's link" in said and "joined none" in said
    assert "`crawlfleet init`" in said and "`crawlfleet --config FILE work`" in said
    assert "broker" not in said, "a volunteer has none, and nothing to set"


def test_whoever_set_something_is_told_what_is_missing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", f"file:{tmp_path / 'fleet.db'}")
    assert run("work") == 1
    said = capsys.readouterr().err
    assert "broker.url is memory:" in said and "`crawlfleet join`" in said


@pytest.mark.parametrize("machine", [JOINED, "no JSON", None])
def test_a_pc_that_has_joined_is_told_that_it_works_for_the_broker_instead(
    machine: str | None, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An operator who tries the volunteers' side on a PC of the fleet has the broker's address in a variable."""
    if machine is not None:
        (home / "machine.json").write_text(machine)
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", f"file:{home / 'fleet.db'}")
    monkeypatch.setenv("CRAWLFLEET_BROKER_URL", "amqp://guest@127.0.0.1:9/")
    assert run("work", "--until-idle") == 1
    told = "and not for http://127.0.0.1:9, which this PC has joined" in capsys.readouterr().err
    assert told == (machine == JOINED)
