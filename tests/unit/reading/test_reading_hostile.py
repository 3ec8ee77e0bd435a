"""Pages built to be slow: every reader takes time in proportion to the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from common.page import Page
from common.settings import ShopsSettings
from common.shops.registry import Shops
from tests.growth import assert_linear

SHOPS = Shops(ShopsSettings())
LD = '<script type="application/ld+json">'


def _pointing(n: int) -> list[dict[str, Any]]:
    """Groups that all have the same variants, which all have the same offers."""
    group = {"@type": "ProductGroup", "name": "Blue cup", "hasVariant": [{"@id": "#v"}] * 20}
    offer = {"@id": "#o", "@type": "Offer", "price": 1, "priceCurrency": "EUR"}
    return [*[group] * n, {"@id": "#v", "@type": "Product", "offers": [{"@id": "#o"}] * n}, offer]


HOSTILE: dict[str, tuple[int, Callable[[int], str]]] = {
    "braces": (100_000, lambda n: "<script>window.X=" + "{" * n),
    "nodes that point at each other": (400, lambda n: LD + json.dumps({"@graph": _pointing(n)}) + "</script>"),
    "deep json": (100_000, lambda n: LD + "[" * n),
    "open quotes": (100_000, lambda n: '<script>var a = {"' + '\\"' * n),
    "open comments": (100_000, lambda n: LD + "/* " * n),
    "open items": (20_000, lambda n: "<div itemscope itemprop=a>" * n),
    "assignments": (20_000, lambda n: "<script>" + "var a = {" * n),
    "commas": (100_000, lambda n: LD + "[" + "," * n),
    "signs": (20_000, lambda n: "<h1>a</h1>" + '<p class="price">$' * n),
    "a huge number": (100_000, lambda n: LD + '{"@type":"Product","offers":{"price":' + "9" * n + "}}"),
    "a huge exponent": (
        10_000_000,
        lambda n: LD + f'{{"@type":"Product","name":"x","offers":{{"price":1e{n},"priceCurrency":"USD"}}}}',
    ),
    "pictures named of little words": (
        2_000,
        lambda n: "<h1>Blue cup</h1>" + "".join(f"<a href=/{i}><img src=/{i}/{'it' * 19}q.gif></a>" for i in range(n)),
    ),
    "a list": (30_000, lambda n: "<h1>Blue cup</h1><ul>" + "<li class=a><a href=/x>y</a> $3</li>" * n),
    "buttons in a row": (
        20_000,
        lambda n: "<h1>Blue cup</h1>" + "<li class=a><a href=/b>b</a><button>Add to cart</button>$3</li>" * n,
    ),
    "a tag of many attributes": (
        100_000,
        lambda n: "<h1>Blue cup</h1><p " + " ".join(f"a{number}=1" for number in range(n)) + ">",
    ),
    "a tag of many attributes behind a quote": (
        100_000,
        lambda n: '<h1>Blue cup</h1><p "' + " ".join(f"a{number}" for number in range(n)) + '">x</p>',
    ),
    "tags of many attributes": (
        200,
        lambda n: "<h1>Blue cup</h1>" + ("<p " + " ".join(f"a{number}" for number in range(n * 10)) + ">x</p>") * 20,
    ),
    "labels deep inside items": (
        20_000,
        lambda n: "<div itemscope>" * (n // 100) + "<meta itemprop=price content=1>" * n,
    ),
    "a class of many letters": (400_000, lambda n: "<h1>Blue cup</h1><p class='" + "product-" * n + "'>$1</p>"),
    "a title of numbers": (100_000, lambda n: "<title>" + "500 " * n + "</title><p>x</p>"),
    "a label's title of blanks": (
        100_000,
        lambda n: "<meta property='og:title' content='Cups" + " " * n + "x'><h1>Blue cup</h1><b class=price>$3</b>",
    ),
    "calls": (
        20_000,
        lambda n: "<h1>Blue cup</h1><script>" + "dataLayer.push({'price':1,'ecommerce':{'detail':{'products':[" * n,
    ),
    "buttons for both": (
        4_000,
        lambda n: (
            "<h1>Blue cup</h1><p>$3</p><button>Add to cart</button>"
            + "<div><button>Add both to cart</button><b>$4</b></div>" * n
        ),
    ),
    "parts of a title": (
        4_000,
        lambda n: (
            f"<title>{' | '.join(f'Blue cup {number} with' for number in range(n // 20))}</title>"
            + "".join(f"<p>Blue cup {number} of oak</p>" for number in range(n))
        ),
    ),
    "years of rights": (
        22,
        lambda n: (
            "<title>Blue cup</title><h1>Blue cup</h1><b class=price>$3</b><button>Add to cart</button><p>© "
            + "2020 " * n
        ),
    ),
    "keywords of blanks": (
        8_000,
        lambda n: f"<meta name=keywords content='Cups{' ' * n}x'><h1>Blue cup</h1><b class=price>$3</b>",
    ),
    "a label's title of blanks, no heading": (
        8_000,
        lambda n: f"<meta property='og:title' content='Cups{' ' * n}x'><p>Blue cup</p><b class=price>$3</b>",
    ),
    "a label's title of blanks written twice": (
        8_000,
        lambda n: f"<meta property='og:title' content='Cups{'&amp;nbsp;' * n}x'><p>Blue cup</p><b class=price>$3</b>",
    ),
    "carts drawn in one form": (
        2_000,
        lambda n: "<h1>Blue cup</h1><b class=price>$3</b><form>" + "<input type=image src=cart.gif>" * n,
    ),
    "pieces of amounts behind empty elements": (
        8_000,
        lambda n: "<h1>Blue cup</h1><div>" + "<i></i>" * n + "<b>5</b><b>€</b>" * (n // 10),
    ),
    "bold words in one box": (
        6_000,
        lambda n: "<h1>Blue cup</h1><b class=price>$3</b><div>" + "<b>only</b> blue " * n,
    ),
    "states": (20_000, lambda n: "__ICE_APP_CONTEXT__" + 'var b = {"' * n),
}
"""Name → how often the hostile piece stands in the largest page, and the page with it so often."""


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("platform", ["shopee", "taobao", "other"])
def test_hostile_pages_take_linear_time(name: str, platform: str) -> None:
    size, html = HOSTILE[name]
    read = SHOPS.for_platform(platform).read

    def page(n: int) -> Page:
        return Page("https://item.taobao.com/item.htm?id=1", html(n).encode())

    assert_linear(lambda page: read(page, None), page, size)
