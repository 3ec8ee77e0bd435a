"""Dead letters by the API, on a real broker: listed, counted, requeued, dropped."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker import make_broker
from common.broker.base import OutgoingLetter
from common.job import NewJob
from common.settings import Settings
from fleet.terminal.views.audit import target_text
from tests.servers.console import Here
from tests.servers.console.programs import Program, problem
from tests.servers.fleet_world import product_job

pytestmark = pytest.mark.rabbitmq


@pytest.fixture
def settings(amqp_url: str, tmp_path: Path) -> Settings:
    return Settings.model_validate(
        {
            "database": {"url": f"file:{tmp_path / 'fleet.db'}"},
            "broker": {"url": amqp_url},
            "console": {"listen": "127.0.0.1:0"},
        }
    )


@pytest.fixture
async def dead(here: Here, settings: Settings) -> AsyncIterator[list[NewJob]]:
    """Four jobs that ended, and a letter of each."""
    broker = make_broker(settings.broker)
    await broker.declare()
    await broker.connect()
    jobs = [product_job(number) for number in range(1, 5)]
    await here.store.jobs.add(jobs)
    await here.store.jobs.cancel([job.id for job in jobs], reason="a test", event=None)
    await broker.publish_letters([OutgoingLetter(job.id, "shopee.tw", "a test") for job in jobs])
    yield jobs
    await broker.take_dead_letters(1000)
    await broker.close()


async def test_letters_are_listed_counted_requeued_and_dropped(
    here: Here, operator: Program, dead: list[NewJob]
) -> None:
    told = (await operator.told("/dlq"))["items"]
    assert sorted(one["job_id"] for one in told) == sorted(job.id for job in dead)
    assert (await operator.told("/dlq", shop="taobao"))["items"] == []
    assert sum(one["ready"] for one in (await operator.told("/queues"))["items"] if ".dlq." in one["name"]) == 4

    one = await operator.done("/dlq/requeue", jobs=[dead[0].id[:10]])
    assert (one["count"], one["done"], one["left"], one["items"][0]["fate"]) == (1, 1, 3, "requeued")

    problem(await operator.post("/dlq/drop", all=True), 409, "COUNT_FIRST")
    problem(await operator.post("/dlq/drop", dry_run=True), 400, "REFUSED")
    counted = await operator.done("/dlq/drop", filter={"shop": "shopee"}, dry_run=True)
    assert (counted["count"], counted["done"]) == (3, 0)
    asked = {"number": counted["number"], "count": 3}
    problem(await operator.post("/dlq/requeue", **asked), 409, "COUNT_AGAIN")
    counted = await operator.done("/dlq/drop", all=True, dry_run=True)
    problem(await operator.post("/dlq/drop", number=counted["number"], count=2), 409, "OTHER_COUNT")
    counted = await operator.done("/dlq/drop", all=True, dry_run=True)
    await operator.done("/dlq/requeue", jobs=[dead[1].id])
    done = await operator.done("/dlq/drop", number=counted["number"], count=counted["count"])
    assert (done["count"], done["done"]) == (3, 2), "one was gone by then"
    assert (await operator.told("/dlq"))["items"] == []
    actions = [one["action"] for one in (await operator.told("/audit", operator="nightly"))["items"]]
    assert actions == ["dlq drop", "dlq requeue", "dlq requeue"]


async def test_a_requeue_says_how_many_needed_none(here: Here, operator: Program, dead: list[NewJob]) -> None:
    await here.store.jobs.requeue([job.id for job in dead[:3]])
    counted = await operator.done("/dlq/requeue", all=True, dry_run=True)
    done = await operator.done("/dlq/requeue", number=counted["number"], count=4)
    assert (done["count"], done["done"], done["needed_none"]) == (4, 1, 3)
    [row] = (await operator.told("/audit", operator="nightly"))["items"]
    assert (row["meant"], row["done"]) == (4, 1)
    assert target_text(row["target"]).endswith("needed none 3"), "what is told at the command line and the console"
