"""A list to choose a country or currency from says nothing of the money that the page counts in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page
from tests.unit.reading.no_product.test_reading_no_single_product import LONG

NAME = "Pine House lamp Vorra"
AMERICAN = "<footer>Pine House, 214 Mill Road, Bristol, VT 05443</footer>"
CANADIAN = "<footer>Pine House, 12 Mill Road, Toronto ON, M5V 2T6</footer>"


def read(top: str, foot: str = AMERICAN, printed: str = "$129.00", name: str = NAME) -> tuple[Any, Any]:
    body = f"{top}<h1>{name}</h1><p class='price'>{printed}</p><p>In stock</p><button>Add to cart</button>{LONG}{foot}"
    answer = read_page(body, url="https://www.pine-house.com/p/lamp-vorra", title=name)
    return answer["offer"]["currency"], answer["verdict"]["reason"]


def entries(*said: str, tag: str = "button", around: str = "div", more: str = "") -> str:
    return f"<{around}>{''.join(f'<{tag}>{one}</{tag}>' for one in said)}{more}</{around}>"


CODES = ("USD $", "EUR €", "GBP £", "JPY ¥", "CAD $", "AUD $", "CHF")
COUNTRIES = ("United States (USD $)", "United Kingdom (GBP £)", "France (EUR €)", "Canada (CAD $)", "Australia (AUD $)")
NAMES = ("€ Euro", "£ Pound Sterling", "$ US Dollar", "C$ Canadian Dollar")


@pytest.mark.parametrize(
    "top",
    [
        entries(*CODES),
        entries(*CODES, tag="li", around="ul"),
        entries(*COUNTRIES),
        entries(*NAMES),
        entries(*CODES, more="<button>USD $</button>"),
    ],
)
def test_what_can_be_chosen_makes_no_dollar_doubtful(top: str) -> None:
    assert read("") == ("USD", None)
    assert read(top) == ("USD", None)
    assert read(top, CANADIAN) == ("CAD", None)


@pytest.mark.parametrize(
    "top",
    [
        entries(*CODES, more="<button>CAD $</button>"),
        entries(*CODES, more="<button aria-current='true'>NZD $</button>"),
        entries(*COUNTRIES, more="<button class='is-active'>New Zealand (NZD $)</button>"),
        entries("USD", "CAD"),
    ],
)
def test_what_was_chosen_and_a_list_of_two_do(top: str) -> None:
    assert read(top)[0] is None


@pytest.mark.parametrize(("name", "currency"), [("Vorra ランプ 青いほう", "JPY"), ("台灯 青色 款", None)])
def test_a_list_with_dollars_leaves_the_sign_of_yen_and_yuan(name: str, currency: str | None) -> None:
    assert read("", "", "¥1290", name)[0] == currency
    assert read(entries(*CODES), "", "¥1290", name)[0] == currency


def select(*options: str, name: str = "currency") -> str:
    return f"<form><select name='{name}'>{''.join(options)}</select></form>"


USD, EUR, HKD = (
    "<option value='USD'{}>US Dollar</option>",
    "<option value='EUR'{}>Euro</option>",
    "<option{}>HKD</option>",
)
CHOSEN = " selected"
HONG_KONG = "<footer>Pine House, Kwun Tong, Kowloon, Hong Kong</footer>"


@pytest.mark.parametrize(
    ("top", "foot", "currency"),
    [
        (select(USD.format(CHOSEN), EUR.format(""), HKD.format("")), HONG_KONG, "USD"),
        (select(USD.format(""), EUR.format(""), HKD.format(CHOSEN), name="currency_code"), HONG_KONG, "HKD"),
        (select(USD.format(CHOSEN), HKD.format(""), name="Currency"), CANADIAN, "USD"),
        (select(USD.format(""), HKD.format("")), HONG_KONG, None),  # none is chosen
        (select(USD.format(""), EUR.format(CHOSEN)), HONG_KONG, None),  # no dollar
        (select(USD.format(CHOSEN)), HONG_KONG, None),  # nothing to choose
        (select(USD.format(CHOSEN), HKD.format(""), name="country"), HONG_KONG, None),
        (2 * select(USD.format(CHOSEN), HKD.format("")), HONG_KONG, "USD"),
        (
            select(USD.format(CHOSEN), HKD.format("")) + select(USD.format(""), HKD.format(CHOSEN)),
            HONG_KONG,
            None,
        ),
    ],
)
def test_the_dollar_that_a_list_shows_as_chosen_is_the_page_s(top: str, foot: str, currency: str | None) -> None:
    assert read(top, foot)[0] == currency


def test_what_is_chosen_changes_no_other_sign() -> None:
    top = select(USD.format(CHOSEN), EUR.format(""))
    assert read(top, printed="129,00 €")[0] == "EUR"
    assert read(top, printed="S$129.00")[0] == "SGD"
    assert read(top, printed="SG$129.00")[0] == "SGD"
