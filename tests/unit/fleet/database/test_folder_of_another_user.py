"""A database, a spool and backups in a folder that this user may not look into: a sentence, no traceback."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from fleet.cli import main
from worker.keeping.room import existing_part


@pytest.fixture
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As root meets it, too, whom no mode of a folder stops: nothing below it can be asked for, nor opened."""
    folder = tmp_path / "closed"
    really = os.stat

    def refuse(path: Any, *given: Any, **named: Any) -> os.stat_result:
        if isinstance(path, str | os.PathLike) and Path(path).parent == folder:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return really(path, *given, **named)

    monkeypatch.setattr(os, "stat", refuse)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", f"file:{folder / 'fleet.db'}")
    return folder


@pytest.mark.parametrize(
    "words",
    ["jobs list", "db status", "db init --dry-run", "jobs add https://shopee.tw/product/1/2", "db backup other.db"],
)
def test_a_command_says_that_the_file_cannot_be_opened(
    words: str, closed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    closed.mkdir()
    closed.joinpath("fleet.db").mkdir()  # no file that SQLite opens
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert "unable to open database file" in said and "could not be written" not in said


def test_the_doctor_says_so_of_the_database_and_of_the_spool(
    closed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CRAWLFLEET_WORK_SPOOL_DIR", str(closed / "spool"))
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "--json", "--timeout", "20"])
    assert ended.value.code == 1
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["section"] for one in findings if one["level"] == "failed"} >= {"database"}


def test_backups_there_are_refused_in_a_sentence(closed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (("backup", "cannot be written"), ("restore", "may not look into its folder")):
        with pytest.raises(SystemExit) as ended:
            main(["db", words, str(closed / "old.db")])
        assert ended.value.code == 1
        assert said in capsys.readouterr().err


def test_a_worker_looks_at_the_disk_of_the_folder_that_it_sees(closed: Path) -> None:
    closed.mkdir()
    assert existing_part(closed / "spool") == closed
