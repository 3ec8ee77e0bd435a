"""Sentences on a narrow terminal: broken between words, never within what a person pastes."""

from __future__ import annotations

import pytest

from fleet.terminal.output import print_line
from fleet.terminal.text import folded, width
from fleet.terminal.views.jobs.dead_letters import show_fates

COLUMNS = 80
COMMAND = "`crawlfleet console invite NAME --role operator`"


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))


def test_a_sentence_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    print_line("no rule has met anything yet. `crawlfleet notify rules list` shows what is looked for.")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all(width(line) <= COLUMNS for line in lines)


@pytest.mark.parametrize("before", range(10, 80, 5))
def test_a_command_is_never_broken_wherever_it_stands(capsys: pytest.CaptureFixture[str], before: int) -> None:
    print_line(f"{'word ' * (before // 5)}({COMMAND}), and then some more words to fill it up")
    out = capsys.readouterr().out
    assert COMMAND in out
    assert all(width(line) <= COLUMNS for line in out.splitlines())


def test_what_is_itself_a_command_or_indented_is_left_to_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    for line in ("crawlfleet jobs list " + "--shop x " * 12, "    https://shop.example/ " + "x " * 60):
        print_line(line)
        assert capsys.readouterr().out == line + "\n"


def test_a_lone_backtick_holds_nothing_together() -> None:
    assert all(width(line) <= COLUMNS for line in folded("a ` b " * 41, first="", rest=""))


def test_what_a_dry_run_would_do_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    from fleet.operations.dead_letters.requeueing import LetterFate

    show_fates([LetterFate("k" * 26, "requeued", "word " * 20, 3)], as_json=False, dry_run=True)
    assert all(width(line) <= COLUMNS for line in capsys.readouterr().out.splitlines())
