"""Dead letters at the console, over a real broker: filtered, counted, asked about, and taken off their queues."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker import make_broker
from common.broker.base import Broker, OutgoingLetter
from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.settings import Settings
from fleet.operations.auditing import list_audit
from tests.servers.console import Here, Person, serving_anew
from tests.servers.fleet_world import eventually, product_job

pytestmark = pytest.mark.rabbitmq

NUMBER = re.compile(r'name="number" value="([^"]+)"')


@pytest.fixture
async def broker(amqp_url: str) -> AsyncIterator[Broker]:
    broker = make_broker(Settings.model_validate({"broker": {"url": amqp_url}}).broker)
    await broker.declare()
    await broker.take_dead_letters(1000)
    yield broker
    await broker.take_dead_letters(1000)
    await broker.close()


@pytest.fixture
async def here(tmp_path: Path, amqp_url: str, broker: Broker) -> AsyncIterator[Here]:
    settings = Settings.model_validate(
        {
            "database": {"url": f"file:{tmp_path / 'fleet.db'}"},
            "broker": {"url": amqp_url},
            "console": {"listen": "127.0.0.1:0"},
        }
    )
    async with serving_anew(settings) as found:
        yield found


async def buried(here: Here, broker: Broker, jobs: list[NewJob], code: ErrorCode) -> None:
    await here.store.jobs.add(jobs)
    for job in jobs:
        await here.store.jobs.publish([job.id], republish_after_ms=60_000)
        for attempt in range(job.max_attempts):
            token = f"{job.id}{attempt}"
            await here.store.jobs.claim(job.id, worker_id="w", lease_token=token, lease_ms=60_000)
            await here.store.jobs.retry_later(job.id, token, delay_ms=0, error_code=code, detail="slow")
        found = await here.store.jobs.get(job.id)
        assert found and found.status is JobStatus.DEAD
    await broker.publish_letters([OutgoingLetter(job.id, "shopee.tw", f"attempts spent: {code}") for job in jobs])


async def asked(person: Person, **fields: object) -> tuple[str, str]:
    page = await person.send("/dead-letters/ask", fields)
    assert page.status_code == 200, page.text
    found = NUMBER.search(page.text)
    return page.text, found[1] if found else ""


async def test_what_the_filters_find_is_counted_and_taken_and_nothing_else(here: Here, broker: Broker) -> None:
    ada = await here.person("ada")
    slow, walled = [product_job(n) for n in range(6)], [product_job(n) for n in range(10, 13)]
    await buried(here, broker, slow, ErrorCode.TIMEOUT)
    await buried(here, broker, walled, ErrorCode.ACCESS_DENIED)
    page = await ada.page("/dead-letters?error=TIMEOUT&shop=shopee")
    assert page.count('type="checkbox" name="job"') == 6
    assert page.count(">TIMEOUT: slow</td>") == 6, "why, as the command line says it, not that attempts are spent"
    nothing = await ada.send("/dead-letters/ask", verb="drop")
    assert nothing.status_code == 400 and "Choose letters first" in nothing.text
    text, number = await asked(ada, verb="requeue", every="yes", error="TIMEOUT", shop="shopee")
    assert "Requeue 6 dead letters?" in text and "TIMEOUT" in text
    late = product_job(7)
    await buried(here, broker, [late], ErrorCode.TIMEOUT)
    done = await ada.send("/dead-letters/do", number=number)
    assert done.headers["location"] == "/audit?operator=ada"

    async def ended(action: str, meant: int, did: int) -> bool:
        rows = (await list_audit(here.settings, limit=10, action=action)).page.rows
        return [(e.meant, e.done, e.ended_at is not None) for e in rows] == [(meant, did, True)]

    await eventually(lambda: ended("dlq requeue", 6, 6), what="six requeued, and a row in the audit")
    left = {letter.job_id for letter in await broker.dead_letters(100)}
    assert left == {job.id for job in [*walled, late]}, "what came in after the question stays"
    assert (await ada.send("/dead-letters/do", number=number)).status_code == 409, "a question is answered once"
    text, number = await asked(ada, verb="drop", job=[walled[0].id, walled[1].id])
    assert "Drop 2 dead letters?" in text and "for good" in text
    assert (await ada.send("/jobs/do", number=number)).status_code == 409, "asked about letters, not jobs"
    text, number = await asked(ada, verb="drop", every="yes", older="30d")
    assert "There is none to drop" in text and not number
    text, number = await asked(ada, verb="drop", every="yes")
    assert "Drop 4 dead letters?" in text
    await ada.send("/dead-letters/do", number=number)
    await eventually(lambda: ended("dlq drop", 4, 4), what="four dropped, and a row in the audit")
    assert not await broker.dead_letters(100)


async def test_a_letter_without_a_job_says_which_kind_it_is(here: Here, broker: Broker) -> None:
    ada = await here.person("ada")
    await broker.publish_letters([OutgoingLetter("z" * 26, "shopee.tw", "unknown job id")])
    page = await ada.page("/dead-letters")
    assert ">unknown job</td>" in page and ">unknown job id</td>" in page


async def test_a_list_that_is_not_whole_says_of_how_many_it_is(
    here: Here, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fleet.console.pages.work.letters.SHOWN", 2)
    ada = await here.person("ada")
    await buried(here, broker, [product_job(n) for n in range(3)], ErrorCode.TIMEOUT)

    async def says_how_many() -> bool:  # once the broker was asked, for which a page waits a moment only
        return "The first 2 of 3." in await ada.page("/dead-letters")

    await eventually(says_how_many, what="the number of letters")
    assert "The first 2 by these filters; there may be more." in await ada.page("/dead-letters?error=TIMEOUT")
