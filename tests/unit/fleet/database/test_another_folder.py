"""Commands typed in another folder than that of the settings, whose database.url is relative, as init writes it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fleet.cli import main


def typed(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fleet whose database lies beside its settings; whoever types is elsewhere."""
    monkeypatch.delenv("CRAWLFLEET_DATABASE_URL", raising=False)
    for folder in ("fleet", "elsewhere"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / "fleet")
    assert typed("init", "--yes", "--domain", "shop.example") == 0
    assert typed("db", "init") == 0
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path / "fleet" / "crawlfleet.toml"


@pytest.mark.parametrize(
    "words",
    [
        "jobs list",
        "jobs add https://shop.example/p/1",
        "up --until-idle",
        "db init",
        "db init --dry-run",
        "db backup copy.db",
        "shops",
    ],
)
def test_no_second_fleet_is_begun_there(words: str, settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert typed("--config", str(settings), *words.split()) == 1
    said = capsys.readouterr().err
    assert f"but one beside the settings, at {settings.with_name('crawlfleet.db')}" in said
    assert f"type it in {settings.parent}, or write the whole path" in said
    assert os.listdir() == []  # noqa: PTH208  # of this folder


def test_doctor_says_where_it_is(
    settings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CRAWLFLEET_CONFIG", str(settings))
    assert typed("doctor", "--wrong") == 1
    assert f"type it in {settings.parent}" in capsys.readouterr().out


def test_a_path_that_was_meant_is_made(
    settings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", "file:crawlfleet.db")
    assert typed("--config", str(settings), "db", "init") == 0
    monkeypatch.delenv("CRAWLFLEET_DATABASE_URL")
    assert typed("--config", str(settings), "jobs", "list") == 0, "there is one in this folder, too"
