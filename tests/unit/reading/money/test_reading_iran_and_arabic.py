"""Iran's tomans and rials, signs that several countries' rials share, and the digits of Arabic and Persian."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

PERSIAN = ("https://www.holm.example.ir/p/oakley.html", "fa", "کتری Oakley", "افزودن به سبد خرید", "موجود")
ARABIC = ("https://www.holm.example.ae/p/oakley.html", "ar", "غلاية Oakley", "أضف إلى السلة", "متوفر")
NOWHERE = ("https://www.holm.example.com/p/oakley.html", *PERSIAN[1:])


def read(body: str, shop: tuple[str, str, str, str, str], declared: dict[str, Any] | None = None) -> dict[str, Any]:
    url, language, name, button, stock = shop
    offer = {**(declared or {}), "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": name, "offers": offer}) if declared else "{}"
    return read_page(
        f"<h1>{name}</h1>{body}<button>{button}</button><p>{stock}</p>",
        url=url,
        title=name,
        lang=language,
        head=f"<script type='application/ld+json'>{node}</script>",
    )


def stored(body: str, shop: tuple[str, str, str, str, str]) -> tuple[str, str] | None:
    answer = read(body, shop)
    return (answer["offer"]["price"], answer["offer"]["currency"]) if answer["verdict"]["status"] == "ok" else None


@pytest.mark.parametrize("printed", ["۲۵۰٬۰۰۰ تومان", "250,000 تومن", "250,000 Toman"])
@pytest.mark.parametrize("price", [250000, 2500000])
def test_declared_rials_beside_tomans_are_doubted(printed: str, price: int) -> None:
    answer = read(f"<p class=price>{printed}</p>", PERSIAN, {"price": price, "priceCurrency": "IRR"})
    assert (answer["verdict"]["status"], answer["verdict"]["reason"]) == ("quarantine", "AMBIGUOUS_CURRENCY")


def test_declared_rials_alone_are_rials() -> None:
    answer = read("<p>۲٬۵۰۰٬۰۰۰ ریال</p>", PERSIAN, {"price": 2500000, "priceCurrency": "IRR"})
    assert (answer["offer"]["price"], answer["offer"]["currency"]) == ("2500000.00", "IRR")


@pytest.mark.parametrize("stated", ["1.190.000", "1,190,000", "1190000", 1190000])
def test_rials_are_declared_in_thousands(stated: object) -> None:
    answer = read("<p class=price>IRR 1,190,000</p>", PERSIAN, {"price": stated, "priceCurrency": "IRR"})
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("1190000.00", "ok")
    assert stored("<p>IRR 1,190,000</p>", NOWHERE) == ("1190000.00", "IRR")


def test_a_declared_number_of_rials_with_one_mark_is_in_thousands() -> None:
    answer = read("<p class=price>IRR 450.000</p>", PERSIAN, {"price": "450.000", "priceCurrency": "IRR"})
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("450000.00", "ok")


@pytest.mark.parametrize("printed", ["۲۵۰٬۰۰۰ تومان", "2,500,000 ﷼", "2,500,000 ريال", "۲٬۵۰۰٬۰۰۰ ﷼"])
@pytest.mark.parametrize("shop", [PERSIAN, NOWHERE])
def test_nothing_is_stored_in_a_currency_that_nobody_knows(printed: str, shop: tuple[str, str, str, str, str]) -> None:
    assert stored(f"<p>{printed}</p>", shop) is None


@pytest.mark.parametrize(
    ("printed", "price"),
    [
        ("١٢٣٫٥٠ د.إ", "123.50"),
        ("١٬٢٣٤٫٥٠ د.إ", "1234.50"),
        ("AED ١٢٣٫٥٠", "123.50"),
        ("123٫50 د.إ", "123.50"),
        ("١٬٢٣٤ درهم", "1234.00"),
        ("١٢٣٫٥٠ درهم", "123.50"),
    ],
)
def test_amounts_in_arabic_digits_are_stored(printed: str, price: str) -> None:
    assert stored(f"<p>{printed}</p>", ARABIC) == (price, "AED")
    assert stored(f"<p class=price>{printed}</p>", ARABIC) == (price, "AED")


def test_the_rial_of_a_saudi_shop_is_its_own() -> None:
    saudi = ("https://www.holm.example.com.sa/p/oakley.html", *ARABIC[1:])
    assert stored("<p>١٢٠ ريال</p>", saudi) == ("120.00", "SAR")
    assert stored("<p>١٢٠ ر.س</p>", (NOWHERE[0], *ARABIC[1:])) == ("120.00", "SAR")
