"""`crawlfleet work --until-idle` at a gateway: it ends when it may have nothing, and says why if that is not all."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

import pytest

from common.job import Crawlable, JobStatus
from common.outcome.crawl_result import CrawlResult
from common.protocol.joining import Joined
from common.settings_tables.work import WorkSettings
from tests.integration.volunteers.door import VERSION, Door, join_body
from worker.presence import Presence
from worker.service import Worker
from worker.source.calls import GatewayCalls
from worker.source.gateway.source import GatewaySource
from worker.source.membership import Membership
from worker.tally import Tally

ENDS = "no task may be taken, so this ends as if none waited: "


class Nothing:
    async def crawl(self, job: Crawlable) -> CrawlResult:
        raise AssertionError(f"{job.url_norm} was to be crawled")


async def joined(door: Door) -> Membership:
    body = join_body(await door.invite())
    told = Joined.model_validate_json((await door.client.post("/v1/join", json=body)).content)
    return Membership(gateway=str(door.client.base_url), machine=told.machine, token=told.token, told=told.told)


async def worked(member: Membership, folder: Path) -> Tally:
    """What a worker comes to that works until idle."""
    calls = GatewayCalls(member.gateway.rstrip("/"), version=VERSION, membership=member)
    tally = Tally()
    presence = Presence(worker_id="w", tally=tally)
    worker = Worker(
        source=GatewaySource(calls, say=presence.say, monotonic=time.monotonic, wait_seconds=1.0),
        crawler=Nothing(),
        settings=WorkSettings(worker_id="w", spool_dir=folder / "spool"),
        tally=tally,
        presence=presence,
    )
    try:
        async with asyncio.timeout(30):
            return await worker.run(until_idle=True)
    finally:
        await calls.close()


@pytest.mark.parametrize("who", ["person", "machine"])
async def test_an_operator_paused_it(door: Door, tmp_path: Path, caplog: pytest.LogCaptureFixture, who: str) -> None:
    caplog.set_level(logging.INFO)
    member, job = await joined(door), await door.job()
    await door.store.people.pause("p-ada" if who == "person" else member.machine, "until Monday")
    assert (await worked(member, tmp_path)).as_dict()["succeeded"] == 0
    said = "the operator has paused you: until Monday" if who == "person" else "the operator has paused this machine"
    assert f"{ENDS}{said}" in caplog.messages
    assert (await door.status(job))[0] is not JobStatus.RUNNING


async def test_no_task_waits(door: Door, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await worked(await joined(door), tmp_path)
    assert not any(message.startswith(ENDS) for message in caplog.messages)
