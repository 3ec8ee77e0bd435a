"""What is told to services that count visits: the product of an event that reports a look at one (dataLayer)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from common.reading.found import STATE, Found
from common.reading.state.node import fields
from common.reading.state.node.money import currency


def analytics(held: Sequence[tuple[str, Any]]) -> Iterator[Found]:
    """The single product of an analytics event (dataLayer, digitalData) that reports a look at one product. Its price
    is in whole units of the currency, as these services ask for it.
    """
    for name, value in held:
        if "ayer" not in name and "digitalData" not in name:
            continue
        for event in value if isinstance(value, list) else [value]:
            products = _viewed(event)
            if len(products) == 1 and isinstance(products[0], dict):
                found = fields.found(products[0], STATE)
                if found is not None:
                    named = found.currency or currency(event.get("ecommerce"))
                    yield replace(found, currency=named, is_whole=False)


def _viewed(event: Any) -> list[Any]:
    commerce = event.get("ecommerce") if isinstance(event, dict) else None
    if not isinstance(commerce, dict):
        return []
    detail = commerce.get("detail")
    products: Any = detail.get("products") if isinstance(detail, dict) else None
    if products is None and event.get("event") in {"view_item", "productDetail", "product_detail"}:
        products = commerce.get("items")
    return list(products) if isinstance(products, list) else []
