"""A crawl that may take a short while only does not spend it, and its attempt, on waiting for a turn."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from common.errors import CrawlError, ErrorCode
from common.net.client import HttpClient
from common.parsing.task import Parser
from common.settings import Settings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.work import WorkSettings
from fleet.run.parts import polite_client

PAGE = "https://shopee.tw/product/1/2"
NOBODY = cast("HttpClient", None)
NO_PARSER = cast("Parser", None)


async def waits_for_its_turn(*, told_seconds: int, crawl_seconds: float) -> bool:
    """Whether a crawl waits when the shop has said 503 and that it be left alone for so long."""
    fetch = FetchSettings(robots=False, requests_per_second=1000)
    settings = Settings(fetch=fetch, work=WorkSettings(crawl_timeout_seconds=crawl_seconds))
    client = polite_client(settings, NOBODY, NO_PARSER)
    client.answered(PAGE, 503, str(told_seconds))
    try:
        await asyncio.wait_for(client.turn(PAGE, allow_host=lambda _: True), 0.1)
    except TimeoutError:
        return True
    except CrawlError as error:
        assert error.code is ErrorCode.NO_TURN
        return False
    return pytest.fail("it was not left alone")


@pytest.mark.parametrize(
    ("told_seconds", "crawl_seconds", "waits"), [(9, 30, True), (12, 30, False), (50, 300, True), (70, 300, False)]
)
async def test_a_turn_is_waited_for_within_a_third_of_a_crawl(
    told_seconds: int, crawl_seconds: float, waits: bool
) -> None:
    assert await waits_for_its_turn(told_seconds=told_seconds, crawl_seconds=crawl_seconds) is waits
