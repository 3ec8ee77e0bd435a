"""OpenGraph and its kin: og:, product:, twitter: labels, and bare itemprop metas outside any item."""

from __future__ import annotations

import re
from decimal import Decimal

from common.details.gtin import clean_gtin
from common.reading.declared.stated_money import currency_stated, money_of
from common.reading.found import LABELS, Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, letters, squeeze
from common.reading.text.address_parts import host_of
from common.reading.text.availability import of_schema
from common.reading.text.identifiers import brand_of, clean_id
from common.reading.text.json_text import unescaped
from common.reading.text.price import Money
from common.reading.words.wording import Wording

_PRICE_NAMES = (
    "product:sale_price:amount", "product:price:amount", "og:price:amount", "product:price.amount", "price:amount",
    "og:product:price:amount", "price",
)  # fmt: skip
_CURRENCY_NAMES = (
    "product:sale_price:currency", "product:price:currency", "og:price:currency", "og:product:price:currency",
    "product:price.currency", "price:currency", "pricecurrency",
)  # fmt: skip
_BRAND_NAMES = ("product:brand", "og:brand", "brand", "product:manufacturer", "manufacturer")
_BRAND_LABEL = Wording(r"(?:<brand.labels>|<brand.maker_labels>)[:：]?")
_PRICE_LABEL = Wording(r"(?:<price.labels>|<price.sale_labels>)[:：]?")
_SITE_SUFFIX = re.compile(r"\s+(?:[|–—]|::|»|•)\s+[^|–—]{1,60}$")


def read(document: Document) -> Found:
    """What the labels state. A title alone makes no product: see `is_product`."""
    currency = next((code for name in _CURRENCY_NAMES if (code := currency_stated(document.meta(name)))), None)
    price, stated_currency = _price(document, currency)
    image = document.meta("og:image:secure_url") or document.meta("og:image") or document.meta("twitter:image")
    address = document.absolute(image) if image else None
    availability = of_schema(
        document.meta("product:availability") or document.meta("og:availability") or document.meta("availability")
    )
    normal = _amount(
        document.meta("product:original_price:amount") or document.meta("og:price:standard_amount"), currency
    )
    return Found(
        source=LABELS,
        title=_title(document),
        price=price,
        list_price=normal.amount if normal and price and normal.amount > price else None,
        currency=currency or stated_currency,
        availability=availability,
        brand=_brand(document),
        sku=clean_id(document.meta("product:retailer_item_id") or document.meta("product:sku") or document.meta("sku")),
        gtin=clean_gtin(document.meta("product:ean") or document.meta("product:upc") or document.meta("product:gtin")),
        mpn=clean_id(document.meta("product:mfr_part_no")),
        images=(address,) if address else (),
    )


def _brand(document: Document) -> str | None:
    """In a label of its own, else in one of Twitter's two free fields ("twitter:data1") when that is headed with a word
    for it ("twitter:label1").
    """
    stated = (brand_of(document.meta(name)) for name in _BRAND_NAMES)
    free = (
        brand_of(document.meta(f"twitter:data{number}"))
        for number in (1, 2)
        if _BRAND_LABEL.fullmatch((document.meta(f"twitter:label{number}") or "").strip())
    )
    return next((brand for brand in (*stated, *free) if brand is not None), None)


def is_product(document: Document) -> bool:
    """Whether the labels say that this page is one product."""
    kinds = [kind.lower() for kind in document.metas.get("og:type", ()) if kind]
    return (
        any(kind in _PRODUCTS or kind.endswith(":product") for kind in kinds)
        or "product:price:amount" in document.metas
        or (
            (document.meta("twitter:card") or "").lower() == "product" and _in_free_field(document, None)[0] is not None
        )
    )


_PRODUCTS = frozenset({"product", "product.item", "product:item"})
"""One of several labels is enough: a plugin for search engines calls every page an article. Sites may name kinds of
their own, behind the name of their application ("our_app:product").
"""


def _price(document: Document, currency: str | None) -> tuple[Decimal | None, str | None]:
    for name in _PRICE_NAMES:
        several = {_amount(text, currency) for text in document.metas.get(name, ()) if text}
        if len(several) != 1:
            continue  # repeated in the body for one product after the other
        if (stated := several.pop()) is not None:
            return stated.amount, stated.currency
    return _in_free_field(document, currency)


def _in_free_field(document: Document, currency: str | None) -> tuple[Decimal | None, str | None]:
    """In one of Twitter's two free fields that is headed with a word for a price, or in the first, if nothing heads it
    and it names a currency.
    """
    for number in (1, 2):
        label = document.meta(f"twitter:label{number}")
        if _PRICE_LABEL.fullmatch(label.strip()) if label else number == 1:
            stated = _amount(document.meta(f"twitter:data{number}"), currency if label else None)
            if stated is not None and stated.currency is not None:
                return stated.amount, stated.currency
    return None, None


def _amount(text: str | None, currency: str | None) -> Money | None:
    stated = money_of(text, currency)
    return stated if isinstance(stated, Money) else None


def _title(document: Document) -> str | None:
    """Without the site's name behind it; None where that is all it says."""
    text, site = document.meta("og:title"), document.meta("og:site_name")
    if not text:
        return None
    whole, own = squeeze(unescaped(text)), squeeze(unescaped(site or ""))
    if own and whole.casefold().endswith(f" - {own.casefold()}"):
        whole = whole[: -len(own) - 3].rstrip()
    name = _SITE_SUFFIX.sub("", whole) or whole
    return None if (own and name.casefold() == own.casefold()) or _is_sites(name, document) else name


def _is_sites(name: str, document: Document) -> bool:
    """Whether this is a part of the page's title that the site's address holds, and an h1 is another one, which it does
    not hold: "Pine House" at "Oak chair - Pine House".
    """
    parts = {folded(part) for part in document.title_parts}
    others = parts.intersection(map(folded, document.headings))
    host = letters(host_of(document.url))
    is_own = folded(name) in parts and letters(name) in host
    return is_own and bool(others) and not any(letters(other) in host for other in others)
