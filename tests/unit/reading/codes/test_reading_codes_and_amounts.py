"""A code that is drawn in a field, in brackets, or nowhere: never the price that follows its label."""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

NAME = "Vorra Kettle"


def sku(body: str) -> str | None:
    """The code that is read of a page with this below its heading."""
    html = (
        f"<html lang=en><meta charset=utf-8><title>{NAME} | Pine House</title><main><h1>{NAME}</h1><div>{body}</div>"
        "<p class=price>1099.50 €</p><p>In stock</p><button>Add to cart</button>"
    )
    answer: dict[str, Any] = read_saved(html.encode(), "https://pine-house.co.uk/p/vorra-kettle", SHOPS)
    code = answer["offer"]["sku"]
    return None if code is None else str(code)


@pytest.mark.parametrize("label", ["Product code:", "SKU:", "Code:", "Item no."])
def test_a_price_behind_the_label_is_no_code(label: str) -> None:
    assert sku(f"<p>{label}</p>") is None


@pytest.mark.parametrize("code", ["1099", "K-1099.50", "272523"])
def test_a_code_behind_the_label_is_one(code: str) -> None:
    assert sku(f"<p>Product code:</p><p>{code}</p>") == code


def test_a_code_in_a_field_to_copy_it_from() -> None:
    field = "<input id='product-code-copy' value='272523app'>"
    assert sku(f"<span>Product code: {field}</span>") == "272523app"


@pytest.mark.parametrize(
    "field",
    [
        "<span>Voucher: <input id='voucher' value='SUMMER24'></span>",
        "<span>Enter it here <input name='product_code' value='SUMMER24'></span>",
        "<span>Product code: <input name='product_code' value=''></span>",
    ],
)
def test_other_fields_hold_no_code(field: str) -> None:
    assert sku(field) is None


def test_an_element_named_a_code_may_hold_it_in_brackets() -> None:
    assert sku("<div class=itemcode>(vk-014)</div>") == "vk-014"
