"""Pages built to be slow: every reader takes time in proportion to the page."""

from __future__ import annotations

import time

import pytest

from common.page import Page
from common.settings import ShopsSettings
from common.shops.registry import Shops

N = 100_000
LD = '<script type="application/ld+json">'
HOSTILE = {
    "braces": "<script>window.X=" + "{" * N,
    "deep json": LD + "[" * N,
    "open quotes": '<script>var a = {"' + '\\"' * N,
    "open comments": LD + "/*" * N,
    "open items": "<div itemscope itemprop=a>" * 20_000,
    "assignments": "<script>" + "var a = {" * 20_000,
    "commas": LD + "[" + "," * N,
    "signs": "<h1>a</h1>" + '<p class="price">$' * 20_000,
    "a huge number": LD + '{"@type":"Product","offers":{"price":' + "9" * N + "}}",
    "a huge exponent": LD + '{"@type":"Product","name":"x","offers":{"price":1e999999999,"priceCurrency":"USD"}}',
    "a list of 30,000": "<h1>Blue cup</h1><ul>" + "<li class=a><a href=/x>y</a> $3</li>" * 30_000,
    "buttons in a row": "<h1>Blue cup</h1>"
    + "<li class=a><a href=/b>b</a><button>Add to cart</button>$3</li>" * 20_000,
    "a tag of 100,000 attributes": "<h1>Blue cup</h1><p " + " ".join(f"a{n}=1" for n in range(N)) + ">",
    "a class of 3,200,000 letters": "<h1>Blue cup</h1><p class='" + "product-" * 4 * N + "'>$1</p>",
    "a title of numbers": "<title>" + "500 " * N + "</title><p>x</p>",
    "calls": "<h1>Blue cup</h1><script>" + "dataLayer.push({'price':1,'ecommerce':{'detail':{'products':[" * 20_000,
    "states": "__ICE_APP_CONTEXT__" + 'var b = {"' * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("platform", ["shopee", "taobao", "other"])
def test_hostile_pages_take_linear_time(name: str, platform: str) -> None:
    shops = Shops(ShopsSettings())
    started = time.process_time()
    page = Page("https://item.taobao.com/item.htm?id=1", HOSTILE[name].encode())
    shops.for_platform(platform).read(page, None)
    assert time.process_time() - started < 2
