"""How soon a worker process takes messages, and what it holds then."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from common.broker import make_broker
from common.settings import BrokerSettings, DatabaseSettings
from common.store import init_schema


@dataclass(frozen=True, slots=True)
class Footprint:
    seconds_to_ready: float
    """From the process's start to its consumer standing at the broker."""
    resident_mib: float


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
    child = _start(folder, environ, log)
    try:
        while not any(depth.consumers for depth in await broker.depths()):
            if child.poll() is not None or time.perf_counter() - started > 60:
                raise RuntimeError(f"the worker never became ready:\n{log.read_text('utf-8', 'replace')[-2000:]}")
            await asyncio.sleep(0.01)
        seconds = time.perf_counter() - started
        return Footprint(seconds, resident_mib(child.pid))
    finally:
        child.terminate()
        await asyncio.to_thread(child.wait, 60)
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
