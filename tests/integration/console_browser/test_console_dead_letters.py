"""Dead letters in the browser: chosen ones requeued, all of them dropped, each after the count and a question."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from common.broker import make_broker
from common.broker.base import OutgoingLetter
from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.settings import Settings
from common.store import init_schema, open_store
from fleet.operations.auditing import list_audit
from tests.servers.console import serving
from tests.servers.console.chromium import Watched, context_of
from tests.servers.fleet_world import eventually

JOBS = [
    NewJob(f"https://shopee.tw/product/1/{n}", f"https://shopee.tw/product/1/{n}", "shopee", "tw", "1", str(n), "jsonl",
           "me", "p", max_attempts=1)
    for n in range(3)
]  # fmt: skip


@pytest.mark.rabbitmq
async def test_dead_letters_are_requeued_and_dropped(chromium: Browser, amqp_url: str, tmp_path: Path) -> None:
    settings = Settings.model_validate(
        {
            "database": {"url": f"file:{tmp_path / 'fleet.db'}"},
            "broker": {"url": amqp_url},
            "console": {"listen": "127.0.0.1:0"},
        }
    )
    await init_schema(settings.database)
    store = await open_store(settings.database)
    await store.jobs.add(JOBS)
    for job in JOBS:
        await store.jobs.claim(job.id, worker_id="w", lease_token=job.id, lease_ms=60_000)
        await store.jobs.retry_later(job.id, job.id, delay_ms=1, error_code=ErrorCode.TIMEOUT, detail="slow")
    broker = make_broker(settings.broker)
    await broker.declare()
    await broker.publish_letters([OutgoingLetter(job.id, "shopee.tw", "attempts spent: TIMEOUT") for job in JOBS])
    async with serving(settings, store) as here:
        context = await context_of(chromium, here, await here.person("ada"))
        watched = Watched(await context.new_page(), here.url)
        page = watched.page
        await page.goto("/dead-letters")
        await page.get_by_label(f"Choose {JOBS[0].id[:8]}").check()
        await watched.axe()
        await page.get_by_role("button", name="Requeue…").click()
        await watched.axe()
        await page.get_by_role("button", name="Requeue 1").click()
        await expect(page.get_by_role("heading", name="Who did what")).to_be_visible()

        async def requeued() -> bool:
            job = await store.jobs.get(JOBS[0].id)
            return job is not None and job.status is JobStatus.NEW

        await eventually(requeued, what="the chosen job is NEW")
        await page.goto("/dead-letters")
        await page.get_by_label("all that there are").check()
        await page.get_by_role("button", name="Drop…").click()
        await page.get_by_role("button", name="Drop 2").click()

        async def dropped() -> bool:
            rows = (await list_audit(settings, limit=1, action="dlq drop")).page.rows
            return [(row.meant, row.done, row.ended_at is not None) for row in rows] == [(2, 2, True)]

        await eventually(dropped, what="two dropped, and a row in the audit")
        assert not await broker.dead_letters(10), "looked at only now: a look takes letters from the drop"
        assert not watched.complaints, "\n".join(watched.complaints)
        await context.close()
    await broker.close()
    await store.close()
