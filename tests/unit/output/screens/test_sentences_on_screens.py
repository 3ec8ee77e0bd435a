"""Sentences on a narrow terminal: broken between words, never within what a person pastes."""

from __future__ import annotations

import pytest

from common.store import Store
from fleet.terminal.output import print_line
from fleet.terminal.text import folded, width
from fleet.terminal.views.jobs.dead_letters import show_fates
from tests.unit.fleet.command_line import Fleet, crawled, dead, fleet, new_job

__all__ = ["fleet"]

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


def test_what_is_remarked_behind_a_command_stands_below_it_where_both_are_too_long(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = "  crawlfleet jobs recheck --shop other/shop.example"
    print_line(f"{command}       # at once")
    assert capsys.readouterr().out == f"{command}       # at once\n"
    print_line(f"{command}   # crawls what it has again now, not within days")
    assert capsys.readouterr().out == f"{command}\n    # crawls what it has again now, not within days\n"
    print_line(f"crawlfleet doctor       # {'word ' * 30}")
    first, *remarks = capsys.readouterr().out.splitlines()
    assert first == "crawlfleet doctor" and len(remarks) > 1
    assert all(line.startswith("  # word") and width(line) <= COLUMNS for line in remarks), "pasted, none is a command"


def test_what_to_type_next_fits_the_screen(fleet: Fleet) -> None:
    job_id = fleet.store(lambda store: crawled(store, 2))
    for words in (("jobs", "show", job_id), ("products", "show", job_id)):
        said = fleet(*words)
        assert said.code == 0
        steps = said.out.partition("What to type next:\n")[2].splitlines()
        assert steps and all(width(step) <= COLUMNS for step in steps), steps


def test_a_lone_backtick_holds_nothing_together() -> None:
    assert all(width(line) <= COLUMNS for line in folded("a ` b " * 41, first="", rest=""))


def test_what_a_dry_run_would_do_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    from fleet.operations.dead_letters.requeueing import LetterFate

    show_fates([LetterFate("k" * 26, "requeued", "word " * 20, 3)], as_json=False, dry_run=True)
    assert all(width(line) <= COLUMNS for line in capsys.readouterr().out.splitlines())


def test_how_many_jobs_stand_where_fits_the_screen(fleet: Fleet) -> None:
    async def one_in_each_state(store: Store) -> None:
        await dead(store, 1)
        await crawled(store, 2)
        await store.jobs.add([new_job(3), new_job(4)])
        await store.jobs.claim(new_job(4).id, worker_id="w", lease_token="t4", lease_ms=60_000)

    fleet.store(one_in_each_state)
    listed = fleet("jobs", "list").out.splitlines()
    assert listed[-2].startswith("shopee: 1 DEAD (oldest") and listed[-1].startswith("  ")
    assert all(width(line) <= COLUMNS for line in listed)


def test_what_somebody_said_at_length_fits_the_screen_wherever_it_is_shown(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRAWLFLEET_GATEWAY_PUBLIC_URL", "https://fleet.example")
    at_length = ("--reason", "said at three in the morning, " + "in more words than this screen has room for, " * 3)
    for words in (
        ("db", "init"),
        ("shops", "ways", "shopee", "--off", "browser", *at_length),
        ("jobs", "pause", "shopee", *at_length),
        ("volunteers", "invite", "carol"),
        ("volunteers", "pause", "carol", *at_length),
    ):
        assert fleet(*words).code == 0
    for typed in ("shops", "shops show shopee", "volunteers show carol", "audit"):
        said = fleet(*typed.split())
        assert "at three in the morning" in " ".join(said.out.split()), typed
        assert [line for line in said.out.splitlines() if width(line) > COLUMNS] == []


def test_a_shop_that_was_paused_by_itself_is_told_what_to_type_once(fleet: Fleet) -> None:
    why = "reading switched off: 130 of 130 and 53 of 53 pages could not be read as products."
    reason = f"{why} When reading works again: crawlfleet jobs resume other/ash.example"
    fleet.store(lambda store: store.fleet.pause_shop("other/ash.example", reason))
    said = fleet("shops").out
    assert f"other/ash.example is paused: {why}" in " ".join(said.split())
    (step,) = [line for line in said.splitlines() if "crawlfleet" in line]
    assert step == "  crawlfleet jobs resume other/ash.example   # when its pages are read again"


@pytest.mark.parametrize("gap", range(1, 5))
@pytest.mark.parametrize("before", range(COLUMNS - 8, COLUMNS + 1))
def test_blanks_where_a_line_breaks_go_with_it(before: int, gap: int) -> None:
    lines = folded("x" * before + " " * gap + "https://shop.example/a-long-way", first="", rest="  ")
    assert lines == ["x" * before, "  https://shop.example/a-long-way"]
