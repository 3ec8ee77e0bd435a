"""A gateway that serves, and machines at its door which speak plain HTTP as they like."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from common.broker.base import Broker, Outgoing
from common.job import Job, JobStatus, NewJob
from common.protocol.joining import hash_of
from common.settings import Settings
from common.settings_tables.gateway import GatewaySettings
from common.store import Store
from gateway import metrics
from gateway.service import GatewayService

VERSION = "9.0.0"
ITEM = "https://shopee.tw/product/1/{number}"
OFFER = {"title": "Mug", "price_minor": 42000, "currency": "TWD", "availability": "IN_STOCK", "item_id": "2"}


@dataclass
class Machine:
    """A volunteer's PC, as the wire shows it."""

    client: httpx.AsyncClient
    token: str | None = None
    id: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    async def post(self, call: str, body: Any = None, **headers: str) -> httpx.Response:
        content = {"content": body} if isinstance(body, bytes) else {"json": body if body is not None else {}}
        return await self.client.post(f"/v1/{call}", headers=self._headers(headers), **content)

    async def get(self, call: str, **headers: str) -> httpx.Response:
        return await self.client.get(f"/v1/{call}", headers=self._headers(headers))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        bearer = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return {"crawlfleet-version": VERSION, **bearer, **self.headers, **more}

    async def claims(self, *, free: int = 1, wait_seconds: float = 20.0, request_id: str | None = None) -> Any:
        body = {"request_id": request_id or secrets.token_hex(16), "free": free, "wait_seconds": wait_seconds}
        found = await self.post("claim", body)
        assert found.status_code == 200, found.text
        return found.json()

    async def takes(self) -> dict[str, Any]:
        """One task."""
        tasks = (await self.claims())["tasks"]
        assert len(tasks) == 1, tasks
        task: dict[str, Any] = tasks[0]
        return task

    async def reports(self, *outcomes: dict[str, Any]) -> list[dict[str, Any]]:
        found = await self.post("report", {"outcomes": outcomes})
        assert found.status_code == 200, found.text
        answers: list[dict[str, Any]] = found.json()["outcomes"]
        return answers


def lease(task: dict[str, Any]) -> dict[str, Any]:
    return {"job_id": task["job_id"], "lease_token": task["lease_token"]}


def offer(task: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The report that an honest worker makes of a Shopee page."""
    link = task["link"]
    read = OFFER | {"item_id": link.rpartition("/")[2]} | more.pop("offer", {})
    return {**lease(task), "kind": "offer", "offer": read, "fetched_url": link, "link": link, **more}


def failure(task: dict[str, Any], code: str = "TIMEOUT") -> dict[str, Any]:
    return {**lease(task), "kind": "failure", "error_code": code, "detail": "as the machine says"}


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and reason; every refusal has a sentence for a person."""
    refused = answer.json()["refused"]
    assert refused["sentence"]
    return answer.status_code, refused["reason"]


class Door:
    def __init__(self, settings: Settings, store: Store, broker: Broker, client: httpx.AsyncClient) -> None:
        self.settings = settings
        self.store = store
        self.broker = broker
        self.client = client

    @property
    def waiting(self) -> float:
        """Machines that wait, at all gateways of this process."""
        value: float = metrics.waiting._value.get()
        return value

    async def invite(self, name: str = "ada", *, machines: int = 3, trusted: bool = True) -> str:
        """An invite's secret."""
        secret = secrets.token_urlsafe(32)
        await self.store.people.invite(
            f"p-{name}",
            name=name,
            secret_hash=hash_of(secret),
            machines=machines,
            expires_in_ms=86_400_000,
            trusted=trusted,
        )
        return secret

    async def joins(self, secret: str, *, nonce: str | None = None) -> httpx.Response:
        return await Machine(self.client).post("join", join_body(secret, nonce))

    async def machine(self, name: str = "ada", *, trusted: bool = True) -> Machine:
        """A machine of a new person."""
        joined = (await self.joins(await self.invite(name, trusted=trusted))).json()
        return Machine(self.client, joined["token"], joined["machine"])

    async def job(self, number: int = 2, *, url: str | None = None, platform: str = "shopee") -> str:
        """A job whose message waits."""
        link = url or ITEM.format(number=number)
        new = NewJob(link, link, platform, "tw" if platform == "shopee" else "any", "1", str(number), "rss", "a", "p")
        await self.store.jobs.add([new])
        await self.publish(new)
        return new.id

    async def publish(self, job: NewJob | Job) -> None:
        (refused,) = await self.broker.publish([Outgoing(job.id, f"{job.platform}.{job.region}")])
        assert refused is None
        await self.store.jobs.publish([job.id], republish_after_ms=900_000)

    async def get(self, job_id: str) -> Job:
        job = await self.store.jobs.get(job_id)
        assert job is not None
        return job

    async def status(self, job_id: str) -> tuple[JobStatus, int]:
        job = await self.get(job_id)
        return job.status, job.attempt


def join_body(secret: str, nonce: str | None = None) -> dict[str, str]:
    return {
        "secret": secret,
        "nonce": nonce or secrets.token_urlsafe(32),
        "name": "attic",
        "platform": "Linux x86_64",
        "version": VERSION,
    }


@asynccontextmanager
async def serving(settings: Settings, store: Store, broker: Broker, **told: Any) -> AsyncIterator[Door]:
    """A gateway of this process on a free port of loopback."""
    gateway = GatewaySettings(listen="127.0.0.1:0", **told)
    service = GatewayService(
        settings.model_copy(update={"gateway": gateway}), store=store, broker=broker, version=VERSION
    )
    listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    running = asyncio.create_task(
        service.run(on_ready=lambda bound: listening.set_result(f"http://127.0.0.1:{bound.getsockname()[1]}"))
    )
    async with asyncio.timeout(60):
        url = await listening
    async with httpx.AsyncClient(base_url=url, timeout=40, trust_env=False) as client:
        yield Door(settings, store, broker, client)
    service.stop()
    async with asyncio.timeout(60):
        await running
