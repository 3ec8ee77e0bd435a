"""A page that tries to reach the home of whoever looks at it, by whatever a browser offers: nothing arrives."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from common.errors import ErrorCode
from common.offer import Offer
from fleet.demo.server import Reply
from tests.integration.browser.pages import OTHER, SHOW_PRODUCT, app
from tests.servers.browser.listeners import HOME, Home, home
from tests.servers.browser.shops import QUICK, OneBrowser, answer, one_browser, page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
BRIEF = dataclasses.replace(QUICK, settle_seconds=3.0)
"""What is refused is tried again and again by some of a browser's parts: such a page never settles."""
SHOP = "shop.pinewood.example"
BOARD = (SHOP, "/boards/oak-40")
ROUTER = "api.pinewood.example"
"""The shop's own name, and its owner lets it lead into the visitor's home (DNS rebinding)."""


@pytest.fixture(scope="module")
def at_home() -> Iterator[Home]:
    with home() as found:
        yield found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(at_home: Home) -> AsyncIterator[OneBrowser]:
    rules = [f"{ROUTER}:{port}:{HOME[0]}:{at_home.port}" for port in (80, 443)]
    async with one_browser(rules=rules) as found:
        yield found


@pytest.fixture(autouse=True)
def the_listeners_hear(at_home: Home) -> Iterator[None]:
    """Nothing came, and something would have been heard."""
    at_home.heard()
    yield
    assert at_home.heard() == []


def everything(where: str, port: int, scheme: str) -> str:
    """Each way by which a page can cause a connection, one after the other; none of them ends the others.

    `scheme`: the page's own, or the browser itself would refuse most of it as mixed content.
    """
    at = f"{where}:{port}" if port else where
    tries = [
        f"fetch('{scheme}://{at}/fetch', {{mode: 'no-cors'}})",
        f"fetch('{scheme}://{at}/post', {{mode: 'no-cors', method: 'POST', body: 'x'.repeat(9999)}})",
        f"new WebSocket('ws://{at}/ws')",
        f"new WebSocket('wss://{at}/wss')",
        f"new EventSource('{scheme}://{at}/events')",
        f"navigator.sendBeacon('{scheme}://{at}/beacon', 'x')",
        f"new Image().src = '{scheme}://{at}/image.png'",
        f"new Worker(URL.createObjectURL(new Blob([\"fetch('{scheme}://{at}/worker', {{mode: 'no-cors'}})\"])))",
        f"new WebTransport('https://{at}/transport')",
        f"window.open('{scheme}://{at}/popup')",
        f"document.body.append(Object.assign(document.createElement('iframe'), {{src: '{scheme}://{at}/frame'}}))",
        f"document.body.append(Object.assign(document.createElement('script'), {{src: '{scheme}://{at}/script.js'}}))",
        f"document.body.append(Object.assign(document.createElement('object'), {{data: '{scheme}://{at}/object'}}))",
        f"document.body.append(Object.assign(document.createElement('video'), {{src: '{scheme}://{at}/video'}}))",
        *(
            f"document.head.append(Object.assign(document.createElement('link'), {{rel: '{rel}', href: '{scheme}://{at}/'}}))"
            for rel in ("dns-prefetch", "preconnect", "prefetch", "preload", "prerender", "stylesheet", "manifest")
        ),
        "document.head.append(Object.assign(document.createElement('script'), {type: 'speculationrules', textContent: "
        f"JSON.stringify({{prerender: [{{urls: ['{scheme}://{at}/speculation']}}]}})}}))",
        f"new FontFace('f', 'url({scheme}://{at}/font.woff)').load()",
        "navigator.serviceWorker.register('/sw.js')",
        f"new Notification('x', {{icon: '{scheme}://{at}/icon.png'}})",
    ]
    return "\n".join(f"try {{ Promise.resolve({one}).catch(() => 0) }} catch (e) {{ }}" for one in tries)


def by_webrtc(where: str, port: int) -> str:
    """STUN and TURN, over UDP and TCP, and a peer at that address."""
    return f"""
    try {{
      const p = new RTCPeerConnection({{iceServers: [
        {{urls: 'stun:{where}:{port}'}},
        {{urls: ['turn:{where}:{port}?transport=udp', 'turn:{where}:{port}?transport=tcp', 'turns:{where}:{port}'],
          username: 'u', credential: 'c'}},
      ]}});
      p.createDataChannel('x');
      p.createOffer().then((offer) => p.setLocalDescription(offer)).catch(() => 0);
      const q = new RTCPeerConnection();
      q.createDataChannel('y');
      q.createOffer().then(async (offer) => {{
        await q.setLocalDescription(offer);
        const answer = offer.sdp.replace('a=setup:actpass', 'a=setup:active');
        await q.setRemoteDescription({{type: 'answer', sdp: answer}});
        const candidate = 'candidate:1 1 udp 2113937151 {where} {port} typ host';
        await q.addIceCandidate({{candidate, sdpMLineIndex: 0}});
      }}).catch(() => 0);
    }} catch (e) {{ }}
    """


@pytest.mark.parametrize(
    ("scheme", "where"),
    [
        ("https", HOME[0]),
        ("https", "localhost"),
        *(("http", where) for where in (*HOME, "localhost", "0x7f.2", "[::ffff:127.0.0.2]", "router.local")),
    ],
)
async def test_no_way_of_a_page_leads_home(browser: OneBrowser, at_home: Home, where: str, scheme: str) -> None:
    tries = everything(where, at_home.port, scheme) + by_webrtc(where.strip("[]"), at_home.port)
    shops = browser.serve({BOARD: page(app(SHOW_PRODUCT + tries + "; show();"))}, limits=BRIEF)
    look = await shops.look(f"{scheme}://{SHOP}{BOARD[1]}")
    assert isinstance(look.outcome, Offer), "the page itself is read all the same"
    assert look.outcome.price_minor == 5400
    assert look.cost.refused_requests >= 12, "the page tried"


async def test_a_shops_own_name_does_not_lead_home_either(browser: OneBrowser, at_home: Home) -> None:
    tries = everything(ROUTER, 0, "https") + everything(ROUTER, at_home.port, "https")
    shops = browser.serve({BOARD: page(app(SHOW_PRODUCT + tries + "; show();"))}, limits=BRIEF)
    assert (await shops.offer(OTHER)).price_minor == 5400


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("of", ["document", "frame", "answer", "script"])
async def test_no_redirect_leads_home(browser: OneBrowser, at_home: Home, of: str, scheme: str) -> None:
    target = f"{scheme}://{HOME[0]}:{at_home.port}/admin"

    def away(_: str) -> Reply:
        return Reply(status=302, headers={"Location": target, "Access-Control-Allow-Origin": "*"})

    if of == "document":
        shops = browser.serve({BOARD: away})
        error = await shops.error(OTHER)
        assert error.code is ErrorCode.ADDRESS_REFUSED
        return
    tries = {
        "frame": "document.body.append(Object.assign(document.createElement('iframe'), {src: '/away'}))",
        "answer": "fetch('/away').catch(() => 0)",
        "script": "document.body.append(Object.assign(document.createElement('script'), {src: '/away'}))",
    }
    shops = browser.serve({BOARD: page(app(SHOW_PRODUCT + tries[of] + "; show();")), (SHOP, "/away"): away})
    assert (await shops.offer(OTHER)).price_minor == 5400
    assert "/away" in shops.asked(SHOP)


async def test_a_page_that_goes_home_by_itself_stays_where_it_is(browser: OneBrowser, at_home: Home) -> None:
    script = f"{SHOW_PRODUCT} show(); location.href = 'http://{HOME[0]}:{at_home.port}/admin';"
    shops = browser.serve({BOARD: page(app(script))})
    await shops.look(OTHER)


async def test_a_form_that_is_sent_home_does_not_arrive(browser: OneBrowser, at_home: Home) -> None:
    form = (
        f'<form id="f" method="post" action="http://{HOME[1]}:{at_home.port}/set"><input name="dns" value="1"></form>'
    )
    script = SHOW_PRODUCT + "show(); document.getElementById('f').submit();"
    shops = browser.serve({BOARD: page(app(script, body='<div id="main"></div>' + form))})
    await shops.look(OTHER)


async def test_hosts_that_no_shop_named_are_not_asked(browser: OneBrowser) -> None:
    script = SHOW_PRODUCT + everything("tracker.example", 0, "https") + "; show();"
    routes = {BOARD: page(app(script)), ("tracker.example", "/script.js"): answer("1", "text/javascript")}
    shops = browser.serve(routes)
    look = await shops.look(OTHER)
    assert shops.asked("tracker.example") == []
    assert look.cost.refused_requests >= 12
