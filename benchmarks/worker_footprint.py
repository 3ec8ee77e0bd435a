"""How soon a worker process takes messages, and what it and the process that reads its pages hold then.

python -m benchmarks.worker_footprint [--rounds N]

A real `crawlfleet work` against a real broker and a real libsql-server. Linux only: it looks into /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.machine import describe
from common.broker import make_broker
from common.settings import BrokerSettings, DatabaseSettings
from common.store import init_schema
from tests.servers.libsql import find_libsql
from tests.servers.rabbitmq import find_rabbitmq

READY_AIM_SECONDS = 1.0
WORKER_AIM_MIB = 80
CHILD_AIM_MIB = 120
WAIT_SECONDS = 60.0
_READY = b'"message": "ready"'


@dataclass(frozen=True, slots=True)
class Footprint:
    seconds_to_ready: float
    """From the process's start to its consumer standing at the broker."""
    processor_seconds_to_ready: float
    """What of it the worker computed: on a busy machine this tells more."""
    resident_mib: float
    seconds_to_child: float
    """From the worker's start to its parsing child waiting for the first page."""
    child_processor_seconds: float
    """What the child computed until then."""
    child_resident_mib: float


async def measure_worker(*, amqp_url: str, database_url: str, folder: Path) -> Footprint:
    await init_schema(DatabaseSettings(url=database_url))
    broker = make_broker(BrokerSettings(url=amqp_url))
    await broker.declare()
    await broker.connect()
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CRAWLFLEET_")} | {
        "CRAWLFLEET_DATABASE_URL": database_url,
        "CRAWLFLEET_BROKER_URL": amqp_url,
        "CRAWLFLEET_SHOPS_OTHER_DOMAINS": '["shop.example"]',
        "CRAWLFLEET_WORK_SPOOL_DIR": str(folder / "spool"),
    }
    log = folder / "worker.log"
    started = time.perf_counter()
    worker = _start(folder, environ, log)
    try:
        seconds = reading = None
        computed = 0.0
        while seconds is None or reading is None:
            if worker.poll() is not None or time.perf_counter() - started > WAIT_SECONDS:
                raise RuntimeError(f"the worker never became ready:\n{log.read_text('utf-8', 'replace')[-2000:]}")
            # Its log first: to ask the broker all the while takes half a core, which the worker's start would share.
            if seconds is None and _READY in log.read_bytes() and any(at.consumers for at in await broker.depths()):
                seconds, computed = time.perf_counter() - started, processor_seconds(worker.pid)
            if reading is None and (child := child_at_rest(worker.pid)):
                reading = time.perf_counter() - started, child
            await asyncio.sleep(0.01)
        at, child = reading
        return Footprint(seconds, computed, resident_mib(worker.pid), at, processor_seconds(child), resident_mib(child))
    finally:
        worker.terminate()
        await asyncio.to_thread(worker.wait, WAIT_SECONDS)
        await broker.close()


def _start(folder: Path, environ: dict[str, str], log: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "fleet", "work"]
    with log.open("wb") as output:
        return subprocess.Popen(
            command, cwd=folder, env=environ, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )


def resident_mib(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return float("nan")


def child_at_rest(pid: int) -> int | None:
    """The process that reads pages, once everything is loaded: the last it does then is to forbid itself files."""
    for process in psutil.Process(pid).children():
        try:
            if process.rlimit(psutil.RLIMIT_FSIZE) == (0, 0):
                return process.pid
        except psutil.Error:
            continue
    return None


def processor_seconds(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return times.user + times.system


def report(workers: Sequence[Footprint]) -> str:
    """Medians beside the aims."""
    rows = (
        ("worker takes messages after", "seconds_to_ready", "s", READY_AIM_SECONDS),
        ("the processor was at it for", "processor_seconds_to_ready", "s", None),
        ("worker holds", "resident_mib", "MiB", WORKER_AIM_MIB),
        ("parsing child waits for pages after", "seconds_to_child", "s", None),
        ("the processor was at it for", "child_processor_seconds", "s", None),
        ("parsing child holds", "child_resident_mib", "MiB", CHILD_AIM_MIB),
    )
    lines = []
    for what, name, unit, aim in rows:
        value = statistics.median(getattr(worker, name) for worker in workers)
        digits = 2 if unit == "s" else 0
        lines.append(f"{what:36}{value:8.{digits}f} {unit:4}" + (f"  the aim is at most {aim:g} {unit}" if aim else ""))
    return "\n".join(lines)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    rounds = options.parse_args().rounds
    for name, value in describe().items():
        print(f"{name:16} {value}")
    rabbitmq = find_rabbitmq()
    try:
        libsql = find_libsql()
        try:
            found = []
            for _ in range(rounds):
                folder = Path(tempfile.mkdtemp(prefix="crawlfleet-bench-"))
                urls = {"amqp_url": rabbitmq.vhost(), "database_url": libsql.new().http_url}
                found.append(asyncio.run(measure_worker(**urls, folder=folder)))
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            libsql.close()
    finally:
        rabbitmq.close()
    print(f"\n{report(found)}\n(median of {rounds} rounds)")


if __name__ == "__main__":
    main()
