"""Words that cannot be meant: refused with 2 before anything is looked at, and what to type instead."""

from __future__ import annotations

import io
import shlex
from pathlib import Path

import pytest

from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("console invite ada --expires 0s", "longer than nothing"),
        ("volunteers invite --expires 0d", "longer than nothing"),
        ("volunteer pause 0m", "longer than nothing"),
        ("shops review shopee --by= --note x", "no words"),
        ("shops review shopee --by Ada --note=", "no words"),
        ("jobs pause shopee --reason=", "no words"),
        ("jobs cancel --shop shopee --reason=", "no words"),
        ("feeds pause blog --reason=", "no words"),
        ("shops ways shopee --on http --off http", "both on and off: http"),
        ("jobs cancel --shop= --state QUEUED", "--shop / --platform: it is empty, and names nothing"),
        ("jobs cancel --shop shopee --text=", "--text: it is empty, and names nothing"),
        ("jobs cancel --text ' '", "--text: it is empty, and names nothing"),
        ("dlq drop --shop shopee --account=", "--account: it is empty, and names nothing"),
        ("products list --shop=", "--shop / --platform: it is empty, and names nothing"),
        ("notify rules add shop-off --shop= --to phone", "--shop: it is empty, and names nothing"),
        ("audit --operator=", "--operator: it is empty, and names nothing"),
        ("jobs list --csv --json", "--json or --csv"),
        ("shops --json --csv", "--json or --csv"),
        ("volunteers trust ada --forgive --no-trusted", "--forgive alone"),
        ("products list --reason AMBIGUOS_PRICE", "there is no reason 'AMBIGUOS_PRICE'; did you mean AMBIGUOUS_PRICE?"),
        ("products list --reason dear", "There are NO_TITLE, AMBIGUOUS_PRICE, AMBIGUOUS_CURRENCY"),
        ("products list --verdict dear", "there is no verdict 'dear'. There are ok, drop, quarantine."),
        ("audit --action 'jobs reque'", "there is no action 'jobs reque'; did you mean jobs requeue?"),
        ("notify log --state lost", "there is no state 'lost'. There are waiting, sending, sent, failed, unsure."),
        ("jobs list --source tread", "there is no network 'tread'; did you mean threads?"),
        ("dlq list --error-code TIMEOT", "there is no error code 'TIMEOT'; did you mean TIMEOUT?"),
    ],
)
def test_what_cannot_be_meant_is_refused(fleet: Fleet, words: str, told: str) -> None:
    fleet("db", "init")
    said = fleet(*shlex.split(words))
    assert said.code == 2, said
    assert told in " ".join(said.err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("read https://shopee.tw/product/1/2", "a link needs --via http"),
        ("read page.html", "read FILE needs --url"),
        ("read page.html --json", "read FILE needs --url"),
        ("read page.html --url shopee.tw/product/1/2", "an address begins with https:// or http://"),
        ("jobs requeue", "say which jobs"),
        ("dlq requeue", "say which letters"),
        ("dlq drop --all k3v9q", "say which letters"),
        ("shops show other/pine.example", "a ladder is a whole platform's"),
        ("jobs cancel --reason x", "say which jobs"),
        ("jobs requeue --status SUCCEEDED", "a SUCCEEDED job cannot be requeued"),
        ("products changes --kind bogus", "there is no change 'bogus'"),
        ("products list --shop bogus", "there is no shop 'bogus'"),
        ("products list --shop shopee.zz", "there is no market 'zz' of shopee"),
        ("volunteers limits ada --tasks-per-day 99999999999999999999", "1000000000 or less"),
        ("notify rules off 99999999999999999999", "1000000000 or less"),
        ("jobs pause other/ --reason x", "a single shop is written other/example.com"),
    ],
)
def test_what_could_never_do_is_wrong_usage(fleet: Fleet, words: str, told: str) -> None:
    fleet("db", "init")
    said = fleet(*words.split())
    assert (said.code, said.out) == (2, ""), said
    assert told in said.err


def test_no_link_at_all_is_told_from_links_that_are_refused(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty file, say: nothing was refused, and no database is made for it."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n \n"))
    said = fleet("jobs", "add", "-")
    assert (said.code, said.err) == (1, "crawlfleet: no job was added: standard input held no link.\n")
    assert not Path("fleet.db").exists()


def test_links_begin_behind_the_mark_of_an_editor(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("\ufeffhttps://shopee.tw/product/1/2\n\nhttps://shopee.tw/product/1/3\n")
    )
    said = fleet("jobs", "add", "-", "--json")
    assert (said.code, len(said.out.splitlines())) == (0, 2), said


def test_a_filter_takes_its_words_in_small_letters(fleet: Fleet) -> None:
    fleet("db", "init")
    for words in ("products list --reason no_price", "notify log --state SENT", "audit --action 'JOBS add'"):
        assert fleet(*shlex.split(words)).code == 0, words
