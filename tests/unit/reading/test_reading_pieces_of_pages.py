"""Pieces of pages, which scripts show inside another page: they have no title, and no frame around them."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
QUICK_VIEW = (
    "<div class=quick-view><div class=summary><h1 class=product_title>"
    "<a href='/product/kettle-oakley/'>کتری Oakley</a></h1>"
    "<p class=price><bdi>10,900,000&nbsp;<span>تومان</span></bdi></p><p class=stock>فقط 2 عدد در انبار موجود است</p>"
    "<form class=cart method=post><button type=submit name=add-to-cart value=63>افزودن به سبد خرید</button></form>"
    "</div></div>"
)
CARD = (
    "<div class=product-inner><a href='/urunler/{0}/'><img src='{0}.jpg'><div class=kod>29008{1}</div><h2>{0}</h2></a>"
    "<div class=add><span class=price>{1},00&nbsp;<span>&#8378;</span></span></div></div>"
)


def reason(body: str, url: str) -> str:
    answer: dict[str, Any] = read_saved(body.encode(), url, SHOPS)
    verdict = answer.get("verdict")
    return str(verdict.get("reason") or verdict["status"]) if verdict else str(answer["reason"])


def test_a_quick_view_at_the_address_of_a_product_is_one() -> None:
    assert reason(QUICK_VIEW, "https://www.holm.example.ir/product/kettle-oakley/") == "NO_PRICE"


def test_anywhere_else_it_says_too_little() -> None:
    assert reason(QUICK_VIEW, "https://www.holm.example.ir/kettles") == "NOT_A_PRODUCT"


@pytest.mark.parametrize(
    "path", ["urun-grubu/sandalye", "kategori/sandalye", "termekkategoria/szek", "product-category/oak/"]
)
def test_two_cards_at_the_address_of_a_category_are_a_list(path: str) -> None:
    cards = CARD.format("oak-vorra", 28) + CARD.format("elm-vorra", 31)
    assert reason(cards, f"https://www.pine-house.example.com.tr/{path}") == "LISTING"
