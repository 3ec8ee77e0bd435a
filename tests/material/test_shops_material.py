"""Saved material of Shopee and Taobao: every labelled field of every file is right.

A field that an offer does not have stands in NOT_AN_OFFERS, with its reason; a field that nobody here knows fails.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from common.money import format_minor
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.places import saved, saved_files, saved_json

SHOPS = Shops(ShopsSettings())

NOT_AN_OFFERS = {
    "rating": "opinions are not collected",
    "rating_count": "opinions are not collected",
    "sold": "what was sold before is not collected",
    "price_shown_label": "told by price_kind",
    "embedded_price_param": "what a share link says is not what the shop asks",
}
ABOUT_THE_FILE = frozenset(
    "kind page_url note encoding embedded_state json_ld source_of_truth source endpoint region app_version canonical "
    "meaning".split()
)
STATES = {"InStock": "IN_STOCK", "OutOfStock": "OUT_OF_STOCK"}
REASONS = {
    "listing_not_product": "LISTING",
    "shell_no_product": "EMPTY_SHELL",
    "login_wall": "LOGIN_WALL",
    "share_redirect": "SHARE_REDIRECT",
}
MARKETS = {
    "sg": "shopee.sg", "tw": "shopee.tw", "vn": "shopee.vn", "br": "shopee.com.br", "ph": "shopee.ph",
    "id": "shopee.co.id", "th": "shopee.co.th", "my": "shopee.com.my", "mx": "shopee.com.mx",
}  # fmt: skip


def price(offer: dict[str, Any], name: str) -> Decimal | None:
    return Decimal(format_minor(offer[name], offer["currency"])) if offer[name] is not None else None


def amount(field: str) -> Callable[[dict[str, Any], Any], bool]:
    return lambda offer, told: price(offer, field) == (Decimal(told) if told is not None else None)


def same(field: str) -> Callable[[dict[str, Any], Any], bool]:
    return lambda offer, told: bool(offer[field] == (told.strip() if isinstance(told, str) else told))


def said_stock(offer: dict[str, Any], told: str) -> bool:
    count, _, words = told.partition(" ")
    return bool(offer["stock"] == int(count)) and ("无货" in words) <= (offer["availability"] == "OUT_OF_STOCK")


CHECKS: dict[str, Callable[[dict[str, Any], Any], bool]] = {
    "id": same("item_id"),
    "item_id": same("item_id"),
    "shop_id": same("shop_id"),
    "seller_id": same("seller_id"),
    "shop_name": same("seller"),
    "seller": same("seller"),
    "brand": same("brand"),
    "title": same("title"),
    "canonical_url": same("url"),
    "canonical_url_derived": same("url"),
    "currency": lambda offer, told: offer["currency"] == told[:3],
    "price": amount("price_minor"),
    "price_raw": lambda offer, told: price(offer, "price_minor") == Decimal(told) / 100_000,
    "price_before_coupon": amount("price_minor"),
    "price_after_coupon": amount("coupon_price_minor"),
    "price_shown": amount("coupon_price_minor"),
    "price_before_discount": amount("list_price_minor"),
    "price_min": amount("price_min_minor"),
    "price_max": amount("price_max_minor"),
    "availability": lambda offer, told: offer["availability"] == STATES[told],
    "item_status": lambda offer, told: (told == "sold_out") == (offer["availability"] == "OUT_OF_STOCK"),
    "stock": lambda offer, told: offer["stock"] == int(told),
    "quantity": lambda offer, told: offer["stock"] == int(told),
    "stock_text": said_stock,
    "quantity_text": lambda offer, told: ("无货" in told) == (offer["availability"] == "OUT_OF_STOCK"),
    "first_image": lambda offer, told: offer["image_url"] == offer["images"][0] and offer["image_url"].endswith(told),
    "image": lambda offer, told: offer["image_url"] == offer["images"][0] and offer["image_url"].endswith(told),
    "sku_count": lambda offer, told: len(offer.get("variants", ())) == int(told),
}


def entries(name: str) -> list[tuple[str, dict[str, Any]]]:
    found = list(saved_json(f"shops/{name}").items())
    assert found, f"no labels in {name}"
    return found


def assert_right(answer: dict[str, Any], truth: dict[str, Any]) -> None:
    assert answer["ok"], answer
    assert answer["verdict"] == {"status": "ok", "reason": None}
    wrong = {}
    for field, told in truth.items():
        if field in NOT_AN_OFFERS or field in ABOUT_THE_FILE:
            continue
        if not CHECKS[field](answer["offer"], told):
            wrong[field] = told
    assert not wrong, answer["offer"]


@pytest.mark.parametrize(("name", "truth"), entries("html_ground-truth.json"))
def test_pages(name: str, truth: dict[str, Any]) -> None:
    host = MARKETS.get(Path(name).name[:2], "shopee.sg") if name.startswith("shopee") else "world.taobao.com"
    answer = read_saved(saved(f"shops/{name}.gz").read_bytes(), truth.get("page_url") or f"https://{host}/", SHOPS)
    if truth["kind"] == "product":
        assert_right(answer, truth)
        offer = answer["offer"]
        assert Decimal(offer["price"]) == Decimal(
            truth.get("price_before_coupon") or truth.get("price") or truth["price_min"]
        )
        assert (offer["brand"], offer["stock"]) == (truth.get("brand"), truth.get("quantity", truth.get("stock")))
    elif truth["kind"] == "error_page":
        assert answer.get("reason") in {"ERROR_PAGE", "NOT_FOUND", "BLOCKED", "REMOVED"}
    else:
        assert answer.get("reason") == REASONS[truth["kind"]]
        assert truth.get("resolves_to_id", "") in answer["detail"]


@pytest.mark.parametrize(("name", "truth"), entries("shopee/api_json/ground-truth.json"))
def test_shopee_answers(name: str, truth: dict[str, Any]) -> None:
    words = name.removesuffix(".json").split("_")
    host = next((MARKETS[word] for word in words if word in MARKETS), "shopee.sg")
    url = f"https://{host}/product/{truth['shop_id']}/{truth['item_id']}"
    answer = read_saved(saved(f"shops/shopee/api_json/{name}").read_bytes(), url, SHOPS)
    if "price" in truth:
        assert_right(answer, truth)
    else:
        assert answer.get("reason") == "BLOCKED"  # distorted on purpose


@pytest.mark.parametrize(("item_id", "truth"), entries("taobao/mtop_pcdetail_json/ground-truth.json"))
def test_taobao_answers(item_id: str, truth: dict[str, Any]) -> None:
    body = saved(f"shops/taobao/mtop_pcdetail_json/{item_id}.json").read_bytes()
    answer = read_saved(body, truth["canonical_url"], SHOPS)
    assert_right(answer, truth)
    assert (answer["offer"]["price_kind"] == "before_coupon") == (truth["price_after_coupon"] is not None)


@pytest.mark.parametrize("path", saved_files("shops/shopee/api_errors", "*.json"), ids=lambda path: path.name)
def test_shopee_refusals(path: Path) -> None:
    assert read_saved(path.read_bytes(), "https://shopee.sg/product/1/2", SHOPS).get("reason") == "BLOCKED"


@pytest.mark.parametrize("path", saved_files("shops/taobao/mtop_errors", "*.json"), ids=lambda path: path.name)
def test_taobao_refusals(path: Path) -> None:
    answer = read_saved(path.read_bytes(), "https://item.taobao.com/item.htm?id=1", SHOPS)
    assert answer.get("reason") == "TOKEN_NEEDED"
