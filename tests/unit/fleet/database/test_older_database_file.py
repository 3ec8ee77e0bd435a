"""An older database file is brought forward by `db init` alone, which looks first whom that would end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from common.settings import DatabaseSettings
from common.store.compatibility import schema_standing
from common.store.drivers.embedded import EmbeddedDriver
from fleet.cli import main
from tests.old_database import make_old

OLD = 18


async def version_of(url: str) -> int | None:
    driver = EmbeddedDriver(url, timeout_seconds=5)
    await driver.connect()
    try:
        standing = await schema_standing(driver)
    finally:
        await driver.close()
    return standing.version if standing else None


@pytest.mark.parametrize(
    "arguments",
    [
        ("up", "--until-idle"),
        ("jobs", "add", "https://shopee.tw/product/1/2"),
        ("ingest", "--once"),
        ("console", "token", "add", "nightly"),
    ],
    ids=" ".join,
)
def test_nothing_but_db_init_changes_it(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"file:{tmp_path / 'fleet.db'}"
    asyncio.run(make_old(DatabaseSettings(url=url), OLD))
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", url)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    told = capsys.readouterr().err
    assert ended.value.code == 1
    assert f"has schema version {OLD}, this program needs" in told
    assert "Run `crawlfleet db init` to bring it forward" in told
    assert asyncio.run(version_of(url)) == OLD


@pytest.mark.parametrize(("before", "stops"), [(2, True), (OLD, True), (OLD + 1, False)])
@pytest.mark.parametrize("words", [("--dry-run",), ()], ids=["planned", "done"])
def test_db_init_says_whether_the_programs_of_before_go_on(
    before: int,
    stops: bool,
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = f"file:{tmp_path / 'fleet.db'}"
    asyncio.run(make_old(DatabaseSettings(url=url), before))
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", url)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["db", "init", *words])
    told = capsys.readouterr().out
    assert ("do not go on with it: stop what is still at work" in told) is stops
    assert ("go on working with it" in told) is not stops
    steps = [line for line in told.splitlines() if line.startswith("  ")]
    assert bool(steps) is bool(words)
    assert all(line.endswith(".") for line in steps), "each step is told by a whole sentence"
