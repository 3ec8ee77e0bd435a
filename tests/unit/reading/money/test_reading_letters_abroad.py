"""Letters that are another country's money, and amounts as their own countries write them."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "Vorra R1"


def stored(body: str, ending: str, language: str = "en", stock: str = "In stock") -> tuple[str, str] | None:
    """What is stored of a page with this below its heading: price and currency."""
    head = f"<head><meta charset='utf-8'><title>{NAME} - Pine House</title></head>"
    html = f"<html lang='{language}'>{head}<body><h1>{NAME}</h1><img src='/v.jpg'>{body}<p>{stock}</p></body></html>"
    answer: dict[str, Any] = read_saved(html.encode(), f"https://www.pine-house.{ending}/p/vorra-r1", SHOPS)
    offer = answer.get("offer") or {}
    return (offer["price"], offer["currency"]) if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize("ending", ["de", "co.uk", "se"])
@pytest.mark.parametrize("letters", ["RM 7", "LE 12", "Tk 5", "Rs 2", "12 kn", "3 lei", "3 Ft", "B/. 2", "S/ 38"])
def test_two_digits_beside_letters_of_another_country_are_no_price(letters: str, ending: str) -> None:
    assert stored(f"<p>{letters}</p><button>Add to cart</button>", ending) is None


@pytest.mark.parametrize(
    ("letters", "ending", "currency"),
    [("RM 7", "com.my", "MYR"), ("S/ 38", "pe", "PEN"), ("Rs 249", "de", "INR"), ("RM 7.50", "de", "MYR")],
)
def test_at_home_and_of_three_digits_or_with_cents_they_are_one(letters: str, ending: str, currency: str) -> None:
    price = stored(f"<p>{letters}</p><button>Add to cart</button>", ending)
    assert price is not None
    assert price[1] == currency


def test_an_element_named_a_price_says_that_they_are_money() -> None:
    assert stored("<p class='price'>3 lei</p><button>Add to cart</button>", "de") == ("3.00", "RON")


@pytest.mark.parametrize(
    ("text", "ending", "price", "currency"),
    [
        ("249 soles", "pe", "249.00", "PEN"),
        ("Euro 249", "de", "249.00", "EUR"),
        ("E£1,389.00", "com.eg", "1389.00", "EGP"),
        ("Dh 138.90", "ae", "138.90", "AED"),
        ("138,90 DH", "ma", "138.90", "MAD"),
        ("138.90 DH", "ae", "138.90", "AED"),
        ("रु १,३८९", "com.np", "1389.00", "NPR"),
        ("रु १,३८९", "in", "1389.00", "INR"),
        ("12.500 دينار", "com.kw", "12.500", "KWD"),
        ("12.500 دينار بحريني", "com.bh", "12.500", "BHD"),
        ("DT 12,500", "tn", "12.500", "TND"),
        ("DA 13 890", "dz", "13890.00", "DZD"),
        ("Kč 249", "cz", "249.00", "CZK"),
        ("（税込・送料別）13,800円", "jp", "13800", "JPY"),
    ],
)
def test_forms_of_their_own_country(text: str, ending: str, price: str, currency: str) -> None:
    assert stored(f"<p>{text}</p><button>Add to cart</button>", ending) == (price, currency)


@pytest.mark.parametrize(
    ("text", "ending", "language", "stock"),
    [
        ("249 рублей", "ru", "ru", "В наличии"),
        ("249 złotych", "pl", "pl", "Dostępny"),
        ("S/ 249.00", "pe", "es", "En stock"),
        ("MX$249.00", "com.mx", "es", "En stock"),
        ("249 ريال سعودي", "sa", "ar", "متوفر"),
        ("(税込) 249円", "jp", "ja", "在庫あり"),
    ],
)
def test_alone_on_their_line_they_need_no_button(text: str, ending: str, language: str, stock: str) -> None:
    price = stored(f"<p>{text}</p>", ending, language, stock)
    assert price is not None
    assert price[0].partition(".")[0] == "249"


@pytest.mark.parametrize("text", ["Euro 6", "Euro 2024", "12 soles"])
def test_norms_tournaments_and_shoes_are_no_amounts(text: str) -> None:
    ending = "pe" if "soles" in text else "de"
    assert stored(f"<p>{text}</p><button>Add to cart</button>", ending) is None


def test_two_whole_amounts_are_none_in_pieces() -> None:
    body = "<div><span>USD 94.10</span><span>138,90 zł</span></div><button>Do koszyka</button>"
    assert stored(body, "pl", "pl", "Dostępny") == ("138.90", "PLN")
