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


CANDLE, OVRA = "Blue soy candle 150 g", "https://www.ovra.example/p/1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("OVRA candles are poured by hand in our small workshop near the sea.", "OVRA"),
        ("Each candle of OVRA is handmade in our own studio.", "OVRA"),
        ("OVRA candles are checked in our workshop.", None),
        ("This candle is handmade in our workshop.", None),  # a maker's words that a shop repeats
        ("OVRA sends it for nothing. Handmade in our workshop in Norwood.", None),
        ("Handmade in our workshop, says Tarn of NOVRA.", None),
    ],
)
def test_a_sentence_that_tells_of_the_shop_and_its_own_workshop(text: str, found: str | None) -> None:
    assert brand(f"<p>{text}</p>", name=CANDLE, title=f"{CANDLE} - OVRA", url=OVRA) == found
    assert brand(f"<p>{text}</p>", name=CANDLE, title=f"{CANDLE} - OVRA", url="https://www.cups.example/p/1") is None


def test_a_brand_that_is_stated_goes_before_the_shop_that_makes_things() -> None:
    text = "<p>OVRA candles are poured in our workshop.</p>"
    assert brand(f"<p>Brand: Tarnwick</p>{text}", name=CANDLE, title=f"{CANDLE} - OVRA", url=OVRA) == "Tarnwick"


@pytest.mark.parametrize(
    ("below", "found"),
    [
        ("<p class='kind'>Ovracentre</p>", "Ovracentre"),
        ("<p><a href='/'>Ovracentre</a></p>", None),
        ("<p>Sold by</p><p>Ovracentre</p>", None),
        ("<p>by Ovracentre shops</p>", None),
        ("<p>Tarncentre</p>", None),
    ],
)
def test_the_shops_name_right_below_the_products(below: str, found: str | None) -> None:
    page = read_page(
        f"<div><h1>Grey yarn 100 g</h1>{below}<p class='price'>£12.50</p><button>Add to cart</button></div>",
        url="https://ovracentre.example/p/1",
        title="Grey yarn 100 g | Ovracentre Norwood",
        lang="en-GB",
    )
    assert (page.get("offer") or {}).get("brand") == found


@pytest.mark.parametrize(
    ("name", "more", "found"),
    [
        ("Wall bars 4in1 OakPullUp P3041", "", "OakPullUp"),
        ("Cover for OakPullUp P3041", "", None),
        ("Wall bars 4in1 OakPullUp P3041", "<p>An oakpullup is a bar of oak.</p>", None),
        ("Wall bars 4in1 OakPullUp by Makita", "", "Makita"),
        ("Wall bars 4in1 Oakpullup P3041", "", None),
        ("Wall bars 4in1 OakPullDown P3041", "", None),
    ],
)
def test_the_sites_name_in_a_spelling_of_its_own_inside_the_products(name: str, more: str, found: str | None) -> None:
    assert brand(more, name=name, url="https://oakpullup.example/p/1") == found
