"""An unmarked higher amount right before the price that the markup states is what it was before, unless it is a tax."""

from __future__ import annotations

from typing import Any

import pytest

from common.reading.visible.prices.price_names import names_price
from tests.unit.reading.no_product.test_reading_no_single_product import LONG, ld, read


def page(*amounts: str, price: str = "349.99", currency: str = "TRY") -> str:
    node = {
        "@type": "Product",
        "name": "Linen dress",
        "sku": "LD-1",
        "offers": {"price": price, "priceCurrency": currency, "availability": "InStock"},
    }
    shown = "".join(f"<div>{amount}</div>" for amount in amounts)
    return f"<h1>Linen dress</h1><div>{shown}</div><p>In stock</p><button>Add to cart</button>{LONG}{ld(node)}"


def stored(body: str) -> str | None:
    answer = read(body, title="Linen dress")
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else None


def test_what_stands_right_before_a_declared_price_is_the_old_one() -> None:
    assert stored(page("599.99 TL", "349.99 TL")) == "349.99"
    assert stored(page("599.99 TL", "-42 %", "349.99 TL incl. VAT")) == "349.99"
    assert stored(page("599.99 TL", "Now", "349.99 TL")) == "349.99"


@pytest.mark.parametrize(
    "amounts",
    [
        ("599.99 TL", "and", "more", "words", "349.99 TL"),
        ("3499.99 TL", "349.99 TL"),
        ("419.99 TL", "349.99 TL"),
        ("699.98 TL", "349.99 TL"),
        ("599.99 TL", "Small", "349.99 TL"),
        ("599.99 TL", "in the shop's app 349.99 TL"),
        ("599.99 TL", "349.99 TL second hand"),
    ],
)
def test_what_stands_elsewhere_or_may_be_another_amount_leaves_it_in_doubt(amounts: tuple[str, ...]) -> None:
    assert stored(page(*amounts)) is None


def test_labels_alone_are_believed_in_the_same_way() -> None:
    head = (
        "<meta property='product:price:amount' content='1149.00'><meta property='product:price:currency' content='PLN'>"
    )
    body = "<h1>Linen dress</h1><div>1 399,00 zł</div><div>1 149,00 zł</div><p>In stock</p><button>Add to cart</button>"
    answer = read(f"{body}{LONG}", head=head, title="Linen dress")
    assert answer["offer"]["price"] == "1149.00", answer


def test_a_range_over_all_prices_is_a_categorys() -> None:
    node: dict[str, Any] = {
        "@type": "Product",
        "name": "Bar stools",
        "offers": {"@type": "AggregateOffer", "lowPrice": "31.99", "highPrice": "2899", "priceCurrency": "USD"},
    }
    assert read(f"<h1>Bar stools</h1><p>$189.99</p>{LONG}{ld(node)}", title="Bar stools")["reason"] == "LISTING"
    node["offers"]["highPrice"] = "289"
    assert read(f"<h1>Bar stools</h1><p>$189.99</p>{LONG}{ld(node)}", title="Bar stools")["ok"]


@pytest.mark.parametrize(
    ("box", "is_price"),
    [
        ("price_and_shipping", True),
        ("inc_vat_container", True),
        ("price-incl-tax", True),
        ("sale instant-discount", True),
        ("shipping-price", False),
        ("vat-amount", False),
        ("loyalty-discount", False),
    ],
)
def test_a_box_named_after_what_stands_beside_or_within_the_price_does_not_taint_it(box: str, is_price: bool) -> None:
    node = {
        "@type": "Product",
        "name": "Single record",
        "sku": "R-1",
        "offers": {"price": "8.50", "priceCurrency": "GBP", "availability": "InStock"},
    }
    shown = f"<div class='{box}'><span>£8.50</span></div><p>In stock</p><button>Add to cart</button>"
    answer = read(f"<h1>Single record</h1>{shown}{LONG}{ld(node)}", title="Single record")
    assert answer["offer"]["price"] == "8.50"
    assert (answer["offer"]["price_strength"] > 3) is is_price, answer


@pytest.mark.parametrize("state", ["is-old", "is-member-price", "is-installment"])
def test_what_a_price_is_by_its_names_is_heard(state: str) -> None:
    body = f"<h1>Linen dress</h1><b class='price {state}'>£39.99</b><b class='price'>£24.99</b>"
    answer = read(f"{body}<p>In stock</p><button>Add to cart</button>{LONG}", title="Linen dress")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("24.99", "ok"), answer


@pytest.mark.parametrize("name", ["pretty-box", "preconfigured"])
def test_a_word_that_holds_another_languages_word_for_price_names_none(name: str) -> None:
    assert not names_price(name)
    assert names_price("pret-nou") and names_price("precopor")
