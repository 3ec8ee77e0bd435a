"""What the leading dispatcher tells of the whole fleet, on a real embedded database and the in-memory broker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from common.broker.base import Outgoing, QueueDepth
from common.broker.memory import MemoryBroker
from common.errors import BrokerUnavailable, ErrorCode
from common.job import NewJob
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.store import STOPPED, Store, init_schema, open_store
from common.store.official.values import PauseKind
from common.store.values.claims import ClaimOutcome
from common.timing.units import MINUTE_MS
from dispatcher import metrics
from dispatcher.fleet_numbers import ASK_AGAIN_SECONDS, EVERY_SECONDS, FleetNumbers
from dispatcher.service import DispatchService


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms

    def monotonic(self) -> float:
        return self.ms / 1000

    def pass_seconds(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}")
    await init_schema(settings)
    opened = await open_store(settings, clock_ms=clock)
    yield opened
    await opened.close()


@pytest.fixture
async def broker() -> AsyncIterator[MemoryBroker]:
    made = MemoryBroker(BrokerSettings(url="memory:"))
    await made.declare()
    await made.connect()
    yield made
    await made.close()


@pytest.fixture
def numbers(store: Store, broker: MemoryBroker, clock: Clock) -> Iterator[FleetNumbers]:
    made = FleetNumbers(store, broker, monotonic=clock.monotonic)
    yield made
    made.take_back()


def told(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"crawlfleet_{name}", labels)


async def add(store: Store, number: int, platform: str = "shopee") -> str:
    url = f"https://{platform}.tw/product/1/{number}"
    new = NewJob(url, url, platform, "tw", "1", str(number), "jsonl", "me", str(number), 0)
    await store.jobs.add([new])
    return new.id


async def crawl_badly(store: Store, job_id: str) -> None:
    await store.jobs.publish([job_id], republish_after_ms=1000)
    claim = await store.jobs.claim(job_id, worker_id="w", lease_token=f"t{job_id}", lease_ms=1000)
    assert claim.outcome is ClaimOutcome.CLAIMED
    assert await store.jobs.fail(job_id, f"t{job_id}", error_code=ErrorCode.PARSE_ERROR, detail="x")


async def test_jobs_by_shop_and_state_with_the_age_of_the_oldest(
    store: Store, clock: Clock, numbers: FleetNumbers
) -> None:
    await add(store, 1)
    clock.pass_seconds(90)
    await add(store, 2)
    await add(store, 3, "taobao")
    await numbers.look()
    assert told("jobs", platform="shopee", status="NEW") == 2
    assert told("jobs", platform="taobao", status="NEW") == 1
    assert told("jobs_oldest_seconds", platform="shopee", status="NEW") == 90
    assert told("jobs_oldest_seconds", platform="taobao", status="NEW") == 0


async def test_a_state_that_nobody_is_in_any_more_is_not_told(
    store: Store, clock: Clock, numbers: FleetNumbers
) -> None:
    job_id = await add(store, 1)
    await numbers.look()
    await store.jobs.publish([job_id], republish_after_ms=MINUTE_MS)
    assert told("jobs", platform="shopee", status="NEW") == 1, "the look before is a minute old at most"
    clock.pass_seconds(EVERY_SECONDS)
    await numbers.look()
    assert told("jobs", platform="shopee", status="NEW") is None
    assert told("jobs", platform="shopee", status="QUEUED") == 1


async def test_workers_count_while_they_report(store: Store, clock: Clock, numbers: FleetNumbers) -> None:
    for name in ("a", "b"):
        await store.fleet.worker_seen(name, role="worker", version="1", state="idle", running=0, done=0, failed=0)
        clock.pass_seconds(80)
    await store.fleet.worker_seen("c", role="worker", version="1", state=STOPPED, running=0, done=0, failed=0)
    await numbers.look()
    assert told("processes_alive", role="worker") == 1, "a was long ago, and c ended in order"


async def test_feeds_by_how_their_last_poll_ended(store: Store, clock: Clock, numbers: FleetNumbers) -> None:
    for account in ("long-ago", "good", "bad"):
        await store.feeds.record_poll(
            "rss", account, jobs=[], sightings=[], cursor=None, skipped=[], links_per_day=None
        )
        if account == "long-ago":
            clock.pass_seconds(86_401)
    await store.feeds.record_poll_failure("rss", "bad", error="gone", next_poll_in_ms=MINUTE_MS)
    await numbers.look()
    assert told("feed_accounts", source="rss", outcome="ok") == 1
    assert told("feed_accounts", source="rss", outcome="failed") == 1


async def test_a_paused_shop_and_the_queues(store: Store, broker: MemoryBroker, numbers: FleetNumbers) -> None:
    await store.fleet.pause_shop("shopee", "captchas")
    assert await broker.publish([Outgoing("j1", "shopee.tw")]) == [None]
    await numbers.look()
    assert told("shop_paused", shop="shopee") == 1
    assert told("queue_messages", queue="crawl.shopee") == 1
    assert told("queue_messages", queue="crawl.dlq.shopee") == 0


async def test_official_interfaces_by_their_calls_and_pauses(store: Store, clock: Clock, numbers: FleetNumbers) -> None:
    for _ in range(3):
        await store.official.take("shopee/tw", calls_per_hour=10)
    await store.official.pause("taobao/cn", pause_ms=5_000, kind=PauseKind.RATE, reason="7", seen_pauses=0)
    await numbers.look()
    assert told("official_calls_in_hour", source="shopee/tw") == 3
    assert told("official_paused_seconds", source="shopee/tw") == 0
    assert told("official_paused_seconds", source="taobao/cn") == 5


class NoBroker(MemoryBroker):
    """Away until it is let back."""

    is_back = False

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        if not self.is_back:
            raise BrokerUnavailable("away")
        return await super().depths(wanted)


async def test_a_broker_that_is_away_costs_the_queues_numbers_only(store: Store, clock: Clock) -> None:
    await add(store, 1)
    numbers = FleetNumbers(store, NoBroker(BrokerSettings()), monotonic=clock.monotonic)
    await numbers.look()
    assert told("jobs", platform="shopee", status="NEW") == 1
    assert told("queue_messages", queue="crawl.shopee") is None
    numbers.take_back()


async def test_a_broker_that_was_away_is_asked_again_before_the_next_look(store: Store, clock: Clock) -> None:
    broker = NoBroker(BrokerSettings())
    numbers = FleetNumbers(store, broker, monotonic=clock.monotonic)
    await numbers.look()
    assert numbers.broker_is_away
    broker.is_back = True
    await numbers.look()
    assert numbers.broker_is_away, "asked at most every ten seconds"
    clock.pass_seconds(ASK_AGAIN_SECONDS)
    await add(store, 1)
    await numbers.look()
    assert not numbers.broker_is_away
    assert told("jobs", platform="shopee", status="NEW") is None, "the database was not asked again"
    numbers.take_back()


async def test_who_loses_the_lead_tells_nothing_more(store: Store, broker: MemoryBroker, clock: Clock) -> None:
    await add(store, 1)

    def dispatcher(holder: str) -> DispatchService:
        settings = DispatchSettings(leader_seconds=10)
        return DispatchService(store=store, broker=broker, settings=settings, holder=holder, monotonic=clock.monotonic)

    first, second = dispatcher("first"), dispatcher("second")
    for number in range(50):
        await crawl_badly(store, await add(store, 100 + number, "taobao"))
    clock.pass_seconds(1)
    assert (await first.tick()).leading
    assert told("jobs", platform="shopee", status="QUEUED") == 1
    assert told("shop_failing_share", shop="taobao") == 1
    assert told("shop_yield_share", shop="taobao") == 0
    metrics.second_looks_waiting.set(3)
    clock.pass_seconds(11)
    assert await store.fleet.lead("dispatcher", "another machine's", ttl_ms=10_000)
    assert not (await first.tick()).leading
    assert told("jobs", platform="shopee", status="QUEUED") is None
    assert told("shop_failing_share", shop="taobao") is None, "else its alert would ring until this process ends"
    assert told("shop_yield_share", shop="taobao") is None
    assert told("dispatcher_second_looks_waiting") == 0
    assert not (await second.tick()).leading
