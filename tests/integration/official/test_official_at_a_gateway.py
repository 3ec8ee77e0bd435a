"""The operator's own machine at a gateway, with keys of an official interface: what it records, and that the fleet's
budget and pauses hold for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from common.broker import make_broker
from common.broker.base import Outgoing
from common.broker.topology import job_key
from common.errors import ErrorCode
from common.finding.expand import Expansion
from common.job import JobStatus, NewJob
from common.outcome.judge import judge
from common.outcome.recrawl_pace import pace_of
from common.protocol.base import Message
from common.protocol.joining import Joined
from common.settings import BrokerSettings, Settings
from common.settings_tables.official import OfficialSettings
from common.settings_tables.work import WorkSettings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.store import Store
from common.store.official.values import PauseKind
from common.ways.way import Way
from tests.integration.official.conftest import BOWL, LAMP, Asking, account
from tests.integration.volunteers.door import VERSION, Door, join_body, serving
from tests.servers.official import ShopeeDouble
from worker.presence import Presence
from worker.service import Worker
from worker.source.calls import A, GatewayCalls
from worker.source.gateway.source import GatewaySource
from worker.source.gateway.wanted import ANY
from worker.source.membership import Membership
from worker.tally import Tally
from worker.ways.asked_for import ProductLinks
from worker.ways.judged import Judging
from worker.ways.offered import OfferedWays
from worker.ways.official.gateway_budget import GatewayBudget
from worker.ways.official.source import Keys, OfficialSource
from worker.ways.official.way import OfficialWay


@pytest.fixture
async def door(store: Store) -> AsyncIterator[Door]:
    settings = Settings(broker=BrokerSettings())
    broker = make_broker(settings.broker)
    await broker.declare()
    await broker.connect()
    await store.ways.put_ladders({"shopee": Shops().for_platform("shopee").ways}, (Way.OFFICIAL, Way.HTTP))
    async with serving(settings, store, broker) as found:
        yield found
    await broker.close()


async def official_job(door: Door, item: str, region: str = "tw") -> str:
    host = "shopee.tw" if region == "tw" else f"shopee.{region}"
    link = f"https://{host}/product/310001/{item}"
    new = NewJob(link, link, "shopee", region, "310001", item, "rss", "a", "p")
    await door.store.jobs.add([new])
    await door.store.jobs.choose_way([new.id], Way.OFFICIAL)
    await door.broker.publish([Outgoing(new.id, job_key("shopee", region, Way.OFFICIAL))])
    await door.store.jobs.publish([new.id], republish_after_ms=900_000, via=Way.OFFICIAL)
    return new.id


class OwnMachine:
    """A worker that knows its gateway, its keys and the interface, and no database."""

    def __init__(
        self,
        door: Door,
        asking: Asking,
        folder: Path,
        keys: OfficialSettings,
        calls: type[GatewayCalls] = GatewayCalls,
    ) -> None:
        self._calls = calls
        self._door = door
        self._asking = asking
        self._folder = folder
        self._keys = keys
        self.tally = Tally()

    async def works(self, name: str = "ada", *, trusted: bool = True) -> Tally:
        """Until nothing waits for it."""
        body = join_body(await self._door.invite(name, trusted=trusted))
        joined = Joined.model_validate_json((await self._door.client.post("/v1/join", json=body)).content)
        gateway = str(self._door.client.base_url).rstrip("/")
        member = Membership(gateway=gateway, machine=joined.machine, token=joined.token, told=joined.told)
        calls = self._calls(gateway, version=VERSION, membership=member)
        budget = GatewayBudget(calls)
        way = self._way(budget)
        await way.open()
        source = GatewaySource(
            calls,
            say=lambda said: None,
            monotonic=time.monotonic,
            wait_seconds=1.0,
            wanted=replace(ANY, ways=(Way.HTTP, Way.OFFICIAL), cannot=lambda _: budget.closed),
        )
        worker = Worker(
            source=source,
            crawler=OfferedWays([way]),
            settings=WorkSettings(worker_id="w", spool_dir=self._folder / "spool", concurrency=2),
            tally=self.tally,
            presence=Presence(worker_id="w", tally=self.tally),
        )
        try:
            async with asyncio.timeout(60):
                await worker.run(until_idle=True)
        finally:
            await way.close()
            await calls.close()
        return self.tally

    def _way(self, budget: GatewayBudget) -> OfficialWay:
        async def expand(link: ShopLink) -> Expansion:
            raise AssertionError("no short link here")

        def source(keys: Keys) -> OfficialSource:
            made = self._asking.source(self._keys)
            made._budget = budget
            return made

        shops, work = Shops(), Settings().work
        return OfficialWay(
            [self._keys],
            shops=shops,
            links=ProductLinks(shops, expand),
            judging=Judging(judge, pace_of(work)),
            source=source,
        )


class NoSuchCall(GatewayCalls):
    """Another gateway under the same name answers this one call: one of the version before it."""

    async def post(self, call: str, said: Message | None, answer: type[A], *, wait_seconds: float = 0.0) -> A:
        return await super().post(call.replace("official", "unofficial"), said, answer, wait_seconds=wait_seconds)


def keys(**more: int) -> OfficialSettings:
    return account("shopee", "tw", "123456", "demo", **more)


async def test_it_records_what_the_interface_states_and_books_its_calls(
    door: Door, asking: Asking, shopee: ShopeeDouble, tmp_path: Path
) -> None:
    job_id = await official_job(door, LAMP)
    tally = await OwnMachine(door, asking, tmp_path, keys()).works()
    assert (tally.succeeded, tally.failed) == (1, 0)
    assert await door.status(job_id) == (JobStatus.SUCCEEDED, 1)
    (price,) = await door.store.listing.history(f"shopee:tw:{LAMP}", limit=5)
    assert (price.price_minor, price.price_kind, price.via) == (49900, "official_min", Way.OFFICIAL)
    (state,) = await door.store.official.states()
    assert (state.source, state.calls, shopee.calls) == ("shopee/tw", 1, 1)
    machines = await door.store.people.now(seen_ms=120_000)
    assert machines.ways_seen == ("official",)


async def test_the_fleets_budget_holds_and_what_it_does_not_cover_waits(
    door: Door, asking: Asking, shopee: ShopeeDouble, tmp_path: Path
) -> None:
    jobs = [await official_job(door, item) for item in (BOWL, LAMP)]
    await door.store.official.take("shopee/tw", calls_per_hour=2)
    tally = await OwnMachine(door, asking, tmp_path, keys(calls_per_hour=2)).works()
    assert (tally.succeeded, shopee.calls) == (1, 1), "the other call was a direct worker's"
    found = sorted([await door.get(job_id) for job_id in jobs], key=lambda job: job.status)
    assert [(job.status, job.attempt) for job in found] == [
        (JobStatus.FAILED_RETRYABLE, 0),
        (JobStatus.SUCCEEDED, 1),
    ]
    waits = found[0]
    assert waits.via is Way.OFFICIAL and waits.error_code == ErrorCode.WAY_PAUSED
    assert waits.next_run_at is not None and waits.next_run_at - asking.clock.ms >= 600_000


async def test_a_refusal_for_too_many_calls_is_the_whole_fleets_and_no_job_is_claimed_in_a_circle(
    door: Door, asking: Asking, shopee: ShopeeDouble, tmp_path: Path
) -> None:
    job_id = await official_job(door, BOWL)
    shopee.answer_next(10030)
    await OwnMachine(door, asking, tmp_path, keys()).works()
    (state,) = await door.store.official.states()
    assert (state.pause_kind, state.pauses, state.calls) == (PauseKind.RATE, 1, 1)
    assert not (await door.store.official.take("shopee/tw", calls_per_hour=100)).taken
    found = await door.get(job_id)
    assert (found.status, found.attempt, found.via) == (JobStatus.FAILED_RETRYABLE, 0, Way.OFFICIAL)
    assert found.next_run_at is not None and found.next_run_at - asking.clock.ms >= 60_000
    events = await door.store.jobs.events(job_id)
    assert [event.to_status for event in events].count(JobStatus.RUNNING) == 1
    assert shopee.calls == 1


async def test_a_market_without_keys_there_goes_to_the_next_way(door: Door, asking: Asking, tmp_path: Path) -> None:
    job_id = await official_job(door, BOWL, "sg")
    await OwnMachine(door, asking, tmp_path, keys()).works()
    found = await door.get(job_id)
    assert (found.status, found.via) == (JobStatus.NEW, Way.HTTP)
    assert await door.store.official.states() == []


async def test_where_a_gateway_knows_no_budget_the_way_is_left_out_and_its_jobs_are_others(
    door: Door, asking: Asking, shopee: ShopeeDouble, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    job_id = await official_job(door, BOWL)
    await OwnMachine(door, asking, tmp_path, keys(), NoSuchCall).works()
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)
    assert shopee.calls == 0 and await door.store.official.states() == []
    said = [record.message for record in caplog.records if "goes by no official interface" in record.message]
    assert len(said) == 1


async def test_a_volunteer_with_keys_of_its_own_is_given_no_such_job(
    door: Door, asking: Asking, shopee: ShopeeDouble, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    job_id = await official_job(door, BOWL)
    tally = await OwnMachine(door, asking, tmp_path, keys()).works("bob", trusted=False)
    assert (tally.succeeded, shopee.calls) == (0, 0)
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)
    said = [record.message for record in caplog.records if "no tasks by official" in record.message]
    assert len(said) == 1
