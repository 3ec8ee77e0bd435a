"""The code behind a label with the shop's own name, of a book, in the title's brackets, in the address."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.pinehouse.example/p/blue-cup"


def sku(body: str, *, url: str = URL, title: str = "Blue cup", heading: str = "Blue cup") -> Any:
    return (
        read_page(
            f"<h1>{heading}</h1><p class='price'>£12.50</p>{body}<button>Add to cart</button>",
            url=url,
            title=title,
            lang="en-GB",
        ).get("offer")
        or {}
    ).get("sku")


@pytest.mark.parametrize("number", ["963 02 3187 5", "978 963 02 3187 5", "0 19 852663 6"])
def test_the_number_of_a_book_with_blanks_between_its_groups(number: str) -> None:
    assert sku(f"<p>ISBN {number}</p>") == number
    assert sku(f"<p>ISBN: {number} (second edition)</p>") == number


@pytest.mark.parametrize(
    ("body", "url", "code"),
    [
        ("<table><tr><td>PineHouse #:</td><td>CL5909</td></tr></table>", URL, "CL5909"),
        ("<p>Pine-House Part Number</p><p>493-1063-ND</p>", URL, "493-1063-ND"),
        ("<p>P&amp;H Item # PHX EX200PK</p><p>Mfr. Part # EX-200PK</p>", "https://www.ph.example/c/1", "PHX EX200PK"),
        ("<p>Pinehouse.example #: 10053</p>", URL, "10053"),
        ("<p>Pinehouse Bestellnummer: 10053</p>", URL, "10053"),
        ("<p>Manuf. Part: DSC-7</p><p>Pinehouse Item No. 4471</p>", URL, "4471"),
        ("<p>Manuf. Part: DSC-7</p>", URL, "DSC-7"),
        ("<p>MPN (Manufacturer Part Number)</p><p>42030</p>", URL, "42030"),
    ],
)
def test_the_shops_own_label_and_the_makers(body: str, url: str, code: str) -> None:
    assert sku(body, url=url) == code


def test_another_firms_number_is_none() -> None:
    assert sku("<p>Oakhouse #: CL5909</p>") is None
    assert sku("<p>Pinehouse Number of orders: 5909</p>") is None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("<ul><li>EAN13 :</li><li>9782365775717</li></ul>", "9782365775717"),
        ("<p>EAN: 9791032305690</p>", "9791032305690"),
        ("<p>EAN: 9782365775718</p>", None),
        ("<p>EAN: 4006381333931</p>", None),
        ("<p>Stock code: PB-77</p><p>EAN: 9782365775717</p>", "PB-77"),
    ],
)
def test_the_number_that_all_shops_give_a_book(body: str, code: str | None) -> None:
    assert sku(body) == code


def test_a_number_that_all_shops_give_in_the_address_alone() -> None:
    assert sku("", url="https://shop.example/product/9782365775717") == "9782365775717"
    assert sku("", url="https://shop.example/the-tale-9782365775717.html") == "9782365775717"
    assert sku("", url="https://shop.example/p/4006381333931/cup.html") == "4006381333931"
    assert sku("", url="https://shop.example/p/4006381333932/cup.html") is None
    assert sku("", url="https://shop.example/p/cup-4006381333931") is None
    assert sku("<p>SKU: CUP-1</p>", url="https://shop.example/product/9782365775717") == "CUP-1"


def test_a_code_of_capitals_that_the_title_repeats_in_brackets() -> None:
    model = "<ul><li>Model: CUPPRO</li></ul>"
    assert sku(model, title="Blue cup [CUPPRO] - Pinehouse") == "CUPPRO"
    assert sku(model) is None
    assert sku("<ul><li>Model: Luxury</li></ul>", title="Blue cup [LUXURY] - Pinehouse") is None
    assert sku("", title="Blue cup [SALE] - Pinehouse") is None


def test_a_code_below_the_heading_that_the_address_repeats() -> None:
    url = "https://shop.example/blue-cup?q=default||hb095blk||"
    assert sku("<span>HB095BLK</span>", url=url) == "HB095BLK"
    assert sku("<span>HB096BLK</span>", url=url) is None
    assert sku("<span>466/7999</span>", url="https://shop.example/product/4667999") == "466/7999"
    assert sku("<span>24.12.2030</span>", url="https://shop.example/product/24122030") is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("In stock. Item 22071", "22071"),
        ("In stock · Product code KG-500", "KG-500"),
        ("Auf Lager · Artikelnr. WW-C-MG", "WW-C-MG"),
        ("Op voorraad · art. TH-DFF100", "TH-DFF100"),
        ("Na zalogi · Šifra GO-T3", "GO-T3"),
        ("Raktáron. Cikkszám GYM-LX", "GYM-LX"),
        ("Կոդ՝ ND-7", "ND-7"),
        ("Sale begins soon. Code TEA-20", None),
        ("Soft and warm. Item 22071 of our collection is the best that was ever made", None),
    ],
)
def test_a_label_behind_what_is_said_of_stock_on_the_same_line(line: str, code: str | None) -> None:
    assert sku(f"<p>{line}</p>") == code


@pytest.mark.parametrize(("opens", "closes"), ["[]", "()", "［］"])
def test_a_code_between_brackets_in_elements_of_their_own(opens: str, closes: str) -> None:
    drawn = f"<span>{opens}</span><span class='code'>KY-4006</span><span>{closes}</span>"
    beside = "<a href='/p/2'>Red cup</a><span class='model_number'>[KY-4002]</span>"
    body = (
        f"<h1>Pinehouse</h1><h2><span>Blue cup</span> {drawn}</h2><p>£12.50</p><button>Add to cart</button>"
        f"<h3>You may also like</h3><ul><li>{beside}</li></ul>"
    )
    assert read_page(body, url=URL, title="Blue cup", lang="en-GB")["offer"]["sku"] == "KY-4006"
    assert read_page(body.replace(drawn, ""), url=URL, title="Blue cup", lang="en-GB")["offer"]["sku"] is None
