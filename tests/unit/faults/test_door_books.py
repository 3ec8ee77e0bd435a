"""The books of a run with volunteers notice each promise that is broken at the gateways, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.faults.books import check
from tests.faults.door.books import check_door, leases_frozen, leases_of_persons
from tests.faults.door.overheard import Overheard
from tests.faults.door.records import DoorRecords, LentLease, PersonRow, ResultRow
from tests.faults.ledger import JobRow, PriceRow, Records
from tests.faults.shop import Fetch
from tests.simulation.books import Event

LINK = "https://shopee.tw/product/7/1"
NAME = "Mug 1 of oiled pinewood, made by hand, sold {:06}"
ADA, BOB, CHEAT = "ada", "bob", "cheat"


def lease(token: str, begun: int, ended: int, became: str, code: str | None = None) -> list[tuple[Event, int]]:
    return [
        (Event("job", "QUEUED", "RUNNING", 1, token, None), begun),
        (Event("job", "RUNNING", became, 1, token, code), ended),
    ]


RECORDS = Records(
    jobs={LINK: JobRow("job", "SUCCEEDED", 1, 5, None, letter_owed=False, title=NAME.format(2))},
    events=[
        *lease("c1", 1_000, 1_500, "NEW"),
        *lease("a1", 2_000, 2_500, "NEW"),
        *lease("b1", 3_000, 3_500, "SUCCEEDED"),
    ],
    prices=[PriceRow("job", "b1", 100_100)],
    shown={"job": 100_100},
    sightings=1,
    posts=1,
)
LOG = [Fetch(LINK, 2_200, 100_100, 1), Fetch(LINK, 3_200, 100_100, 2)]
DOOR = DoorRecords(
    leases=[
        LentLease("c1", "job", CHEAT, 1_000, 1_500, "recorded"),
        LentLease("a1", "job", ADA, 2_000, 2_500, "recorded"),
        LentLease("b1", "job", BOB, 3_000, 3_500, "recorded"),
    ],
    results=[
        ResultRow("c1", "job", CHEAT, "refused", 1_500),
        ResultRow("a1", "job", ADA, "confirmed", 2_500),
        ResultRow("b1", "job", BOB, "confirmed", 3_500),
    ],
    persons=[PersonRow(ADA, "Ada"), PersonRow(BOB, "Bob"), PersonRow(CHEAT, "Eve", failed=1)],
)

Change = Callable[[Records, DoorRecords], tuple[Records, DoorRecords]]


def told(change: Change = lambda records, door: (records, door)) -> list[str]:
    records, door = change(RECORDS, DOOR)
    return check_door(records, door, LOG, {CHEAT})


def person(number: int, **change: Any) -> Change:
    return lambda records, door: (
        records,
        replace(
            door,
            persons=[replace(one, **change) if at == number else one for at, one in enumerate(door.persons)],
        ),
    )


def lent(number: int, **change: Any) -> Change:
    return lambda records, door: (
        records,
        replace(door, leases=[replace(one, **change) if at == number else one for at, one in enumerate(door.leases)]),
    )


def result(number: int, **change: Any) -> Change:
    return lambda records, door: (
        records,
        replace(door, results=[replace(one, **change) if at == number else one for at, one in enumerate(door.results)]),
    )


def by_the_cheat(records: Records, door: DoorRecords) -> tuple[Records, DoorRecords]:
    """Its lie is recorded."""
    lie = PriceRow("job", "c1", 7_000_100)
    return replace(records, events=lease("c1", 1_000, 1_500, "SUCCEEDED"), prices=[lie]), door


def keeps(sold: int) -> Change:
    job = replace(RECORDS.jobs[LINK], title=NAME.format(sold))
    return lambda records, door: (replace(records, jobs={LINK: job}), door)


def test_good_books_are_good() -> None:
    assert told() == []
    assert check(RECORDS, {LINK: "steady"}, LOG, [], unfetched=leases_of_persons(DOOR, {CHEAT})) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (person(1, revoked_at=2_900), "Bob was given a task 100 ms after being revoked"),
        (person(1, revoked_at=3_100), "Bob recorded SUCCEEDED of job job 400 ms after being revoked"),
        (result(1, reported_at=9_000), None),
        (lambda records, door: person(0, revoked_at=2_500)(*result(1, reported_at=2_700)(records, door)),
         "a report of Ada was kept 200 ms too late"),
        (by_the_cheat, "a price of Eve, who lies, was recorded"),
        (by_the_cheat, "succeeded by a report of Eve, who lies"),
        (person(0, failed=1), "Ada, who is honest, failed 1 checks"),
        (person(2, failed=2), "Eve failed 2 checks and is not set aside"),
        (lent(2, ended_as="lost"), "became SUCCEEDED by a lease that is said to be lost"),
        (lambda records, door: (replace(records, events=[*records.events[2:], *lease("c1", 1, 2, "QUEUED")]), door),
         "is said to be recorded, and its lease was given back"),
        (lambda records, door: (records, replace(door, results=[*door.results, door.results[0]])),
         "2 reports are kept of a lease"),
        (keeps(1), "keeps what was told to another lease"),
        (keeps(7), "which no fetch of it was told"),
        (result(0, state="waiting"), "a volunteer's result of it still waits"),
        (lent(0, ended_as=None, ended_at=None), "a machine's lease of it was never ended"),
    ],
)  # fmt: skip
def test_each_broken_promise_is_noticed(change: Change, complaint: str | None) -> None:
    wrong = told(change)
    assert any(complaint in line for line in wrong) if complaint else not wrong, wrong


def test_who_stood_still_may_tell_of_a_failure_without_a_fetch_and_of_nothing_else() -> None:
    still = [(ADA, 2_100, 2_300), (BOB, 3_100, 3_300), (CHEAT, 5_000, 6_000)]
    assert leases_frozen(DOOR, RECORDS, still) == {"a1"}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="process lists are looked at on Linux")
def test_a_secret_in_a_log_or_a_process_list_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "work.1.log").write_text('{"message": "hello"}')
    (tmp_path / "work.1.out").write_text("the token is s3cret")
    overheard = Overheard()
    assert overheard.said({"s3cret": "Ada's token"}, tmp_path) == ["Ada's token stands in work.1.out"]
    words = [sys.executable, "-c", "print(flush=True); input()", "s3cond"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:  # its input ends with the block
        assert child.stdout is not None
        child.stdout.readline()  # a process that has only just begun may have no words yet
        overheard.look([os.getpid()])
    assert overheard.said({"s3cond": "a word"}, tmp_path) == ["a word stands in a process list"]
