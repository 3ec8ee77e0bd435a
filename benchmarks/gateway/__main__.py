"""What one gateway bears, on RabbitMQ and libsql-server of this machine.

1,000 simulated volunteers in long polls: recorded jobs per second of a backlog, with the operator's own machines and
with strangers (whose jobs are looked at twice); how long a task takes to them when 200 jobs come a second; the
gateway's memory. Then 1, 4 and 16 worker processes with four no-op crawls each, direct and through a gateway, beside
Celery with a result row per job. Everything shares the machine's cores: take the ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from benchmarks.gateway import swarm, workers
from benchmarks.gateway.fleet import Servers
from benchmarks.lifecycle.__main__ import CELERY, FEW, Contender, run_once
from benchmarks.servers import both_servers
from tests.servers.libsql import LibsqlServers
from tests.servers.rabbitmq import RabbitServer

PARTS = ("backlog", "strangers", "steady", "workers", "celery")
RATE = 200.0

R = TypeVar("R")


class Bench:
    """Each measurement has a fresh database and fresh queues."""

    def __init__(self, rabbitmq: RabbitServer, libsql: LibsqlServers, asked: argparse.Namespace) -> None:
        self._rabbitmq = rabbitmq
        self._libsql = libsql
        self._asked = asked

    def lines(self, part: str) -> Iterator[tuple[str, object]]:
        """Each measurement as a line for people, and as values."""
        if part == "workers":
            for processes in self._asked.processes:
                for way in workers.WAYS:
                    done = self._workers(processes, way)
                    yield f"{processes:>2} processes {way}: {done.per_second:,.0f} jobs/s; {done.spent}", asdict(done)
        elif part == "celery":
            celery = run_once(Contender("Celery", CELERY, FEW), 16, self._rabbitmq, self._libsql)
            yield f"Celery, result rows, 16 threads: {celery.per_second:,.0f} jobs/s", asdict(celery)
        elif part == "steady":
            calm = self._fresh(self._steady)
            median, p99, most = calm.claim_ms
            yield (
                f"{calm.volunteers} waiting, {calm.rate:g} jobs/s come: a task takes {median:,.0f} ms (median), "
                f"{p99:,.0f} ms (99 of 100), {most:,.0f} ms at most; gateway {calm.gateway_mib:.0f} MiB; {calm.spent}",
                asdict(calm),
            )
        else:
            eaten = self._backlog(trusted=part == "backlog")
            median, p99 = eaten.claim_ms
            yield (
                f"{eaten.volunteers} volunteers, {eaten.kind}: {eaten.per_second:,.0f} jobs/s, {eaten.looks} looks for "
                f"{eaten.jobs} jobs; with the backlog a claim takes {median:,.0f} ms (median), {p99:,.0f} ms "
                f"(99 of 100); "
                f"gateway {eaten.gateway_mib:.0f} MiB; {eaten.spent}",
                asdict(eaten),
            )

    def _workers(self, processes: int, way: str) -> workers.Run:
        return self._fresh(lambda servers, folder: workers.measure(servers, folder, processes, self._asked.jobs, way))

    def _steady(self, servers: Servers, folder: Path) -> swarm.Steady:
        asked = self._asked
        return asyncio.run(swarm.steady(servers, folder, volunteers=asked.volunteers, rate=RATE, seconds=asked.seconds))

    def _backlog(self, *, trusted: bool) -> swarm.Eaten:
        asked = self._asked
        return self._fresh(
            lambda servers, folder: asyncio.run(
                swarm.eat(servers, folder, volunteers=asked.volunteers, jobs=asked.jobs, trusted=trusted)
            )
        )

    def _fresh(self, measure: Callable[[Servers, Path], R]) -> R:
        server = self._libsql.new()
        try:
            with tempfile.TemporaryDirectory(prefix="crawlfleet-bench-") as folder:
                pids = {"libsql-server": getattr(server, "pid", None), "RabbitMQ": getattr(self._rabbitmq, "pid", None)}
                return measure(Servers(self._rabbitmq.vhost(), server.http_url, pids), Path(folder))
        finally:
            server.kill()


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench gateway", description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--volunteers", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=3000, help="of each measurement but steady")
    parser.add_argument("--seconds", type=float, default=15, help="how long jobs come in steady")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 4, 16])
    parser.add_argument("--json", type=Path, help="also write everything to this file")
    asked = parser.parse_args()
    found: dict[str, list[object]] = {}
    with both_servers() as (rabbitmq, libsql, machine):
        print("\n".join(f"- {name}: {value}" for name, value in machine.items()), flush=True)
        bench = Bench(rabbitmq, libsql, asked)
        for part in asked.parts:
            for line, values in bench.lines(part):
                found.setdefault(part, []).append(values)
                print(f"{line}; load {os.getloadavg()[0]:.1f}", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps({"machine": machine, "parts": found}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
