"""A field for a price holds one only where nothing stands beside the number but what may stand beside a price: what is
saved, paid a month, was asked before or is asked for something else is no price because it stands there."""

from __future__ import annotations

import json

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.declared_page import stored_price

SHOPS = Shops(ShopsSettings())
NO_PRICES = (
    "Save 5", "Save £5", "£5 off", "up to 5", "+5", "£39.67/month", "39.67 per month", "Was 149", "RRP 149",
    "£5 deposit", "delivery 5", "VAT 23.80", "ex VAT 99.17", "only 5 left", "size 5", "Member 107.10", "Sie sparen 5 €",
    "économisez 5 €", "скидка 5", "5割引", "ポイント5", "sem juros 9,91",
)  # fmt: skip
PRICES = (
    "119", "119.00", "£119.00", "GBP 119.00", "119.00 GBP", "£119 each", "£119.00 inc. 20% VAT", "Our price £119",
    "<span>£119</span>", "Now £119", "119.-",
)  # fmt: skip


def stored_of_state(prices: dict[str, str | float]) -> str | None:
    """What is stored of a page that prints no price, and whose state says this of it."""
    state = {"name": "Vorra blue cup", "sku": "VB-27", "inStock": True, "currency": "GBP", **prices}
    html = (
        "<html lang='en-GB'><head><title>Vorra blue cup | Pine House</title>"
        f"<script>window.__INITIAL_STATE__ = {json.dumps({'product': state})};</script></head>"
        "<body><h1>Vorra blue cup</h1><button>Add to basket</button></body></html>"
    )
    answer = read_saved(html.encode(), "https://www.pine-house.co.uk/p/vorra-blue-cup", SHOPS)
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize("said", NO_PRICES)
def test_words_of_something_else_in_a_field_state_no_price(said: str) -> None:
    assert stored_price("Vorra blue cup", "<button>Add to basket</button>", said) is None
    assert stored_of_state({"price": said}) is None
    assert stored_of_state({"offerPrice": said, "price": 119.5}) == "119.50"


@pytest.mark.parametrize("said", PRICES)
def test_signs_taxes_and_labels_of_the_price_beside_it_state_it(said: str) -> None:
    assert stored_price("Vorra blue cup", "<button>Add to basket</button>", said) == "119.00"
    assert stored_of_state({"price": said}) == (None if said == "119" else "119.00")


@pytest.mark.parametrize(
    ("said", "currency", "price"),
    [
        ("1 190 руб./шт", "RUB", "1190.00"),
        ("119 zł brutto", "PLN", "119.00"),
        ("11,900円（税込）", "JPY", "11900"),
        ("24,50 € inkl. 19 % MwSt.", "EUR", "24.50"),
        ("R 1250", "ZAR", "1250.00"),
    ],
)
def test_the_same_in_other_languages(said: str, currency: str, price: str) -> None:
    assert stored_price("Vorra blue cup", "<button>Add to basket</button>", said, currency) == price


@pytest.mark.parametrize("said", ["149 119", "£149 119", "119 149", "149\n119 GBP", "99 149"])
def test_two_prices_with_a_blank_between_are_no_number_in_thousands(said: str) -> None:
    assert stored_price("Vorra blue cup", "<button>Add to basket</button>", said) is None
    assert stored_of_state({"price": said}) is None
    shown = "<p class='price'>£149,119</p><button>Add to basket</button>"
    assert stored_price("Vorra blue cup", shown, said) == "149119.00"


@pytest.mark.parametrize(
    ("drawn", "price"),
    [
        ("<p class='price'>149 119</p>", None),
        ("<p class='price'>149\xa0119</p>", "149119.00"),
        ("<p class='price'>12 990</p>", "12990.00"),
        ("<p itemprop='price' content='119'>149 119</p>", "119.00"),
        ("<p itemprop='price' content='119'>149\xa0119</p>", "149119.00"),
    ],
)
def test_so_it_is_in_an_element_named_a_price(drawn: str, price: str | None) -> None:
    html = (
        "<html lang='en-GB'><head><title>Vorra blue cup | Pine House</title></head>"
        f"<body><h1>Vorra blue cup</h1>{drawn}<button>Add to basket</button></body></html>"
    )
    answer = read_saved(html.encode(), "https://www.pine-house.co.uk/p/vorra-blue-cup", SHOPS)
    assert (answer["offer"]["price"] if answer["ok"] else None) == price


def test_where_three_digits_buy_nothing_it_is_one_price() -> None:
    html = (
        "<html lang='hu'><head><title>Vorra kék bögre | Pine House</title></head><body><h1>Vorra kék bögre</h1>"
        "<p><span class='price'>349 490</span> <span>Ft</span></p><button>Kosárba</button></body></html>"
    )
    answer = read_saved(html.encode(), "https://www.pine-house.hu/p/vorra-kek-bogre", SHOPS)
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("349490.00", "ok")


@pytest.mark.parametrize(
    "said", ["149 090", "49 119", "149\xa0119", "12 990", "119 900", "1 149 119", "149 119,00", "149,119"]
)
def test_a_number_that_can_only_be_one_is_read_with_its_blanks(said: str) -> None:
    number = said.replace(",00", "").translate(dict.fromkeys(map(ord, " \xa0,")))
    assert stored_price("Vorra blue cup", "<button>Add to basket</button>", said) == f"{number}.00"


@pytest.mark.parametrize("said", ["₹.{}", "Rs.{}", "रु.{}", "රු.{}"])
def test_a_full_stop_behind_a_sign_of_rupees_is_no_decimal_mark(said: str) -> None:
    for number in ("99", "499"):
        price = stored_price("Vorra blue cup", "<button>Add to basket</button>", said.format(number), "INR", "in")
        assert price == f"{number}.00"
