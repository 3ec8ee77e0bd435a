"""The command line in this process, on an embedded database, and jobs in that database: for tests of its words."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from common.errors import ErrorCode
from common.job import NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import Store, init_schema, open_store
from fleet.cli import main


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


class Fleet:
    """The command line and the store on one database file."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._settings = DatabaseSettings(url=f"file:{path}")
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Said:
        code = 0
        try:
            main(list(arguments))
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = self._capsys.readouterr()
        return Said(code, said.out, said.err)

    def store(self, work: Callable[[Store], Coroutine[Any, Any, Any]]) -> Any:
        async def with_store() -> Any:
            await init_schema(self._settings)
            store = await open_store(self._settings)
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(with_store())


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Fleet:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", f"file:{tmp_path}/fleet.db")
    return Fleet(tmp_path / "fleet.db", capsys)


def new_job(number: int, platform: str = "shopee") -> NewJob:
    return NewJob(
        url=f"https://shopee.tw/x-i.1.{number}",
        url_norm=f"https://shopee.tw/product/1/{number}",
        platform=platform,
        region="tw",
        shop_id="1",
        item_id=str(number),
        source="threads",
        source_account="@a",
        source_post_id=str(number),
        max_attempts=1,
    )


async def dead(store: Store, number: int, code: ErrorCode = ErrorCode.TIMEOUT, platform: str = "shopee") -> str:
    job = new_job(number, platform)
    await store.jobs.add([job])
    await store.jobs.claim(job.id, worker_id="w", lease_token=f"t{number}", lease_ms=60_000)
    await store.jobs.retry_later(job.id, f"t{number}", delay_ms=1, error_code=code, detail="took too long")
    return job.id


async def crawled(
    store: Store, number: int, *, again_ms: int | None = None, title: str = "松木馬克杯", **more: Any
) -> str:
    job = new_job(number)
    await store.jobs.add([job])
    await store.jobs.claim(job.id, worker_id="w", lease_token=f"t{number}", lease_ms=60_000)
    offer = Offer(
        title=title,
        price_minor=42000,
        currency="TWD",
        availability=Availability.IN_STOCK,
        item_id=str(number),
        shop_id="1",
        **more,
    )
    result = CrawlResult(
        result_json=json.dumps(
            {
                "offer": {"title": offer.title, "price_minor": 42000, "currency": "TWD", "availability": "IN_STOCK"},
                "verdict": {"status": "ok", "reason": None},
            }
        ),
        content_hash="h",
        offer=offer,
        verdict=Verdict(VerdictStatus.OK),
        url_norm=job.url_norm,
        platform=job.platform,
        region=job.region,
        fetched_url=job.url,
        next_crawl_in_ms=again_ms,
    )
    assert await store.jobs.succeed(job.id, f"t{number}", result)
    return job.id
