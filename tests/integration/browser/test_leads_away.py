"""A page whose scripts lead away from its shop: it stays where it is, and what it was is told."""

from __future__ import annotations

import time

import pytest

from common.errors import ErrorCode
from common.offer import FailureReason
from fleet.demo.server import Reply
from tests.integration.browser.pages import OTHER, SHOW_PRODUCT, app
from tests.servers.browser.shops import OneBrowser, page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

BOARD = ("shop.pinewood.example", "/boards/oak-40")
AWAY = "location.href = 'https://tracker.example/login';"


async def test_a_page_that_shows_its_product_and_then_leads_away_is_read(browser: OneBrowser) -> None:
    shops = browser.serve({BOARD: page(app(f"{SHOW_PRODUCT} show(); {AWAY}"))})
    assert (await shops.offer(OTHER)).price_minor == 5400
    assert shops.asked("tracker.example") == []


async def test_one_that_leads_to_another_shop_by_a_script_is_what_it_is_by_a_redirect(browser: OneBrowser) -> None:
    shops = browser.serve({BOARD: page(app(AWAY))})
    shops.shops.add_domains(["tracker.example"])
    error = await shops.error(OTHER)
    assert (error.code, "led to tracker.example, another shop" in error.detail) == (ErrorCode.CONTENT_NOT_FOUND, True)


async def test_one_that_leads_where_no_shop_is_says_where(browser: OneBrowser) -> None:
    shops = browser.serve({BOARD: page(app(AWAY))})
    error = await shops.error(OTHER)
    assert "tracker.example" in error.detail
    assert error.code not in {ErrorCode.PARSE_ERROR, ErrorCode.ACCESS_DENIED}


async def test_one_that_empties_itself_before_it_is_whole_is_an_empty_page_and_no_timeout(browser: OneBrowser) -> None:
    """The empty page brings no request of its own that tells of it."""

    def empties(target: str) -> Reply:
        time.sleep(0.5)  # the page is waited for by then
        return Reply(body=b"location.replace('about:blank')", content_type="application/javascript")

    body = "<!DOCTYPE html><body><script src=/empties.js></script><p>Oak cutting board</p></body>"
    shops = browser.serve({BOARD: page(body), ("shop.pinewood.example", "/empties.js"): empties})
    assert (await shops.failure(OTHER)).reason is FailureReason.EMPTY_SHELL
