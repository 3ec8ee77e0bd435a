"""What kind of page a shop system calls a page by the names of its html or body element."""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

LONE = "<h1>Vorra lamp</h1><p>Hand made of oak.</p>"
"""A page that says of nothing that it is sold."""
SOLD = (
    "<h1>Vorra lamp</h1><p>SKU: VL-1063</p><p class='price'>£34.00</p><p>In stock</p>"
    "<form action='/cart/add' method='post'><button>Add to cart</button></form>"
)
RANGE = (
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Vorra lamps",'
    '"offers":{"@type":"AggregateOffer","lowPrice":"20.00","highPrice":"90.00","priceCurrency":"GBP"}}</script>'
)


def answer(body: str, *, of_body: str = "", of_html: str = "") -> dict[str, Any]:
    page = f"<html{of_html}><head><title>Vorra lamp</title></head><body{of_body}>{body}</body></html>"
    return read_saved(page.encode(), "https://www.pine-house.co.uk/vorra-lamp", SHOPS)


@pytest.mark.parametrize(
    "names",
    [
        " class='product-template-default single single-product postid-88 woocommerce'",
        " id='html-body' class='catalog-product-view page-layout-1column'",
        " id='product' class='lang-en country-gb currency-gbp page-product'",
        " class='product-product-88'",
        " class='template-product'",
        " class='is--ctl-detail is--act-index'",
        " class='is-ctl-product is-act-index'",
        " id='productinfoBody'",
    ],
)
def test_a_page_that_a_system_calls_a_product_is_read_as_one(names: str) -> None:
    assert answer(LONE)["reason"] == "NOT_A_PRODUCT"
    assert answer(LONE, of_body=names)["offer"]["title"] == "Vorra lamp"


def test_the_html_element_says_it_as_well() -> None:
    assert answer(LONE, of_html=" class='html-product-details-page'")["offer"]["title"] == "Vorra lamp"


@pytest.mark.parametrize(
    "names",
    [
        " class='archive tax-product_cat term-lamps woocommerce'",
        " class='page-products catalog-category-view categorypath-lamps'",
        " id='category' class='lang-en page-category category-id-12'",
        " class='product-category-61'",
        " class='template-collection'",
        " class='is--ctl-listing is--act-index'",
        " class='template-11 type-category'",
        " class='post-template-default single single-post'",
        " class='template-article'",
        " class='page woocommerce-cart woocommerce-page'",
        " class='checkout-cart-index'",
        " class='is--ctl-checkout is--act-cart'",
    ],
)
def test_what_a_system_calls_a_list_an_article_or_a_cart_is_no_product_though_it_sells_one(names: str) -> None:
    assert answer(SOLD)["offer"]["price"] == "34.00"
    assert answer(SOLD, of_body=names).get("reason") in {"LISTING", "ARTICLE", "NOT_A_PRODUCT"}


def test_a_range_of_prices_that_a_list_declares_is_no_product() -> None:
    assert answer(RANGE + SOLD)["offer"]["title"] == "Vorra lamps"
    assert answer(RANGE + SOLD, of_body=" class='catalog-category-view'")["reason"] == "LISTING"


@pytest.mark.parametrize(
    "names",
    [
        " class='single-product-page-theme'",
        " class='category product'",
        " class='product-category-menu'",
        " class='template-product page-category'",
        " class='page home'",
    ],
)
def test_names_that_shops_give_themselves_and_two_kinds_at_once_say_nothing(names: str) -> None:
    assert answer(LONE, of_body=names)["reason"] == "NOT_A_PRODUCT"
    assert answer(SOLD, of_body=names)["offer"]["price"] == "34.00"
