"""What an object says that stands for one price, as shop systems answer it: an amount beside its currency.

A price does not count that is for some buyers only, or that says that it is net. Sources: commercetools, `Price`,
`DiscountedPrice` and `TypedMoney`; Medusa 2, docs.medusajs.com, `CalculatedPriceSet` ("in major units"); Shopware 6,
Store API, `CalculatedPrice`; VTEX, Catalog API, `commertialOffer`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from common.reading.state.node.keys import by_plain_key, inside, objects_in
from common.reading.state.node.money import currency, is_for_all, money
from common.reading.text.json_text import JsonObject, amount
from common.reading.text.price import Money

_SAYS_NET = ("includedinprice", "iscalculatedpricetaxinclusive")
_DEEPEST = 2
_CENT = Decimal("0.02")


def worth(value: Any, depth: int = 0) -> Money | None:
    """The price that an object states beside its currency; a reduced one goes before what was asked before."""
    if not isinstance(value, dict) or depth > _DEEPEST:
        return None
    small = by_plain_key(value)
    if not is_for_all(small):
        return None
    reduced = small.get("discounted")
    if isinstance(reduced, dict):
        return None if _is_inactive(reduced) else worth(inside(reduced, "value"), depth + 1)
    if isinstance(held := small.get("value"), dict):
        return worth(held, depth + 1) if counts_cents(held) and not _is_net(small) else None
    with_tax = small.get("calculatedamountwithtax")
    if with_tax is None and _is_net(small):
        return None
    calculated = small.get("calculatedamount") if with_tax is None else with_tax
    code = currency(value)
    found = money(value if calculated is None else calculated, code) if code else None
    return Money(found.amount, code) if found is not None and found.amount > 0 else None


def counts_cents(value: Any) -> bool:
    """Whether an object says that it counts in minor units."""
    return inside(value, "centamount") is not None


def _is_inactive(reduced: Any) -> bool:
    return inside(reduced, "discount", "isactive") is False or inside(reduced, "discount", "obj", "isactive") is False


def _is_net(small: JsonObject) -> bool:
    rate = small.get("taxrate")
    return any(small.get(key) is False or inside(rate, key) is False for key in _SAYS_NET)


_NOT_PRICED = 9_999_876
"""What VTEX answers for goods without a price."""


def of_vtex(offer: JsonObject) -> Money | None:
    """What a seller's offer (plain keys) asks; none where a tax comes on top, or nothing is left, when it says zero."""
    price = amount(offer.get("price"))
    return Money(price, None) if price and 0 < price < _NOT_PRICED and not amount(offer.get("tax")) else None


def of_shopware(small: JsonObject) -> Money | None:
    """What one piece costs everybody: not where prices depend on how many are bought, another variant costs less, or
    the taxes come on top.
    """
    price = small.get("calculatedprice")
    unit = amount(inside(price, "unitprice")) if inside(price, "totalprice") is not None else None
    cheapest = amount(inside(small, "calculatedcheapestprice", "unitprice"))
    if unit is None or unit <= 0 or small.get("calculatedprices") or cheapest not in {None, unit}:
        return None
    taxes = objects_in(inside(price, "calculatedtaxes"))
    return None if any(map(_comes_on_top, taxes)) else Money(unit, None)


def _comes_on_top(tax: JsonObject) -> bool:
    """Whether a tax is its rate of the price itself, which is net then."""
    paid, rate, price = (amount(tax.get(key)) or None for key in ("tax", "taxRate", "price"))
    return paid is not None and rate is not None and price is not None and abs(paid - price * rate / 100) < _CENT
