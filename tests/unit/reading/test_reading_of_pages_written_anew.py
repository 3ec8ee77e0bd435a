"""A page that is written otherwise and says the same to its readers is read the same."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.labelled.rewriting import REWRITINGS, Rewriting, rewritten
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://www.pine-house.co.uk/p/blue-tin-cup"
FIELDS = ("title", "price", "currency", "list_price", "availability", "brand", "sku")

TOP = "<header><a href='/'>Pine House</a><nav><a href='/cups'>Cups</a><a href='/pans'>Pans</a></nav></header>"
SHELF = "".join(
    f"<li><a href='/p/{name}'>{name} cup</a> <span class=price>£{price}</span></li>"
    for name, price in (("red", "9.50"), ("green", "8.25"), ("tall", "14.00"))
)
BOTTOM = (
    f"<section class='related'><h2>You may also like</h2><ul>{SHELF}</ul></section><footer>Pine House, Leeds</footer>"
)
BUY = "<button>Add to basket</button>"
PAGES = {
    "price in an element of its name": "<p class=price>£12.50</p><p>In stock</p>",
    "reduced": "<p>Was <s>£19.00</s></p><p>Now <strong>£12.50</strong></p><p>In stock</p>",
    "with tax and without": "<p class=net>£10.42 ex. VAT</p><p>£12.50 inc. VAT</p><p>In stock</p>",
    "by pieces": "<p class=price>from £10.90</p><table><tr><td>1 - 4</td><td>£12.50</td></tr>"
    "<tr><td>5 - 9</td><td>£11.50</td></tr><tr><td>10+</td><td>£10.90</td></tr></table><p>In stock</p>",
    "in instalments": "<div>£12.50</div><div>or 4 payments of £3.13</div><p>Availability: in stock</p>",
    "sold out": "<p class=price>£12.50</p><p>Sold out</p>",
}
DETAILS = "<table><tr><td>SKU</td><td>CUP-100</td></tr><tr><td>Brand</td><td>Vorra</td></tr></table>"


def page(said: str) -> str:
    title = "<title>Blue tin cup | Pine House</title>"
    button = "" if "Sold out" in said else BUY
    body = f"{TOP}<main><h1>Blue tin cup</h1>{said}{button}{DETAILS}<p>{'It holds tea well. ' * 20}</p></main>{BOTTOM}"
    return f"<html lang='en-GB'><head><meta charset='utf-8'>{title}</head><body>{body}</body></html>"


def read(html: bytes) -> dict[str, Any]:
    answer = read_saved(html, URL, SHOPS)
    offer = answer.get("offer") or {}
    return {"reason": answer.get("reason"), "verdict": answer.get("verdict")} | {
        name: offer.get(name) for name in FIELDS
    }


@pytest.mark.parametrize("how", REWRITINGS, ids=lambda how: how.__name__)
@pytest.mark.parametrize("said", PAGES)
def test_a_page_written_anew_is_read_the_same(said: str, how: Rewriting) -> None:
    html = page(PAGES[said])
    assert read(rewritten(html, how)) == read(html.encode())


@pytest.mark.parametrize("said", PAGES)
def test_these_pages_are_read_rightly(said: str) -> None:
    answer = read(page(PAGES[said]).encode())
    assert (answer["price"], answer["verdict"]["status"]) == ("12.50", "ok"), answer
