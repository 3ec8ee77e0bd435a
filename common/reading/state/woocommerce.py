"""The variations of WooCommerce's add-to-cart form, and the one that is chosen when the page opens."""

from __future__ import annotations

from typing import Any

from common.offer import PriceKind, Variant
from common.reading.found import STATE, Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import squeeze
from common.reading.state.shop_systems import any_available, one_available
from common.reading.text.identifiers import clean_id
from common.reading.text.json_text import JsonObject, amount, loads, text_of, whole

_MOST_FORMS, _MOST_VARIATIONS = 1_500, 300


def woocommerce(document: Document) -> Found | None:
    """What the form, an attribute of which holds JSON, says; None without one. The price is the lowest of all, also
    where a variation is chosen: `chosen_price` is what that one costs.
    """
    if document.root is None:
        return None
    forms = [form for form in document.first(_MOST_FORMS, "form") if form.get("data-product_variations") is not None]
    if len(forms) != 1 or not document.holds("data-product_variations"):
        return None
    nodes = loads(forms[0].get("data-product_variations"))
    variations = [one for one in nodes[:_MOST_VARIATIONS] if isinstance(one, dict)] if isinstance(nodes, list) else []
    prices = [price for one in variations if (price := amount(one.get("display_price"))) is not None and price > 0]
    if not prices:
        return None
    chosen = _chosen(forms[0], variations)
    return Found(
        STATE,
        price=min(prices),
        low=min(prices),
        high=max(prices),
        chosen_price=amount(chosen.get("display_price")),
        sku=clean_id(text_of(chosen.get("sku"))),
        availability=any_available(variations, "is_in_stock"),
        variants=tuple(_variant(one) for one in variations),
        price_kind=PriceKind.FROM if min(prices) < max(prices) else None,
    )


def _chosen(form: Any, variations: list[JsonObject]) -> JsonObject:
    """The one variation that the form holds the number of, or else that fits what is selected in every field; empty
    where none or several do.
    """
    number = next((one.get("value") for one in form.iter("input") if one.get("name") == "variation_id"), None)
    if number and number != "0":
        fitting = [one for one in variations if str(one.get("variation_id")) == number]
    else:
        selected = {field.get("name"): _selected(field) for field in form.iter("select") if _is_attribute(field)}
        fitting = [one for one in variations if selected and all(selected.values()) and _fits(one, selected)]
    return fitting[0] if len(fitting) == 1 else {}


def _is_attribute(field: Any) -> bool:
    return (field.get("name") or "").startswith("attribute_")


def _selected(field: Any) -> str:
    return next((one.get("value") or "" for one in field.iter("option") if one.get("selected") is not None), "")


def _fits(variation: JsonObject, selected: dict[str, str]) -> bool:
    """An attribute without a value is any."""
    choices = variation.get("attributes")
    return isinstance(choices, dict) and all(
        not choices.get(name) or choices[name] == selected[name] for name in selected
    )


def _variant(node: JsonObject) -> Variant:
    choices = node.get("attributes")
    name = " ".join(str(one) for one in choices.values()) if isinstance(choices, dict) else ""
    return Variant(
        name=squeeze(name),
        sku=clean_id(text_of(node.get("sku"))),
        availability=one_available(node.get("is_in_stock")),
        stock=whole(node.get("max_qty")) if node.get("max_qty") else None,
    )
