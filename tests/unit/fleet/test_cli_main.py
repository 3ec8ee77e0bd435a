"""The command's doors: help, versions, and the ways to end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from common.errors import StoreUnavailable
from fleet import cli
from fleet.cli import main
from fleet.words import WORDS


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return int(ended.value.code or 0)


def commands(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Groups of words too."""
    for name, command in group.commands.items():
        yield (*words, name), command
        if hasattr(command, "commands"):
            yield from commands(command, (*words, name))


EVERY_WORD = dict(commands(typer.main.get_command(cli.app_of())))
EVERY_COMMAND = [words for words, command in EVERY_WORD.items() if not hasattr(command, "commands")]


def test_help_shows_the_words_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    listed = capsys.readouterr().out.split("Commands:")[1].split("Examples:")[0]
    assert (
        tuple(line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2:3].strip()) == WORDS
    )


@pytest.mark.parametrize("words", EVERY_WORD, ids=" ".join)
def test_every_help_ends_with_examples(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words, "--help") == 0
    _, _, tail = capsys.readouterr().out.rpartition("Examples:")
    assert all("crawlfleet" in line for line in tail.strip().splitlines())
    assert tail.strip()


def test_help_starts_light() -> None:
    script = (
        "import sys; from fleet.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'rich', 'pydantic', 'httpx', 'aio_pika', 'asyncio', 'lxml'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_an_expected_error_is_one_line_and_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("jobs", "list") == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "`crawlfleet up` makes it" in said.err
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("common.config.load", interrupted)
    assert run("db", "status") == 130


def test_a_store_error_has_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable("the database is away. Try again.")

    monkeypatch.setattr("common.store.init_schema", away)
    assert run("db", "init") == 1
    said, next_step = capsys.readouterr().err.splitlines()
    assert said == "crawlfleet: the database is away. Try again."
    assert "`crawlfleet doctor`" in next_step


def test_wrong_usage_ends_with_2() -> None:
    assert run("jobs", "list", "--status", "MAYBE") == 2
    assert run("nonsense") == 2


def test_a_reader_that_goes_away_ends_quietly() -> None:
    script = "from fleet.terminal.output import print_json\nfrom fleet import cli\n" + (
        "import fleet.commands.links\ncli.main(['links', '--json', 'https://shopee.tw/product/1/2 ' * 1])"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    process.wait(30)
    assert said == b""


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that somebody is in cannot be removed there")
@pytest.mark.parametrize("words", [("jobs", "list"), ("doctor",)])
def test_a_folder_that_is_gone_is_said_to_be(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    script = "import pathlib, sys\nfrom fleet.cli import main\npathlib.Path.cwd().rmdir()\nmain(sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, *words], cwd=tmp_path / "gone", capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "crawlfleet: the folder that this was typed in is not there any more. Type it in another one."
    ]


@pytest.mark.parametrize("words", [("work",), ("volunteer", "status"), ("volunteer", "autostart", "on"), ("doctor",)])
def test_a_user_without_a_folder_of_their_own_is_told_what_to_set(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", unknown)
    monkeypatch.delenv("CRAWLFLEET_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 1
    said = capsys.readouterr()
    assert "Set HOME, or CRAWLFLEET_HOME" in " ".join((said.out + said.err).split())
