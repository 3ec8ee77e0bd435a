"""Ways to print a price in some forty countries, and what shops there print around it: read right alone, and never
stored wrong together."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.shop_pages_abroad import CODE, COUNTRIES, Country

SHOPS = Shops(ShopsSettings())
EVERY = 37
"""So many pairs are passed over for one that is read."""


def stored(country: Country, price: str, around: str = "") -> list[str] | None:
    """[price, currency], None when no price is stored"""
    answer = read_saved(country.page(price, around), country.url, SHOPS)
    assert not answer["ok"] or answer["offer"]["title"] == country.name
    if answer.get("verdict", {}).get("status") != "ok":
        return None
    return [answer["offer"]["price"], answer["offer"]["currency"]]


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", COUNTRIES)
def test_every_price_alone_is_stored_right(name: str) -> None:
    country = COUNTRIES[name]
    found = {price: stored(country, price) for price in country.prices}
    assert {price: said for price, said in found.items() if said != country.want} == {}


@pytest.mark.parametrize("name", [name for name, country in COUNTRIES.items() if country.unread])
def test_a_price_that_is_not_read_yet_is_not_stored_wrong(name: str) -> None:
    country = COUNTRIES[name]
    found = {price: stored(country, price) for price in country.unread}
    assert {price: said for price, said in found.items() if said not in (None, country.want)} == {}


def offers(country: Country, pages: dict[str, bytes], field: str) -> dict[str, Any]:
    """What the offer of each page says in this field; None where no offer is read."""
    answers = {said: read_saved(page, country.url, SHOPS) for said, page in pages.items()}
    return {said: answer["offer"][field] if answer["ok"] else None for said, answer in answers.items()}


FURTHER = [name for name, country in COUNTRIES.items() if country.buttons]
"""The countries whose stock, codes and buttons are listed too."""


@pytest.mark.parametrize("name", FURTHER)
def test_stock_is_read_where_no_button_says_it(name: str) -> None:
    country, price = COUNTRIES[name], COUNTRIES[name].prices[0]
    lines = {"IN_STOCK": country.stock_in, "OUT_OF_STOCK": country.stock_out}
    for want, said in lines.items():
        pages = {line: country.page(price, f"<p>{line}</p>", button="") for line in said}
        assert {line: read for line, read in offers(country, pages, "availability").items() if read != want} == {}


@pytest.mark.parametrize("name", FURTHER)
def test_a_line_of_stock_above_the_price_is_no_label_of_it(name: str) -> None:
    country, price = COUNTRIES[name], COUNTRIES[name].prices[0]
    found = {line: stored(country, f"{line}</p><p>{price}") for line in country.stock_in}
    strange = {line: said for line, said in found.items() if said != country.want}
    assert strange.keys() <= STRANGE_ABOVE
    assert set(strange.values()) <= {None}


STRANGE_ABOVE = {"Ab Lager lieferbar"}
"""Lines that make the price below them doubtful: "ab" says that it is the lowest of several."""


@pytest.mark.parametrize("name", FURTHER)
def test_a_button_that_buys_says_that_it_is_in_stock(name: str) -> None:
    country = COUNTRIES[name]
    pages = {button: country.page(country.prices[0], button=button) for button in country.buttons}
    assert set(offers(country, pages, "availability").values()) == {"IN_STOCK"}


@pytest.mark.parametrize("name", FURTHER)
def test_the_code_behind_its_label_is_read(name: str) -> None:
    country = COUNTRIES[name]
    pages = {line: country.page(f"{line}</p><p>{country.prices[0]}") for line in country.codes}
    found = {
        line: offers(country, {line: page}, "sku")[line] or offers(country, {line: page}, "mpn")[line]
        for line, page in pages.items()
    }
    assert set(found.values()) == {CODE}, found


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", COUNTRIES)
def test_a_price_beside_other_amounts_is_stored_right(name: str) -> None:
    country = COUNTRIES[name]
    found = {around: stored(country, country.prices[0], around) for around in country.around}
    assert {around: said for around, said in found.items() if said != country.want} == {}


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", COUNTRIES)
def test_no_pair_is_stored_wrong_and_few_are_doubted(name: str) -> None:
    country = COUNTRIES[name]
    pairs = list(product(country.prices, country.around))[::EVERY]
    found = {pair: stored(country, *pair) for pair in pairs}
    assert [pair for pair, said in found.items() if said not in (None, country.want)] == []
    doubted = [pair for pair, said in found.items() if said is None]
    assert len(doubted) * 10 <= len(pairs), doubted
