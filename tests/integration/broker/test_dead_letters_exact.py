"""Looks at dead letters, and ends of them, tell all there is: two at once, one right behind another, one that died."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from common.broker import make_broker
from common.broker.amqp import dead_letters as amqp_letters
from common.broker.base import Broker, OutgoingLetter
from common.errors import BrokerUnavailable, ErrorCode, WrongUsage
from common.job import JobStatus, NewJob, job_id_for
from common.settings import BrokerSettings, DatabaseSettings, Settings
from common.store import Store, init_schema, open_store
from fleet import one_look as looking
from fleet.doctor.broker import check_broker
from fleet.one_look import LookedAt, one_look
from fleet.operations.auditing import list_audit
from fleet.operations.dead_letters import requeueing
from fleet.operations.dead_letters.acting import drop_letters, list_letters, requeue_letters
from fleet.operations.selecting import NotFound, Wanted
from tests.servers.lines.cut_line import CutLine
from tests.servers.lines.streams import stream_server

pytestmark = pytest.mark.rabbitmq

LETTERS = 40
URLS = [f"https://shopee.tw/product/1/{number}" for number in range(1, LETTERS + 1)]
JOBS = [NewJob(url, url, "shopee", "tw", "1", url[-1], "jsonl", "me", "p", max_attempts=1) for url in URLS]

HOLD = """
import asyncio, sys
from aio_pika import connect
async def main():
    channel = await (await connect(sys.argv[1])).channel()
    queue = await channel.get_queue("crawl.dlq.shopee")
    while await queue.get(fail=False):
        pass
    print("held", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


@pytest.fixture
def settings(amqp_url: str, tmp_path: Path) -> Settings:
    return Settings(database=DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}"), broker=BrokerSettings(url=amqp_url))


@pytest.fixture
async def broker(settings: Settings) -> AsyncIterator[Broker]:
    broker = make_broker(settings.broker)
    await broker.declare()
    await broker.take_dead_letters(1000)
    yield broker
    await broker.take_dead_letters(1000)
    await broker.close()


@pytest.fixture
async def store(settings: Settings, broker: Broker) -> AsyncIterator[Store]:
    """With as many DEAD jobs as there are letters of theirs."""
    await init_schema(settings.database)
    store = await open_store(settings.database)
    await store.jobs.add(JOBS)
    for job in JOBS:
        await store.jobs.claim(job.id, worker_id="w", lease_token=job.id, lease_ms=60_000)
        await store.jobs.retry_later(job.id, job.id, delay_ms=1, error_code=ErrorCode.TIMEOUT, detail="slow")
    await broker.publish_letters([OutgoingLetter(job.id, "shopee.tw", "attempts spent: TIMEOUT") for job in JOBS])
    yield store
    await store.close()


async def test_looks_at_once_each_see_every_letter(settings: Settings, store: Store) -> None:
    looks = await asyncio.gather(*(list_letters(settings, Wanted(), limit=1000) for _ in range(4)))
    assert [len({letter.message.job_id for letter in look}) for look in looks] == [LETTERS] * 4


async def test_what_follows_a_look_at_once_finds_every_letter(settings: Settings, store: Store, broker: Broker) -> None:
    for _ in range(5):
        assert len(await broker.dead_letters(1000)) == LETTERS
    assert len(await list_letters(settings, Wanted(), limit=1000)) == LETTERS
    one = JOBS[7].id
    assert [fate.fate for fate in (await requeue_letters(settings, [one], every=False)).fates] == ["requeued"]
    planned = await drop_letters(settings, [], every=True, dry_run=True)
    assert (planned.dropped, planned.left) == (LETTERS - 1, LETTERS - 1)
    dropped = await drop_letters(settings, [], every=True)
    assert (dropped.dropped, dropped.left) == (LETTERS - 1, 0)
    with pytest.raises(NotFound):
        await drop_letters(settings, [one], every=False)


async def test_an_end_among_looks_takes_exactly_what_it_says(settings: Settings, store: Store, broker: Broker) -> None:
    await broker.publish_letters([OutgoingLetter("no id!", "shopee.tw", "malformed")] * 3)
    looks = [asyncio.create_task(list_letters(settings, Wanted(), limit=1000)) for _ in range(3)]
    done = await requeue_letters(settings, [], every=True)
    seen = {len(look) for look in await asyncio.gather(*looks)}
    assert seen <= {LETTERS + 3, 3}, "before or after, never in between"
    assert sum(fate.letters for fate in done.fates if fate.fate == "requeued") == LETTERS
    assert [(fate.letters, fate.job_id) for fate in done.fates if fate.fate == "kept"] == [(3, None)]
    assert done.left == 3 == len(await list_letters(settings, Wanted(), limit=1000))


async def test_letters_of_no_job_are_dropped_alone(settings: Settings, store: Store, broker: Broker) -> None:
    unknown = job_id_for("https://pinewood.example/gone")
    await broker.publish_letters([OutgoingLetter("no id!", "shopee.tw", "malformed")] * 3)
    await broker.publish_letters([OutgoingLetter(unknown, "other.any", "attempts spent: TIMEOUT")])
    planned = await drop_letters(settings, [], every=False, no_job=True, dry_run=True)
    assert (planned.dropped, planned.left) == (4, LETTERS + 4)
    done = await drop_letters(settings, [], every=False, no_job=True)
    assert (done.dropped, done.left) == (4, LETTERS)
    assert {letter.message.job_id for letter in await list_letters(settings, Wanted(), limit=1000)} == {
        job.id for job in JOBS
    }
    assert (await drop_letters(settings, [], every=False, no_job=True)).dropped == 0
    with pytest.raises(WrongUsage, match="--no-job"):
        await drop_letters(settings, [JOBS[0].id], every=False, no_job=True)


async def test_a_queue_is_seen_whole_however_little_is_sent_at_once(
    settings: Settings, store: Store, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(amqp_letters, "SENT_AT_ONCE", 7)
    assert {letter.job_id for letter in await broker.dead_letters(1000)} == {job.id for job in JOBS}
    assert len(await broker.dead_letters(9)) == 9
    assert len(await broker.take_dead_letters(1000, drop=[JOBS[0].id, JOBS[39].id])) == 2
    assert len(await broker.dead_letters(1000)) == LETTERS - 2


@pytest.mark.parametrize("all_of_them", [True, False])
async def test_what_was_taken_does_not_come_back_when_the_channel_closes(broker: Broker, all_of_them: bool) -> None:
    """In the queue that is read last: behind its letters nothing but the close is said."""
    ids = [job_id_for(f"https://pinewood.example/{number}") for number in range(1_000)]
    drop = ids if all_of_them else ids[::3]
    await broker.publish_letters([OutgoingLetter(job_id, "other.any", "attempts spent: TIMEOUT") for job_id in ids])
    assert len(await broker.take_dead_letters(2_000, drop=drop)) == len(drop)
    left = await broker.dead_letters(2_000)
    assert sorted(str(letter.job_id) for letter in left) == sorted(set(ids) - set(drop))


async def test_many_letters_take_no_more_ways_to_the_broker_than_one(settings: Settings, store: Store) -> None:
    """A full queue has thousands: asking for each alone took minutes, and the doctor said that nobody answers."""
    asked = []
    for most in (1, LETTERS):
        async with _line(settings) as (far, line), _broker_of(far) as broker:
            assert len(await broker.dead_letters(most)) == most
            asked.append(line.asked)
    assert asked[1] < asked[0] + LETTERS, "each alone: a way for each"


class Line:
    asked = 0
    """How often the client said something."""


async def test_a_line_that_is_cut_amid_a_look_is_told_as_the_broker_away(
    settings: Settings, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library ends what is asked then by a bare Exception, which was told as a fault of the program's."""
    monkeypatch.setattr(amqp_letters, "QUIET_SECONDS", 0.3)
    await broker.publish_letters([OutgoingLetter(JOBS[0].id, "shopee.tw", "x" * 100) for _ in range(2_000)])
    url = urlsplit(settings.broker.url)

    async def looks_again_and_again(far: Broker) -> None:
        while True:
            await far.dead_letters(5_000)

    async with CutLine(url.hostname or "", url.port or 0) as line:
        behind = settings.broker.model_copy(
            update={"url": settings.broker.url.replace(f":{url.port}", f":{line.port}")}
        )
        for number in range(6):
            async with _broker_of(behind) as far:
                await far.depths()
                looking_now = asyncio.create_task(looks_again_and_again(far))
                await asyncio.sleep(0.05 * number)  # another moment each time
                await line.cut()
                async with asyncio.timeout(60):
                    with pytest.raises(BrokerUnavailable, match="is away"):
                        await looking_now
                await line.mend()
    await broker.take_dead_letters(5_000)


@asynccontextmanager
async def _line(settings: Settings) -> AsyncIterator[tuple[BrokerSettings, Line]]:
    """A line to the broker."""
    url = urlsplit(settings.broker.url)
    host, port, line = url.hostname or "", url.port or 0, Line()

    async def carried(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, asks: bool) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                line.asked += asks
                writer.write(data)
                await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, port)
        await asyncio.gather(carried(reader, back, asks=True), carried(there, writer, asks=False))

    async with stream_server(serve) as near:
        yield settings.broker.model_copy(update={"url": settings.broker.url.replace(f":{port}", f":{near}")}), line


@asynccontextmanager
async def _broker_of(settings: BrokerSettings) -> AsyncIterator[Broker]:
    broker = make_broker(settings)
    yield broker
    await broker.close()


async def test_what_breaks_off_keeps_what_is_done_and_every_letter(
    settings: Settings, store: Store, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requeueing, "AT_A_TIME", 10)
    told: list[tuple[int, int]] = []

    def until_twenty(done: int, of: int) -> None:
        told.append((done, of))
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await requeue_letters(settings, [], every=True, told=until_twenty)
    assert told == [(0, LETTERS), (10, LETTERS), (20, LETTERS)]
    states = [(await store.jobs.get(job.id)) for job in JOBS]
    assert sum(job is not None and job.status is JobStatus.NEW for job in states) == 20
    assert len(await broker.dead_letters(1000)) == LETTERS
    (event,) = (await list_audit(settings, limit=10)).page.rows
    assert (event.done, event.ended_at) == (20, None)
    done = await requeue_letters(settings, [], every=True)
    assert [sum(fate.fate == one for fate in done.fates) for one in ("requeued", "removed")] == [20, 20]
    assert done.left == 0
    whole, _ = (await list_audit(settings, limit=10)).page.rows
    assert (whole.done, json.loads(whole.target)["needed_none"]) == (20, 20), "fewer than there were letters, and why"


async def test_a_look_that_was_killed_holds_nothing_back(settings: Settings, store: Store) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, settings.broker.url], stdout=subprocess.PIPE) as held:  # noqa: ASYNC220
        assert held.stdout is not None
        assert await asyncio.to_thread(held.stdout.readline) == b"held\n"
        held.send_signal(signal.SIGKILL)
        await asyncio.to_thread(held.wait)
    async with asyncio.timeout(60):
        while len(await list_letters(settings, Wanted(), limit=1000)) < LETTERS:  # the broker has yet to notice
            await asyncio.sleep(0.05)


async def test_a_look_waits_for_another_and_says_so_when_that_takes_too_long(
    settings: Settings, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with one_look(store):
        with pytest.raises(LookedAt, match="nothing was changed"):
            async with one_look(store, wait_seconds=0.5):
                raise AssertionError
        waiting = asyncio.create_task(list_letters(settings, Wanted(), limit=1000))
        await asyncio.wait({waiting}, timeout=0.5)
        assert not waiting.done()
    assert len(await waiting) == LETTERS
    monkeypatch.setattr(looking, "HELD_SECONDS", 0.4)
    abandoned = one_look(store)
    await store.fleet.lead(looking.ROLE, "died", ttl_ms=400)
    async with asyncio.timeout(60), abandoned:
        pass


async def test_letters_of_jobs_that_moved_on_are_no_warning(settings: Settings, store: Store) -> None:
    async def said() -> list[str]:
        return [f"{one.level} {one.text}" async for one in check_broker(settings) if "dead letter" in one.text]

    assert await said() == [f"warning {LETTERS} dead letters"]
    await store.jobs.requeue([job.id for job in JOBS[1:]])
    assert [text.split(" of")[0] for text in await said()] == [
        "warning 1 dead letter",
        f"ok {LETTERS - 1} dead letters",
    ]
    done = await requeue_letters(settings, [], every=True)
    assert (len(done.fates), done.left, await said()) == (LETTERS, 0, [])
    again = await store.jobs.get(JOBS[0].id)
    assert again is not None and again.status is JobStatus.NEW
