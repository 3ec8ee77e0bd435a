"""Saved pages and answers of real shops, when they are beside the repository: every one right, or refused rightly."""

from __future__ import annotations

import importlib.util
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.places import REPO

DATA = REPO.parent / "shared" / "data"
SHOPS = Shops(ShopsSettings())

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the saved pages are not beside the repository")

REASONS = {
    "listing_not_product": {"LISTING"},
    "shell_no_product": {"EMPTY_SHELL"},
    "login_wall": {"LOGIN_WALL"},
    "error_page": {"ERROR_PAGE", "NOT_FOUND", "BLOCKED", "REMOVED"},
    "share_redirect": {"SHARE_REDIRECT"},
}
STATES = {"InStock": "IN_STOCK", "OutOfStock": "OUT_OF_STOCK"}
MARKETS = {"sg": "shopee.sg", "tw": "shopee.tw", "vn": "shopee.vn", "br": "shopee.com.br", "ph": "shopee.ph"}


def labels(name: str) -> dict[str, Any]:
    path = DATA / name
    return dict(json.loads(path.read_text())) if path.is_file() else {}


@pytest.mark.parametrize(("name", "truth"), labels("shops/html_ground-truth.json").items())
def test_shop_pages(name: str, truth: dict[str, Any]) -> None:
    market = MARKETS.get(Path(name).name[:2], "shopee.tw") if name.startswith("shopee") else "world.taobao.com"
    answer = read_saved(
        (DATA / "shops" / f"{name}.gz").read_bytes(), truth.get("page_url") or f"https://{market}/", SHOPS
    )
    if truth["kind"] != "product":
        assert answer.get("reason") in REASONS[truth["kind"]]
        return
    found = answer["offer"]
    price = truth.get("price_before_coupon") or truth.get("price") or truth["price_min"]
    assert found["title"] == truth["title"]
    assert Decimal(found["price"]) == Decimal(price)
    assert found["currency"] == truth["currency"]
    assert found["item_id"] == (truth.get("id") or truth.get("item_id"))
    assert found["availability"] == STATES[truth["availability"]]
    assert found["stock"] == truth.get("quantity", truth.get("stock"))
    assert found["image_url"].endswith(truth.get("first_image") or truth["image"])
    assert found["brand"] == truth.get("brand")
    assert found["seller"] == (truth.get("shop_name") or truth.get("seller") or found["seller"])
    assert answer["verdict"]["status"] == "ok"


@pytest.mark.parametrize(("name", "truth"), labels("shops/shopee/api_json/ground-truth.json").items())
def test_shopee_item_json(name: str, truth: dict[str, Any]) -> None:
    host = {"v4": "shopee.vn", "v2": "shopee.tw", "br": "shopee.com.br", "id": "shopee.co.id"}[name[:2]]
    url = f"https://{host}/product/{truth['shop_id']}/{truth['item_id']}"
    answer = read_saved((DATA / "shops/shopee/api_json" / name).read_bytes(), url, SHOPS)
    if "price" not in truth:
        assert answer.get("reason") == "BLOCKED"
        return
    found = answer["offer"]
    assert (found["title"], found["item_id"]) == (truth["title"].strip(), truth["item_id"])
    assert Decimal(found["price"]) == Decimal(truth["price"])
    assert found["currency"] == truth["currency"][:3]
    assert found["seller"] == truth.get("shop_name", found["seller"])


@pytest.mark.parametrize(("item_id", "truth"), labels("shops/taobao/mtop_pcdetail_json/ground-truth.json").items())
def test_taobao_details(item_id: str, truth: dict[str, Any]) -> None:
    body = (DATA / f"shops/taobao/mtop_pcdetail_json/{item_id}.json").read_bytes()
    answer = read_saved(body, truth["canonical_url"], SHOPS)
    found = answer["offer"]
    assert (found["title"], found["seller"], found["image_url"]) == (
        truth["title"],
        truth["shop_name"],
        truth["first_image"],
    )
    assert Decimal(found["price"]) == Decimal(truth["price_before_coupon"].split("-")[0])
    assert (found["availability"], str(found["stock"])) == (STATES[truth["availability"]], truth["quantity"])
    assert answer["verdict"]["status"] == "ok"


def test_labelled_pages_of_many_shops_stay_as_well_read_as_they_were() -> None:
    spec = importlib.util.spec_from_file_location("reading_score", REPO / "benchmarks" / "reading_score.py")
    assert spec is not None
    assert spec.loader is not None
    scoring = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scoring)
    folder = DATA / "product_pages" / "zyte_benchmark"
    right = dict.fromkeys(scoring.FIELDS, 0)
    for name, truth in labels("product_pages/zyte_benchmark/ground-truth.json").items():
        answer = read_saved((folder / "html" / f"{name}.html.gz").read_bytes(), truth["url"], SHOPS)
        for field in scoring.FIELDS:
            right[field] += scoring.score(field, truth, answer)[0] == "right"
    floors = {"price": 67, "currency": 64, "availability": 70, "sku": 69, "brand": 50}
    assert all(right[field] >= floor for field, floor in floors.items()), right
