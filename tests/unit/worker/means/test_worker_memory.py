"""A worker that runs out of memory blames its machine, until what else it crawls says that the page is to blame."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker.message import encode
from common.job import Crawlable, Job, JobStatus
from common.outcome.crawl_result import CrawlResult
from tests.unit.worker.direct_handler import DirectHandler
from tests.unit.worker.handler_bench import Bench, Message, bench_in, found
from worker.means.memory import Memory


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with bench_in(tmp_path) as made:
        yield made


async def handled(bench: Bench, handler: DirectHandler, job_id: str) -> Job:
    """Much later than what was handled before."""
    await handler.handle(Message(encode(job_id)))
    bench.clock.ms += 10_000_000
    job = await bench.store.jobs.get(job_id)
    assert job is not None
    return job


@pytest.mark.parametrize("error", [MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory")])
async def test_alone_a_job_spends_no_attempt_until_the_page_itself_may_be_the_reason(
    bench: Bench, error: Exception
) -> None:
    async def breaks(job: Crawlable) -> CrawlResult:
        raise error

    job_id = await bench.job()
    handler = bench.handler(breaks)
    spent = []
    for _ in range(10):
        job = await handled(bench, handler, job_id)
        spent.append(job.attempt)
        if job.status is JobStatus.DEAD:
            break
    assert spent == [0, 0, 0, 1, 2, 3, 4, 5] and job.status is JobStatus.DEAD
    assert "MemoryError" in (job.last_error or "") or "Cannot allocate" in (job.last_error or "")


async def test_a_page_that_takes_all_memory_rests_its_worker_once_where_others_have_enough(bench: Bench) -> None:
    greedy = await bench.job()

    async def crawl(job: Crawlable) -> CrawlResult:
        if job.id == greedy:
            raise MemoryError
        return await found(job)

    handler = bench.handler(crawl)
    first = await handled(bench, handler, greedy)
    assert (first.attempt, first.error_code) == (0, "NO_MEANS")
    assert (await handled(bench, handler, await bench.job(3))).status is JobStatus.SUCCEEDED
    second = await handled(bench, handler, greedy)
    assert (second.attempt, second.error_code) == (1, "INTERNAL_ERROR")
    third = await handled(bench, handler, greedy)
    assert (third.attempt, third.error_code) == (2, "INTERNAL_ERROR"), "with no other crawl in between, too"


async def test_a_crawl_that_began_before_memory_ran_out_tells_nothing(bench: Bench) -> None:
    greedy, other = await bench.job(), await bench.job(3)
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def crawl(job: Crawlable) -> CrawlResult:
        if job.id == greedy:
            raise MemoryError
        begun.set()
        await goes_on.wait()
        return await found(job)

    handler = bench.handler(crawl)
    beside = asyncio.create_task(handler.handle(Message(encode(other))))
    await begun.wait()
    assert (await handled(bench, handler, greedy)).attempt == 0
    goes_on.set()
    await beside
    second = await handled(bench, handler, greedy)
    assert (second.attempt, second.error_code) == (0, "NO_MEANS")


def test_where_memory_runs_out_at_other_jobs_too_the_machine_is_to_blame() -> None:
    memory = Memory()
    for _ in range(3):
        for job_id in ("a", "b"):
            memory.sufficed("c", memory.ran_out_times)
            assert memory.is_short(job_id)


def test_a_job_is_no_witness_against_itself() -> None:
    memory = Memory()
    assert memory.is_short("a")
    memory.sufficed("a", memory.ran_out_times)
    assert memory.is_short("a")
