"""The demo's feed and shops as a world for tests of the whole way, with what must become of its links."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fleet.demo.world import ACCOUNT, OTHER_DOMAIN

SETTINGS: dict[str, object] = {
    "shops_other_domains": json.dumps([OTHER_DOMAIN]),
    "feed_token_demo": "demo",
    "work_retry_delays_seconds": "[2, 2, 2, 2]",
}
"""The busy shop is asked again two seconds later."""

ENDS = {
    "https://item.taobao.com/item.htm?id=720000000004": ("SUCCEEDED", None, 1),
    "https://item.taobao.com/item.htm?id=720000000006": ("SUCCEEDED", None, 1),
    "https://shop.pinewood.example/boards/oak-40": ("SUCCEEDED", None, 1),
    "https://shopee.sg/product/310002/9100002": ("SUCCEEDED", None, 1),
    "https://shopee.sg/product/310002/9100007": ("FAILED_PERMANENT", "ADDRESS_REFUSED", 1),
    "https://shopee.tw/product/310001/9100001": ("SUCCEEDED", None, 1),
    "https://shopee.tw/product/310001/9100003": ("FAILED_PERMANENT", "CONTENT_NOT_FOUND", 1),
    "https://shopee.tw/product/310001/9100005": ("SUCCEEDED", None, 2),
}
"""Status, error code and attempts of every link of the demo."""

PRODUCTS = {
    ("other:pinewood.example:sku:OAK-40", "Oak cutting board 40 cm", "54.00", "EUR", "IN_STOCK"),
    ("shopee:sg:9100002", "Oak chair", "189.90", "SGD", "OUT_OF_STOCK"),
    ("shopee:tw:9100001", "松木馬克杯 350 ml", "420.00", "TWD", "IN_STOCK"),
    ("shopee:tw:9100005", "Busy kettle 1.2 l", "1280.00", "TWD", "IN_STOCK"),
    ("taobao:cn:720000000004", "帆布手提袋 大号", "39.90", "CNY", "IN_STOCK"),
    ("taobao:cn:720000000006", "手工紫砂茶壶 200ml", "268.00", "CNY", "IN_STOCK"),
}

POSTS, SKIPPED, SIGHTINGS = 9, 1, 9
"""Posts the feed shows, the malformed ones among them, and (post, link) pairs."""


def write_config(folder: Path) -> None:
    """crawlfleet.toml with the demo's feed; everything else comes by environment."""
    (folder / "crawlfleet.toml").write_text(
        f'[[feeds]]\nname = "demo"\nsource = "threads"\naccount = "{ACCOUNT}"\nreplies = false\nmax_pages = 2\n'
    )


def ends_of(jobs: list[dict[str, Any]]) -> dict[str, tuple[str, str | None, int]]:
    """From the lines of `jobs list --json`."""
    return {job["url_norm"]: (job["status"], job["error_code"], job["attempt"]) for job in jobs}


def products_of(products: list[dict[str, Any]]) -> set[tuple[str, ...]]:
    """From the lines of `products list --json`."""
    names = ("product_key", "title", "price", "currency", "availability")
    return {tuple(product[name] for name in names) for product in products}
