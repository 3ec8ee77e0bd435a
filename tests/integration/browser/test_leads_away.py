"""A page whose scripts lead away from its shop: it stays where it is, and what it was is told."""

from __future__ import annotations

import pytest

from common.errors import ErrorCode
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
