"""What a form or button hands to the service that takes the money speaks for the price, and says in which money."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra lamp in oak"


def page(*sells: str, shown: str = "$34.00") -> dict[str, Any]:
    """What is read of a page without a country that prints this amount."""
    body = f"<h1>{NAME}</h1><p>Item #: VL-1063</p><p>Price: {shown}</p><p>In stock</p>{''.join(sells)}"
    return read_page(body, url="https://www.pine-house.com/lamp.html", title=f"{NAME} - Pine House")


def paypal(amount: str = "34.00", name: str = NAME, cmd: str = "_xclick", currency: str = "AUD", more: str = "") -> str:
    fields = {"cmd": cmd, "item_name": name, "item_number": "VL-1063", "amount": amount, "currency_code": currency}
    hidden = "".join(f"<input type='hidden' name='{key}' value='{value}'>" for key, value in fields.items())
    button = "<input type='submit' value='Buy now'>"
    return f"<form action='https://www.paypal.com/cgi-bin/webscr' method='post'>{hidden}{more}{button}</form>"


def test_without_a_form_nothing_says_whose_dollar_it_is() -> None:
    assert page("<button>Buy now</button>")["verdict"]["reason"] == "NO_CURRENCY"


@pytest.mark.parametrize(
    "form",
    [paypal(), paypal(cmd="_cart"), paypal(name="VL 1063"), paypal() + paypal(name="Vorra shade", amount="12.00")],
)
def test_paypals_form_says_the_price_and_its_currency(form: str) -> None:
    answer = page(form)
    assert answer["verdict"]["status"] == "ok"
    assert (answer["offer"]["price"], answer["offer"]["currency"]) == ("34.00", "AUD")
    assert answer["offer"]["price_grounds"]["state"] == 1


@pytest.mark.parametrize(
    "form",
    [
        paypal(cmd="_donations"),
        paypal(cmd="_xclick-subscriptions"),
        paypal(amount=""),
        paypal(more="<input type='hidden' name='option_amount0' value='34.00'>"),
        paypal(name="Vorra lamp in ash") + paypal(name="Vorra shade", amount="12.00"),
        paypal(currency="XXY"),
        paypal().replace("www.paypal.com", "paypal.com.example.net"),
    ],
)
def test_other_forms_do_not(form: str) -> None:
    assert page(form)["verdict"]["reason"] == "NO_CURRENCY"


def test_an_amount_that_the_page_does_not_print_is_not_the_price() -> None:
    assert page(paypal(amount="29.00"))["offer"]["price"] == "34.00"


@pytest.mark.parametrize(
    "sells",
    [
        f"<button class='btn snipcart-add-item' data-item-id='VL' data-item-price='34.00' data-item-name='{NAME}'>"
        "Buy now</button>",
        f"<form action='https://pine.foxycart.com/cart'><input type='hidden' name='name' value='{NAME}'>"
        "<input type='hidden' name='price' value='34.00'><button>Buy now</button></form>",
    ],
)
def test_snipcart_and_foxycart_say_the_price(sells: str) -> None:
    answer = page(sells, shown="£34.00")
    assert (answer["offer"]["price"], answer["offer"]["price_grounds"]["state"]) == ("34.00", 1)


def test_an_article_that_sells_a_book_at_its_foot_is_no_products_page() -> None:
    body = "<h1>How oak is dried</h1>" + "<p>Oak takes a year for each inch of its thickness to dry.</p>" * 30
    answer = read_page(
        body + paypal(name="The oak book"), url="https://www.pine-house.com/blog/oak", title="How oak is dried"
    )
    assert (answer.get("offer") or {}).get("price") is None
