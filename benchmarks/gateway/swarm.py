"""A thousand volunteers in long polls at one gateway; their crawls take no time.

Two runs. A backlog that they eat: recorded jobs per second. Then jobs that come at a steady rate while everybody waits:
how long from a message's confirmation by the broker until a volunteer has its task.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import statistics
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.gateway.fleet import Servers, add, gateway, machines, send, service, some_jobs, spending
from benchmarks.gateway.spent import Spent
from benchmarks.gateway.wire import Wire
from common.job import JobStatus
from common.store import Store

LOOK_SECONDS = 0.2
STUCK_SECONDS = 30.0
SEND_EVERY_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Eaten:
    """`looks`: crawls; more than jobs where somebody looked a second time."""

    kind: str
    volunteers: int
    jobs: int
    seconds: float
    looks: int
    claim_ms: Sequence[float]
    """Median and 99th of 100; from asking to the task, with a backlog."""
    gateway_mib: float
    spent: Spent
    load: float

    @property
    def per_second(self) -> float:
        return self.jobs / self.seconds


@dataclass(frozen=True, slots=True)
class Steady:
    kind: str
    volunteers: int
    jobs: int
    rate: float
    claim_ms: Sequence[float]
    """Median, 99th of 100, longest: from the message's confirmation to the task in a volunteer's hands."""
    gateway_mib: float
    spent: Spent
    load: float


class Swarm:
    """Machines that claim, report at once what an honest worker would, asking for the next task as well as a worker
    does, and claim again where none came."""

    def __init__(self, url: str, tokens: Sequence[str]) -> None:
        self._wires = [Wire(url, token) for token in tokens]
        self._running: list[asyncio.Task[None]] = []
        self.claim_ms: list[float] = []
        self.came: dict[str, float] = {}
        """Job → when its first task arrived."""
        self.looks = 0
        self.refused: dict[str, int] = {}

    async def __aenter__(self) -> Swarm:
        self._running = [asyncio.create_task(self._volunteer(wire)) for wire in self._wires]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._running:
            task.cancel()
        ended = await asyncio.gather(*self._running, return_exceptions=True)
        if failed := [error for error in ended if isinstance(error, Exception)]:
            raise RuntimeError(f"{len(failed)} volunteers failed, one with {failed[0]!r}") from failed[0]
        for wire in self._wires:
            wire.close()

    async def _volunteer(self, wire: Wire) -> None:
        while True:
            asked = time.perf_counter()
            status, answer = await wire.post("claim", _claim(25))
            if status != 200 or not answer["tasks"]:
                said = answer.get("none") or answer["refused"]
                self.refused[said["reason"]] = self.refused.get(said["reason"], 0) + 1
                await asyncio.sleep(min(1.0, said["retry_after_seconds"] or 1.0))
                continue
            while status == 200 and (tasks := answer["tasks"]):
                self._took(tasks, asked)
                asked = time.perf_counter()
                report = {"outcomes": [_offer(task) for task in tasks], "next": _claim(1)}
                status, answer = await wire.post("report", report)
                self.looks += status == 200

    def _took(self, tasks: Sequence[dict[str, Any]], asked: float) -> None:
        came = time.perf_counter()
        self.claim_ms.append((came - asked) * 1000)
        for task in tasks:
            self.came.setdefault(task["job_id"], came)


def _claim(wait_seconds: float) -> dict[str, Any]:
    return {"request_id": secrets.token_hex(16), "free": 1, "wait_seconds": wait_seconds}


def _offer(task: dict[str, Any]) -> dict[str, Any]:
    number = task["link"].rpartition("/")[2]
    read = {"title": f"Product {number}", "price_minor": 12345, "currency": "TWD", "availability": "IN_STOCK"}
    return {
        "kind": "offer",
        "job_id": task["job_id"],
        "lease_token": task["lease_token"],
        "link": task["link"],
        "fetched_url": task["link"],
        "offer": read | {"item_id": number},
    }


async def eat(servers: Servers, folder: Path, *, volunteers: int, jobs: int, trusted: bool) -> Eaten:
    """Raises RuntimeError when nothing ends any more."""
    async with servers.opened() as (store, broker):
        with gateway(servers, folder) as door, _dispatcher(servers, folder, needed=not trusted):
            tokens = await machines(store, volunteers, trusted=trusted)
            wanted = some_jobs(jobs)
            await add(store, wanted)
            load = os.getloadavg()[0]
            async with Swarm(door.url, tokens) as swarm:
                await asyncio.sleep(2)  # everybody has asked once and waits
                counted = spending(servers, door, volunteers=[os.getpid()])
                began = time.perf_counter()
                await send(broker, wanted)
                await _until_recorded(store, jobs, swarm)
                seconds = time.perf_counter() - began
                return Eaten(
                    _kind(trusted=trusted),
                    volunteers,
                    jobs,
                    seconds,
                    swarm.looks,
                    quantiles(swarm.claim_ms)[:2],
                    door.most_mib,
                    counted.of_each(jobs),
                    load,
                )


async def steady(servers: Servers, folder: Path, *, volunteers: int, rate: float, seconds: float) -> Steady:
    """Trusted volunteers. Raises RuntimeError when nothing ends any more."""
    async with servers.opened() as (store, broker):
        with gateway(servers, folder) as door:
            tokens = await machines(store, volunteers, trusted=True)
            wanted = some_jobs(int(rate * seconds))
            await add(store, wanted)
            load = os.getloadavg()[0]
            sent: dict[str, float] = {}
            async with Swarm(door.url, tokens) as swarm:
                await asyncio.sleep(2)  # everybody has asked once and waits
                counted = spending(servers, door, volunteers=[os.getpid()])
                began, at_once = time.perf_counter(), max(1, round(rate * SEND_EVERY_SECONDS))
                for first in range(0, len(wanted), at_once):
                    some = wanted[first : first + at_once]
                    await asyncio.sleep(max(0.0, began + first / rate - time.perf_counter()))
                    await send(broker, some)
                    now = time.perf_counter()
                    sent.update((job.id, now) for job in some)
                await _until_recorded(store, len(wanted), swarm)
                waits = [max(0.0, (came - sent[job]) * 1000) for job, came in swarm.came.items()]
                return Steady(
                    _kind(trusted=True),
                    volunteers,
                    len(wanted),
                    rate,
                    quantiles(waits),
                    door.most_mib,
                    counted.of_each(len(wanted)),
                    load,
                )


def _dispatcher(servers: Servers, folder: Path, *, needed: bool) -> AbstractContextManager[object]:
    """Second looks go through the dispatcher."""
    if not needed:
        return nullcontext()
    return service(["dispatch"], servers.environment() | {"CRAWLFLEET_DISPATCH_INTERVAL_SECONDS": "0.2"}, folder)


async def _until_recorded(store: Store, jobs: int, swarm: Swarm) -> None:
    recorded, moved = 0, time.perf_counter()
    while recorded < jobs:
        await asyncio.sleep(LOOK_SECONDS)
        counts = {row.status: row.count for row in await store.listing.counts()}
        now = counts.get(JobStatus.SUCCEEDED, 0)
        if now > recorded:
            recorded, moved = now, time.perf_counter()
        elif time.perf_counter() - moved > STUCK_SECONDS:
            raise RuntimeError(f"nothing ends any more: {counts}; {swarm.looks} looks; refused {swarm.refused}")


def quantiles(milliseconds: Sequence[float]) -> list[float]:
    waits = sorted(milliseconds)
    return [round(each, 1) for each in (statistics.median(waits), waits[int(len(waits) * 0.99)], waits[-1])]


def _kind(*, trusted: bool) -> str:
    return "trusted" if trusted else "strangers, each job looked at twice"
