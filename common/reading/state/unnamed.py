"""What shop systems keep in a page's scripts of its own product without saying its name: Magento 1, BigCommerce,
Tiendanube (Nuvemshop), PrestaShop 1 and Cafe24.

Each stands only on a product's page, once, and is about that product, so no name is asked for. What it says of the
price counts only where the page prints that amount: some keep a net price, or what is asked of a member.

Sources: the systems' own templates. Magento 1, Mage_Catalog_Block_Product_View::getJsonConfig; BigCommerce's
Cornerstone, templates/layout/base.html and its `product_attributes`; Tiendanube's base theme, snipplets/product;
PrestaShop 1.6, themes/default-bootstrap/product.tpl; Cafe24's pages, which declare `product_sale_price`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from html import unescape
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.found import STATE, Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import squeeze
from common.reading.state.shop_systems import any_available, one_available
from common.reading.text.currencies.named import currency_of
from common.reading.text.identifiers import clean_id
from common.reading.text.json_text import JsonObject, amount, text_of

_MOST_VARIANTS = 300
_HUNDREDTH = Decimal("0.01")


def unnamed(
    document: Document, held: Sequence[tuple[str, Any]], printed: Callable[[], frozenset[Decimal]]
) -> list[Found]:
    """What they say, each price only where `printed` gives it. `held`: the (name, object)s of the page's scripts."""
    said = [one for name, value in held for one in _of_object(name, value)]
    said.extend(_of_variables(document))
    return [one if one.price in printed() else replace(one, price=None, low=None, high=None) for one in said]


def _of_object(name: str, value: Any) -> Iterator[Found]:
    if name.endswith("Product.OptionsPrice") and isinstance(value, dict):
        yield from _magento(value)
    elif name.endswith("BCData") and isinstance(value, dict) and isinstance(value.get("product_attributes"), dict):
        yield _bigcommerce(value["product_attributes"])
    elif name.endswith("LS.variants") and isinstance(value, list):
        yield from _tiendanube([one for one in value[:_MOST_VARIANTS] if isinstance(one, dict)])


def _magento(node: JsonObject) -> Iterator[Found]:
    price = amount(node.get("priceInclTax")) or amount(node.get("productPrice"))
    written = node.get("priceFormat")
    pattern = text_of(written.get("pattern")) if isinstance(written, dict) else None
    if price is not None and price > 0:
        yield Found(STATE, price=_rounded(price), currency=_named(pattern))


def _bigcommerce(node: JsonObject) -> Found:
    prices = node.get("price")
    kinds = [prices.get("with_tax"), prices.get("without_tax")] if isinstance(prices, dict) else []
    stated: JsonObject = next((one for one in kinds if isinstance(one, dict)), {})
    return Found(
        STATE,
        price=amount(stated.get("value")) or None,
        currency=_named(text_of(stated.get("currency"))),
        sku=clean_id(text_of(node.get("sku"))),
        availability=one_available(node.get("instock")),
    )


def _tiendanube(variants: list[JsonObject]) -> Iterator[Found]:
    prices = [price for one in variants if (price := amount(one.get("price_number"))) is not None and price > 0]
    if not variants:
        return
    only = variants[0] if len(variants) == 1 else {}
    yield Found(
        STATE,
        price=min(prices, default=None),
        low=min(prices, default=None),
        high=max(prices, default=None),
        currency=_named(text_of(variants[0].get("price_long"))),
        sku=clean_id(text_of(only.get("sku"))),
        availability=any_available(variants, "available"),
    )


_CALLED = {"productPrice": "price", "product_sale_price": "price", "productReference": "sku"}
_VARIABLE = re.compile(
    rf"\bvar ({'|'.join(_CALLED)})\s{{0,9}}=\s{{0,9}}(['\"]?)([^'\"\s;][^'\"\n;]{{0,60}})\2\s{{0,9}};"
)
_LEFT = re.compile(r"\bvar\s{1,9}quantityAvailable\s{0,9}=\s{0,9}['\"]?(\d{1,9})['\"]?\s{0,9};")
_SOLD_ANYWAY = re.compile(r"\ballowBuyWhenOutOfStock\s{0,9}=\s{0,9}(?:true|'1'|1\b)")
_UNCOUNTED = re.compile(r"\bstock_management\s{0,9}=\s{0,9}(?:false|'0'|0\b)")
"""The shop keeps no stock: none is left of anything, and all of it is sold."""
_CAFE24 = re.compile(r"\bvar (product_name|is_soldout_icon)\s{0,9}=\s{0,9}(['\"])([^'\"\n]{1,200})\2\s{0,9};")
_MAX_SCRIPT_CHARS, _MOST_SCRIPTS = 100_000, 20
"""To look through all that a page's scripts hold takes a hundredth of all its time."""


def _of_variables(document: Document) -> Iterator[Found]:
    """Of plain variables, where all that are of one kind agree."""
    telling = (text for _, text in document.scripts if len(text) <= _MAX_SCRIPT_CHARS and "var product" in text)
    stated: dict[str, set[str]] = {"price": set(), "sku": set()}
    states: set[Availability] = set()
    for text in islice(telling, _MOST_SCRIPTS):
        for name, _, value in _VARIABLE.findall(text):
            stated[_CALLED[name]].add(value.strip())
        if (state := _state_of(text)) is not Availability.UNKNOWN:
            states.add(state)
        yield from _cafe24(text)
    price, code = (next(iter(values)) if len(values) == 1 else None for values in stated.values())
    exact = amount(price)
    if exact or code or len(states) == 1:
        yield Found(
            STATE,
            price=_rounded(exact) if exact else None,
            sku=clean_id(code),
            availability=states.pop() if len(states) == 1 else Availability.UNKNOWN,
        )


def _cafe24(script: str) -> Iterator[Found]:
    """The name, and whether all of it is sold out; that it is not says nothing, for its options may be. `product_price`
    is no price: where it was reduced, it is the one before.
    """
    stated = {name: value for name, _, value in _CAFE24.findall(script)}
    if len(stated) == _BOTH:
        sold_out = stated["is_soldout_icon"] == "T"
        state = Availability.OUT_OF_STOCK if sold_out else Availability.UNKNOWN
        name = unescape(stated["product_name"])
        yield Found(STATE, title=None if _MARKED_UP.search(name) else squeeze(name), availability=state)


_BOTH = 2
_MARKED_UP = re.compile(r"[<\\]")
"""A name with markup or escaped letters: the page shows it as it is meant."""


def _state_of(script: str) -> Availability:
    left = _LEFT.search(script)
    if left is None or _UNCOUNTED.search(script):
        return Availability.UNKNOWN
    if int(left[1]):
        return Availability.IN_STOCK
    return Availability.UNKNOWN if _SOLD_ANYWAY.search(script) else Availability.OUT_OF_STOCK


def _rounded(price: Decimal) -> Decimal:
    """To hundredths: these systems keep what a tax makes of a price with six digits behind the mark."""
    return price.quantize(_HUNDREDTH, ROUND_HALF_UP).normalize()


def _named(text: str | None) -> str | None:
    return currency_of(text) if text else None
