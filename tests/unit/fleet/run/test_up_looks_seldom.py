"""`crawlfleet up --until-idle` spends a tenth of its time at most on looking whether anything is left to do."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, cast

import pytest

from common.store import Waiting
from dispatcher.summary import DispatchSummary
from fleet.run.up.everything import Everything
from ingestor.summary import IngestSummary
from tests.simulation.loop import SimulatedLoop


class Parts:
    """A store whose looks take a while, as with so many open jobs, and services that wait until they are stopped."""

    def __init__(self, look_seconds: float, ends_after_seconds: float) -> None:
        self.jobs = self
        self.total = DispatchSummary()
        self.looks = 0
        self._look_seconds = look_seconds
        self._ends_after_seconds = ends_after_seconds

    async def waiting(self, ways: object) -> Waiting:
        self.looks += 1
        await asyncio.sleep(self._look_seconds)
        return Waiting(0, 0)

    async def open_count(self) -> int:
        return int(asyncio.get_running_loop().time() < self._ends_after_seconds)

    async def run_once(self) -> IngestSummary:
        return IngestSummary()

    async def run_forever(self, stop: asyncio.Event, *, on_round: object) -> None:
        await stop.wait()


@pytest.mark.parametrize(
    ("look_seconds", "looks", "ends_by_seconds"),
    [(0.0, 240, 60.3), (0.5, 13, 66), (30.0, 2, 71)],
)
def test_the_pause_between_looks_goes_with_what_they_cost(
    look_seconds: float, looks: int, ends_by_seconds: float
) -> None:
    loop = SimulatedLoop(Random(1))
    parts = cast(Any, Parts(look_seconds, ends_after_seconds=60))
    everything = Everything(parts, parts, parts, [], (), {})
    try:
        loop.run_until_complete(everything.run(until_idle=True, progress=None, on_ready=lambda: None))
        assert loop.now < ends_by_seconds
    finally:
        loop.close()
    assert parts.looks == pytest.approx(looks, abs=1)
