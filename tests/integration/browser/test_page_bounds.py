"""What one page may take: requests, bytes, time, memory, the shop's patience; and what it may do to whoever looks."""

from __future__ import annotations

import dataclasses
import itertools
import os
import tempfile
import time
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.offer import Offer
from fleet.demo.server import Reply
from tests.integration.browser.pages import OTHER, SHOW_PRODUCT, app
from tests.servers.browser.shops import QUICK, OneBrowser, answer, page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
SHOP = "shop.pinewood.example"
BOARD = (SHOP, "/boards/oak-40")
LINK = "const a = document.createElement('a'); a.href = '/file'; document.body.append(a);"


def kept_files(name: str) -> list[str]:
    """Files of this name in the folders of browsers, and where a browser keeps downloads by itself."""
    roots = [
        *Path(tempfile.gettempdir()).glob("crawlfleet-browser-*"),
        *Path(tempfile.gettempdir()).glob("playwright*"),
    ]
    walked = (files for root in (*roots, Path.home() / "Downloads") for _, _, files in os.walk(root))
    return [file for files in walked for file in files if file.startswith(name)]


@pytest.mark.unmeasured
async def test_of_fifteen_hundred_requests_three_hundred_leave(browser: OneBrowser) -> None:
    # The product shows once each has its answer or refusal, so that the look waits for them all. Of several
    # thousand at a time Chromium itself drops any (ERR_INSUFFICIENT_RESOURCES), also those that may leave.
    asked = "Promise.allSettled([...Array(1500).keys()].map((i) => fetch('/n?' + i)))"
    script = SHOW_PRODUCT + f"{asked}.then(show);"
    # A busy machine refuses slowly.
    patient = dataclasses.replace(QUICK, open_seconds=120.0, step_seconds=60.0, settle_seconds=120.0)
    shops = browser.serve({BOARD: page(app(script)), (SHOP, "/n"): answer("{}")}, limits=patient)
    look = await shops.look(OTHER)
    assert len(shops.asked(SHOP)) <= 300
    assert len(shops.asked(SHOP)) > 50
    assert look.cost.refused_requests > 1000
    assert isinstance(look.outcome, Offer)


async def test_bytes_end_at_the_limit(browser: OneBrowser) -> None:
    megabyte = os.urandom(1_000_000)
    # Only once it is open: a page that spends all before is given up, for its document may be cut as well.
    asked = "Promise.allSettled([...Array(20).keys()].map((i) => fetch('/big?' + i).then((r) => r.arrayBuffer())))"
    script = SHOW_PRODUCT + f"addEventListener('load', () => setTimeout(() => {asked}.then(show), 1500));"
    limits = dataclasses.replace(QUICK, wire_bytes=4_000_000)
    routes = {BOARD: page(app(script)), (SHOP, "/big"): answer(megabyte, "application/octet-stream")}
    shops = browser.serve(routes, limits=limits)
    look = await shops.look(OTHER)
    assert look.cost.wire_bytes < 4_000_000 + 2_200_000, "each of some connections may end one read of 64 kB later"
    assert look.cost.wire_bytes >= 4_000_000
    assert isinstance(look.outcome, Offer)


async def test_a_document_beyond_the_limit_is_given_up(browser: OneBrowser) -> None:
    shops = browser.serve(
        {BOARD: page(app("show()", body=f"<!--{os.urandom(2_000_000).hex()}-->"))},
        limits=dataclasses.replace(QUICK, wire_bytes=1_000_000),
    )
    error = await shops.error(OTHER)
    assert error.code in {ErrorCode.INVALID_RESPONSE, ErrorCode.NETWORK_ERROR}
    assert not error.code.retry or "bytes" in error.detail


async def test_a_page_that_grows_without_end_is_refused(browser: OneBrowser) -> None:
    script = "document.getElementById('main').textContent = 'x'.repeat(300000);"
    shops = browser.serve({BOARD: page(app(script))}, limits=dataclasses.replace(QUICK, dom_chars=200_000))
    error = await shops.error(OTHER)
    assert error.code is ErrorCode.PARSE_LIMIT
    assert "200000 characters" in error.detail


async def test_pictures_fonts_and_films_are_not_loaded(browser: OneBrowser) -> None:
    font = "@font-face { font-family: f; src: url(/f.woff2); }"
    head = f"<style>{font} body {{ font-family: f; background: url(/b.png); }}</style>"
    films = '<video src="/v.mp4" autoplay></video><audio src="/a.mp3" autoplay></audio>'
    body = f'<div id="main"></div><img src="/i.png">{films}'
    shops = browser.serve({BOARD: page(app(SHOW_PRODUCT + "show();", head=head, body=body))})
    look = await shops.look(OTHER)
    assert isinstance(look.outcome, Offer)
    assert shops.asked(SHOP) == ["/boards/oak-40"]
    assert look.cost.refused_requests >= 3


async def test_what_robots_txt_forbids_is_no_document_and_no_frame(browser: OneBrowser) -> None:
    robots = answer("User-agent: *\nDisallow: /private/\nDisallow: /boards/elm\n", "text/plain")
    frame = "document.body.append(Object.assign(document.createElement('iframe'), {src: '/private/frame'}));"
    elm = (SHOP, "/boards/elm-1")

    def moved(target: str) -> Reply:
        return Reply(status=301, headers={"Location": "/boards/elm-1"})

    shops = browser.serve({(SHOP, "/robots.txt"): robots, BOARD: page(app(SHOW_PRODUCT + frame + "show();"))})
    assert (await shops.offer(OTHER)).price_minor == 5400
    assert shops.asked(SHOP) == ["/boards/oak-40"]
    shops = browser.serve({(SHOP, "/robots.txt"): robots, elm: page("<h1>Elm</h1>"), BOARD: moved})
    assert (await shops.error(f"https://{SHOP}/boards/elm-1")).code is ErrorCode.ROBOTS_DISALLOWED
    assert shops.asked(SHOP) == []
    assert (await shops.error(OTHER)).code is ErrorCode.ROBOTS_DISALLOWED, "where a redirect leads counts too"
    assert shops.asked(SHOP) == ["/boards/oak-40"]


async def test_documents_and_frames_wait_for_their_turn(browser: OneBrowser) -> None:
    times: list[float] = []

    def timed(target: str) -> Reply:
        times.append(time.monotonic())
        frames = "".join(f"<iframe src='/frame?{one}'></iframe>" for one in range(2))
        return Reply(body=app(SHOW_PRODUCT + "show();", body=f'<div id="main"></div>{frames}').encode())

    def frame(target: str) -> Reply:
        times.append(time.monotonic())
        return Reply(body=b"<p>frame")

    shops = browser.serve({BOARD: timed, (SHOP, "/frame"): frame}, requests_per_second=0.5)
    await shops.look(OTHER)
    assert len(times) == 3
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert all(gap > 1.0 for gap in gaps), f"{gaps}, of turns 2 s apart"


async def test_too_many_documents_end_the_page(browser: OneBrowser) -> None:
    def again(target: str) -> Reply:
        number = int(target.partition("?")[2] or 0)
        return Reply(status=302, headers={"Location": f"/boards/oak-40?{number + 1}"})

    shops = browser.serve({BOARD: again})
    error = await shops.error(OTHER)
    assert error.code is ErrorCode.INVALID_RESPONSE
    assert len(shops.asked(SHOP)) <= QUICK.documents


@pytest.mark.parametrize(
    "script",
    [
        "for (let i = 0; i < 30; i++) { alert(i); confirm(i); prompt(i); }",
        "addEventListener('beforeunload', (e) => { e.preventDefault(); e.returnValue = 'stay'; });",
        "for (let i = 0; i < 20; i++) open('/popup?' + i);",
        f"{LINK} a.target = '_blank'; a.click();",
        "navigator.geolocation.getCurrentPosition(() => 0); Notification.requestPermission();"
        "navigator.mediaDevices.getUserMedia({audio: true}).catch(() => 0);",
        "navigator.serviceWorker.register('/sw.js').catch(() => 0);",
        "print(); document.documentElement.requestFullscreen().catch(() => 0);",
        "history.pushState(0, '', '/boards/other'); history.back();",
    ],
    ids=[
        "dialogs",
        "a dialog at the end",
        "popups",
        "a new tab",
        "permissions",
        "a service worker",
        "print",
        "history",
    ],
)
async def test_what_a_page_asks_of_a_person_does_not_hold_it(browser: OneBrowser, script: str) -> None:
    routes = {
        BOARD: page(app(SHOW_PRODUCT + script + ";show();")),
        (SHOP, "/popup"): page("<h1>popup</h1>"),
        (SHOP, "/file"): page("<h1>file</h1>"),
        (SHOP, "/sw.js"): answer("self.addEventListener('fetch', () => 0)", "text/javascript"),
    }
    shops = browser.serve(routes)
    offer = await shops.offer(OTHER)
    assert offer.price_minor == 5400
    assert "/sw.js" not in shops.asked(SHOP)
    assert not any(path.startswith("/popup") for path in shops.asked(SHOP))


async def test_a_download_is_cancelled_and_nothing_is_kept(browser: OneBrowser) -> None:
    def file(target: str) -> Reply:
        headers = {"Content-Disposition": "attachment; filename=price-list.bin"}
        return Reply(body=b"MZ" + bytes(10_000), content_type="application/octet-stream", headers=headers)

    shops = browser.serve(
        {BOARD: page(app(SHOW_PRODUCT + LINK + "a.download = 'x'; a.click(); show();")), (SHOP, "/file"): file}
    )
    assert (await shops.offer(OTHER)).price_minor == 5400
    shops = browser.serve({BOARD: file})
    error = await shops.error(OTHER)
    assert error.code is ErrorCode.INVALID_RESPONSE
    assert kept_files("price-list") == []


async def test_a_page_that_computes_for_ever_ends_in_time(browser: OneBrowser) -> None:
    limits = dataclasses.replace(QUICK, open_seconds=4.0, settle_seconds=2.0, step_seconds=3.0)
    shops = browser.serve({BOARD: page(app("setTimeout(() => { while (true) {} }, 100)"))}, limits=limits)
    began = time.monotonic()
    error = await shops.error(OTHER)
    assert error.code in {ErrorCode.TIMEOUT, ErrorCode.PARSE_LIMIT}
    assert time.monotonic() - began < 100
    shops = browser.serve({BOARD: page(app(SHOW_PRODUCT + "show();"))})
    assert (await shops.offer(OTHER)).price_minor == 5400, "the next page is read"
