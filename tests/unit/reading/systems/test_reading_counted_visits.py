"""The price in the calls by which a page tells services for advertising and statistics which product was looked at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

BODY = "<h1>Vorra lamp</h1><p>SKU: VL-1063</p><p class='price'>£34.00</p><p>In stock</p><button>Add to cart</button>"
GOOGLE = "var google_tag_params = {{\n ecomm_prodid: 1063,\n ecomm_pagetype: '{kind}',\n ecomm_totalvalue: {value}\n}};"
META = (
    "fbq('init', '1'); fbq('track', 'ViewContent', {{content_ids: ['1063'], content_type: 'product', value: {value}, "
    "currency: 'USD'}});"
)
MATOMO = '_paq.push([\'setEcommerceView\', "1063", "Vorra lamp", "Lamps", {value} ]);'


def grounds(script: str, body: str = BODY) -> dict[str, Any]:
    """The grounds for the price, by their names."""
    offer = read_page(
        f"{body}<script>{script}</script>", url="https://www.pine-house.co.uk/p/vorra-lamp", title="Vorra lamp"
    )["offer"]
    assert offer["price"] == "34.00"
    assert offer["currency"] == "GBP"
    return dict(offer["price_grounds"])


@pytest.mark.parametrize(
    "script",
    [
        GOOGLE.format(kind="product", value="34.00"),
        GOOGLE.format(kind="offerdetail", value="'34'"),
        META.format(value="34.00"),
        META.format(value="'34.00'"),
        MATOMO.format(value="34.0000"),
    ],
)
def test_a_counted_visit_speaks_for_the_price_it_names(script: str) -> None:
    assert "state" not in grounds("")
    assert grounds(script)["state"] == 1


@pytest.mark.parametrize(
    "script",
    [
        GOOGLE.format(kind="category", value="34.00"),
        GOOGLE.format(kind="product", value="28.33"),
        GOOGLE.format(kind="product", value="0"),
        META.format(value="google_tag_manager['G'].macro(11)"),
        META.format(value="34.00") + MATOMO.format(value="40.00"),
        "fbq('track', 'AddToCart', {value: 34.00, currency: 'GBP'});",
    ],
)
def test_other_calls_and_amounts_that_the_page_does_not_print_say_nothing(script: str) -> None:
    assert "state" not in grounds(script)


def test_a_visit_counted_at_another_printed_price_leaves_it_in_doubt() -> None:
    body = BODY.replace("<p>In stock</p>", "<p>In stock</p><p>£28.33</p>")
    answer = read_page(
        f"{body}<script>{META.format(value='28.33')}</script>",
        url="https://www.pine-house.co.uk/p/vorra-lamp",
        title="Vorra lamp",
    )
    assert answer["verdict"]["status"] == "quarantine"


def test_a_visits_price_alone_is_none() -> None:
    """Shops count visits net of tax, too."""
    body = "<h1>Vorra lamp</h1><p>SKU: VL-1063</p><p>In stock</p><button>Add to cart</button>"
    answer = read_page(
        f"{body}<script>{META.format(value='28.33')}</script>",
        url="https://www.pine-house.co.uk/p/vorra-lamp",
        title="Vorra lamp",
    )
    assert answer["offer"]["price"] is None
