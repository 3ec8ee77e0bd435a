"""A declared price that the page prints only in a link to a used copy is not what the page sells new."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price

NAME = "Vorra sewing machine"
NEW = "<p>SKU: V-12</p><div class='current_price'>£219.00</div><button>Add to basket</button>"


@pytest.mark.parametrize(
    "used",
    [
        "<a href='?cond=used'>Used, overhauled — £125.00</a>",
        "<p><a href='/p/vorra-refurbished'>Refurbished: £125.00</a></p>",
        "<p><a href='/p/4711'><span>Used – like new – £125.00</span></a></p>",
    ],
)
def test_what_the_page_asks_for_a_new_one_is_the_price(used: str) -> None:
    assert stored_price(NAME, f"{used}{NEW}", "125.00") == "219.00"
    assert stored_price(NAME, f"{used}{NEW}", "219.00") == "219.00"


def test_without_a_link_the_used_copy_may_be_what_is_chosen() -> None:
    assert stored_price(NAME, f"<p>Used, overhauled — £125.00</p>{NEW}", "125.00") in {"125.00", None}


def test_on_a_page_of_used_goods_the_words_say_nothing() -> None:
    body = "<p>Used, overhauled — £125.00</p><button>Add to basket</button><p>When new: £219.00</p>"
    assert stored_price(f"{NAME} (used)", body, "125.00") == "125.00"


def test_where_it_is_printed_plainly_as_well_it_is_the_price() -> None:
    body = "<p class='price'>£125.00</p><a href='/used'>Used, overhauled — £125.00</a><button>Add to basket</button>"
    assert stored_price(NAME, body, "125.00") == "125.00"
