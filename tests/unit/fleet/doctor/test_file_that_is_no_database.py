"""What an operator reads whose embedded database's file is something else, or damaged."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from common.errors import StoreRejected
from common.store.drivers.base import Statement
from common.store.drivers.embedded import EmbeddedDriver
from fleet.cli import main


async def refused(path: Path) -> str:
    driver = EmbeddedDriver(f"file:{path}", timeout_seconds=1)
    try:
        with pytest.raises(StoreRejected) as caught:
            await driver.connect()
            await driver.batch([Statement("SELECT count(*) FROM t")])
    finally:
        await driver.close()
    return str(caught.value)


async def test_another_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text('{"text": "look"}\n' * 200)
    what = f"the database {path} answered: file is not a database"
    assert await refused(path) == f"{what}. Name another file in database.url, or move this one away."


async def test_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "fleet.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (a TEXT)")
    connection.executemany("INSERT INTO t VALUES (?)", [("x" * 900,) for _ in range(200)])
    connection.commit()
    connection.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    told = await refused(path)
    assert "malformed" in told
    assert "`crawlfleet db restore` fills an empty one from a backup" in told


def test_the_doctor_asks_for_no_server_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fleet.db").write_text("no database" * 100)
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", f"file:{tmp_path / 'fleet.db'}")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["doctor", "--json", "--timeout", "20"])
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (failed,) = [one for one in findings if one["level"] == "failed"]
    assert failed["section"] == "database"
    assert failed["next_step"] == (
        "check database.url, who may read and write that file and its folder, and the disk's room"
    )


@pytest.mark.parametrize("words", [["jobs", "list"], ["db", "status"], ["doctor"], ["db", "init"]])
def test_another_programs_database_is_told_as_that_by_every_command(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(tmp_path / "notes.db") as connection:
        connection.execute("CREATE TABLE notes (a TEXT)")
    connection.close()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", "file:notes.db")
    with pytest.raises(SystemExit, match="1"):
        main(words)
    said = capsys.readouterr()
    assert "is another program's: it has tables of its own (notes)" in said.out + said.err
    assert "db init" not in said.out + said.err
