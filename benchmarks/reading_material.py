"""Pages that the reading is measured on: saved ones, where a folder of real material is named, and a few of our own."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ANY_SHOP = "https://shop.example/p/cup-100"
_SHOPEE = "https://shopee.tw/product/100/200"
_TAOBAO = "https://item.taobao.com/item.htm?id=300"
_KINDS = (
    ("shops/shopee/html/*.gz", _SHOPEE),
    ("shops/shopee/api_json/*.json", _SHOPEE),
    ("shops/shopee/api_errors/*.json", _SHOPEE),
    ("shops/taobao/html/*.gz", _TAOBAO),
    ("shops/taobao/mtop_pcdetail_json/*.json", _TAOBAO),
    ("shops/taobao/mtop_errors/*", _TAOBAO),
    ("product_pages/zyte_benchmark/html/*.html.gz", ANY_SHOP),
    ("product_pages/metascraper_shopping/*.html.gz", ANY_SHOP),
    ("embedded_metadata/*.html", ANY_SHOP),
    ("embedded_metadata/extruct_samples/**/*.html", ANY_SHOP),
)
_LABELS = (
    "shops/html_ground-truth.json",
    "shops/shopee/api_json/ground-truth.json",
    "shops/taobao/mtop_pcdetail_json/ground-truth.json",
    "product_pages/zyte_benchmark/ground-truth.json",
    "product_pages/metascraper_shopping/ground-truth.json",
)


@dataclass(frozen=True, slots=True)
class SavedPage:
    """`body` is inflated. `url` is the page's own where the labels say it, else one of the same shop."""

    name: str
    url: str
    body: bytes


def product_pages(data: Path) -> list[SavedPage]:
    """Whole product pages of many shops."""
    return [page for page in all_pages(data) if page.name.startswith("product_pages/")]


def all_pages(data: Path) -> list[SavedPage]:
    """Everything saved, in a fixed order: pages, answers, errors, walls and samples of markup.

    Raises FileNotFoundError when one of these kinds is missing in `data`.
    """
    urls = _urls(data)
    return [
        SavedPage(str(path.relative_to(data)), urls.get(_stem(path), url), _body(path))
        for pattern, url in _KINDS
        for path in _files(data, pattern)
    ]


def _files(data: Path, pattern: str) -> list[Path]:
    found = [p for p in sorted(data.glob(pattern)) if p.is_file() and not p.name.startswith("ground-truth")]
    if not found:
        raise FileNotFoundError(f"{data}: the folder of real material holds no {pattern}")
    return found


def _urls(data: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in _LABELS:
        labels: dict[str, Any] = json.loads((data / name).read_text("utf-8"))
        for page, label in labels.items():
            url = _url_of(label) if isinstance(label, dict) else None
            if url:
                found[_stem(Path(page))] = url
    return found


def _url_of(label: dict[str, Any]) -> str | None:
    for key in ("url", "page_url", "canonical_url"):
        if isinstance(label.get(key), str) and label[key].startswith("http"):
            return str(label[key])
    if label.get("shop_id") and label.get("item_id"):
        return f"https://shopee.tw/product/{label['shop_id']}/{label['item_id']}"
    return None


def _stem(path: Path) -> str:
    """The file's name without what says how it is packed."""
    return path.name.removesuffix(".gz").removesuffix(".html").removesuffix(".json")


def _body(path: Path) -> bytes:
    raw = path.read_bytes()
    return gzip.decompress(raw) if path.suffix == ".gz" else raw


def own_pages() -> list[SavedPage]:
    """Stand-ins for anybody without the saved ones: each way of stating a product, padded with 1,000 rows or bare."""
    filler = "".join(f"<div class='row'><a href='/p/{n}'>Thing {n}</a><span>{n}</span></div>" for n in range(1000))
    pages = [
        SavedPage(
            f"own/{name}{'' if padding else '-bare'}",
            ANY_SHOP,
            f"<html><head><meta charset='utf-8'><title>Blue cup</title>{head}</head>"
            f"<body><h1>Blue cup</h1>{body}{padding}</body></html>".encode(),
        )
        for name, (head, body) in _WAYS.items()
        for padding in (filler, "")
    ]
    return [*pages, *(SavedPage(f"own/{name}", url, body.encode()) for name, url, body in _ANSWERS)]


_CUP = {"name": "Blue cup", "sku": "CUP-100", "brand": "Pinewood", "price": 12.5, "currency": "EUR", "inStock": True}
_NODE = {
    "@context": "https://schema.org", "@type": "Product", "name": "Blue cup", "sku": "CUP-100",
    "image": ["/a.jpg", {"@type": "ImageObject", "url": "/b.jpg"}],
    "offers": [{"@type": "Offer", "price": "12.50", "priceCurrency": "EUR", "availability": "InStock"}],
}  # fmt: skip
_WAYS = {
    "json-ld": (f"<script type='application/ld+json'>/* a note */ {json.dumps(_NODE)},</script>", ""),
    "graph": (f"<script type='application/ld+json'>{json.dumps({'@graph': [_NODE, _NODE]})}</script>", ""),
    "microdata": (
        "",
        "<div itemscope itemtype='https://schema.org/Product'><b itemprop='name'>Blue cup</b>"
        "<div itemprop='offers' itemscope itemtype='https://schema.org/Offer'><meta itemprop='price' content='12.50'>"
        "<meta itemprop='priceCurrency' content='EUR'><link itemprop='availability' href='/InStock'></div></div>",
    ),
    "rdfa": (
        "",
        "<div vocab='https://schema.org/' typeof='Product'><b property='name'>Blue cup</b><i property='offers' "
        "typeof='Offer'><i property='price'>12.50</i><i property='priceCurrency' content='EUR'></i></i></div>",
    ),
    "labels": (
        "<meta property='og:type' content='product'><meta property='og:title' content='Blue cup | A shop'>"
        "<meta property='product:price:amount' content='12.50'><meta property='product:price:currency' content='EUR'>",
        "",
    ),
    "state": (
        "",
        f"<script id='__NEXT_DATA__' type='application/json'>{json.dumps({'props': {'product': _CUP}})}</script>"
        f"<script>window.__STATE__ = {{item: {{name: 'Blue cup', sku: 'CUP-100', soldOut: !1, x: undefined}}}};"
        f"dataLayer.push({{'ecommerce': {{'detail': {{'products': [{json.dumps(_CUP)}]}}}}}})</script>",
    ),
    "visible": (
        "",
        "<p class='price'><del>15,00 €</del> <b>12,50 €</b></p><p>SKU: CUP-100</p><p>Brand: <a>Pinewood</a></p>"
        "<p>In stock</p><button>Add to cart</button>",
    ),
}
_ITEM = {
    "itemid": 200, "shopid": 100, "name": "藍色杯子", "price": 1250000000, "price_min": 1250000000, "stock": 8,
    "currency": "TWD", "image": "a" * 32, "images": ["a" * 32], "item_status": "normal", "brand": "Pinewood",
    "models": [{"itemid": 200, "modelid": 1, "name": "大", "price": 1250000000, "stock": 8}],
}  # fmt: skip
_DETAIL = {
    "ret": ["SUCCESS::调用成功"],
    "data": {
        "item": {"itemId": "300", "title": "蓝色杯子", "images": ["//img.example/a.jpg"]},
        "seller": {"shopName": "松林"},
        "skuCore": {"sku2info": {"0": {"price": {"priceText": "12.50"}, "quantity": "8"}}},
    },
}
_STATE = {"loaderData": {"home": {"data": {"res": _DETAIL["data"]}}}}
_ANSWERS = (
    ("shopee-item", _SHOPEE, json.dumps({"error": None, "data": {"item": _ITEM}}, ensure_ascii=False)),
    ("shopee-error", _SHOPEE, json.dumps({"error": 90309999, "is_login": False})),
    ("taobao-detail", _TAOBAO, f"mtopjsonp1({json.dumps(_DETAIL, ensure_ascii=False)})"),
    ("taobao-page", _TAOBAO, f"<script>var b = {json.dumps(_STATE)};window.__ICE_APP_CONTEXT__ = b;</script>"),
    ("taobao-token", _TAOBAO, json.dumps({"ret": ["FAIL_SYS_TOKEN_EMPTY::令牌为空"], "data": {}})),
)  # fmt: skip
