"""A page whose shop nobody reaches: when it was asked for decides whether another shop's answer is newer."""

from __future__ import annotations

import asyncio
import time

import pytest

from common.errors import CrawlError, ErrorCode, PerhapsOurs, Unanswered
from tests.integration.browser.pages import OTHER, SHOPEE, SHOW_PRODUCT, app
from tests.servers.browser.shops import OneBrowser, page
from worker import metrics

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


def seconds_in_browser() -> float:
    (seconds,) = metrics.browser_page_seconds.collect()
    return sum(one.value for one in seconds.samples if one.name.endswith("_sum"))


async def test_a_page_began_when_its_browser_and_turn_were_there(
    browser: OneBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting for the page before it, it was not asked for yet: what answered meanwhile says nothing of the network."""
    shops = browser.serve({("shop.pinewood.example", "/boards/oak-40"): page(app(SHOW_PRODUCT + "show();"))})
    await shops.offer(OTHER)
    told: list[float] = []

    async def why_ours(error: PerhapsOurs, since: float) -> str | None:
        told.append(since)
        return "no route"

    class Nobody:
        async def checked(self, host: str, port: int) -> tuple[list[str], int]:
            raise Unanswered(ErrorCode.TIMEOUT, f"{host}: no answer in time", host=host)

    started = browser.browsers._started
    assert started is not None
    monkeypatch.setattr(started.proxy, "_addresses", Nobody())
    monkeypatch.setattr(shops.looker, "_why_ours", why_ours)
    before = seconds_in_browser()
    async with browser.browsers.for_one_page():
        looking = asyncio.create_task(shops.look(SHOPEE))
        await asyncio.sleep(2.0)
        let_go = time.monotonic()
    with pytest.raises(CrawlError) as failed:
        await looking
    assert failed.value.code is ErrorCode.NO_NETWORK
    assert told[0] >= let_go
    assert seconds_in_browser() - before <= time.monotonic() - let_go
