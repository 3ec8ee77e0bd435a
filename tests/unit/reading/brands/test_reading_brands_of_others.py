"""Names on a page that are not the product's brand: of what it is made for, of what comes with it, of the shop that
only sells it, of a firm that nobody calls the goods by, of a country, of a person who drew it.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

SITE = "<meta property='og:site_name' content='Pine House'>"


def brand(name: str, body: str = "", *, title: str | None = None, head: str = "") -> Any:
    return read_page(
        f"<main><h1>{name}</h1><p class=price>129,00 €</p><button>Add to cart</button>{body}</main>",
        url="https://www.pinehouse.example/p/300",
        title=f"{name} | Pine House" if title is None else title,
        head=head,
    )["offer"]["brand"]


MADE_FOR = (
    *("Bosch compatible battery 18 V", "Bosch-kompatibler Akku 18 V", "Nespresso®* compatible capsules"),
    *("Makita kompatybilny akumulator 18V", "Bosch совместимый аккумулятор 18V", "Makita互換バッテリー18V"),
    *("Bosch uyumlu akü 18V", "Bosch kompatibilní baterie 18V", "Dyson用フィルター", "Bosch兼容电池18V"),
)


@pytest.mark.parametrize("name", MADE_FOR)
def test_what_it_is_made_for(name: str) -> None:
    assert brand(name) is None


WITH = (
    "Makita drill with Bosch bits",
    "Makita Bohrer mit Bosch Bits",
    "Makita DHP484 + Bosch bits",
    "Makita avec Bosch",
)


@pytest.mark.parametrize("name", WITH)
def test_what_comes_with_it(name: str) -> None:
    assert brand(name) == "Makita"


def test_the_shop_yields_to_the_maker_before_the_name_in_the_title() -> None:
    assert brand("Pine House drill 500", title="Makita drill 500 | Pine House", head=SITE) == "Makita"
    assert brand("Pine House drill 500 by Vorrax", title="Vorrax drill 500 | Pine House", head=SITE) == "Vorrax"


@pytest.mark.parametrize("title", ["Drill 500 | Pine House", "Case for Makita drill 500", "Vorrax drill 500"])
def test_the_shop_that_makes_what_it_sells(title: str) -> None:
    assert brand("Pine House drill 500", title=title, head=SITE) == "Pine House"


def test_the_shop_whose_goods_are_for_those_of_a_maker() -> None:
    assert brand("Pine House sleeve for Apple iPad", title="Apple iPad sleeve | Pine House", head=SITE) == "Pine House"


def test_a_firm_yields_to_the_known_name_at_the_beginning() -> None:
    made = "<table><tr><th>Manufacturer</th><td>Grünwald Hausgeräte GmbH</td></tr></table>"
    assert brand("Bosch MUM5 mixer", made) == "Bosch"
    assert brand("Mixer MUM5", made) == "Grünwald Hausgeräte GmbH"
    assert brand("Bosch oven", "<p>Manufacturer: Robert Bosch GmbH</p>") == "Bosch"
    assert brand("Bosch compatible mixer", made) == "Grünwald Hausgeräte GmbH"
    assert brand("Lego lamp", "<p>Manufacturer: Mattel Inc.</p>") == "Mattel Inc."


COUNTRIES = (
    *("China", "P.R. China", "Italy", "Deutschland", "España", "France", "Polska", "Česko", "Magyarország", "日本"),
    *("한국", "Việt Nam", "Türkiye", "Україна", "România", "Ελλάδα", "Sverige", "Suomi", "中国", "中國", "Россия"),
)


@pytest.mark.parametrize("country", COUNTRIES)
def test_a_country(country: str) -> None:
    assert brand("Blue cup 300", f"<p>Manufacturer: {country}</p>") is None
    assert brand("Blue cup 300", f"<p>Manufacturer: {country} Vorrax</p>") == f"{country} Vorrax"


def test_who_drew_it() -> None:
    drawn = "<p>Designer: Vera Vorrax</p>"
    assert brand("Blue cup 300", drawn) == "Vera Vorrax"
    assert brand("Makita cup 300", drawn) == "Makita"
    assert brand("Silk scarf", "<p>Designer: Gucci</p>") == "Gucci"


def test_where_to_look_for_it() -> None:
    assert brand("Blue cup 300", "<p>Manufacturer: see packaging</p>") is None
    assert brand("Blue cup 300", "<p>Brand: Vorrax / Model: T60</p>") == "Vorrax"


def test_an_entry_of_a_block_of_makers_is_none() -> None:
    links = "".join(
        f"<li><a href='/{n}_{name.lower()}'>{name}</a></li>" for n, name in enumerate(("Dellinger", "Victorinox"))
    )
    page = (
        f"<div id='manufacturers_block_left' class='block'><p>Manufacturers</p><ul>{links}</ul></div>"
        "<main><h1>Kitchen knife 21 cm</h1><p class=price>129,00 €</p><button>Add to cart</button></main>"
    )
    url, title = "https://www.pinehouse.example/p/300", "Kitchen knife 21 cm | Pine House"
    assert read_page(page, url=url, title=title)["offer"]["brand"] is None
    made = page.replace("</h1>", "</h1><p>Manufacturer: <a href='/9_mikov'>Mikov</a></p>")
    assert read_page(made, url=url, title=title)["offer"]["brand"] == "Mikov"
