"""Jobs that a worker cannot do are given back with their attempts: no network here, or a shop it does not know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from common.broker.memory import MemoryBroker, MemoryDelivery
from common.errors import BrokerUnavailable, CrawlError, ErrorCode, StoreUnavailable
from common.finding.expand import Expansion
from common.job import Crawlable, Job, JobStatus, NewJob
from common.offer import Failure, FailureReason, Offer, Verdict, VerdictStatus
from common.outcome.crawl_outcome import Failed, GivenBack
from common.outcome.crawl_result import CrawlResult
from common.outcome.recrawl_pace import RecrawlPace
from common.page import Page
from common.parsing.failures import ParsingUnavailable
from common.parsing.task import A, R, Task
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.work import WorkSettings
from common.shops.base import Shop, ShopLink
from common.shops.registry import Shops
from common.store import Store, init_schema, open_store
from dispatcher.service import DispatchService
from tests.servers.fleet_world import eventually
from worker.direct import WorkService
from worker.keeping.spool import Spool
from worker.means.network import Network
from worker.read_apart import PageReader
from worker.record import Recorder
from worker.ways.asked_for import ProductLinks
from worker.ways.http import HttpWay, PageFetcher, WhyUnsealed
from worker.ways.judged import Judging

URL = "https://shopee.tw/product/1/2"
JOB = NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p1")
LOST = CrawlError(ErrorCode.NO_NETWORK, "this machine has no route to the network")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    store = await open_store(settings)
    yield store
    await store.close()


async def job_of(store: Store, job: NewJob) -> Job:
    found = await store.jobs.get(job.id)
    assert found is not None
    return found


class Machine:
    """Crawls without a network until `online`; counts looks."""

    def __init__(self) -> None:
        self.online = False
        self.lost = LOST
        self.looks = 0
        self.crawls = 0
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds

    def looked(self, times: int) -> bool:
        return self.looks >= times

    def said(self, worker: WorkService) -> bool:
        return worker.presence.state.startswith("no network: this machine has no route")

    async def crawl(self, job: Crawlable) -> CrawlResult:
        self.crawls += 1
        if not self.online:
            raise self.lost
        offer = Offer(title="Mug", price_minor=100, currency="TWD", item_id="2")
        return CrawlResult("{}", "h", offer, Verdict(VerdictStatus.OK), URL, "shopee", "tw", URL, None)

    async def look(self) -> str | None:
        self.looks += 1
        return None if self.online else "this machine has no route to the network"


class LateBroker(MemoryBroker):
    """Comes back a little later than the network."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(BrokerSettings())
        self._machine = machine
        self.refused = 0

    def consume(self, platforms: Sequence[str], prefetch: int) -> AsyncGenerator[MemoryDelivery, None]:
        if self._machine.online and self.refused < 1:
            self.refused += 1
            return self._refusing()
        return super().consume(platforms, prefetch)

    async def _refusing(self) -> AsyncGenerator[MemoryDelivery, None]:
        raise BrokerUnavailable("no route to the broker")
        yield


@asynccontextmanager
async def working(store: Store, machine: Machine, folder: Path) -> AsyncIterator[WorkService]:
    broker = LateBroker(machine)
    await broker.declare()
    stop = asyncio.Event()
    dispatcher = DispatchService(
        store=store, broker=broker, settings=DispatchSettings(interval_seconds=0.05), holder="d"
    )
    worker = WorkService(
        store=store,
        broker=broker,
        crawler=machine,
        settings=WorkSettings(worker_id="pc", concurrency=1, spool_dir=folder / "spool"),
        version="0",
        look=machine.look,
        monotonic=machine.monotonic,
    )
    tasks = [asyncio.create_task(dispatcher.run_forever(stop)), asyncio.create_task(worker.run())]
    try:
        yield worker
    finally:
        stop.set()
        worker.stop()
        await asyncio.gather(*tasks)


async def test_a_pc_that_goes_offline_spends_no_attempt_and_goes_on_when_it_is_back(
    store: Store, tmp_path: Path
) -> None:
    await store.jobs.add([JOB])
    machine = Machine()
    async with working(store, machine, tmp_path) as worker:
        await eventually(lambda: machine.said(worker), what="no network")

        async def given_back() -> bool:
            return (await job_of(store, JOB)).status is JobStatus.QUEUED

        await eventually(given_back, what="a job given back")
        job = await job_of(store, JOB)
        assert (job.attempt, job.failures) == (0, 0)
        await eventually(lambda: worker.running == 0, what="nothing under way")
        assert worker.presence.running == 0, "what it tells the fleet ends with the crawl, not with the next look"
        crawls = machine.crawls
        for looks in (1, 2, 3):
            machine.seconds += 3600
            await eventually(partial(machine.looked, looks), what=f"{looks} looks")
        assert machine.crawls == crawls, "nothing is taken while looks say that there is no network"
        machine.online = True
        machine.seconds += 3600

        async def done() -> bool:
            return (await job_of(store, JOB)).status is JobStatus.SUCCEEDED

        await eventually(done, what="the job ends")
    assert (await job_of(store, JOB)).attempt == 1
    assert (worker.tally.succeeded, worker.tally.retried, worker.tally.failed) == (1, 0, 0)


async def test_a_process_without_a_file_handle_spends_no_attempt_and_takes_nothing_meanwhile(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails at once, so it would be the first to ask for the next message, and bury what others could crawl."""
    await store.jobs.add([JOB])
    machine = Machine()
    machine.lost = CrawlError(ErrorCode.NO_MEANS, "not connected: as many files are open as may be")
    looks = 0

    def looked(times: int) -> bool:
        return looks >= times

    def left() -> str | None:
        nonlocal looks
        looks += 1
        return None if machine.online else "as many files are open as may be"

    monkeypatch.setattr("worker.means.network.no_handles_left", left)
    async with working(store, machine, tmp_path) as worker:
        await eventually(lambda: worker.presence.state.startswith("no means to crawl: "), what="it says so")
        await eventually(lambda: worker.running == 0, what="nothing under way")
        crawls = machine.crawls
        for times in (1, 2, 3):
            machine.seconds += 3600
            await eventually(partial(looked, times), what=f"{times} looks")
        assert machine.crawls == crawls
        job = await job_of(store, JOB)
        assert (job.attempt, job.failures) == (0, 0)
        machine.online = True
        machine.seconds += 3600

        async def done() -> bool:
            return (await job_of(store, JOB)).status is JobStatus.SUCCEEDED

        await eventually(done, what="the job ends")
    assert machine.looks == 0, "the network is not asked"
    assert (await job_of(store, JOB)).attempt == 1


async def test_that_no_process_reads_pages_is_no_failure_of_the_page() -> None:
    class Gone:
        async def run(
            self,
            task: Task[A, R],
            head: A,
            body: bytes = b"",
            *,
            site: str = "",
            processor_seconds: float | None = None,
        ) -> R:
            raise ParsingUnavailable("the process that reads pages and feeds does not start")

    shops = Shops()
    link = shops.link(URL)
    assert link is not None
    with pytest.raises(CrawlError, match="does not start") as failed:
        await PageReader(Gone()).read(shops.for_platform("shopee"), Page(URL, b"<h1>Mug</h1>"), link)
    assert failed.value.code is ErrorCode.NO_MEANS


async def test_looks_become_rarer_and_begin_anew_after_a_crawl() -> None:
    clock, answer, looks = [0.0], ["no route"], [0]

    async def look() -> str | None:
        looks[0] += 1
        return answer[0] or None

    network = Network(look, monotonic=lambda: clock[0])
    assert await network.absent() is None
    waits = []
    network.note(GivenBack("j", "t", 0, ErrorCode.NO_NETWORK, "no route"))
    for _ in range(8):
        assert str(await network.absent()).startswith("no network: no route")
        before, looked = clock[0], looks[0]
        while looks[0] == looked:
            clock[0] += 1
            await network.absent()
        waits.append(clock[0] - before)
    assert waits == [5, 10, 20, 40, 80, 160, 300, 300]
    answer[0] = ""
    clock[0] += 300
    assert await network.absent() is None
    network.note(Failed("j", "t", ErrorCode.PARSE_ERROR, "x"))
    network.note(GivenBack("j", "t", 0, ErrorCode.NO_NETWORK, "no route"))
    assert str(await network.absent()).endswith("every 5 s")


async def test_what_could_not_be_given_back_at_once_is_kept_and_costs_no_attempt_after_the_lease(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.jobs.add([JOB])
    await store.jobs.publish([JOB.id], republish_after_ms=60_000)
    await store.jobs.claim(JOB.id, worker_id="pc", lease_token="t", lease_ms=1)
    outcome = GivenBack(JOB.id, "t", 0, ErrorCode.NO_NETWORK, "no route")
    spool = Spool(tmp_path / "spool")
    recorder = Recorder(store.jobs, spool)

    async def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as cut:
        cut.setattr(store.jobs, "give_back", away)
        waiting = asyncio.create_task(recorder.record(outcome))
        await eventually(lambda: list(spool.waiting()), what="the outcome is kept")
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    async def reaped() -> bool:
        return bool(await store.jobs.reap(limit=5)) or (await job_of(store, JOB)).status is JobStatus.QUEUED

    await eventually(reaped, what="the lease runs out")
    assert (await job_of(store, JOB)).attempt == 1
    assert await Recorder(store.jobs, Spool(tmp_path / "spool")).replay() == 1, "the next start"
    assert (await job_of(store, JOB)).attempt == 0


@pytest.mark.parametrize("ours", [True, False])
async def test_a_login_page_in_place_of_a_page_without_tls_costs_no_attempt(ours: bool) -> None:
    asked: list[str] = []

    class LoginPage:
        async def fetch(self, url: str, **_: object) -> Page:
            return Page(url="http" + url.removeprefix("https"), body=b"<title>Welcome to our hotel</title>")

    async def why(host: str) -> str | None:
        asked.append(host)
        return "no site proves who it is" if ours else None

    job = NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p1")
    with pytest.raises(CrawlError) as refused:
        await crawler(LoginPage(), why).crawl(job)  # type: ignore[arg-type]  # it ends before more of a job is asked
    assert (refused.value.code is ErrorCode.NO_NETWORK) is ours
    assert set(asked) == {"shopee.tw"}


class NoFetch:
    async def fetch(self, url: str, **_: object) -> Page:
        raise AssertionError(url)


def crawler(fetcher: PageFetcher | None = None, why_unsealed: WhyUnsealed | None = None) -> HttpWay:
    async def expand(link: ShopLink) -> Expansion:
        raise AssertionError

    async def read(shop: Shop, page: Page, link: ShopLink) -> Offer | Failure:
        return Failure(FailureReason.UNREADABLE, "")

    return HttpWay(
        shops=(shops := Shops()),
        links=ProductLinks(shops, expand),
        fetcher=fetcher or NoFetch(),
        why_unsealed=why_unsealed,
        read=read,
        judging=Judging(lambda offer: Verdict(VerdictStatus.OK), RecrawlPace(first_ms=1, least_ms=1, most_ms=1)),
    )


async def test_a_job_of_a_shop_that_this_worker_does_not_know_waits_for_one_that_does(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "https://shop.oak.example/p/1"
    job = NewJob(url, url, "other", "any", "oak.example", None, "jsonl", "me", "p1")
    await store.jobs.add([job])
    machine = Machine()
    monkeypatch.setattr(machine, "crawl", crawler().crawl)
    async with working(store, machine, tmp_path) as worker:

        async def given_back() -> bool:
            return (await job_of(store, job)).status is JobStatus.FAILED_RETRYABLE

        await eventually(given_back, what="the job is given back")
        assert not worker.presence.state.startswith("no network")
    found = await job_of(store, job)
    assert (found.attempt, found.failures, found.error_code) == (0, 0, "SHOP_UNKNOWN")
    assert found.next_run_at is not None and found.next_run_at - found.updated_at == 1_800_000
    assert "crawlfleet shops domains" in (found.last_error or "")
    assert (await store.jobs.waiting()).jobs == 1, "`up --until-idle` does not wait for it"


async def test_a_page_of_a_known_shop_that_is_no_product_still_ends() -> None:
    url = "https://shopee.tw/cart"
    job = NewJob(url, url, "shopee", "tw", None, None, "jsonl", "me", "p1")
    with pytest.raises(CrawlError) as refused:
        await crawler().crawl(job)  # type: ignore[arg-type]  # it ends before more of a job is asked
    assert refused.value.code is ErrorCode.INVALID_URL


async def test_a_reason_that_ends_its_sentence_goes_on_in_ours() -> None:
    network = Network(monotonic=lambda: 0.0)
    network.note(GivenBack("j", "t", 0, ErrorCode.NO_NETWORK, "nobody knows 's.shopee.tw'."))
    assert await network.absent() == "no network: nobody knows 's.shopee.tw'; looking again every 5 s"
