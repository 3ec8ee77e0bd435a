"""Filters on the command line: what a dry run and the question count is what is then taken, and it is on record."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from common.job import JobStatus
from common.store import Store
from fleet.operations.jobs import steering
from tests.unit.fleet.command_line import Fleet, crawled, dead, fleet, new_job

__all__ = ["fleet"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


async def many_dead(store: Store) -> None:
    for number in range(7):
        await dead(store, number)


def test_a_dry_run_and_the_real_run_take_the_same_jobs_past_any_page(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steering, "AT_A_TIME", 2)
    monkeypatch.setattr(steering, "NAMED_AT_A_TIME", 3)
    fleet.store(many_dead)
    planned = fleet("jobs", "requeue", "--error-code", "TIMEOUT", "--dry-run")
    assert "7 would be requeued" in planned.out
    done = fleet("jobs", "requeue", "--error-code", "TIMEOUT", "--json")
    assert [answer["requeued"] for answer in done.objects] == [True] * 7
    (event,) = fleet("audit", "--json").objects
    for action in ("dlq drop", "DLQ-drop"):
        assert fleet("audit", "--action", action).out == "nothing that operators did matches these filters.\n"
    assert (event["action"], event["meant"], event["done"]) == ("jobs requeue", 7, 7)
    assert json.loads(event["target"]) == {"error_code": "TIMEOUT"}
    assert event["ended_at"]


@pytest.mark.parametrize(("answer", "requeued"), [("y\n", 7), ("n\n", 0), ("", 0)])
def test_on_a_terminal_the_exact_count_is_asked_about(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, answer: str, requeued: int
) -> None:
    fleet.store(many_dead)
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    said = fleet("jobs", "requeue", "--shop", "shopee/1")
    assert "requeue 7 jobs?" in said.err
    assert (said.code == 0) == bool(requeued)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert len(fleet("jobs", "list", "--status", "NEW", "--json").objects) == requeued
    assert len(fleet("audit", "--json").objects) == bool(requeued)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("jobs requeue --shop taobao", "0 requeued"),
        ("feeds forget rss https://nobody.example/feed", "nothing of this account is in the database"),
        ("db prune", "0 events, 0 sightings"),
    ],
)
def test_nobody_is_asked_whether_nothing_is_to_be_done(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, typed: str, says: str
) -> None:
    fleet.store(lambda store: dead(store, 1))
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    said = fleet(*typed.split())
    assert "?" not in said.err.partition("Is it written")[0]
    assert says in said.out + said.err


def test_one_job_is_asked_about_as_one(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    fleet.store(lambda store: dead(store, 1))
    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    assert "requeue 1 job?" in fleet("jobs", "requeue", "--shop", "shopee").err


def test_a_no_ends_with_a_word_and_yes_asks_nothing(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    fleet.store(many_dead)
    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    assert "nothing was changed." in fleet("jobs", "requeue", "--account", "@a").err
    assert "7 requeued" in fleet("jobs", "requeue", "--account", "@a", "--yes").out


def test_succeeded_jobs_are_rechecked_and_requeue_says_so(fleet: Fleet) -> None:
    async def both(store: Store) -> None:
        await crawled(store, 1)
        await dead(store, 2)

    fleet.store(both)
    assert "2 would be rechecked" in fleet("jobs", "recheck", "--shop", "shopee", "--dry-run").out
    said = fleet("jobs", "recheck", "https://shopee.tw/product/1/1", "--json").objects
    assert [(answer["was"], answer["rechecked"]) for answer in said] == [("SUCCEEDED", True)]


def test_a_shop_that_does_not_exist_is_named_as_it_was_typed(fleet: Fleet) -> None:
    fleet("db", "init")
    for words in (["jobs", "pause", "ebay", "--reason", "x"], ["jobs", "list", "--platform", "ebay"]):
        said = fleet(*words)
        assert said.code == 2
        assert "there is no shop 'ebay'" in said.err
        assert "--platform" not in said.err


def test_one_filter_takes_what_pause_takes(fleet: Fleet) -> None:
    async def other(store: Store) -> None:
        await store.jobs.add([new_job(1)])

    fleet.store(other)
    assert len(fleet("jobs", "list", "--platform", "shopee/1", "--json").objects) == 1
    assert fleet("jobs", "list", "--shop", "other/pine.example", "--json").objects == []


def test_csv_holds_no_formula_and_no_line_of_its_own(fleet: Fleet) -> None:
    from fleet.terminal.csv_rows import cell

    assert cell("=HYPERLINK(1)") == "'=HYPERLINK(1)"
    assert cell("@SUM(A1)") == "'@SUM(A1)"
    assert cell("\t=1").startswith("'")
    for blank in (" ", "  ", "\u00a0", "\u3000"):
        assert cell(f"{blank}=1+1").startswith("'"), "a spreadsheet passes over blanks before the sign"
    for sign in "＝＋－＠":
        assert cell(f"{sign}1+1").startswith("'"), "as an East Asian keyboard types it"
        assert cell(f"mug;{sign}1+1") == f"mug;'{sign}1+1"
    assert cell("mug;=1+1") == "mug;'=1+1", "where ; separates, it would be a cell of its own"
    for text in ('mug;"=1+1"', "mug; @SUM(A1)", "a;-1+1;+2"):
        line = io.StringIO()
        csv.writer(line).writerow(["id", cell(text)])
        for found in next(csv.reader([line.getvalue()], delimiter=";")):
            assert not found.startswith(("=", "+", "-", "@")), text
    assert cell("a; b;c") == "a; b;c"
    assert cell("-5.00") == "-5.00"
    assert cell(-5) == "-5"
    assert "\n" not in cell("two\nlines")
    fleet.store(many_dead)
    rows = list(csv.DictReader(io.StringIO(fleet("jobs", "list", "--csv").out)))
    assert [row["status"] for row in rows] == [JobStatus.DEAD] * 7
    assert rows[0]["source_account"] == "'@a"


def test_an_empty_csv_still_has_its_heading(fleet: Fleet) -> None:
    fleet("db", "init")
    assert fleet("jobs", "list", "--csv").out.startswith("id,source,")


def test_a_listing_goes_on_where_its_page_ended(fleet: Fleet, tmp_path: Path) -> None:
    fleet.store(many_dead)
    first = fleet("jobs", "list", "--limit", "5")
    place = first.out.partition("--after ")[2].split(")")[0]
    rest = fleet("jobs", "list", "--after", place, "--json").objects
    assert len(rest) == 2
    assert "no place in a listing" in fleet("jobs", "list", "--after", "yesterday").err


@pytest.mark.parametrize("words", ["console revoke nobody", "notify rules off 7", "notify targets remove none"])
def test_what_was_refused_did_not_break_off(fleet: Fleet, words: str) -> None:
    fleet("db", "init")
    assert fleet(*words.split()).code == 1
    (event,) = fleet("audit", "--json").objects
    assert event["ended_at"] and event["done"] == 0, "an operator would look for what is half done"
