"""The books of a run with real servers notice each promise that is broken, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.faults.books import check
from tests.faults.ledger import JobRow, PriceRow, Records
from tests.faults.shop import Fetch
from tests.simulation.books import Event

GOOD, GONE, DOWN = "https://shopee.tw/product/7/1", "https://shopee.tw/product/7/2", "https://shopee.tw/product/7/3"
KINDS = {GOOD: "steady", GONE: "gone", DOWN: "down"}
LOG = [Fetch(GOOD, 1_000, 100), Fetch(GOOD, 9_000, 200), Fetch(GONE, 2_000, None), Fetch(DOWN, 3_000, None)]


def lease(
    job: str, token: str, begun: int, ended: int, became: str, attempt: int = 1, code: str | None = None
) -> list[tuple[Event, int]]:
    return [
        (Event(job, "QUEUED", "RUNNING", attempt, token, None), begun),
        (Event(job, "RUNNING", became, attempt, token, code), ended),
    ]


RECORDS = Records(
    jobs={
        GOOD: JobRow("good", "SUCCEEDED", 2, 5, None, letter_owed=False),
        GONE: JobRow("gone", "FAILED_PERMANENT", 1, 5, "CONTENT_NOT_FOUND", letter_owed=False),
        DOWN: JobRow("down", "DEAD", 1, 1, "SERVER_ERROR", letter_owed=False),
    },
    events=[
        *lease("good", "g1", 900, 7_000, "QUEUED", code="LEASE_EXPIRED"),
        *lease("good", "g2", 8_900, 9_500, "SUCCEEDED", attempt=2),
        *lease("gone", "n1", 1_900, 2_500, "FAILED_PERMANENT"),
        *lease("down", "d1", 2_900, 3_500, "DEAD"),
    ],
    prices=[PriceRow("good", "g2", 200)],
    shown={"good": 200},
    sightings=3,
    posts=3,
)


def told(records: Records, log: list[Fetch] = LOG, letters: tuple[str, ...] = ("down",)) -> list[str]:
    return check(records, KINDS, log, letters)


def without_a_job(was: Records) -> Records:
    left = {link: row for link, row in was.jobs.items() if link != GOOD}
    return replace(was, jobs=left, events=was.events[4:], prices=[], shown={})


def priced(price_minor: int, token: str = "g2") -> Callable[[Records], Records]:
    return lambda was: replace(was, prices=[PriceRow("good", token, price_minor)], shown={"good": price_minor})


def test_good_books_are_good() -> None:
    assert told(RECORDS) == []


def job(link: str, **change: Any) -> Callable[[Records], Records]:
    return lambda was: replace(was, jobs={**was.jobs, link: replace(was.jobs[link], **change)})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (without_a_job, "was posted and has no job"),
        (lambda was: replace(was, sightings=2), "3 posts were written, and 2 sightings recorded"),
        (job(GOOD, status="QUEUED"), "is still QUEUED"),
        (job(GONE, status="SUCCEEDED"), "a gone page, became SUCCEEDED"),
        (job(DOWN, letter_owed=True), "still owes its dead letter"),
        (job(DOWN, max_attempts=5), "is DEAD after 1 attempts of 5"),
        (lambda was: replace(was, events=[*was.events, *lease("good", "g2", 9_600, 9_700, "SUCCEEDED", 2)]),
         "began 2 leases"),
        (lambda was: replace(was, events=[*was.events, *lease("good", "g3", 9_600, 9_700, "SUCCEEDED", 3)]),
         "succeeded more than once"),
        (priced(300), "which no fetch of it was told"),
        (priced(100), "told to another lease"),
        (priced(100, "g1"), "by a lease that did not succeed"),
        (lambda was: replace(was, prices=[], shown={}), "its price is missing"),
        (lambda was: replace(was, shown={"good": 100}), "shows 100; recorded last was 200"),
        (lambda was: replace(was, shown={}), "a recorded price and no product"),
    ],
)  # fmt: skip
def test_each_broken_promise_is_noticed(change: Callable[[Records], Records], complaint: str) -> None:
    assert any(complaint in line for line in told(change(RECORDS))), told(change(RECORDS))


def test_an_end_without_a_fetch_is_noticed() -> None:
    assert any("under which nothing was fetched" in line for line in told(RECORDS, LOG[:2]))


def test_a_dead_job_without_its_letter_is_noticed() -> None:
    assert told(RECORDS, letters=()) == [f"{DOWN} is DEAD, and no dead letter names it"]


RESTLESS = "https://shopee.tw/product/7/4"
LEAPT = Records(
    jobs={RESTLESS: JobRow("rest", "SUCCEEDED", 1, 5, None, letter_owed=False)},
    events=[
        *lease("rest", "r1", 1_000, 1_500, "SUCCEEDED"),
        *lease("rest", "r2", 2_000, 2_500, "NEW"),
        *lease("rest", "r3", 3_000, 3_500, "SUCCEEDED"),
    ],
    prices=[PriceRow("rest", "r1", 100), PriceRow("rest", "r3", 300, first_seen_at=2_400)],
    shown={"rest": 300},
    sightings=1,
    posts=1,
)
LOOKS = [Fetch(RESTLESS, 1_200, 100), Fetch(RESTLESS, 2_200, 300), Fetch(RESTLESS, 3_200, 300)]


@pytest.mark.parametrize(
    ("change", "looks", "complaint"),
    [
        ({}, LOOKS, None),
        ({"prices": [LEAPT.prices[0], PriceRow("rest", "r3", 300)]}, LOOKS, "recorded at first sight"),
        ({}, [LOOKS[0], LOOKS[2]], "which one fetch alone was told"),
        ({}, [LOOKS[0], replace(LOOKS[1], at_ms=2_900), LOOKS[2]], "no lease waited that was told so"),
        ({"waiting": ["rest"]}, LOOKS, "a sight of it still waits"),
        ({"prices": LEAPT.prices[:1], "shown": {"rest": 100}}, LOOKS, None),
    ],
)
def test_a_leap_is_told_twice_and_waits_between(
    change: dict[str, Any], looks: list[Fetch], complaint: str | None
) -> None:
    wrong = check(replace(LEAPT, **change), {RESTLESS: "restless"}, looks, [])
    assert any(complaint in line for line in wrong) if complaint else not wrong, wrong
