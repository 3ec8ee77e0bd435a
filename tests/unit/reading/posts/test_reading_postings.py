"""Postings of a blog beside which a shop sells something: the price in the side column is not what they are about."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "How to brew with the Vorra press"
ASIDE = "<div class=side><h4>Offer of our shop</h4><s>£24.90</s> now <b>£19.90</b></div>"
TALK = "<div class=talk><p>Ann: is it still in stock?</p></div>"


def read(posting: str, *, kind: str = "BlogPosting", around: str = ASIDE, name: str = NAME, top: str = "") -> Any:
    box = f"<div itemscope itemtype='http://schema.org/{kind}'><h3>{name}</h3>{posting}</div>"
    head = f"<meta charset=utf-8><title>Vorra blog: {name}</title>{top}"
    html = f"<html lang=en-GB><head>{head}</head><body>{box}{TALK}{around}</body></html>"
    return read_saved(html.encode(), "https://blog.vorra.example/2012/08/vorra-press.html", SHOPS)


@pytest.mark.parametrize("kind", ["BlogPosting", "Article", "NewsArticle", "TechArticle"])
def test_a_price_beside_a_posting_is_not_that_of_what_it_is_about(kind: str) -> None:
    text = "<p>You need 15 g of coffee.</p><p>In our shop the press is £189.00 and the filters £32.00.</p>"
    assert not read(text, kind=kind)["ok"]


SALE = "<p class=price><b>£19.90</b></p><p>In stock</p><button>Add to cart</button>"


@pytest.mark.parametrize("kind", ["BlogPosting", "Article"])
@pytest.mark.parametrize("around", ["", ASIDE, "<div class=side><b>£7.50</b></div>"])
def test_a_posting_that_sells_is_read(kind: str, around: str) -> None:
    answer = read(SALE, kind=kind, around=around, name="Coffee press Vorra 350")
    assert answer["ok"]
    assert answer["offer"]["price"] == "19.90"


def test_other_boxes_that_are_marked_up_say_nothing_of_the_heading() -> None:
    assert read(SALE, kind="WebPage", around="", name="Coffee press Vorra 350")["ok"]
    assert read("<p>A press.</p>", kind="CreativeWork", around=SALE, name="Coffee press Vorra 350")["ok"]


def test_a_code_beside_what_buys_goes_over_the_mark() -> None:
    answer = read("<p>A press.</p>", around=f"<p>SKU: VP-350</p>{SALE}", name="Coffee press Vorra 350")
    assert answer["ok"]
    assert answer["offer"]["sku"] == "VP-350"
