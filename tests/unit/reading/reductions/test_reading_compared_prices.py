"""A declared price, or one in a page's state, that the page itself names compared, crossed out or net gives way to the
one beside it.
"""

from __future__ import annotations

import json

import pytest

from tests.invented.plain_page import read_page

STOCK = "<p>Stock code: OC-1063</p><p>In stock</p><button>Add to cart</button>"


def stored(body: str, declared: str | None = None, state: str | None = None) -> str | None:
    """The price that is stored of a page, which declares this price or keeps it in its state."""
    offer = {"price": declared, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": "Oak chair Vorra", "offers": offer})
    script = f"<script type='application/ld+json'>{node}</script>" if declared else ""
    product = json.dumps({"name": "Oak chair Vorra", "sku": "OC-1063", "price": state, "currency": "EUR"})
    script += f"<script>window.productData = {product};</script>" if state else ""
    answer = read_page(
        f"<main><h1>Oak chair Vorra</h1>{body}{STOCK}</main>",
        url="https://www.pine-house.de/product/oak-vorra",
        title="Oak chair Vorra | Pine House",
        lang="de",
        head=script,
    )
    return str(answer["offer"]["price"]) if answer.get("verdict", {}).get("status") == "ok" else None


NAMES = [
    "price-compare",
    "compare-at-price",
    "js-compare-price-display",
    "compareAtPrice",
    "SinglePrice-module__y__crossed",
    "price--crossed",
    "crossed-out",
    "strike-price",
    "precio-antes",
    "prix_barre",
    "cena-przed",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_declared_price_that_is_named_what_the_other_was_reduced_from_gives_way(name: str) -> None:
    body = f"<div><span class='{name}'>115,00 €</span><span class=price>97,80 €</span></div>"
    assert stored(body, "115.00") == "97.80"
    assert stored(body, "97.80") == "97.80"


@pytest.mark.parametrize(
    "body",
    [
        "<span class='add-to-compare'>115,00 €</span><span class=price>97,80 €</span>",
        "<span class='price-compare'>115,00 €</span><button>Add to cart</button><span class=price>97,80 €</span>",
        "<span class='price-compare'>115,00 €</span>",
    ],
)
def test_nothing_lower_is_stored_where_something_else_may_ask_it(body: str) -> None:
    assert stored(body, "115.00") in {"115.00", None}


@pytest.mark.parametrize(
    ("net", "gross"),
    [
        ("<p>100,00 € zzgl. MwSt.</p>", "<p class=price>119,00 € inkl. MwSt.</p>"),
        (
            "<p>Preis</p><p><span class=p>100,00 €</span> zzgl. MwSt.</p>",
            "<p>inkl. MwSt.</p><p class=price>119,00 €</p>",
        ),
        ("<p>Netto: 100,00 €</p>", "<p class=price>Brutto: 119,00 €</p>"),
    ],
)
def test_a_net_price_in_the_state_contradicts_none_with_tax(net: str, gross: str) -> None:
    assert stored(f"{net}{gross}", state="100.00") == "119.00"
    assert stored(f"{gross}{net}", state="100.00") == "119.00"


@pytest.mark.parametrize(
    "body",
    [
        "<p>100,00 €</p><p class=price>119,00 €</p>",
        "<p>100,00 € zzgl. MwSt.</p><p class=price>150,00 €</p>",
    ],
)
def test_another_price_in_the_state_still_does(body: str) -> None:
    assert stored(body, state="100.00") is None
