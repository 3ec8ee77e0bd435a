"""What was typed wrongly is told in one sentence: what is wrong with which word, and where it is said how it goes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fleet.cli import main
from fleet.commands.typed.meant import known
from tests.places import REPO


def typed(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


@pytest.mark.parametrize(
    ("words", "wrong", "help_of"),
    [
        ("jobs list --limit x", "--limit: it must be a whole number.", "crawlfleet jobs list"),
        ("jobs list --limit 0", "--limit: it must be 1 or more.", "crawlfleet jobs list"),
        ("doctor --timeout 1000", "--timeout: it must be 300 or less.", "crawlfleet doctor"),
        ("jobs list --lmit 3", "there is no option --lmit; did you mean --limit?", "crawlfleet jobs list"),
        ("jobs show", "ID is missing.", "crawlfleet jobs show"),
        ("feeds pause blog", "--reason is missing.", "crawlfleet feeds pause"),
        ("jobs show a b", "nothing more was expected, but there is: b.", "crawlfleet jobs show"),
        ("jobs lst", "there is no command 'lst'; did you mean list?", "crawlfleet jobs"),
        ("--log-level loud doctor", "--log-level: 'loud' is not one of", "crawlfleet"),
        ("jobs list --limit", "--limit needs a value after it.", None),
        ("jobs list --json=3", "--json takes no value.", None),
        ("jobs list --config x.toml", "there is no option --config here; it stands before the first word: ", None),
        ("doctor --log-level debug", "there is no option --log-level here; it stands before the first word: ", None),
        ("--json doctor", "there is no option --json before the first word; a command's own stand behind it.", None),
        ("--confg x.toml doctor", "there is no option --confg; did you mean --config?", None),
        ("jobs list -h", "there is no option -h; did you mean --help?", None),
        ("shops pause shopee", "there is no command 'pause'; did you mean `crawlfleet jobs pause`?", None),
        ("volunteer stop", "there is no command 'stop'; did you mean `crawlfleet volunteer finish`?", None),
        ("feeds add @ada", "there is no command 'add'; the watched accounts are the [[feeds]] of the settings", None),
        ("stop", "there is no command 'stop'; Ctrl-C ends a service in order", None),
        ("jobs help", "there is no command 'help'; did you mean `crawlfleet jobs --help`?", None),
        ("version", "there is no command 'version'; did you mean `crawlfleet --version`?", None),
        ("jobs cancel --shop shopee --shop taobao", "--shop / --platform: it is given twice", "crawlfleet jobs cancel"),
        ("jobs --error-code TIMEOUT --error-code BLOCKED", "--error-code: it is given twice", "crawlfleet jobs list"),
        ("init --account a.jsonl --account b.jsonl", "--account: it is given twice", "crawlfleet init"),
    ],
)
def test_wrong_words(words: str, wrong: str, help_of: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(*words.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert line.startswith(f"crawlfleet: {wrong}")
    if help_of is not None:
        assert line.endswith(f"{help_of.removeprefix('crawlfleet')} --help` says what it takes.")


@pytest.mark.parametrize("words", known(), ids=" ".join)
def test_what_is_guessed_exists(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(*(word for word in words if word != "--text"), "--help") == 0
    assert words == ("--version",) or words[-1] in capsys.readouterr().out


def test_an_option_of_all_commands_is_shown_where_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("jobs", "list", "--config", "x.toml") == 2
    assert " --config FILE jobs list." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("shops pause shopee", "did you mean `crawlfleet jobs pause`?"),
        ("--json shops", "no option --json before the first word"),
        ("shops show --config x.toml", "first word: python -m fleet --config FILE shops show."),
    ],
)
def test_how_the_program_was_called_changes_no_guess(words: str, says: str, tmp_path: Path) -> None:
    """`python -m fleet` is three words."""
    typed_so = [sys.executable, "-m", "fleet", *words.split()]
    done = subprocess.run(
        typed_so, cwd=tmp_path, env={"PYTHONPATH": str(REPO)}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2 and says in done.stderr


def test_a_word_with_words_below_it_but_no_list_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("db") == 2
    said = capsys.readouterr()
    assert "Usage:" in said.out + said.err and "Examples:" in said.out + said.err


def test_home_is_meant_by_a_tilde_that_the_shell_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it leaves that of --config=~/fleet.toml, and a unit that of its variables."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert typed("init", "--yes", "--file=~/fleet.toml") == 0
    assert (tmp_path / "fleet.toml").exists()
    assert typed("--config=~/fleet.toml", "db", "init") == 0
    monkeypatch.setenv("CRAWLFLEET_CONFIG", "~/fleet.toml")
    assert typed("doctor", "--wrong") == 0
    monkeypatch.setenv("CRAWLFLEET_CONFIG", "~nobody-of-that-name/fleet.toml")
    assert typed("jobs", "list") == 1
    assert "cannot read the configuration ~nobody-of-that-name/fleet.toml" in capsys.readouterr().err
    assert typed("--config=~nobody-of-that-name/fleet.toml", "jobs", "list") == 2
    assert "it begins with ~, and this user has no folder of that name" in capsys.readouterr().err


def test_of_numbers_and_of_the_options_of_all_commands_the_last_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "fleet.toml"
    settings.write_text(f'database.url = "file:{tmp_path}/fleet.db"')
    gone = tmp_path / "gone.toml"
    assert typed("--config", str(gone), "--config", str(settings), "db", "init") == 0
    listed = ("jobs", "list", "--limit", "3", "--limit", "4", "--state", "NEW", "--state", "DEAD", "--json", "--json")
    assert typed("--config", str(settings), *listed) == 0
    assert capsys.readouterr().err == ""
