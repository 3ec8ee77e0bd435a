"""Product fields in the objects that pages keep as state: the many names that shops give to the same few things.

Of a key only its letters and digits count, in lower case: "sale_price", "salePrice" and "Sale-Price" are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Any

from common.details.gtin import clean_gtin
from common.money import exponent
from common.offer import Availability
from common.reading.found import Found
from common.reading.text.availability import of_schema
from common.reading.text.currencies.named import currency_of
from common.reading.text.identifiers import brand_of, clean_id
from common.reading.text.json_text import JsonObject, amount, text_of, whole
from common.reading.text.money import as_meant
from common.reading.text.price import Money, price_in_field

_NAME = ("name", "title", "productname", "displayname", "productdisplayname", "producttitle", "itemname", "prodname")
_FINAL_PRICE = (
    "salespriceincludingtax", "productpricekdvincluded", "pricewithvat", "priceinclvat", "priceincltax", "pricewithtax",
    "currentprice", "finalprice", "sellingprice", "salesprice", "pricenow", "nowprice",
)  # fmt: skip
"""What is asked now, with the tax: beside it "price" is what was asked before, or lacks the tax."""
_SALE_PRICE = ("saleprice", "offerprice", "specialprice", "discountedprice", "promoprice", "promotionalprice")
"""The same, unless the node says that no sale is on."""
_IS_ON_SALE = ("onsale", "isonsale")
_PLAIN_PRICE = (
    "price", "priceamount", "displayprice", "prices", "pricing", "priceinfo", "productprice", "prodprice",
)  # fmt: skip
_PRICE = (*_FINAL_PRICE, *_SALE_PRICE, *_PLAIN_PRICE)
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
_CURRENCY = ("currency", "currencycode", "pricecurrency", "currencyiso", "currencyid", "currencycodeiso")
_SKU = (
    "sku", "skuid", "partnumber", "itemnumber", "articlenumber", "productcode", "skucode", "itemid", "articleno",
    "defaultsku", "displaysku", "reference", "saleproductcode", "productsku", "prodsku",
)  # fmt: skip
_IDS = ("id", "productid", "itemid", "pid", "code", "dealno", "goodsno", "productno", "uid")
_BRAND = (
    "brand", "brandname", "manufacturer", "productbrand", "manufacturername", "itembrand", "prodbrand",
)  # fmt: skip
_GTIN = ("gtin13", "gtin", "ean", "ean13", "gtin14", "upc", "barcode", "isbn")
_STATE = ("availability", "availabilitystatus", "stockstatus", "inventorystatus")
_YES_NO = (
    "instock", "isinstock", "available", "isavailable", "availableforsale",
    "availableforpurchase", "purchasable", "canaddtobasket", "canaddtocart", "orderable",
    "isorderable", "sellable", "issellable", "ispurchasable", "addtocartenabled",
)  # fmt: skip
_BUYABLE = ("buyable", "isbuyable")
"""Yes says that it can be had; no may mean that it is sold in the shop's branches only."""
_NONE_LEFT = ("soldout", "issoldout", "outofstock", "isoutofstock")
_COUNT = ("stock", "stocklevel", "quantityavailable", "availablequantity", "stockquantity", "stocknum")
_WORDS = {
    "in stock": Availability.IN_STOCK, "in_stock": Availability.IN_STOCK, "available": Availability.IN_STOCK,
    "low_stock": Availability.IN_STOCK, "out_of_stock": Availability.OUT_OF_STOCK,
    "sold_out": Availability.OUT_OF_STOCK,
}  # fmt: skip
_CURRENCY_IS_NAMED_IN = ("price", "prices", "pricing", "priceinfo", "currentprice", "offers")


def may_be_product(node: JsonObject) -> bool:
    """A cheap look: a name, and a price, code, brand or stock beside it."""
    keys = set(map(_plain, node))
    return not (keys.isdisjoint(_NAME_KEYS) or keys.isdisjoint(_OTHER_KEYS))


_NAMES_BY_LANGUAGE = ("titletranslations", "nametranslations")
_NAME_KEYS = frozenset((*_NAME, *_NAMES_BY_LANGUAGE))
_OTHER_KEYS = frozenset(
    (*_PRICE, *_SKU, *_BRAND, *_STATE, *_YES_NO, *_BUYABLE, *_NONE_LEFT, "productid", "ean", "gtin")
)


@lru_cache(maxsize=4096)
def _plain(key: str) -> str:
    return key.translate(_MARKS).lower() if len(key) <= _LONGEST_KEY else key


_MARKS = dict.fromkeys(map(ord, "_- "))
_LONGEST_KEY = 60


def _by_plain_key(node: JsonObject) -> JsonObject:
    """A list of one text or number, as Tealium writes what a page has one of, is that one."""
    return {_plain(key): _alone(value) for key, value in node.items() if isinstance(key, str)}


def _alone(value: Any) -> Any:
    return value[0] if isinstance(value, list) and len(value) == 1 and not isinstance(value[0], (dict, list)) else value


def found(node: JsonObject, source: str) -> Found | None:
    """What this node states; None without a name."""
    small = _by_plain_key(node)
    name = _text(small, _NAME) or _translated(small)
    if name is None or len(name) > 500:
        return None
    code = currency(node)
    money = _price(small, code)
    listed = _first_money(small, _LIST_PRICE, code)
    return Found(
        source,
        title=name,
        price=money.amount if money else None,
        currency=(money.currency if money else None) or code,
        list_price=listed.amount if listed and money and listed.amount > money.amount else None,
        availability=availability(small),
        brand=next((brand for key in _BRAND if (brand := brand_of(small.get(key)))), None),
        sku=clean_id(_text(small, _SKU)),
        gtin=next((gtin for key in _GTIN if (gtin := clean_gtin(text_of(small.get(key))))), None),
        mpn=clean_id(_text(small, ("mpn", "modelnumber"))),
        nodes=(node,),
    )


def _translated(small: JsonObject) -> str | None:
    """The name in the one language, or the first of several, that Shopline keeps it in."""
    names = next((value for key in _NAMES_BY_LANGUAGE if isinstance(value := small.get(key), dict)), {})
    return next((text for value in names.values() if (text := text_of(value))), None)


def ids(node: JsonObject) -> Iterator[str]:
    """Every code this node calls itself by."""
    for key, value in node.items():
        if isinstance(key, str) and _plain(key) in _IDS and (code := clean_id(text_of(value))):
            yield code


def currency(node: Any) -> str | None:
    """ISO 4217 that this node or its price names."""
    if not isinstance(node, dict):
        return None
    small = _by_plain_key(node)
    for place in (small, *(small[key] for key in _CURRENCY_IS_NAMED_IN if isinstance(small.get(key), dict))):
        for key, value in place.items():
            if isinstance(key, str) and _plain(key) in _CURRENCY:
                text = text_of(value.get("code") if isinstance(value, dict) else value)
                code = currency_of(text) if text else None
                if code is not None:
                    return code
    return None


def availability(small: JsonObject) -> Availability:
    """From keys made plain: a word, a yes or no, or a count; UNKNOWN when they contradict each other."""
    states: set[Availability] = set()
    for key in _STATE:
        value = small.get(key)
        if isinstance(value, str):
            states.add(_WORDS.get(value.strip().lower()) or of_schema(value))
    for key in _YES_NO:
        if isinstance(small.get(key), bool):
            states.add(Availability.IN_STOCK if small[key] else Availability.OUT_OF_STOCK)
    if any(small.get(key) is True for key in _BUYABLE):
        states.add(Availability.IN_STOCK)
    for key in _NONE_LEFT:
        if isinstance(small.get(key), bool):
            states.add(Availability.OUT_OF_STOCK if small[key] else Availability.IN_STOCK)
    for key in _COUNT:
        value = small.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            states.add(Availability.IN_STOCK if value > 0 else Availability.OUT_OF_STOCK)
    states.discard(Availability.UNKNOWN)
    return states.pop() if len(states) == 1 else Availability.UNKNOWN


def _price(small: JsonObject, code: str | None) -> Money | None:
    on_sale = [small.get(key) for key in _IS_ON_SALE]
    if False in on_sale:
        return _first_money(small, _NO_SALE, code)
    found = _first_money(small, _PRICE, code)
    if True not in on_sale and any(small.get(key) for key in _SALE_DATES):
        return found if found == _first_money(small, _NO_SALE, code) else None
    return found


def _first_money(small: JsonObject, keys: tuple[str, ...], code: str | None) -> Money | None:
    for key in keys:
        money = _money(small.get(key), code, 0)
        if money is not None and money.amount > 0:
            return money
    return None


def _money(value: Any, code: str | None, depth: int) -> Money | None:
    if isinstance(value, dict) and depth < 3:
        inside = _by_plain_key(value)
        if _COUNTS_IN_MINOR_UNITS & inside.keys():
            return _in_minor_units(inside, code)
        for key in _INSIDE_PRICE:
            money = _money(inside.get(key), code, depth + 1)
            if money is not None:
                return money
        return None
    exact = amount(value)
    if exact is not None:
        meant = as_meant(exact, code) if exact < _MOST else None
        return Money(meant, code) if meant is not None else None
    if isinstance(value, str) and len(value) < 40:
        stated = price_in_field(value, code)
        return stated if isinstance(stated, Money) else None
    return None


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
    behind = exponent(code or "XXX") if behind is None else behind
    return Money(Decimal(count).scaleb(-behind), code) if 0 <= behind <= _MOST_BEHIND else None


_COUNTS_IN_MINOR_UNITS = frozenset({"centamount", "currencyminorunit"})
_MOST_BEHIND = 4
_MOST = Decimal(10**12)


def _text(small: JsonObject, keys: tuple[str, ...]) -> str | None:
    return next((text for key in keys if (text := text_of(small.get(key)))), None)
