"""Dinars have three digits behind their mark, and each rule that compares two amounts must read both so."""

from __future__ import annotations

import json
from typing import Any

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://pinehouse.com.kw/p/tin-cup"


def read(body: str, *, declared: str | None = None, title: str = "Tin cup blue") -> dict[str, Any]:
    offer = {"@type": "Offer", "price": declared, "priceCurrency": "KWD", "availability": "InStock"}
    node = {"@type": "Product", "name": "Tin cup blue", "offers": offer}
    script = f"<script type='application/ld+json'>{json.dumps(node)}</script>" if declared else ""
    html = (
        f"<html lang='en'><head><title>{title}</title>{script}</head>"
        f"<body><h1>Tin cup blue</h1>{body}<button>Add to cart</button></body></html>"
    )
    return read_saved(html.encode(), URL, SHOPS)


def test_words_behind_an_amount_that_is_seen_alone_are_looked_at() -> None:
    answer = read("<p class='price'>KD 12.500 optional assembly</p>")
    assert (answer["offer"]["price_minor"], answer["verdict"]["reason"]) == (12_500, "UNCONFIRMED_PRICE")
    assert read("<p class='price'>KD 12.500 incl. VAT</p>")["verdict"]["status"] == "ok"


def test_what_comes_off_is_less_than_the_price() -> None:
    answer = read("<p class='price'>KD 99.500</p><p>After KD 20.500 trade-in</p><p>In blue.</p>", declared="99.5")
    assert answer["verdict"]["reason"] == "UNCONFIRMED_PRICE"


def test_an_amount_that_the_title_names_speaks_for_the_price() -> None:
    body = "<p class='price'>KD 12.500</p>"
    plain, named = (read(body, title=f"Tin cup blue{more}")["offer"] for more in ("", " | KD 12.500"))
    assert named["price_strength"] == plain["price_strength"] + 1
