"""All cases, one after the other, through one child and one set of clients, as one service's day would bring them."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import aclosing
from pathlib import Path

from benchmarks.adversary.case import Case
from benchmarks.adversary.fetching import Fetcher, fetcher
from benchmarks.adversary.gauges import Gauges
from benchmarks.adversary.plan import HTTP, KINDS, http_case, kind_of, reading_case
from benchmarks.adversary.reading import Readers, WatchedParser
from benchmarks.adversary.tally import Came, Tally
from common.parsing.limits import ParseLimits
from common.parsing.process import ParsingChild
from common.shops.reading import READERS
from ingestor.finding.reading import FEED_READERS

_REPORT_EVERY = 100
_ASK_EVERY = 100
"""Honest work is asked for after each case that was stopped or broke a reader, and after so many others."""


async def run(numbers: Sequence[int], seed: int, limits: ParseLimits, *, until: float = math.inf) -> dict[str, Tally]:
    """By kind, in the order of KINDS. Whatever a case does is in its tally: nothing is raised for it. `until`: no case
    is begun after this moment of the monotonic clock.
    """
    tallies = {kind: Tally() for kind in KINDS}
    child = ParsingChild(limits, preload=(*READERS, *FEED_READERS))
    try:
        await child.start()
        readers = Readers(WatchedParser(child))
        for kind in KINDS:
            # Imports and tables that stay are no case's.
            if kind != HTTP and not await readers.still_serves(kind):
                raise RuntimeError(f"the honest sample of {kind} is not read; the cases would show nothing")
        with tempfile.TemporaryDirectory() as folder:
            async with fetcher(Path(folder)) as fetching:
                await _Day(tallies, seed, readers, fetching, Gauges(lambda: child.pid)).through(numbers, until)
    finally:
        await child.aclose()
    return tallies


class _Day:
    def __init__(
        self, tallies: dict[str, Tally], seed: int, readers: Readers, fetching: Fetcher, gauges: Gauges
    ) -> None:
        self._tallies = tallies
        self._seed = seed
        self._readers = readers
        self._fetching = fetching
        self._gauges = gauges

    async def through(self, numbers: Sequence[int], until: float) -> None:
        done = 0
        async with self._gauges.watching(), aclosing(_cases(numbers, self._seed)) as cases:
            async for number, case in cases:
                await (self._http(number) if case is None else self._read(number, case))
                done += 1
                if time.monotonic() > until:
                    break
                if done % _REPORT_EVERY == 0:
                    passed = sum(len(tally.passed) for tally in self._tallies.values())
                    print(f"{done} cases, {passed} findings", file=sys.stderr)

    async def _read(self, number: int, case: Case) -> None:
        tally, label = self._tallies[case.kind], f"seed {self._seed} case {number}: {case.shape}"
        self._gauges.fresh()
        try:
            came = await self._readers.put(case)
        except Exception as error:
            tally.passed.append(f"{label}: escaped as {type(error).__name__}: {str(error)[:200]}")
            came = Came.BROKE
        self._note(tally, label, came)
        tally.slowest.see(self._readers.parser.slowest_seconds, label)
        if self._readers.parser.broke:
            tally.broke.append(f"{label}: {self._readers.parser.broke[:300]}")
        ask = came in {Came.STOPPED, Came.BROKE} or number % _ASK_EVERY == 0
        if ask and not await self._readers.still_serves(case.kind):
            tally.passed.append(f"{label}: behind it honest work was not done")

    async def _http(self, number: int) -> None:
        case = http_case(number, self._seed)
        tally, label = self._tallies[HTTP], f"seed {self._seed} case {number}: {case.shape} ({case.line})"
        self._gauges.fresh()
        try:
            came = await self._fetching.put(case)
        except Exception as error:
            tally.passed.append(f"{label}: escaped as {type(error).__name__}: {str(error)[:200]}")
            came = Came.BROKE
        self._note(tally, label, came)
        tally.slowest.see(self._fetching.seconds, label)
        tally.read_bytes.see(self._fetching.read.count, label)
        if case.line != "drip" and not await self._fetching.still_serves(case.line):
            tally.passed.append(f"{label}: behind it an honest answer was not read")

    def _note(self, tally: Tally, label: str, came: Came) -> None:
        self._gauges.look()
        tally.came[came] += 1
        tally.held.see(self._gauges.held_seconds, label)
        tally.parent_mb.see(self._gauges.parent.grown_mb, label)
        tally.child_mb.see(self._gauges.child.grown_mb, label)


async def _cases(numbers: Sequence[int], seed: int) -> AsyncGenerator[tuple[int, Case | None], None]:
    """Each number with its case, None for HTTP. Made in a process of its own, the next one while one is under way:
    what making costs is not to be taken for what reading costs.
    """
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as makers:

        def begun(number: int) -> asyncio.Future[Case] | None:
            return None if kind_of(number) == HTTP else loop.run_in_executor(makers, reading_case, number, seed)

        waiting = [begun(number) for number in numbers[:2]]
        for place, number in enumerate(numbers):
            if place + 2 < len(numbers):
                waiting.append(begun(numbers[place + 2]))
            case = waiting[place]
            waiting[place] = None
            yield number, (await case if case else None)
