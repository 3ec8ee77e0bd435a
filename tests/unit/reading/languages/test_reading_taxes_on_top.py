"""A tax of so many per cent that a page puts on top of an amount makes it net, whatever the markup declares."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price

BUY = "<p>In stock</p><button>Add to cart</button>"


@pytest.mark.parametrize(
    ("tax", "total"),
    [
        ("<small>+ 20% VAT</small>", "You pay: £150.00 <small>(inclusive of all taxes)</small>"),
        ("+20 % VAT", "You pay: £150.00"),
        ("<small>+ 20% VAT</small>", "Your total: £150.00 incl. VAT"),
    ],
)
def test_what_is_paid_with_it_is_the_price(tax: str, total: str) -> None:
    body = f"<p>SKU: V12</p><p>£125.00 {tax}</p><p>{total}</p>{BUY}"
    assert stored_price("Vorra brass lamp", body, "125.00") == "150.00"


def test_the_amount_right_behind_it_is_the_tax() -> None:
    body = f"<p class='price'>£125.00</p><p>+ 20% VAT</p><p>£25.00</p>{BUY}"
    assert stored_price("Vorra brass lamp", body, "125.00") in {"125.00", None}


def test_a_tax_that_is_in_the_price_makes_none_net() -> None:
    body = f"<p class='price'>£125.00 <small>incl. 20% VAT</small></p>{BUY}"
    assert stored_price("Vorra brass lamp", body, "125.00") == "125.00"
