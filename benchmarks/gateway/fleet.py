"""The servers' side of a run: a schema, queues, a real `crawlfleet gateway` process, machines, and jobs."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from benchmarks.gateway.spent import Spending
from benchmarks.gateway.wire import VERSION
from benchmarks.lifecycle.crawlfleet_app import REPUBLISH_AFTER_MS, new_job
from common.broker import make_broker
from common.broker.base import Broker, Outgoing
from common.job import NewJob
from common.protocol.joining import hash_of, token_of
from common.settings import BrokerSettings, DatabaseSettings
from common.store import Store, init_schema, open_store
from tests.places import REPO
from tests.servers.ports import free_port
from tests.servers.processes import Process

READY_SECONDS = 60.0
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Servers:
    amqp_url: str
    database_url: str
    pids: Mapping[str, int | None]
    """Of those that run here."""

    def environment(self) -> dict[str, str]:
        bare = {name: value for name, value in os.environ.items() if not name.startswith("CRAWLFLEET_")}
        return bare | {
            "CRAWLFLEET_DATABASE_URL": self.database_url,
            "CRAWLFLEET_BROKER_URL": self.amqp_url,
            "CRAWLFLEET_SHOPS_OTHER_DOMAINS": '["shop.example"]',
            "CRAWLFLEET_LOG_LEVEL": "error",
        }

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[tuple[Store, Broker]]:
        """With the schema and the queues made."""
        await init_schema(DatabaseSettings(url=self.database_url))
        store = await open_store(DatabaseSettings(url=self.database_url))
        broker = make_broker(BrokerSettings(url=self.amqp_url))
        await broker.declare()
        await broker.connect()
        try:
            yield store, broker
        finally:
            await broker.close()
            await store.close()


@dataclass(frozen=True, slots=True)
class Door:
    """A gateway that serves."""

    url: str
    pid: int
    metrics: str
    """Where it tells its metrics."""

    @property
    def most_mib(self) -> float:
        """The most memory it held so far (VmHWM)."""
        for line in Path(f"/proc/{self.pid}/status").read_text("utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        return 0.0


def spending(servers: Servers, door: Door | None, **more: Sequence[int]) -> Spending:
    """What is spent from now on, by the gateway, the servers, and `more` processes by their names."""
    pids: dict[str, Sequence[int | None]] = {name: [pid] for name, pid in servers.pids.items()}
    if door:
        pids["gateway"] = [door.pid]
    return Spending({**pids, **more}, door.metrics if door else None)


@contextmanager
def gateway(servers: Servers, folder: Path) -> Iterator[Door]:
    port, metrics_port = free_port(), free_port()
    environ = servers.environment() | {
        "CRAWLFLEET_GATEWAY_LISTEN": f"127.0.0.1:{port}",
        "CRAWLFLEET_METRICS_LISTEN": f"127.0.0.1:{metrics_port}",
        "CRAWLFLEET_GATEWAY_REQUESTS_PER_MINUTE": "100000",
        "CRAWLFLEET_GATEWAY_TASKS_PER_DAY": "10000000",
    }
    url = f"http://127.0.0.1:{port}"
    with service(["gateway"], environ, folder) as process:
        process.wait_ready(lambda: _serves(url), timeout_seconds=READY_SECONDS, what="the gateway")
        yield Door(url, process.pid, f"http://127.0.0.1:{metrics_port}/metrics")


@contextmanager
def service(words: Sequence[str], environ: dict[str, str], folder: Path) -> Iterator[Process]:
    """`crawlfleet WORDS…` until the end of the block, or of this process."""
    process = Process(
        [sys.executable, "-m", "fleet", *words],
        env=environ | {"PYTHONPATH": str(REPO)},
        cwd=folder,
        log=folder / f"{words[0]}.log",
    )
    try:
        yield process
    finally:
        process.end(grace_seconds=15)


def _serves(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=2, trust_env=False).status_code == httpx.codes.OK
    except httpx.HTTPError:
        return False


async def machines(store: Store, count: int, *, trusted: bool) -> list[str]:
    """Tokens of new machines: all of one trusted person's, or each of a person of its own."""

    async def join(secret: str, number: int) -> str:
        nonce = secrets.token_urlsafe(32)
        token = token_of(secret, nonce)
        await store.people.join(
            f"m{number}-{secrets.token_hex(4)}",
            secret_hash=hash_of(secret),
            join_hash=hash_of(nonce),
            token_hash=hash_of(token),
            name="bench",
            platform="bench",
            version=VERSION,
        )
        return token

    async def invited(number: int, places: int) -> str:
        secret = secrets.token_urlsafe(32)
        person = f"p{number}-{secrets.token_hex(4)}"
        await store.people.invite(
            person, name=person, secret_hash=hash_of(secret), machines=places, expires_in_ms=86_400_000, trusted=trusted
        )
        return secret

    if trusted:
        shared = await invited(0, count)
        return list(await asyncio.gather(*(join(shared, number) for number in range(count))))
    own = await asyncio.gather(*(invited(number, 1) for number in range(count)))
    return list(await asyncio.gather(*(join(secret, number) for number, secret in enumerate(own))))


async def add(store: Store, jobs: Sequence[NewJob]) -> None:
    """Jobs that wait for their messages."""
    for first in range(0, len(jobs), AT_ONCE):
        some = jobs[first : first + AT_ONCE]
        await store.jobs.add(some)
        await store.jobs.publish([job.id for job in some], republish_after_ms=REPUBLISH_AFTER_MS)


async def send(broker: Broker, jobs: Sequence[NewJob]) -> None:
    refused = [one for one in await broker.publish([Outgoing(job.id, "other.any") for job in jobs]) if one]
    if refused:
        raise refused[0]


def some_jobs(count: int, *, first: int = 0) -> list[NewJob]:
    return [new_job(number) for number in range(first, first + count)]
