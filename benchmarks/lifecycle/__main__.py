"""No-op jobs through the whole durable life, beside FastStream (keeps no record) and Celery (a result row per job).

All in one run on one machine, each contender in a fresh process with fresh queues and a fresh database, round after
round; the median counts. Take the ratios: the figures are this machine's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.lifecycle.measure import Run
from benchmarks.servers import both_servers
from benchmarks.worker_footprint import Footprint, measure_worker
from benchmarks.worker_footprint import report as worker_report
from tests.places import REPO
from tests.servers.libsql import LibsqlServers
from tests.servers.rabbitmq import RabbitServer


@dataclass(frozen=True, slots=True)
class Contender:
    name: str
    module: str
    jobs: Mapping[int, int]
    """How many at each concurrency: enough for about a second or more."""
    broker: bool = True
    server_database: bool = False
    env: Mapping[str, str] = field(default_factory=dict)


OURS = "benchmarks.lifecycle.crawlfleet_app"
CELERY = "benchmarks.peers.celery_app"
FEW = {1: 300, 16: 400, 64: 400}
SOME = {1: 300, 16: 2000, 64: 2000}
MANY = {1: 1500, 16: 4000, 64: 4000}
IN_BATCHES = {"BENCH_BATCH": "200"}
UNTRACKED, TRACKED = "FastStream, untracked", "Celery, result rows"
CONTENDERS = (
    Contender(UNTRACKED, "benchmarks.peers.faststream_app", MANY),
    Contender(TRACKED, CELERY, FEW),
    Contender("Celery, result rows, WAL", CELERY, FEW, env={"BENCH_CELERY_WAL": "1"}),
    Contender("crawlfleet embedded", OURS, {1: 1000, 16: 4000, 64: 4000}, broker=False),
    Contender("crawlfleet embedded, fed in batches", OURS, {1: 1000, 16: 4000, 64: 4000}, broker=False, env=IN_BATCHES),
    Contender("crawlfleet RabbitMQ + libsql-server", OURS, SOME, server_database=True),
    Contender("crawlfleet RabbitMQ + libsql-server, fed in batches", OURS, SOME, server_database=True, env=IN_BATCHES),
)


def run_once(contender: Contender, concurrency: int, rabbitmq: RabbitServer, libsql: LibsqlServers) -> Run:
    folder = Path(tempfile.mkdtemp(prefix="crawlfleet-bench-"))
    server = libsql.new() if contender.server_database else None
    words = ["--jobs", str(contender.jobs[concurrency]), "--concurrency", str(concurrency)]
    words += ["--database", server.http_url if server else str(folder)]
    words += ["--amqp-url", rabbitmq.vhost()] if contender.broker else []
    try:
        done = subprocess.run(
            [sys.executable, "-m", contender.module, *words],
            cwd=REPO,
            env=os.environ | contender.env,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{contender.name} at {concurrency}: failed\n{done.stderr[-2000:]}")
        return Run(**json.loads(done.stdout))
    finally:
        if server and len({server.http_url, getattr(libsql, "http_url", None)}) > 1:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def rates(
    concurrencies: list[int], rounds: int, rabbitmq: RabbitServer, libsql: LibsqlServers
) -> dict[str, list[float]]:
    """Median jobs per second by contender, in the order of `concurrencies`."""
    seen: dict[tuple[str, int], list[float]] = {}
    for number in range(1, rounds + 1):
        for concurrency in concurrencies:
            for contender in CONTENDERS:
                run = run_once(contender, concurrency, rabbitmq, libsql)
                seen.setdefault((contender.name, concurrency), []).append(run.per_second)
                say(f"round {number}/{rounds}  concurrency {concurrency:>2}  {contender.name}: {run.per_second:,.0f}/s")
    return {c.name: [statistics.median(seen[c.name, n]) for n in concurrencies] for c in CONTENDERS}


def footprints(rounds: int, rabbitmq: RabbitServer, libsql: LibsqlServers) -> list[Footprint]:
    found = []
    for _ in range(rounds):
        folder = Path(tempfile.mkdtemp(prefix="crawlfleet-bench-"))
        measured = measure_worker(amqp_url=rabbitmq.vhost(), database_url=libsql.new().http_url, folder=folder)
        found.append(asyncio.run(measured))
        shutil.rmtree(folder, ignore_errors=True)
    return found


def report(machine: Mapping[str, str], concurrencies: list[int], found: Mapping[str, list[float]]) -> str:
    lines = [f"- {name}: {value}" for name, value in machine.items()]
    lines += ["", "| jobs/s (× Celery tracked, × FastStream) | " + " | ".join(map(str, concurrencies)) + " |"]
    lines.append("|---|" + "---:|" * len(concurrencies))
    for name, values in found.items():
        cells = [
            f"{value:,.0f} ({value / found[TRACKED][at]:.1f}×, {value / found[UNTRACKED][at]:.2f}×)"
            for at, value in enumerate(values)
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("--concurrency", type=int, nargs="+", default=[1, 16, 64], choices=[1, 16, 64])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="also write everything to this file")
    told = parser.parse_args()
    with both_servers() as (rabbitmq, libsql, machine):
        found = rates(told.concurrency, told.rounds, rabbitmq, libsql)
        workers = footprints(told.rounds, rabbitmq, libsql)
    print(report(machine, told.concurrency, found))
    print(f"\n{worker_report(workers)}")
    if told.json:
        everything = {"machine": machine, "concurrency": told.concurrency, "jobs_per_second": found}
        everything["worker"] = [asdict(worker) for worker in workers]
        told.json.write_text(json.dumps(everything, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
