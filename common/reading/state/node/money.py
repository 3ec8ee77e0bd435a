"""The price of an object of a page's state, by the many names that shops give to it, and the currency it names."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from common.currencies import is_code
from common.money import exponent
from common.reading.state.node.keys import by_plain_key, objects_in, plain
from common.reading.text.currencies.named import currency_of
from common.reading.text.json_text import JsonObject, amount, text_of, whole
from common.reading.text.money import as_meant
from common.reading.text.price import Money, price_in_field

_FINAL_PRICE = (
    "salespriceincludingtax", "productpricekdvincluded", "pricewithvat", "priceinclvat", "priceincltax", "pricewithtax",
    "currentprice", "finalprice", "sellingprice", "salesprice", "pricenow", "nowprice", "priceswithtax",
)  # fmt: skip
"""What is asked now, with the tax: beside it "price" is what was asked before, or lacks the tax."""
_SALE_PRICE = ("saleprice", "offerprice", "specialprice", "discountedprice", "promoprice", "promotionalprice")
"""The same, unless the node says that no sale is on."""
_IS_ON_SALE = ("onsale", "isonsale")
_PLAIN_PRICE = (
    "price", "priceamount", "displayprice", "prices", "pricing", "priceinfo", "productprice", "prodprice",
    "preis", "prix", "precio", "preco", "prezzo", "prijs", "cena", "fiyat",
)  # fmt: skip
REDUCED = (*_FINAL_PRICE, *_SALE_PRICE)
PRICE = (*REDUCED, *_PLAIN_PRICE)
_NO_SALE = (*_FINAL_PRICE, *_PLAIN_PRICE)
_SALE_DATES = (
    "specialfromdate", "specialtodate", "dateonsalefrom", "dateonsaleto",
    "salepricevaliduntil", "salepriceeffectivedate",
)  # fmt: skip
"""From when to when a sale price counts (Magento, WooCommerce, Google's feeds): whether it does now, nobody says."""
_INSIDE_PRICE = (
    "current", "now", "sale", "sales", "special", "final", "selling", "value", "amount", "price", "currentprice",
    "saleprice", "decimalprice", "min", "minprice", "lowprice", "regular", "display", "formatted",
)  # fmt: skip
_LIST_PRICE = (
    "listprice", "originalprice", "oldprice", "wasprice", "regularprice", "msrp", "rrp", "pricebefore",
    "strikethroughprice", "compareatprice",
)  # fmt: skip
_CURRENCY = (
    "currency", "currencycode", "pricecurrency", "currencyiso", "currencyid", "currencycodeiso",
    "waehrung", "devise", "moneda", "moeda", "valuta", "waluta", "mena", "parabirimi",
)  # fmt: skip
_CURRENCY_IS_NAMED_IN = ("price", "prices", "pricing", "priceinfo", "currentprice", "offers")


def currency(node: Any) -> str | None:
    """ISO 4217 that this object or its price names."""
    if not isinstance(node, dict):
        return None
    small = by_plain_key(node)
    for place in (small, *(small[key] for key in _CURRENCY_IS_NAMED_IN if isinstance(small.get(key), dict))):
        for key, value in place.items():
            if isinstance(key, str) and plain(key) in _CURRENCY:
                text = text_of(value.get("code") if isinstance(value, dict) else value)
                code = _code(text) if text else None
                if code is not None:
                    return code
    return None


_FOR_SOME = ("customergroup", "recurrencepolicy", "requiressellingplan", "interval", "per", "perunit")
"""A group's, one for a subscription, one by measure: what everybody pays now may be another."""
_WITHOUT_TAX = ("taxincluded", "includestax", "vatincluded", "includesvat")


def _code(text: str) -> str | None:
    """In data a code may be in small letters ("nok"), which on a page may be a word."""
    return text.upper() if is_code(text.upper()) else currency_of(text)


def is_for_all(inside: JsonObject) -> bool:
    """Whether an object that stands for a price says nothing of whom or what it is for alone (SAP: "RENT"), nor that
    a tax comes on top.
    """
    is_net = inside.get("netprice") is True or any(inside.get(key) is False for key in _WITHOUT_TAX)
    is_for_some = any(inside.get(key) for key in _FOR_SOME) or inside.get("pricetype") in _OF_HIRE
    return not is_net and not is_for_some


_OF_HIRE = ("RENT", "RENTAL")


def price(small: JsonObject, code: str | None) -> Money | None:
    """What is asked now, of an object with plain keys; None where nobody says whether a sale is on, or a promotion of
    Salesforce's lowers it.
    """
    promoted = [
        money(by_plain_key(one).get("promotionalprice"), code) for one in objects_in(small.get("productpromotions"))
    ]
    found = _price(small, code)
    is_lowered = found is not None and any(one is not None and one.amount < found.amount for one in promoted)
    return None if is_lowered else found


def _price(small: JsonObject, code: str | None) -> Money | None:
    on_sale = [small.get(key) for key in _IS_ON_SALE]
    if False in on_sale:
        return _first_money(small, _NO_SALE, code)
    found = _first_money(small, PRICE, code)
    if True not in on_sale and any(small.get(key) for key in _SALE_DATES):
        return found if found == _first_money(small, _NO_SALE, code) else None
    return found


def list_price(small: JsonObject, code: str | None) -> Money | None:
    """What was asked before, or is recommended."""
    return _first_money(small, _LIST_PRICE, code)


def money(value: Any, code: str | None, depth: int = 0) -> Money | None:
    """What a number, a text or an object that stands for a price says, in this currency if it names none."""
    if isinstance(value, dict) and depth < _DEEPEST:
        inside = by_plain_key(value)
        if not is_for_all(inside):
            return None
        if _COUNTS_IN_MINOR_UNITS & inside.keys():
            return _in_minor_units(inside, code)
        found = next((one for key in _INSIDE_PRICE if (one := money(inside.get(key), code, depth + 1))), None)
        return found if found is None or not is_whole(found) else _as_written(found, inside, code, depth)
    exact = amount(value)
    if exact is not None:
        meant = as_meant(exact, code) if exact < _MOST else None
        return Money(meant, code) if meant is not None else None
    if isinstance(value, str) and len(value) < _LONGEST_PRICE_CHARS:
        stated = price_in_field(value, code)
        return Money(stated.amount + _WRITTEN, stated.currency) if isinstance(stated, Money) else None
    return None


def _as_written(found: Money, inside: JsonObject, code: str | None, depth: int) -> Money:
    """A bare whole number as the text for people beside it says it: "1 295 kr" beside 1295, "€64.50" beside 6450."""
    texts = (said for key in _WRITTEN_OUT if isinstance(said := inside.get(key), str))
    written = next((one for said in texts if (one := money(said, code, depth + 1))), None)
    if written is not None and written.amount in {found.amount, found.amount.scaleb(-2)}:
        return Money(written.amount + _WRITTEN, found.currency or written.currency)
    return found


_WRITTEN_OUT = ("formatted", "formattedprice", "formattedvalue", "formattedamount", "display", "displayprice")
_DEEPEST, _LONGEST_PRICE_CHARS = 3, 40
_WRITTEN = Decimal("0.0")
"""Makes an amount out of a text for people one with a mark, as it is meant."""


def is_whole(stated: Money) -> bool:
    """Whether data state a bare whole number that may count hundredths: 6450 for 64.50. Of less than a hundred they
    would be less than one.
    """
    return stated.amount.as_tuple().exponent == 0 and stated.amount >= _HUNDRED


_HUNDRED = 100


def _first_money(small: JsonObject, keys: tuple[str, ...], code: str | None) -> Money | None:
    return next((found for key in keys if (found := money(small.get(key), code)) and found.amount > 0), None)


def _in_minor_units(inside: JsonObject, code: str | None) -> Money | None:
    """The price of an object that says that it counts in minor units, as commercetools' (centAmount) and those of
    WooCommerce's interface for stores do.
    """
    cents, digits = inside.get("centamount"), inside.get("fractiondigits")
    if cents is None and "currencyminorunit" in inside:
        cents, digits = inside.get("price"), inside.get("currencyminorunit")
    count, behind = whole(cents), whole(digits)
    if count is None:
        return None
    if behind is None or inside.get("type") == _HIGH_PRECISION:
        behind = exponent(code or "XXX")
    return Money(Decimal(count).scaleb(-behind), code) if 0 <= behind <= _MOST_BEHIND else None


_HIGH_PRECISION = "highPrecision"
"""commercetools' type of money whose digits are those of `preciseAmount`: `centAmount` counts minor units all the same.
"""
_COUNTS_IN_MINOR_UNITS = frozenset({"centamount", "currencyminorunit"})
_MOST_BEHIND = 4
_MOST = Decimal(10**12)
