"""What a plain GET cannot read and a browser can: pages whose scripts bring the product; and walls."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.async_api import CDPSession

from common.errors import ErrorCode
from common.offer import Availability, FailureReason
from fleet.demo.server import Reply
from tests.integration.browser.pages import (
    OTHER,
    SHOPEE,
    SHOW_PRODUCT,
    TAOBAO,
    app,
    product_markup,
    shopee_item,
    taobao_detail,
)
from tests.servers.browser.shops import OneBrowser, answer, page
from worker.ways.browser.limits import PageLimits

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
BOARD = ("shop.pinewood.example", "/boards/oak-40")
MUG = ("shopee.tw", "/product/310001/9100001")
BAG = ("world.taobao.com", "/item/720000000004.htm")
PCDETAIL = ("h5api.m.taobao.com", "/h5/mtop.taobao.pcdetail.data.get/1.0/")


@pytest.mark.parametrize(
    "script",
    [
        "fetch('/stock.json').then((r) => r.json()).then(show)",
        "setTimeout(show, 900)",
        "document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(show))",
        "new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 300)']))).onmessage = show",
    ],
    ids=["after an answer", "after a while", "at the next frame", "from a worker"],
)
async def test_content_that_appears_late_is_waited_for(browser: OneBrowser, script: str) -> None:
    routes = {BOARD: page(app(SHOW_PRODUCT + script)), ("shop.pinewood.example", "/stock.json"): answer("{}")}
    shops = browser.serve(routes)
    offer = await shops.offer(OTHER)
    assert (offer.title, offer.price_minor, offer.currency) == ("Oak cutting board 40 cm", 5400, "EUR")
    assert offer.availability is Availability.IN_STOCK


async def test_what_appears_while_the_page_is_read_is_not_missed(browser: OneBrowser) -> None:
    script = SHOW_PRODUCT + "setTimeout(show, 800)"
    shops = browser.serve({BOARD: page(app(script))}, reading_takes_seconds=2.0)
    offer = await shops.offer(OTHER)
    assert offer.title == "Oak cutting board 40 cm"


@pytest.mark.parametrize(
    "path", ["/api/v4/item/get?itemid=9100001&shopid=310001", "/api/v4/pdp/get_pc?item_id=9100001&shop_id=310001"]
)
async def test_a_price_that_comes_by_json_is_read_in_shopees_scale(browser: OneBrowser, path: str) -> None:
    script = f"fetch('{path}').then((r) => r.json()).then((j) => {{ document.title = j.data.name; }})"
    routes = {MUG: page(app(script)), ("shopee.tw", path.partition("?")[0]): answer(shopee_item())}
    shops = browser.serve(routes)
    look = await shops.look(SHOPEE)
    offer = await shops.offer(SHOPEE)
    assert (offer.title, offer.price_minor, offer.currency) == ("松木馬克杯 350 ml", 42_000, "TWD")
    assert (offer.item_id, offer.stock) == ("9100001", 5)
    assert look.url == SHOPEE
    assert 0 < look.cost.wire_bytes < 100_000
    assert look.cost.requests >= 2


@pytest.mark.parametrize("jsonp", [False, True], ids=["by fetch", "by a callback"])
async def test_a_price_that_comes_by_mtop_is_read(browser: OneBrowser, jsonp: bool) -> None:
    address = f"https://{PCDETAIL[0]}{PCDETAIL[1]}?data=%7B%7D"
    if jsonp:
        script = (
            "function mtopjsonp1(j) { document.title = j.data.item.title; } "
            "const s = document.createElement('script'); "
            f"s.src = '{address}&callback=mtopjsonp1'; document.head.append(s);"
        )
        reply = answer(f"mtopjsonp1({taobao_detail()})", "application/javascript")
    else:
        script = f"fetch('{address}').then((r) => r.json()).then((j) => {{ document.title = j.data.item.title; }})"
        reply = answer(taobao_detail(), **{"Access-Control-Allow-Origin": "*"})
    shops = browser.serve({BAG: page(app(script)), PCDETAIL: reply})
    offer = await shops.offer(TAOBAO)
    assert (offer.title, offer.price_minor, offer.currency) == ("帆布手提袋 大号", 3990, "CNY")


async def test_an_answer_for_another_item_is_not_taken(browser: OneBrowser) -> None:
    script = "fetch('/api/v4/item/get?itemid=9100009&shopid=310001')"
    other = shopee_item().replace("9100001", "9100009")
    shops = browser.serve({MUG: page(app(script)), ("shopee.tw", "/api/v4/item/get"): answer(other)})
    failure = await shops.failure(SHOPEE)
    assert failure.reason in {FailureReason.WRONG_ITEM, FailureReason.EMPTY_SHELL}


async def test_a_huge_answer_is_left_out(browser: OneBrowser) -> None:
    routes = {
        MUG: page(app("fetch('/api/v4/item/get?itemid=9100001&shopid=310001').then((r) => r.text())")),
        ("shopee.tw", "/api/v4/item/get"): answer(shopee_item() + " " * 3_000_000),
    }
    shops = browser.serve(routes)
    failure = await shops.failure(SHOPEE)
    assert failure.reason is FailureReason.EMPTY_SHELL


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("location.replace('/buyer/login?next=' + encodeURIComponent(location.href))", FailureReason.LOGIN_WALL),
        ("location.replace('/verify/captcha?anti_bot=1')", FailureReason.CAPTCHA),
        ("fetch('/api/v4/item/get?itemid=9100001&shopid=310001')", FailureReason.BLOCKED),
    ],
    ids=["a login", "a captcha", "a block by JSON"],
)
async def test_a_wall_is_a_wall(browser: OneBrowser, script: str, reason: FailureReason) -> None:
    routes = {
        MUG: page(app(script)),
        ("shopee.tw", "/buyer/login"): page(app("", body="<form><input type=password></form>")),
        ("shopee.tw", "/verify/captcha"): page(app("", body="<p>Slide to verify</p>")),
        ("shopee.tw", "/api/v4/item/get"): answer('{"error": 90309999, "is_customized": false}'),
    }
    shops = browser.serve(routes)
    failure = await shops.failure(SHOPEE)
    assert failure.reason is reason
    assert failure.reason.error_code in {ErrorCode.AUTH_FAILED, ErrorCode.ACCESS_DENIED}


@pytest.mark.parametrize(
    ("status", "code"),
    [(429, ErrorCode.RATE_LIMITED), (403, ErrorCode.ACCESS_DENIED), (404, ErrorCode.CONTENT_NOT_FOUND)],
)
async def test_a_refusal_that_a_script_leads_to_is_one_whatever_its_page_shows(
    browser: OneBrowser, status: int, code: ErrorCode
) -> None:
    body = app(f"{SHOW_PRODUCT} show()").encode()
    routes = {
        BOARD: page(app("setTimeout(() => location.replace('/now'), 700)")),
        ("shop.pinewood.example", "/now"): lambda _: Reply(status, body, headers={"Retry-After": "400"}),
    }
    shops = browser.serve(routes)
    assert (await shops.error(OTHER)).code is code
    if status == 429:
        again = await shops.error(OTHER)
        assert "the next turn for pinewood.example" in again.detail
        assert shops.asked("shop.pinewood.example") == ["/boards/oak-40", "/now"]


@pytest.mark.parametrize("documents", [1, 3])
async def test_a_page_that_goes_elsewhere_as_it_is_read_is_read_there(
    browser: OneBrowser, monkeypatch: pytest.MonkeyPatch, documents: int
) -> None:
    known, left = CDPSession.send, [f"https://shop.pinewood.example/now?{number}" for number in range(documents)]

    async def send(session: CDPSession, method: str, params: Any = None) -> Any:
        is_read = method == "Runtime.evaluate" and not params["awaitPromise"]
        if is_read and left:
            await known(session, "Page.navigate", {"url": left.pop()})
        return await known(session, method, params)

    shows = app(f"{SHOW_PRODUCT} show()")
    shops = browser.serve({BOARD: page(app("")), ("shop.pinewood.example", "/now"): page(shows)})
    monkeypatch.setattr(CDPSession, "send", send)
    assert (await shops.offer(OTHER)).title == "Oak cutting board 40 cm"
    assert not left


async def test_a_script_of_another_shop_makes_no_other_product_of_the_page(browser: OneBrowser) -> None:
    body = app(SHOW_PRODUCT, head='<script src="https://tracker.example/of-our-other-shop.js"></script>').encode()
    shops = browser.serve({BOARD: lambda _: Reply(429, body)})
    shops.shops.add_domains(["tracker.example"])
    assert (await shops.error(OTHER)).code is ErrorCode.RATE_LIMITED
    assert shops.asked("tracker.example") == []


async def test_a_page_that_leads_to_another_shop_shows_another_product(browser: OneBrowser) -> None:
    away = Reply(302, headers={"Location": "https://tracker.example/boards/oak-40"})
    shops = browser.serve({BOARD: lambda _: away})
    shops.shops.add_domains(["tracker.example"])
    error = await shops.error(OTHER)
    assert (error.code, "led to tracker.example, another shop" in error.detail) == (ErrorCode.CONTENT_NOT_FOUND, True)
    assert shops.asked("tracker.example") == []


async def test_a_page_that_never_settles_is_read_all_the_same(browser: OneBrowser) -> None:
    script = f"{SHOW_PRODUCT} show(); setInterval(() => {{ document.body.append(document.createElement('i')); }}, 20);"
    limits = PageLimits(settle_seconds=2.0, quiet_seconds=0.3)
    shops = browser.serve({BOARD: page(app(script))}, limits=limits)
    began = time.monotonic()
    offer = await shops.offer(OTHER)
    took = time.monotonic() - began
    assert offer.price_minor == 5400
    assert took < 90


async def test_an_answer_that_never_ends_does_not_hold_the_page(browser: OneBrowser) -> None:
    script = SHOW_PRODUCT + "show(); fetch('/slow');"
    waiting: list[str] = []
    let_go = threading.Event()

    def slow(target: str) -> Reply:
        waiting.append(target)
        let_go.wait(300)
        return Reply(body=b"late")

    limits = PageLimits(settle_seconds=2.0, quiet_seconds=0.3)
    shops = browser.serve({BOARD: page(app(script)), (BOARD[0], "/slow"): slow}, limits=limits)
    async with asyncio.timeout(120):
        offer = await shops.offer(OTHER)
    let_go.set()
    assert offer.price_minor == 5400
    assert waiting


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (404, ErrorCode.CONTENT_NOT_FOUND),
        (403, ErrorCode.ACCESS_DENIED),
        (429, ErrorCode.RATE_LIMITED),
        (503, ErrorCode.NETWORK_ERROR),
    ],
)
async def test_a_status_means_what_it_means_by_plain_http(browser: OneBrowser, status: int, code: ErrorCode) -> None:
    def refuse(target: str) -> Reply:
        return Reply(status=status, body=product_markup().encode(), headers={"Retry-After": "7"})

    shops = browser.serve({BOARD: refuse})
    error = await shops.error(OTHER)
    assert error.code is code
    assert error.retry_after_seconds == (7 if code.retry else None)


async def test_nothing_is_kept_from_one_page_for_the_next(browser: OneBrowser) -> None:
    script = "document.title = document.cookie + localStorage.getItem('seen'); document.cookie = 'seen=1';"
    seen: list[str] = []

    def remembering(target: str) -> Reply:
        return Reply(body=app(f"{script} localStorage.setItem('seen', '1'); fetch('/told?' + document.title)").encode())

    def told(target: str) -> Reply:
        seen.append(target)
        return Reply(body=b"ok")

    shops = browser.serve({BOARD: remembering, (BOARD[0], "/told"): told})
    await shops.failure(OTHER)
    await shops.failure(OTHER)
    assert seen == ["/told?null", "/told?null"]


async def test_the_browser_says_who_it_is(browser: OneBrowser) -> None:
    said: list[str] = []

    def listen(target: str) -> Reply:
        said.append(target)
        return Reply(body=b"ok")

    script = "fetch('/agent?' + encodeURIComponent(JSON.stringify([navigator.userAgent, navigator.webdriver])))"
    shops = browser.serve({BOARD: page(app(script)), (BOARD[0], "/agent"): listen})
    await shops.failure(OTHER)
    agent, driven = json.loads(unquote(said[0].partition("?")[2]))
    assert agent.endswith(shops.settings.fetch.sent_user_agent)
    assert "Headless" in agent
    assert driven is True
