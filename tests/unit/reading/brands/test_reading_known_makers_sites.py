"""The own sites of makers that people know, and known names in capitals amid a product's name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

PUMP = "Submersible pump ORION Vig 600"


def brand(
    body: str = "", *, name: str = "Cordless drill", title: str = "", url: str = "https://shop.example/p/1"
) -> Any:
    return (
        read_page(
            f"<h1>{name}</h1><p class='price'>£12.50</p><p>SKU: C-100</p><button>Add to cart</button>{body}",
            url=url,
            title=title or name,
            lang="en-GB",
        ).get("offer")
        or {}
    ).get("brand")


@pytest.mark.parametrize(
    ("host", "said", "found"),
    [
        ("makita.example", "Makita", "Makita"),
        ("makitausa.example", "Makita USA", "Makita"),
        ("makita-store.example", "Makita Store", "Makita"),
        ("tool-shop.example", "Makita and others", None),
        ("makitafixers.example", "We mend Makita", None),
    ],
)
def test_the_makers_own_site(host: str, said: str, found: str | None) -> None:
    url = f"https://www.{host}/p/1"
    assert brand(title=f"Cordless drill | {said}", url=url) == found
    assert brand(f"<footer><p>© 2030 {said}</p></footer>", url=url) == found


def test_there_a_designer_or_a_line_of_goods_is_no_brand() -> None:
    designer, site = "<p>Designer: Vorra Lind</p>", "https://www.makita.example/p/1"
    assert brand(designer, title="Cordless drill | Makita", url=site) == "Makita"
    assert brand("<p>Manufacturer: Metabo</p>", title="Cordless drill | Makita", url=site) == "Metabo"
    assert brand(designer, title="Cordless drill | Tools") == "Vorra Lind"


@pytest.mark.parametrize(
    ("name", "other", "found"),
    [
        (PUMP, "ORION Drain 200", "ORION"),
        (PUMP, "Orion Drain 200", None),
        (PUMP, "ORION Vig 300", None),
        (PUMP.upper(), "ORION Drain 200", None),
        ("Float switch for ORION pumps", "ORION Drain 200", None),
    ],
)
def test_a_word_in_capitals_that_is_a_known_name_when_another_product_bears_it(
    name: str, other: str, found: str | None
) -> None:
    assert brand(f"<section><a href='/p/2'>{other}</a></section>", name=name) == found
