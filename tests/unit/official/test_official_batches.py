"""Crawls that wait together share a call: when it is full, or after a moment; each gets its own answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from common.errors import CrawlError, ErrorCode
from common.offer import Offer
from common.shops.official import Item
from worker.ways.official.batches import Batches


class Asked:
    """Answers each item with its number as the title; keeps each call."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.gone_wrong: Exception | None = None

    async def __call__(self, items: Sequence[Item]) -> dict[str, Offer | CrawlError]:
        self.calls.append([item.item_id for item in items])
        if self.gone_wrong:
            raise self.gone_wrong
        return {
            item.item_id: CrawlError(ErrorCode.NOT_LISTED, "no") if item.item_id == "9" else Offer(title=item.item_id)
            for item in items
        }


class Moment:
    """A sleep that ends when the test says so."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        await self.over.wait()


async def started(batches: Batches, ids: Sequence[str]) -> list[asyncio.Task[Offer]]:
    tasks = [asyncio.create_task(batches.one(Item(one))) for one in ids]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


async def test_a_full_call_goes_out_at_once_and_the_rest_after_a_moment() -> None:
    asked, moment = Asked(), Moment()
    batches = Batches(asked, most=3, sleep=moment)
    tasks = await started(batches, ["1", "2", "3", "4"])
    assert asked.calls == [["1", "2", "3"]]
    assert not tasks[3].done()
    moment.over.set()
    assert [offer.title for offer in await asyncio.gather(*tasks)] == ["1", "2", "3", "4"]
    assert asked.calls == [["1", "2", "3"], ["4"]]
    await batches.aclose()


async def test_one_item_asked_for_twice_is_in_the_call_once() -> None:
    asked, moment = Asked(), Moment()
    batches = Batches(asked, most=20, sleep=moment)
    tasks = await started(batches, ["1", "1", "2"])
    moment.over.set()
    assert [offer.title for offer in await asyncio.gather(*tasks)] == ["1", "1", "2"]
    assert asked.calls == [["1", "2"]]
    await batches.aclose()


async def test_each_crawl_gets_its_own_refusal() -> None:
    asked, moment = Asked(), Moment()
    batches = Batches(asked, most=2, sleep=moment)
    fine, refused = await asyncio.gather(*await started(batches, ["1", "9"]), return_exceptions=True)
    assert isinstance(fine, Offer)
    assert isinstance(refused, CrawlError)
    assert refused.code is ErrorCode.NOT_LISTED
    await batches.aclose()


async def test_a_crawl_that_was_cancelled_is_not_asked_for_and_harms_no_other() -> None:
    asked, moment = Asked(), Moment()
    batches = Batches(asked, most=20, sleep=moment)
    first, second = await started(batches, ["1", "2"])
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    moment.over.set()
    assert (await second).title == "2"
    assert asked.calls == [["2"]]
    await batches.aclose()


async def test_what_goes_wrong_reaches_all_who_waited_and_the_next_call_is_made() -> None:
    asked, moment = Asked(), Moment()
    batches = Batches(asked, most=2, sleep=moment)
    asked.gone_wrong = RuntimeError("broken")
    both = await asyncio.gather(*await started(batches, ["1", "2"]), return_exceptions=True)
    assert all(isinstance(one, RuntimeError) for one in both)
    asked.gone_wrong = None
    assert len(await asyncio.gather(*await started(batches, ["3", "4"]))) == 2
    await batches.aclose()


@pytest.mark.parametrize("ids", [["1"], ["1", "2"]])
async def test_closing_leaves_nobody_waiting(ids: list[str]) -> None:
    never = asyncio.Event()

    async def silent(items: Sequence[Item]) -> dict[str, Offer | CrawlError]:
        await never.wait()
        return {}

    batches = Batches(silent, most=2, sleep=Moment())
    tasks = await started(batches, ids)
    await batches.aclose()
    ended = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)
    assert all(isinstance(one, asyncio.CancelledError) for one in ended)


async def test_closing_leaves_nobody_waiting_whose_call_had_not_begun() -> None:
    asked = Asked()
    batches = Batches(asked, most=2)
    tasks = [asyncio.create_task(batches.one(Item(one))) for one in ("1", "2")]
    await asyncio.sleep(0)
    await batches.aclose()
    _, waiting = await asyncio.wait(tasks, timeout=5)
    assert not waiting
    assert all(task.cancelled() for task in tasks)
    assert asked.calls == []


async def test_an_item_that_the_answer_leaves_out_is_waited_for_by_nobody() -> None:
    async def forgetful(items: Sequence[Item]) -> dict[str, Offer | CrawlError]:
        return {}

    batches = Batches(forgetful, most=1)
    (task,) = await started(batches, ["1"])
    _, waiting = await asyncio.wait([task], timeout=5)
    assert not waiting
    assert isinstance(task.exception(), KeyError)
    await batches.aclose()
