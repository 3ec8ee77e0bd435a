"""How far the work has come, and the wait until nothing is left of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from common.broker.base import Broker
from common.errors import BrokerError, StoreError
from common.store.drivers.base import Driver, Statement
from tests.simulation.books import ENDED

QUIET_SECONDS = 300.0
"""After the last fault every job has ended and every queue is empty within this time, and a twentieth of a second more
for each job."""
LOOK_SECONDS = 0.2

_COUNTS = "SELECT status, COUNT(*) AS n, COUNT(letter_owed_at) AS owed FROM crawl_jobs GROUP BY status"
_OF_VOLUNTEERS = """SELECT (SELECT COUNT(*) FROM volunteer_results WHERE state = 'waiting') AS waiting,
    (SELECT COUNT(*) FROM gateway_leases WHERE ended_at IS NULL) AS live"""


class Progress:
    """How far the work has come, as the database says."""

    def __init__(self, driver: Driver, jobs: int) -> None:
        self._driver = driver
        self._jobs = jobs
        self.counts: dict[str, int] = {}
        self.letters_owed = 0
        self.results_wait = 0
        self.leases_live = 0
        """Those of machines at a gateway."""

    @property
    def share(self) -> float:
        """Of the jobs, those that have ended."""
        return sum(self.counts.get(status, 0) for status in ENDED) / self._jobs

    async def look(self) -> None:
        """While the database is away it stays as it was."""
        with suppress(StoreError):
            [rows, door] = await self._driver.batch([Statement(_COUNTS), Statement(_OF_VOLUNTEERS)])
            self.counts = {str(row["status"]): int(row["n"] or 0) for row in rows.rows}
            self.letters_owed = sum(int(row["owed"] or 0) for row in rows.rows)
            self.results_wait, self.leases_live = int(door.rows[0]["waiting"] or 0), int(door.rows[0]["live"] or 0)


async def keep_looking(progress: Progress) -> None:
    """Until cancelled."""
    while True:
        await progress.look()
        await asyncio.sleep(LOOK_SECONDS)


async def settle(progress: Progress, broker: Broker, jobs: int, say: Callable[[str], None]) -> list[str]:
    """Wait until every job has ended and every queue is empty. What still stood in the way when time was up."""
    deadline = time.monotonic() + QUIET_SECONDS + jobs / 20
    said = 0.0
    while True:
        await progress.look()
        if progress.share < 1:
            waits = f"jobs {progress.counts}"
        elif progress.letters_owed:
            waits = f"{progress.letters_owed} dead letters are owed"
        elif progress.results_wait or progress.leases_live:
            waits = f"{progress.results_wait} reports wait, {progress.leases_live} leases of machines live"
        else:
            waits = await _waits(broker)
        if not waits:
            return []
        if time.monotonic() > deadline:
            return [f"not within {QUIET_SECONDS + jobs / 20:.0f} s after the last fault: {waits}"]
        if time.monotonic() > said + 10:
            said = time.monotonic()
            say(waits)
        await asyncio.sleep(LOOK_SECONDS)


async def _waits(broker: Broker) -> str:
    try:
        return ", ".join(f"{ready} messages in {name}" for name, ready in (await _ready(broker)).items())
    except BrokerError as error:
        return str(error)


async def _ready(broker: Broker) -> dict[str, int]:
    """Messages that wait in work and retry queues."""
    return {
        depth.name: depth.ready
        for depth in await broker.depths()
        if depth.ready and not depth.name.startswith("crawl.dlq.")
    }


async def left_over(broker: Broker) -> list[str]:
    """Every process has ended: what one of them held is back in its queue."""
    return [f"{ready} messages were left in {name}" for name, ready in (await _ready(broker)).items()]
