"""extruct on a saved page, and the first product in what it extracts, with price-parser for the price.

The choice is the plain one that a user of extruct writes first: the first Product of JSON-LD, microdata and RDFa, its
first offer, then OpenGraph for what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import extruct
from price_parser import Price

from common.reading.text.currencies.named import currency_of

SYNTAXES = ["json-ld", "microdata", "opengraph", "rdfa"]
"""Those that can hold a product; leaving out microformats and Dublin Core makes it faster, not slower."""
_PRODUCTS = frozenset({"Product", "ProductGroup", "IndividualProduct", "ProductModel"})
_STATES = {"InStock": "IN_STOCK", "LimitedAvailability": "IN_STOCK", "OnlineOnly": "IN_STOCK",
           "OutOfStock": "OUT_OF_STOCK", "SoldOut": "OUT_OF_STOCK", "Discontinued": "OUT_OF_STOCK"}  # fmt: skip


def extract(body: bytes, url: str, *, uniform: bool = False) -> dict[str, Any]:
    """Everything extruct finds. A page it cannot take gives nothing."""
    try:
        return dict(extruct.extract(body, base_url=url, syntaxes=SYNTAXES, errors="ignore", uniform=uniform))
    except (ValueError, TypeError, AttributeError):
        return {}


def read(body: bytes, url: str) -> dict[str, Any]:
    """The fields of the first product, in the shape of crawlfleet's own answer."""
    found = extract(body, url, uniform=True)
    nodes = [found.get(syntax) for syntax in ("json-ld", "microdata", "rdfa")]
    product = next(_products(nodes), {})
    offer = _first(product.get("offers"))
    labels = _first(found.get("opengraph"))
    stated = _text(offer.get("price")) or _text(offer.get("lowPrice")) or labels.get("product:price:amount")
    currency = _text(offer.get("priceCurrency")) or labels.get("product:price:currency")
    price = Price.fromstring(stated, currency_hint=currency) if stated else None
    state = (_text(offer.get("availability")) or "").rstrip("/").rpartition("/")[2]
    symbol = currency or (price.currency if price else None)
    offered = {
        "price": str(price.amount) if price and price.amount is not None else None,
        "currency": currency_of(symbol, currency) or symbol if symbol else None,
        "availability": _STATES.get(state),
        "sku": _text(product.get("sku")),
        "brand": _text(product.get("brand")),
        "came_from": "extruct",
    }
    return {"ok": True, "offer": offered}


def _products(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for one in value:
            yield from _products(one, depth)
    elif isinstance(value, dict) and depth < 3:
        kinds = value.get("@type")
        if _PRODUCTS & set(kinds if isinstance(kinds, list) else [kinds]):
            yield value
        yield from _products([value.get("@graph"), value.get("mainEntity")], depth + 1)


def _first(value: Any) -> dict[str, Any]:
    if isinstance(value, list):
        value = value[0] if value else None
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str | None:
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value")
    return str(value).strip() or None if isinstance(value, (str, int, float)) else None
