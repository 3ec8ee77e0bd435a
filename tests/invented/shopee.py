"""An invented Shopee item as its endpoints answer it, and what `crawlfleet read` makes of an answer."""

from __future__ import annotations

import json
from typing import Any

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://shopee.sg/product/11/22"
IMAGE = "0123456789abcdef" * 2


def item(**changes: Any) -> dict[str, Any]:
    fields = {
        "itemid": 22, "shopid": 11, "name": "Clay teapot", "price": 2750000, "price_min": 2750000,
        "price_max": 2750000, "stock": 4, "currency": "SGD", "item_status": "normal", "status": 1, "image": IMAGE,
    }  # fmt: skip
    return {name: value for name, value in (fields | changes).items() if value is not ...}


def read(answer: Any, url: str = URL) -> dict[str, Any]:
    body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    return read_saved(body, url, SHOPS)


def offer(answer: Any, url: str = URL) -> dict[str, Any]:
    told = read(answer, url)
    assert told["ok"], told
    return dict(told["offer"])


def pdp(**changes: Any) -> dict[str, Any]:
    """An answer of pdp/get_pc as its endpoint shapes it."""
    model = {"item_id": 22, "promotion_id": 7, "price_stocks": [{"promotion_id": 7, "price": 3000000, "stock": 2}]}
    data: dict[str, Any] = {
        "item": {
            "item_id": 22, "shop_id": 11, "title": "Clay teapot", "item_status": "normal", "status": 1,
            "currency": "SGD", "brand": "Potter",
            "tier_variations": [{"name": "Colour", "options": ["Red", "Blue"]}, {"name": "Size", "options": ["S"]}],
            "models": [
                {"model_id": 71, "name": "Red,S", "price": 2500000, "price_before_discount": 4000000, "stock": 0},
                {**model, "model_id": 72, "name": "", "extinfo": {"tier_index": [1, 0]}},
            ],
        },
        "product_price": {
            "price": {"single_value": -1, "range_min": 2500000, "range_max": 3000000},
            "price_before_discount": {"single_value": -1, "range_min": 4000000, "range_max": 5000000},
        },
        "product_images": {"images": [IMAGE, "sg-11134207-abcde-f0"]},
        "shop_detailed": {"name": "Potter's wheel", "shopid": 11, "userid": 5},
    }  # fmt: skip
    data["item"] |= changes
    return {"error": None, "data": data}
