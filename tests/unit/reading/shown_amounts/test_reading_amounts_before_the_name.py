"""Pages that draw their price before the product's name, and amounts there that are another product's or a cart's."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())

NAME, STOCK, CODE = "<h1>Taiga oak bench</h1>", "<p>In stock</p>", "<p>SKU: TX-120</p>"
BUTTON, PRICE = "<p><button>Add to basket</button></p>", "<p><b>£24.50</b></p>"
LINKED = "<h3>{title}</h3><a href='/nord'>Nord pine bench</a> <span>£39.90</span>"
NAMED = "<div><b>Nord pine bench</b></div><div>£39.90</div>"


def stored(body: str) -> tuple[str, str | None]:
    """(status, price)"""
    page = f"<html lang='en-GB'><head><title>Taiga oak bench - Wood</title></head><body>{body}</body></html>"
    answer: dict[str, Any] = read_saved(page.encode(), "https://wood.example.co.uk/taiga-12", SHOPS)
    return answer["verdict"]["status"], (answer["offer"] or {}).get("price")


@pytest.mark.parametrize("price", [PRICE, "<div>£24.50</div>", "<table><tr><td>£24.50</td></tr></table>"])
@pytest.mark.parametrize("order", ["{price}{name}{stock}{button}", "{button}{price}{name}{stock}"])
def test_the_price_stands_right_before_the_name(price: str, order: str) -> None:
    body = order.format(price=price, name=NAME, stock=STOCK, button=BUTTON) + CODE
    assert stored(body) == ("ok", "24.50")


@pytest.mark.parametrize("title", ["Related products", "Our choice of the week"])
@pytest.mark.parametrize(
    "order", ["{price}{name}{stock}{button}", "{name}{stock}{button}{price}", "{name}{price}{button}"]
)
def test_the_price_of_a_linked_product_above_is_not_taken(title: str, order: str) -> None:
    body = LINKED.format(title=title) + order.format(price=PRICE, name=NAME, stock=STOCK, button=BUTTON) + CODE
    assert stored(body)[1] == "24.50"


def test_related_products_below_the_button_are_no_rivals_of_a_price_before_the_name() -> None:
    below = LINKED.format(title="Related products")
    assert stored(f"{PRICE}{NAME}{STOCK}{BUTTON}{CODE}{below}") == ("ok", "24.50")


def test_a_picture_that_leads_to_another_product_has_the_amount_behind_it() -> None:
    card = "<div><a href='/nord'><img src='n.jpg' alt='Nord pine bench'></a></div><div>£39.90</div>"
    assert stored(f"{card}{PRICE}{NAME}{STOCK}{BUTTON}{CODE}")[1] == "24.50"
    assert stored(f"{card}{NAME}{STOCK}{BUTTON}{PRICE}{CODE}")[1] != "39.90"
    own = card.replace("/nord", "/pictures/taiga.jpg").replace("39.90", "24.50")
    assert stored(f"{own}{NAME}{STOCK}{BUTTON}{CODE}") == ("ok", "24.50")


def test_a_heading_with_another_products_price_above_is_not_taken() -> None:
    body = f"<h3><a href='/nord'>Nord pine bench</a></h3><h3>£39.90</h3>{NAME}{STOCK}{PRICE}{BUTTON}{CODE}"
    assert stored(body) == ("ok", "24.50")


def test_the_last_step_of_a_trail_is_no_product_of_its_own() -> None:
    trail = "<a href='/'>Home</a> &gt; <a href='/benches'>Benches</a>"
    assert stored(f"{trail}{PRICE}{NAME}{STOCK}{BUTTON}{CODE}") == ("ok", "24.50")


def test_of_two_amounts_before_the_name_the_struck_one_is_passed_over() -> None:
    assert stored(f"<p>£24.50</p><p><s>£39.90</s></p>{NAME}{STOCK}{BUTTON}{CODE}")[1] == "24.50"


@pytest.mark.parametrize(
    "body",
    [
        f"{NAMED}{NAME}{STOCK}{BUTTON}{PRICE}{CODE}",
        f"{PRICE}{NAMED}{NAME}{STOCK}{BUTTON}{CODE}",
        f"{BUTTON}{PRICE}{NAME}{STOCK}<p>Total: £39.90</p>{CODE}",
    ],
)
def test_amounts_on_both_sides_of_the_name_make_a_price_doubtful(body: str) -> None:
    assert stored(body)[0] == "quarantine"


def test_two_prices_of_another_thing_in_its_own_box_say_nothing() -> None:
    two = "<span>£39.90</span> <span>(-25%)</span> <span>£29.90</span>"
    box = f"<div><h5><a href='/nord'>Nord pine bench</a></h5>{two}</div>"
    assert stored(f"{box}{NAME}<p>£24.50</p>{STOCK}{CODE}") == ("ok", "24.50")
    assert stored(f"<h5>Nord pine bench</h5>{two}{NAME}<p>£24.50</p>{STOCK}{CODE}")[0] == "quarantine"


def test_an_amount_ahead_leaves_a_price_between_name_and_button_alone() -> None:
    assert stored(f"{NAMED}{NAME}{PRICE}{STOCK}{BUTTON}{CODE}") == ("ok", "24.50")


def test_a_price_whose_element_says_so_has_no_rival_across_the_name() -> None:
    body = f"<div class='price'>£24.50</div>{NAME}{STOCK}{BUTTON}{NAMED}{CODE}"
    assert stored(body) == ("ok", "24.50")


@pytest.mark.parametrize(
    "before",
    [
        "<div>Nord toaster</div><div><span>£15.00</span></div>",
        "<table><tr><td>Nord toaster</td></tr><tr><td>£15.00</td></tr></table>",
    ],
)
def test_the_only_amount_behind_another_name_is_doubtful(before: str) -> None:
    assert stored(f"{before}{NAME}{STOCK}{BUTTON}{CODE}")[0] != "ok"
