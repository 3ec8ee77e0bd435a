"""How many connections a libsql-server should allow itself: 16 worker processes with 4 no-op crawls each, and a reader.

scripts/bench database_connections [--connections 1 2 3 4] [--runs 1] [--jobs 2000] [--log FILE]

Each run has a fresh server with SQLD_MAX_CONCURRENT_CONNECTIONS, fresh queues and 16 fresh processes. The clock runs
from the first message, sent when every worker waits for it, to the last job's end. Meanwhile one reader asks how many
jobs are open, and each answer is timed. A run in which nothing ends for 30 s is given up: frozen when the server then
answers no write, starved when it does. --log adds a line of JSON for each run, and the table is made from all that the
file then holds: runs can be shared out over the hours in which the machine is quiet.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path

from benchmarks.lifecycle.crawlfleet_app import REPUBLISH_AFTER_MS, Nothing, new_job
from benchmarks.servers import both_servers
from common.broker import make_broker
from common.broker.base import Broker, Outgoing
from common.errors import StoreError
from common.job import NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import Store, init_schema, open_store
from tests.servers.libsql import LibsqlServers
from tests.servers.rabbitmq import RabbitServer
from worker.direct import WorkService

WORKERS = 16
CRAWLS = 4
FROZEN_SECONDS = 30.0
READ_EVERY_SECONDS = 0.02
WRITE_SECONDS = 10.0
READY_SECONDS = 180
PUBLISH_SECONDS = 180


@dataclass(frozen=True, slots=True)
class Run:
    """`ended` says how: done, frozen (no write is answered) or starved (nothing ends, but a write is answered)."""

    connections: int
    jobs: int
    done: int
    seconds: float
    ended: str
    read_ms: Sequence[float]
    """Median, 99th of 100 and longest of the reader's waits."""
    reads_refused: int
    load: float

    @property
    def per_second(self) -> float:
        return self.done / self.seconds


def work(number: int, amqp_url: str, database_url: str, ready: Semaphore, over: Event) -> None:
    """One worker process: the real service with a crawl that does nothing."""
    logging.disable(logging.CRITICAL)

    async def run(spool: Path) -> None:
        store = await patiently_opened(database_url)
        broker = make_broker(BrokerSettings(url=amqp_url))
        await broker.connect()
        settings = WorkSettings(concurrency=CRAWLS, spool_dir=spool, worker_id=f"bench-{number}", grace_seconds=1)
        service = WorkService(store=store, broker=broker, crawler=Nothing(), settings=settings, version="bench")
        working = asyncio.create_task(service.run(on_ready=ready.release))
        await asyncio.to_thread(over.wait)
        service.stop()
        service.stop()
        await working

    with tempfile.TemporaryDirectory(prefix="crawlfleet-bench-") as folder:
        asyncio.run(run(Path(folder)))


async def patiently_opened(url: str) -> Store:
    """Sixteen at once may have to wait for their turn."""
    while True:
        try:
            return await open_store(DatabaseSettings(url=url))
        except StoreError:
            await asyncio.sleep(0.2)


class Reader:
    """Asks how many jobs are open until none is, and keeps how long each answer took."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.waits_ms: list[float] = []
        self.refused = 0

    async def until_done(self, jobs: int) -> tuple[int, str]:
        """How many ended, and how it ended."""
        left, moved = jobs, time.perf_counter()
        while left:
            began = time.perf_counter()
            try:
                now = await self._store.jobs.open_count()
            except StoreError:
                now = left
                self.refused += 1
            ended = time.perf_counter()
            self.waits_ms.append((ended - began) * 1000)
            if now < left:
                left, moved = now, ended
            elif ended - moved > FROZEN_SECONDS:
                return jobs - left, "starved" if await self._writes() else "frozen"
            await asyncio.sleep(READ_EVERY_SECONDS)
        return jobs, "done"

    async def _writes(self) -> bool:
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._store.jobs.renew([("", "")], lease_ms=1)
        except (StoreError, TimeoutError):
            return False
        return True

    def summary(self) -> list[float]:
        waits = sorted(self.waits_ms)
        return [round(each, 1) for each in (statistics.median(waits), waits[int(len(waits) * 0.99)], waits[-1])]


async def _publish_all(broker: Broker, wanted: Sequence[NewJob]) -> None:
    """Until each is confirmed: a busy machine may be late with that. A job published twice is done once."""
    left = [Outgoing(job.id, "other.any") for job in wanted]
    deadline = time.perf_counter() + PUBLISH_SECONDS
    while left:
        answers = await broker.publish(left)
        refused = [answer for answer in answers if answer]
        if refused and time.perf_counter() > deadline:
            raise refused[0]
        left = [message for message, answer in zip(left, answers, strict=True) if answer]


async def measure(connections: int, jobs: int, amqp_url: str, database_url: str) -> Run:
    await init_schema(DatabaseSettings(url=database_url))
    store = await open_store(DatabaseSettings(url=database_url))
    broker = make_broker(BrokerSettings(url=amqp_url))
    await broker.declare()
    wanted = [new_job(number) for number in range(jobs)]
    for first in range(0, jobs, 500):
        await store.jobs.add(wanted[first : first + 500])
        ids = [job.id for job in wanted[first : first + 500]]
        await store.jobs.publish(ids, republish_after_ms=REPUBLISH_AFTER_MS)
    load = os.getloadavg()[0]
    # Each worker forks from a process that has everything loaded: starting them is not what is measured.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["benchmarks.lifecycle.crawlfleet_app"])
    ready, over = context.Semaphore(0), context.Event()
    workers = [
        context.Process(target=work, args=(number, amqp_url, database_url, ready, over)) for number in range(WORKERS)
    ]
    try:
        for worker in workers:
            worker.start()
        for _ in workers:
            if not await asyncio.to_thread(ready.acquire, timeout=READY_SECONDS):
                raise RuntimeError(f"a worker did not become ready within {READY_SECONDS} s")
        reader = Reader(store)
        reading = asyncio.create_task(reader.until_done(jobs))
        started = time.perf_counter()
        await _publish_all(broker, wanted)
        done, ended = await reading
        seconds = time.perf_counter() - started
    finally:
        over.set()
        for worker in workers:
            worker.join(0 if worker.exitcode is not None else 8)
            if worker.is_alive():
                worker.kill()
        await broker.close()
        await store.close()
    return Run(connections, jobs, done, seconds, ended, reader.summary(), reader.refused, load)


def report(machine: dict[str, str], runs: Sequence[Run]) -> str:
    lines = [f"- {name}: {value}" for name, value in machine.items()]
    lines += [
        "",
        "| connections | runs | frozen | starved | jobs/s (least, most) | a read waits, ms | 99 % | longest |",
    ]
    lines.append("|---:|---:|---:|---:|---|---:|---:|---:|")
    for connections in sorted({run.connections for run in runs}):
        own = [run for run in runs if run.connections == connections]
        rates = [run.per_second for run in own if run.ended == "done"]
        told = f"{statistics.median(rates):,.0f} ({min(rates):,.0f}, {max(rates):,.0f})" if rates else "none ended"
        ends = [sum(run.ended == kind for run in own) for kind in ("frozen", "starved")]
        reads = [statistics.median(run.read_ms[at] for run in own) for at in (0, 1)]
        longest = max(run.read_ms[2] for run in own)
        cells = [connections, len(own), *ends, told, *(f"{each:,.0f}" for each in (*reads, longest))]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def run_once(connections: int, jobs: int, rabbitmq: RabbitServer, libsql: LibsqlServers) -> Run:
    server = libsql.new(env={"SQLD_MAX_CONCURRENT_CONNECTIONS": str(connections)})
    try:
        return asyncio.run(measure(connections, jobs, rabbitmq.vhost(), server.http_url))
    finally:
        server.kill()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench database_connections", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--connections", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--runs", type=int, default=1, help="of each number of connections, in turns")
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--log", type=Path, help="add each run to this file, and tell of all that it holds")
    told = parser.parse_args()
    runs: list[Run] = []
    with both_servers() as (rabbitmq, libsql, machine):
        for _ in range(told.runs):
            for connections in told.connections:
                run = run_once(connections, told.jobs, rabbitmq, libsql)
                runs.append(run)
                line = json.dumps(asdict(run))
                print(line, flush=True)
                if told.log:
                    with told.log.open("a", encoding="utf-8") as log:
                        log.write(line + "\n")
    if told.log:
        runs = [Run(**json.loads(line)) for line in told.log.read_text("utf-8").splitlines()]
    print(report(machine, runs))


if __name__ == "__main__":
    main()
