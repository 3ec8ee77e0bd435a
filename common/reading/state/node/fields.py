"""Product fields in the objects that pages keep as state: the many names that shops give to the same few things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from common.details.gtin import clean_gtin
from common.offer import Availability, PriceKind
from common.reading.found import Found
from common.reading.state.node import stock
from common.reading.state.node.keys import by_plain_key, inside, plain, text_at
from common.reading.state.node.money import PRICE, currency, is_whole, list_price, price
from common.reading.state.node.variants import CHOSEN, HOLD_PRICES, Offered, offered
from common.reading.text.address_parts import last_part
from common.reading.text.identifiers import brand_of, clean_id
from common.reading.text.json_text import JsonObject, text_of

_NAME = (
    "name", "title", "productname", "displayname", "productdisplayname", "producttitle", "itemname", "prodname",
    "bezeichnung", "nom", "nombre", "nome", "naam", "nazwa", "nazev", "nazov", "ad",
)  # fmt: skip
"""In the languages of those who wrote the front, too."""
_NAMES_BY_LANGUAGE = ("titletranslations", "nametranslations", "name")
_SKU = (
    "sku", "skuid", "partnumber", "itemnumber", "articlenumber", "productcode", "skucode", "itemid", "articleno",
    "defaultsku", "displaysku", "reference", "saleproductcode", "productsku", "prodsku", "productnumber",
    "productreference", "artikelnummer", "stokkodu",
)  # fmt: skip
_IDS = ("id", "productid", "itemid", "pid", "code", "dealno", "goodsno", "productno", "uid")
_BRAND = (
    "brand", "brandname", "manufacturer", "productbrand", "manufacturername", "itembrand", "prodbrand",
    "marke", "hersteller", "marque", "marca", "merk", "marka", "producent", "znacka",
)  # fmt: skip
_GTIN = ("gtin13", "gtin", "ean", "ean13", "gtin14", "upc", "barcode", "isbn")
_NAME_KEYS = frozenset((*_NAME, *_NAMES_BY_LANGUAGE, "translated"))
_OTHER_KEYS = frozenset(
    (
        *PRICE, *_SKU, *_BRAND, *stock.STATE, *stock.YES_NO, *stock.BUYABLE, *stock.NONE_LEFT, *HOLD_PRICES,
        "productid", "ean", "gtin",
    )
)  # fmt: skip
_LONGEST_NAME_CHARS = 500
_OF_ANALYTICS = "itemname"
"""What Google's events count is in whole units of the currency (developers.google.com/analytics, `item_name`)."""


def may_be_product(node: JsonObject) -> bool:
    """A cheap look: a name, and a price, code, brand or stock beside it."""
    keys = set(map(plain, node))
    return not (keys.isdisjoint(_NAME_KEYS) or keys.isdisjoint(_OTHER_KEYS))


def named(node: JsonObject, source: str) -> Found | None:
    """The name and codes that this node calls itself by; None without a name."""
    small = by_plain_key(node)
    name = text_at(small, _NAME) or _translated(small)
    if name is None or len(name) > _LONGEST_NAME_CHARS:
        return None
    return Found(
        source,
        title=name,
        sku=clean_id(text_at(small, _SKU)),
        gtin=next((gtin for key in _GTIN if (gtin := clean_gtin(text_of(small.get(key))))), None),
        mpn=clean_id(text_at(small, ("mpn", "modelnumber"))),
        nodes=(node,),
    )


def found(node: JsonObject, source: str) -> Found | None:
    """What this node states; None without a name. A price of its own goes before those of its variants."""
    one = named(node, source)
    return _stated(one, by_plain_key(node), currency(node)) if one is not None else None


def _stated(one: Found, small: JsonObject, code: str | None) -> Found:
    stated, listed = price(small, code), list_price(small, code)
    variants = offered(small)
    low, high = (stated, None) if stated is not None else (variants.low, variants.high)
    is_range = low is not None and high is not None and low.amount < high.amount
    is_bare = is_whole(stated) and _OF_ANALYTICS not in small if stated is not None else variants.is_whole
    return replace(
        one,
        price=low.amount if low else None,
        low=low.amount if low and high else None,
        high=high.amount if high else None,
        chosen_price=variants.chosen.amount if variants.chosen and is_range else None,
        price_kind=PriceKind.FROM if is_range else None,
        is_whole=is_bare,
        is_doubtful=stated is None and variants.is_low_doubtful,
        currency=(low.currency if low else None) or code,
        list_price=listed.amount if listed and low and listed.amount > low.amount else None,
        availability=_availability(small, variants),
        brand=_brand(small),
        sku=one.sku or variants.sku,
    )


def _availability(small: JsonObject, variants: Offered) -> Availability:
    """The product's own word and that of its variants; UNKNOWN where they contradict each other."""
    said = {stock.availability(small), variants.availability} - {Availability.UNKNOWN}
    return said.pop() if len(said) == 1 else Availability.UNKNOWN


def _brand(small: JsonObject) -> str | None:
    """Shopify's `vendor` is one beside what its shops' fronts ask for; elsewhere it may be who sells."""
    named = next((brand for key in _BRAND if (brand := _brand_at(small.get(key)))), None)
    chosen = (inside(small, key, "price", "currencycode") for key in CHOSEN)
    is_shopifys = inside(small, "pricerange", "minvariantprice") is not None or any(map(bool, chosen))
    return named or (brand_of(small.get("vendor")) if is_shopifys else None)


def _brand_at(value: Any) -> str | None:
    return brand_of(value) or brand_of(inside(value, "translated")) or brand_of(text_at(_object(value), _NAME))


def _object(value: Any) -> JsonObject:
    return by_plain_key(value) if isinstance(value, dict) else {}


def _translated(small: JsonObject) -> str | None:
    """The name in the one language, or the first of several, that Shopline and commercetools keep it in; Shopware's in
    the language of the page.
    """
    if (name := text_of(inside(small.get("translated"), "name"))) is not None:
        return name
    names = next((value for key in _NAMES_BY_LANGUAGE if isinstance(value := small.get(key), dict)), {})
    return next((text for value in names.values() if (text := text_of(value))), None)


def leads_to(node: JsonObject) -> str | None:
    """The last part of the address at which this node says that its product stands, in lower case."""
    where = text_at(by_plain_key(node), _ADDRESSES)
    return last_part(where.split("?")[0]).lower() or None if where else None


_ADDRESSES = ("handle", "slug", "urlkey", "linktext", "urlpart", "path", "canonicalurl", "url")


def ids(node: JsonObject) -> Iterator[str]:
    """Every code this node calls itself by."""
    for key, value in node.items():
        if isinstance(key, str) and plain(key) in _IDS and (code := clean_id(text_of(value))):
            yield code
