"""The details that answers of Shopee and Taobao state."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from common.details.kinds import Condition, Details, Shipping
from common.offer import Offer
from common.shops.shopee.answers import read_json
from common.shops.taobao.detail import read_detail

SHOPEE = "https://shopee.sg/product/1/2"


def shopee(**more: Any) -> Offer:
    item = {"itemid": 2, "shopid": 1, "name": "Kettle", "currency": "SGD", "price": 1_000_000, "stock": 3, **more}
    offer = read_json({"error": 0, "data": item}, None, "sg", SHOPEE)
    assert isinstance(offer, Offer), offer
    return offer


def test_an_items_rating_counts_category_condition_and_description() -> None:
    offer = shopee(
        item_rating={"rating_star": Decimal("4.857142857142857"), "rating_count": [42, 0, 0, 1, 4, 37]},
        cmt_count=22,
        catid=100632,
        categories=[{"catid": 1, "display_name": "Home"}, {"catid": 100632, "display_name": "Kettles"}],
        condition=2,
        description="Boils.\nQuickly.",
    )
    assert offer.details == Details(
        rating_hundredths=486,
        rating_count=42,
        review_count=22,
        category=("Home", "Kettles"),
        condition=Condition.USED,
        description="Boils. Quickly.",
    )
    assert offer.came_from["rating_hundredths"] == "item-json"


@pytest.mark.parametrize(
    ("more", "details"),
    [
        ({"item_rating": {"rating_star": 0, "rating_count": [0, 0, 0, 0, 0, 0]}}, Details(rating_count=0)),
        ({"item_rating": {"rating_star": Decimal("4.5"), "rating_count": []}}, Details(rating_hundredths=450)),
        ({"rating_star": 5, "rating_count_total": 6}, Details(rating_hundredths=500, rating_count=6)),
        ({"item_rating": {"rating_star": 7}}, Details()),
        ({"item_rating": [], "cmt_count": -1, "catid": "x", "condition": 9, "categories": [None]}, Details()),
        ({"catid": 100017}, Details(category=("100017",))),
    ],
)
def test_what_an_item_does_not_state_is_not_stated(more: dict[str, Any], details: Details) -> None:
    assert shopee(**more).details == details


@pytest.mark.parametrize(
    ("freight", "shipping"),
    [
        ("快递: 免运费", Shipping(0, "CNY", "CN")),
        ("快递: 12.00", Shipping(1200, "CNY", "CN")),
        ("快递: 12.00起", None),
        ("满99包邮", None),
        (None, None),
    ],
)
def test_taobaos_freight(freight: str | None, shipping: Shipping | None) -> None:
    detail = {"item": {"itemId": "9", "title": "水壶"}, "componentsVO": {"deliveryVO": {"freight": freight}}}
    offer = read_detail(detail, wanted=None, source="mtop")
    assert isinstance(offer, Offer)
    assert offer.details.shipping == shipping
    assert ("shipping" in offer.came_from) == (shipping is not None)
