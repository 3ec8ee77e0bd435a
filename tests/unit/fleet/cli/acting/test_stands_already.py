"""What is paused, resumed or switched and stood so already: it is said, changes nothing, and is not noted."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.store import Store
from common.store.volunteers.values import PersonRow
from fleet.operations.volunteers.looking import person_named
from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]

FEED = '[[feeds]]\nsource = "jsonl"\naccount = "posts.jsonl"\nname = "blog"\n'


@pytest.fixture
def set_up(fleet: Fleet, tmp_path: Path) -> Fleet:
    (tmp_path / "crawlfleet.toml").write_text(FEED, "utf-8")
    fleet("db", "init")
    fleet("proxies", "add", "tw-1", "http://proxy.example:3128")
    fleet.store(invited)
    return fleet


async def invited(store: Store) -> None:
    await store.people.invite("p1", name="ada", secret_hash="s", machines=2, expires_in_ms=60_000, trusted=False)


PAUSED, NOT = "was paused already, for this reason; nothing was changed.", "was not paused; nothing was changed."
WHY = ("--reason", "captchas")


def noted(fleet: Fleet) -> int:
    return len(fleet("audit", "--json").objects)


@pytest.mark.parametrize(
    ("first", "again", "stands"),
    [
        ((), ("jobs", "resume", "shopee"), f"shopee {NOT}"),
        (("jobs", "pause", "shopee", *WHY), ("jobs", "pause", "shopee", *WHY), f"shopee {PAUSED} `crawlfleet jobs res"),
        ((), ("feeds", "resume", "blog"), f"jsonl:posts.jsonl {NOT}"),
        (("feeds", "pause", "blog", *WHY), ("feeds", "pause", "blog", *WHY), f"jsonl:posts.jsonl {PAUSED} `crawlfleet"),
        ((), ("volunteers", "resume", "ada"), f"ada {NOT}"),
        (("volunteers", "pause", "ada"), ("volunteers", "pause", "ada"), "ada was paused already; nothing was"),
        ((), ("proxies", "on", "tw-1"), "tw-1 was on already; nothing was changed."),
        (("proxies", "off", "tw-1"), ("proxies", "off", "tw-1"), "tw-1 was off already; nothing was changed."),
        ((), ("shops", "ways", "shopee", "--on", "http"), "; it stood so already, nothing was changed"),
        ((), ("volunteers", "trust", "ada", "--no-trusted"), "ada (p1): on"),
        ((), ("volunteers", "limits", "ada"), "ada (p1): on"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_it_says_so_and_changes_nothing(
    set_up: Fleet, first: tuple[str, ...], again: tuple[str, ...], stands: str
) -> None:
    if first:
        assert stands not in set_up(*first).out
    before = noted(set_up)
    said = set_up(*again)
    assert (said.code, said.err) == (0, "") and stands in " ".join(said.out.split())
    if again[1] in {"pause", "resume", "on", "off", "ways"}:
        (told,) = set_up(*again, "--json").objects
        assert told["changed"] is False
    assert noted(set_up) == before


@pytest.mark.parametrize(
    ("words", "undone"),
    [
        (("jobs", "pause", "shopee", *WHY), ("jobs", "resume", "shopee")),
        (("feeds", "pause", "blog", *WHY), ("feeds", "resume", "blog")),
        (("volunteers", "pause", "ada"), ("volunteers", "resume", "ada")),
        (("proxies", "off", "tw-1"), ("proxies", "on", "tw-1")),
        (("shops", "ways", "shopee", "--off", "http"), ("shops", "ways", "shopee", "--on", "http")),
    ],
    ids=" ".join,
)
def test_what_changes_something_says_that(set_up: Fleet, words: tuple[str, ...], undone: tuple[str, ...]) -> None:
    before = noted(set_up)
    for one in (words, undone):
        (told,) = set_up(*one, "--json").objects
        assert told["changed"] is True
    assert noted(set_up) == before + 2


def test_another_reason_is_a_change(set_up: Fleet) -> None:
    for words in (("jobs", "pause", "shopee"), ("feeds", "pause", "blog"), ("proxies", "off", "tw-1")):
        for why in ("captchas", "they asked us to"):
            assert "already" not in set_up(*words, "--reason", why).out
    set_up("shops", "ways", "shopee", "--off", "http", "--reason", "walls")
    for why, changed in (("walls", False), ("captchas", True)):
        (told,) = set_up("shops", "ways", "shopee", "--off", "http", "--reason", why, "--json").objects
        assert told["changed"] is changed


def test_a_paused_account_is_not_polled_and_it_says_so(set_up: Fleet) -> None:
    set_up("feeds", "pause", "blog", "--reason", "on holiday")
    before = noted(set_up)
    said = set_up("feeds", "poll", "blog")
    assert (said.code, said.out) == (1, "")
    assert "is paused, so no ingestor polls it: on holiday. `crawlfleet feeds resume jsonl:posts.jsonl`" in said.err
    assert noted(set_up) == before


def test_an_account_resumed_before_its_first_poll_was_never_polled(set_up: Fleet) -> None:
    set_up("feeds", "pause", "blog", *WHY)
    set_up("feeds", "resume", "blog")
    said = [one["text"] for one in set_up("doctor", "--json").objects if one["section"] == "feeds"]
    assert said == ["jsonl:posts.jsonl: never polled"]
    row = set_up("feeds", "list").out.splitlines()[1]
    assert row.split()[2:4] == ["new", "never"]


def test_one_limit_given_twice_is_noted_once(set_up: Fleet) -> None:
    for _ in range(2):
        set_up("volunteers", "limits", "ada", "--tasks-per-day", "7")
    person: PersonRow = set_up.store(lambda store: person_named(store, "ada"))
    assert person.tasks_per_day == 7
    assert [one["action"] for one in set_up("audit", "--json").objects] == ["volunteers limits", "proxies add"]
