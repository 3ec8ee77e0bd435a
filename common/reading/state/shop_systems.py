"""Shop systems whose state has a shape of its own: Shopify (prices in minor units), IdoSell, Squarespace."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from common.details.gtin import clean_gtin
from common.offer import Availability, PriceKind, Variant
from common.reading.found import STATE, Found
from common.reading.text.currencies.named import currency_of
from common.reading.text.identifiers import brand_of, clean_id
from common.reading.text.json_text import JsonObject, amount, text_of, whole


def shopify(name: str, value: Any) -> Iterator[Found]:
    """The product of `var meta = {"product": …}` and of a theme's product JSON. Their prices are whole numbers of
    hundredths whatever the currency (Shopify's theme documentation: "the price in the currency's subunits"); a text
    with a decimal mark is none, as in its products' own JSON. A currency is not named there.
    """
    product = value.get("product") if isinstance(value, dict) and isinstance(value.get("product"), dict) else value
    if not isinstance(product, dict) or not isinstance(product.get("variants"), list):
        return
    themed = "compare_at_price" in product or "price_varies" in product
    if not themed and not (name.endswith("meta") and "vendor" in product):
        return
    variants = [one for one in product["variants"][:300] if isinstance(one, dict)]
    prices = [price for one in variants if (price := _shopify_price(one.get("price"))) is not None and price > 0]
    if not prices:
        return
    low, high = min(prices), max(prices)
    only = variants[0] if len(variants) == 1 else {}
    yield Found(
        STATE,
        title=text_of(product.get("title")) or text_of(only.get("name")) or _name_of_all(variants),
        price=low,
        low=low,
        high=high,
        brand=brand_of(product.get("vendor")),
        sku=clean_id(text_of(only.get("sku"))),
        gtin=clean_gtin(text_of(only.get("barcode"))),
        availability=any_available(variants, "available"),
        variants=tuple(_shopify_variant(one) for one in variants) if len(variants) > 1 else (),
        price_kind=PriceKind.FROM if low < high else None,
    )


def _shopify_price(value: Any) -> Decimal | None:
    hundredths = whole(value) if not isinstance(value, str) or "." not in value else None
    return Decimal(hundredths).scaleb(-2) if hundredths is not None else amount(value)


def _name_of_all(variants: Sequence[JsonObject]) -> str | None:
    """What the names of all variants begin with, up to their own: "Cup" of "Cup - Small" and "Cup - Large"."""
    names = {
        (text_of(one.get("name")) or "").removesuffix(text_of(one.get("public_title")) or "").rstrip(" -")
        for one in variants
    }
    return names.pop() or None if len(names) == 1 else None


def _shopify_variant(node: JsonObject) -> Variant:
    return Variant(
        name=text_of(node.get("public_title")) or text_of(node.get("title")) or text_of(node.get("name")) or "",
        sku=clean_id(text_of(node.get("sku"))),
        availability=one_available(node.get("available")),
    )


def idosell(name: str, value: Any, path: str) -> Iterator[Found]:
    """The product of IdoSell's `window.product_data = [{…}]`, whose number the address holds; it names no product."""
    product = value[0] if isinstance(value, list) and len(value) == 1 else value
    if not name.endswith("product_data") or not isinstance(product, dict):
        return
    number, base = text_of(product.get("id")), product.get("base_price")
    price = amount(base.get("value")) if isinstance(base, dict) else None
    if number is None or price is None or price <= 0 or number not in _NUMBERS.findall(path):
        return
    yield Found(STATE, price=price, currency=currency_of(text_of(product.get("currency")) or ""))


_NUMBERS = re.compile(r"\d+")


def squarespace(name: str, value: Any) -> Iterator[Found]:
    """The code of the product in Squarespace's `Static.SQUARESPACE_CONTEXT`, where it has one variant. That context is
    always the page's own, and has a product on pages of one only; its prices are printed.
    """
    product = value.get("product") if isinstance(value, dict) and name.endswith("SQUARESPACE_CONTEXT") else None
    variants = product.get("variants") if isinstance(product, dict) else None
    only = variants[0] if isinstance(variants, list) and len(variants) == 1 else None
    if isinstance(only, dict) and (code := clean_id(text_of(only.get("sku")))) is not None:
        yield Found(STATE, sku=code)


def any_available(nodes: list[JsonObject], key: str) -> Availability:
    said = [node[key] for node in nodes if isinstance(node.get(key), bool)]
    if not said:
        return Availability.UNKNOWN
    return Availability.IN_STOCK if any(said) else Availability.OUT_OF_STOCK


def one_available(value: Any) -> Availability:
    if not isinstance(value, bool):
        return Availability.UNKNOWN
    return Availability.IN_STOCK if value else Availability.OUT_OF_STOCK
