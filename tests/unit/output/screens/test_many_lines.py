"""Many lines are written a buffer at a time, and what was said before something broke stands before it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator

import pytest

from common.job import JobStatus
from fleet.operations.dead_letters.requeueing import LetterFate
from fleet.operations.jobs.steering import JobFate
from fleet.terminal.csv_rows import print_objects
from fleet.terminal.output import print_each, print_lines
from fleet.terminal.views.jobs.changes import show_fates
from fleet.terminal.views.jobs.dead_letters import show_fates as show_letter_fates


class Counting(io.StringIO):
    """How often it was flushed, and how much stood there then."""

    def __init__(self) -> None:
        super().__init__()
        self.flushed: list[int] = []

    def flush(self) -> None:
        self.flushed.append(len(self.getvalue().splitlines()))


def put_in_place(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """Of both streams, as where both go into one file."""
    stream = Counting()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


@pytest.mark.parametrize("write", [print_lines, print_each])
def test_many_lines_are_flushed_once_also_where_the_next_one_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch, write: Callable[[Iterable[str]], None]
) -> None:
    out = put_in_place(monkeypatch)

    def lines(*, breaks: bool) -> Iterator[str]:
        yield from (f"line {number}" for number in range(1000))
        if breaks:
            raise ZeroDivisionError

    write(lines(breaks=False))
    assert out.flushed == [1000]
    with pytest.raises(ZeroDivisionError):
        write(lines(breaks=True))
    assert out.flushed == [1000, 2000]


def test_what_was_not_done_is_told_between_what_was(monkeypatch: pytest.MonkeyPatch) -> None:
    out = put_in_place(monkeypatch)

    def fate(number: int, done: bool) -> JobFate:
        return JobFate(f"job{number}", "https://shopee.tw/product/1/1", done, JobStatus.NEW, "" if done else "so")

    show_fates("cancelled", [fate(1, True), fate(2, False), fate(3, True)], dry_run=False, as_json=False)
    assert [line.split()[0] for line in out.getvalue().splitlines()] == ["job1", "not", "job3"]
    assert out.flushed == [1, 2, 3], "what stands in a buffer comes late where both go into one file"


@pytest.mark.parametrize("as_csv", [False, True])
def test_many_rows_for_programs_are_flushed_once_also_where_the_next_one_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch, as_csv: bool
) -> None:
    out = put_in_place(monkeypatch)

    def rows(*, breaks: bool) -> Iterator[dict[str, int]]:
        yield from ({"number": number} for number in range(1000))
        if breaks:
            raise KeyboardInterrupt

    print_objects(rows(breaks=False), as_csv=as_csv, columns=["number"])
    head = 1 if as_csv else 0
    assert set(out.flushed) == {1000 + head}
    with pytest.raises(KeyboardInterrupt):
        print_objects(rows(breaks=True), as_csv=as_csv, columns=["number"])
    assert set(out.flushed) == {1000 + head, 2 * (1000 + head)}


def test_what_became_of_many_is_flushed_once_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    out = put_in_place(monkeypatch)
    fates = [JobFate(f"job{number}", "https://shopee.tw/product/1/1", True, JobStatus.NEW, "") for number in range(9)]
    show_fates("cancelled", fates, dry_run=False, as_json=True)
    show_letter_fates([LetterFate("k3v9q", "requeued", "was DEAD")] * 9, as_json=True, dry_run=False)
    assert out.flushed == [9, 18]
