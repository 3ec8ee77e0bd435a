"""Ways to print a price in fourteen countries, and what shops there print around it: read right alone, and never stored
wrong together."""

from __future__ import annotations

from itertools import product

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.shop_pages_abroad import COUNTRIES, Country

SHOPS = Shops(ShopsSettings())
EVERY = 19
"""So many pairs are passed over for one that is read."""


def stored(country: Country, price: str, around: str = "") -> list[str] | None:
    """[price, currency], None when no price is stored"""
    answer = read_saved(country.page(price, around), country.url, SHOPS)
    if answer.get("verdict", {}).get("status") != "ok":
        return None
    return [answer["offer"]["price"], answer["offer"]["currency"]]


@pytest.mark.parametrize("name", COUNTRIES)
def test_every_price_alone_is_stored_right(name: str) -> None:
    country = COUNTRIES[name]
    found = {price: stored(country, price) for price in country.prices}
    assert {price: said for price, said in found.items() if said != country.want} == {}


@pytest.mark.parametrize("name", COUNTRIES)
def test_a_price_beside_other_amounts_is_stored_right(name: str) -> None:
    country = COUNTRIES[name]
    found = {around: stored(country, country.prices[0], around) for around in country.around}
    assert {around: said for around, said in found.items() if said != country.want} == {}


@pytest.mark.parametrize("name", COUNTRIES)
def test_no_pair_is_stored_wrong_and_few_are_doubted(name: str) -> None:
    country = COUNTRIES[name]
    pairs = list(product(country.prices, country.around))[::EVERY]
    found = {pair: stored(country, *pair) for pair in pairs}
    assert [pair for pair, said in found.items() if said not in (None, country.want)] == []
    doubted = [pair for pair, said in found.items() if said is None]
    assert len(doubted) * 10 <= len(pairs), doubted
