"""Every way to print a price, and everything that shops print around it: read right alone, and never stored wrong
together."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.shop_page_forms import AROUND, CURRENCY, DRAWN, LINES, PRICE, PRICES, URL, page

SHOPS = Shops(ShopsSettings())
EVERY = 17
"""So many pairs are passed over for one that is read; prime to the number of what stands around."""


def stored(body: bytes) -> tuple[str, str] | None:
    """(price, currency), None when no price is stored"""
    answer: dict[str, Any] = read_saved(body, URL, SHOPS)
    if answer.get("verdict", {}).get("status") != "ok":
        return None
    return answer["offer"]["price"], answer["offer"]["currency"]


@pytest.mark.parametrize("line", LINES)
def test_a_price_in_words(line: str) -> None:
    assert stored(page(f"<p>{line}</p>")) == (PRICE, CURRENCY)


@pytest.mark.parametrize("html", DRAWN)
def test_a_price_in_elements(html: str) -> None:
    assert stored(page(html)) == (PRICE, CURRENCY)


@pytest.mark.parametrize("around", AROUND)
def test_a_price_beside_other_amounts(around: str) -> None:
    assert stored(page("<p>Price: £24.50</p>", around)) == (PRICE, CURRENCY)


@pytest.mark.unmeasured
def test_no_pair_is_stored_wrong_and_few_are_doubted() -> None:
    pairs = list(product(PRICES, AROUND))[::EVERY]
    found = {pair: stored(page(*pair)) for pair in pairs}
    assert [pair for pair, said in found.items() if said not in {None, (PRICE, CURRENCY)}] == []
    doubted = [pair for pair, said in found.items() if said is None]
    assert len(doubted) * 20 <= len(pairs), doubted


@pytest.mark.parametrize(
    ("price", "around"),
    [
        ("<p>£20.42 ex VAT £24.50 inc VAT</p>", "euro"),
        ("<p>Only £24.50</p>", "euro"),
        ("<p>Special offer: £24.50</p>", "usd approx"),
        ("<p>Price (GBP): 24.50</p>", "warranty"),
        ("<p>Only £24.50</p>", "accessory"),
        ("<p>£24<sup>50</sup></p>", "vat amt"),
    ],
)
def test_pairs_that_were_read_wrong(price: str, around: str) -> None:
    assert stored(page(price, around)) == (PRICE, CURRENCY)


@pytest.mark.parametrize("price", ["<span>£</span><span>24</span><span>.50</span>", "<p>Price: 24.50 pounds</p>"])
@pytest.mark.parametrize("around", AROUND)
def test_a_price_that_is_not_understood_lets_nothing_else_be_stored(price: str, around: str) -> None:
    assert stored(page(price, around)) in {None, (PRICE, CURRENCY)}
