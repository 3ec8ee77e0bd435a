"""Ways to print a price in five countries, and what shops there print around it: read right alone, and never stored
wrong together."""

from __future__ import annotations

from itertools import product

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.shop_pages_abroad import COUNTRIES, Country

SHOPS = Shops(ShopsSettings())
EVERY = 13
"""So many pairs are passed over for one that is read."""


def stored(country: Country, price: str, around: str = "") -> list[str] | None:
    """[price, currency], None when no price is stored"""
    answer = read_saved(country.page(price, around), country.url, SHOPS)
    if answer.get("verdict", {}).get("status") != "ok":
        return None
    return [answer["offer"]["price"], answer["offer"]["currency"]]


@pytest.mark.parametrize(("name", "price"), [(name, one) for name, row in COUNTRIES.items() for one in row.prices])
def test_a_price_alone(name: str, price: str) -> None:
    assert stored(COUNTRIES[name], price) == COUNTRIES[name].want


@pytest.mark.parametrize(("name", "around"), [(name, one) for name, row in COUNTRIES.items() for one in row.around])
def test_a_price_beside_other_amounts(name: str, around: str) -> None:
    assert stored(COUNTRIES[name], COUNTRIES[name].prices[0], around) == COUNTRIES[name].want


@pytest.mark.parametrize("name", COUNTRIES)
def test_no_pair_is_stored_wrong_and_few_are_doubted(name: str) -> None:
    country = COUNTRIES[name]
    pairs = list(product(country.prices, country.around))[::EVERY]
    found = {pair: stored(country, *pair) for pair in pairs}
    assert [pair for pair, said in found.items() if said not in (None, country.want)] == []
    doubted = [pair for pair, said in found.items() if said is None]
    assert len(doubted) * 10 <= len(pairs), doubted
