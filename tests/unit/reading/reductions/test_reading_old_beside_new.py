"""Of two amounts in one element named a price, the one behind "usual price" gives way; so does one named "not
discounted".
"""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.declared_page import stored_price
from tests.invented.plain_page import SHOPS

NAME = "Vorra Kettle 12"


def read(body: str, ending: str, language: str) -> dict[str, Any]:
    """What is read of a page that declares nothing, with this below its heading."""
    html = (
        f"<html lang={language}><meta charset=utf-8><title>{NAME} | Pine House</title><h1>{NAME}</h1>{body}"
        "<p>SKU: VK-12</p><p>In stock</p><button>Add to cart</button>"
    )
    answer: dict[str, Any] = read_saved(html.encode(), f"https://pine-house.{ending}/p/vorra-kettle-12", SHOPS)
    return answer


def stored(body: str, ending: str = "co.uk", language: str = "en") -> str | None:
    """The price that is stored of it."""
    answer = read(body, ending, language)
    return str(answer["offer"]["price"]) if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("old", "new", "ending", "language"),
    [
        ("通常価格 ¥1,944", "¥1,620<em>（税込）</em>", "jp", "ja"),
        ("RRP £19.44", "£16.20", "co.uk", "en"),
        ("UVP 19,44 €", "16,20 €", "de", "de"),
        ("Prix conseillé 19,44 €", "16,20 €", "fr", "fr"),
    ],
)
def test_the_amount_without_words_is_the_price(old: str, new: str, ending: str, language: str) -> None:
    price = "1620" if ending == "jp" else "16.20"
    box = "<div class=field_price><span class=field_cprice>{}</span> {}</div>"
    assert stored(box.format(old, new), ending, language) == price


@pytest.mark.parametrize(
    "body",
    [
        "<div class=price><span>Regular price £19.44</span></div>",
        "<div class=price><span>RRP £19.44</span> <i>save £3.24</i></div>",
        "<div class=price><span>Regular price £19.44</span> <i>in stock</i></div>",
        "<div class=price><span>Regular price £19.44</span> <i>£3.24 off</i></div>",
        "<div class=price><span>Regular price £19.44</span> <i>+ £3.24 delivery</i></div>",
        "<div class=price><span>Regular price £19.44</span> <i>£3.24 delivery</i></div>",
    ],
)
def test_a_usual_price_alone_is_what_it_was(body: str) -> None:
    assert read(body, "co.uk", "en")["offer"]["price"] in {"19.44", None}


def test_an_element_named_not_discounted_holds_the_old_price() -> None:
    body = (
        "<div class=discountedPrice><span class=product-price-not-discounted>1.199,00</span> TL</div>"
        "<div class=currentPrice><span class=product-price>899,00</span> TL</div>"
    )
    assert stored(body, "com.tr", "tr") == "899.00"


def test_a_price_named_as_one_that_is_not_reduced_is_no_old_one() -> None:
    body = "<p class='price price--not-discounted'>1.199,00 TL</p><p class=price>Kılıf</p><p class=price>99,00 TL</p>"
    assert read(body, "com.tr", "tr")["offer"]["price"] == "1199.00"


def test_where_it_is_the_only_one_it_is_the_price() -> None:
    body = "<div class=price><span class=product-price-not-discounted>1.199,00 TL</span></div>"
    assert stored(body, "com.tr", "tr") == "1199.00"


@pytest.mark.parametrize(
    "behind", ["with Prime", "refund", "in 3 months", "with AutoPay", "est. tax", "exc. VAT", "(exc. VAT)"]
)
def test_an_amount_with_other_words_behind_it_takes_nothing_from_the_usual_price(behind: str) -> None:
    body = f"<div class=price><span>Regular price £19.44</span> £16.20 {behind}</div>"
    assert stored_price(NAME, f"{body}<button>Add to basket</button>", "19.44") == "19.44"
    assert stored(body) != "16.20"


@pytest.mark.parametrize("behind", ["inc. VAT", "(inc. VAT)", "*"])
def test_that_the_tax_is_in_it_may_stand_behind(behind: str) -> None:
    assert stored(f"<div class=price><span>RRP £19.44</span> £16.20 {behind}</div>") == "16.20"


@pytest.mark.parametrize("name", ["price_before", "old-price", "compare-at-price"])
def test_tax_included_behind_an_old_price_speaks_of_the_price_too(name: str) -> None:
    body = f"<div><b class=price_sale>£62.00</b> <b class={name}>£74.40</b> <small>Price incl. VAT</small></div>"
    assert stored(body) == "62.00"


def test_a_regular_price_with_the_tax_on_top_is_the_price() -> None:
    body = "<div><b class=ex>£62.00</b> exc. VAT <b class=regular-price>£74.40</b> <small>inc. VAT</small></div>"
    assert stored(body) == "74.40"


def test_a_standard_price_is_the_price_where_nothing_else_is() -> None:
    box = "<form><span class='standard-price-value'>£74.40</span> <button>Add to cart</button></form>"
    assert stored(box) == "74.40"
    assert stored(box.replace("<button>", "<span class='for-sale-price'>£62.00</span> <button>")) == "62.00"
