"""Cents that are drawn small, behind the sign or with it; and two digits that only may be cents."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())

BY_COUNTRY = {
    "fr": ("Banc en chêne Taïga", "Ajouter au panier", "https://bois.example.fr/banc-12"),
    "ru": ("Дубовая скамья Тайга", "В корзину", "https://les.example.ru/skamya-12"),
}


def answer(language: str, drawn: str) -> dict[str, Any]:
    name, button, url = BY_COUNTRY[language]
    head = f'<html lang="{language}"><head><title>{name}</title></head>'
    body = f"{head}<body><h1>{name}</h1>{drawn}<button>{button}</button></body></html>"
    return read_saved(body.encode(), url, SHOPS)


@pytest.mark.parametrize("box", ["<div>{}</div>", "<div class='price'>{}</div>"])
@pytest.mark.parametrize(
    ("language", "drawn"),
    [
        ("fr", "119 €<sup>99</sup>"),
        ("fr", "119&nbsp;€<sub>99</sub>"),
        ("fr", "119 € <small>99</small>"),
        ("fr", "119<sup>€ 99</sup>"),
        ("fr", "119<sup>99 €</sup>"),
        ("fr", "<span>119 €</span><span class='cents'>99</span>"),
        ("fr", "119 € 99"),
        ("ru", "<b>119</b> <span class='kop'>99 ₽</span>"),
        ("ru", "<span>119</span><span class='price__frac'>99 ₽</span>"),
        ("ru", "119 <small>₽</small> <sup>99</sup>"),
        ("ru", "119 руб.<sup>99 коп.</sup>"),
    ],
)
def test_small_cents_belong_to_the_whole_number_before_the_sign(language: str, drawn: str, box: str) -> None:
    offer = answer(language, box.format(drawn))["offer"]
    assert offer["price"] == "119.99"


@pytest.mark.parametrize(
    "drawn",
    [
        "<div class='price'><span>119</span> <span>99 ₽</span></div>",
        "<div class='price'><span>119 ₽</span> <span>99</span></div>",
        "<div><span>119</span> <i>₽</i> <span>99</span></div>",
        "<div><span>119</span><span>₽99</span></div>",
        "<div>119 99 ₽</div>",
        "<p><span>119</span>99 ₽</p>",
        "<p class='small'>119 ₽<br>99</p>",
        "<p><span>119 ₽</span> <span class='percent'>20</span></p>",
    ],
)
def test_two_digits_that_may_be_cents_make_the_price_doubtful(drawn: str) -> None:
    said = answer("ru", drawn)
    assert said["verdict"]["status"] == "quarantine"


@pytest.mark.parametrize(
    ("drawn", "price"),
    [
        ("<div class='price'><s>119</s> 99 ₽</div>", "99.00"),
        ("<div class='price'><span class='old-price'>119</span> <span>99 ₽</span></div>", "99.00"),
        ("<div class='price'>119 ₽</div><div>99</div>", "119.00"),
        ("<div class='small'><b>119 ₽</b></div><p class='small'>99</p>", "119.00"),
        ("<div class='price'>119 ₽</div><div class='percent'>20</div>", "119.00"),
        ("<div class='price'>119,50 ₽</div> <span>12</span>", "119.50"),
    ],
)
def test_two_digits_elsewhere_are_no_cents(drawn: str, price: str) -> None:
    said = answer("ru", drawn)
    assert (said["offer"]["price"], said["verdict"]["status"]) == (price, "ok")
