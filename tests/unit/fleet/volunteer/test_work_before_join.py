"""`crawlfleet work` on a PC where nothing was set up: most often a volunteer's, before `crawlfleet join`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.fleet.volunteer.test_cli_volunteer_owner import home, run

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
