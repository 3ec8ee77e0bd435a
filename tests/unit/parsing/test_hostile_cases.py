"""A small part of `scripts/bench hostile`: every limit holds, and a limit that does not hold is noticed."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from benchmarks import hostile
from benchmarks.adversary import run as adversary
from benchmarks.adversary.case import Case
from benchmarks.adversary.fetching import Fetcher
from benchmarks.adversary.plan import HTTP, KINDS, http_case, kind_of, reading_case
from benchmarks.adversary.reading import Readers
from benchmarks.adversary.tally import Came, Tally
from common.parsing.limits import ParseLimits
from tests.effort import tries

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are read from /proc"),
]

SEED = 9
CASES = tries(150, full=200)
LIMITS = ParseLimits(processor_seconds=2.0)
HTTP_NUMBER = next(number for number in range(100) if kind_of(number) == HTTP)
PAGE_NUMBER = next(number for number in range(100) if kind_of(number) == "pages")


def told(tallies: dict[str, Tally]) -> tuple[str, bool]:
    lines, held = hostile.report(tallies, LIMITS)
    return "\n".join(lines), held


async def run(numbers: Sequence[int]) -> dict[str, Tally]:
    return await adversary.run(numbers, SEED, LIMITS)


async def test_no_case_passes_a_limit_or_stops_the_service() -> None:
    tallies = await run(range(CASES))
    text, held = told(tallies)
    assert held, text
    assert sum(tally.cases for tally in tallies.values()) == CASES
    assert all(tally.cases for tally in tallies.values()), text
    assert sum(tally.came[Came.ANSWERED] for tally in tallies.values()) > CASES // 10, text


def test_a_case_is_the_same_every_time() -> None:
    numbers = [number for number in range(60) if kind_of(number) != HTTP]
    assert [reading_case(n, SEED) for n in numbers] == [reading_case(n, SEED) for n in numbers]
    assert http_case(HTTP_NUMBER, SEED).shape == http_case(HTTP_NUMBER, SEED).shape


def test_every_kind_is_met_within_a_few_cases() -> None:
    assert {kind_of(number) for number in range(25)} == set(KINDS)


async def test_an_error_that_escapes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: Readers, case: Case) -> bool:
        raise KeyError("gone")

    async def serves(self: Readers, kind: str) -> bool:
        return True

    monkeypatch.setattr(Readers, "still_serves", serves)
    monkeypatch.setattr(Readers, "_answered", broken)
    text, held = told(await run([PAGE_NUMBER]))
    assert not held
    assert f"seed {SEED} case {PAGE_NUMBER}" in text
    assert "escaped as KeyError" in text


async def test_a_service_that_stopped_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(self: Fetcher, line: str) -> bool:
        return False

    monkeypatch.setattr(Fetcher, "still_serves", silent)
    text, held = told(await run([HTTP_NUMBER]))
    assert not held
    assert "an honest answer was not read" in text


@pytest.mark.parametrize(
    ("field", "value"),
    [("slowest", 40.0), ("held", 1.5), ("parent_mb", 250.0), ("child_mb", 600.0)],
)
def test_a_limit_that_is_passed_is_noticed(field: str, value: float) -> None:
    tally = Tally()
    tally.came[Came.STOPPED] = 1
    assert told({"pages": tally})[1]
    getattr(tally, field).see(value, "seed 1 case 2: attributes")
    text, held = told({"pages": tally})
    assert not held
    assert "PASSED" in text
    assert "seed 1 case 2: attributes" in text


def test_bytes_beyond_the_limit_are_noticed() -> None:
    tally = Tally()
    tally.came[Came.REFUSED] = 1
    tally.read_bytes.see(1_000_001, "seed 1 case 2: endless")
    assert not told({HTTP: tally})[1]
