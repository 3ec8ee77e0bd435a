"""schema.org Products, wherever the page keeps them (JSON-LD, microdata, RDFa), as one shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from common.offer import Availability, Variant
from common.reading.declared import json_ld, microdata
from common.reading.declared import schema_node as of
from common.reading.document import Document
from common.reading.found import Found
from common.reading.text.availability import of_schema
from common.reading.text.identifiers import brand_of, clean_gtin, clean_id
from common.reading.text.json_text import amount, text_of
from common.reading.text.price import Money, PriceRange, currency_of, minor_units, parse_price

Node = dict[str, Any]

PRODUCT_TYPES = frozenset(
    "product productmodel productgroup individualproduct someproducts vehicle car bookproduct".split()
)
_ELSEWHERE = frozenset(
    "isRelatedTo isSimilarTo isAccessoryOrSparePartFor isConsumableFor isVariantOf hasVariant review reviews "
    "itemReviewed offers itemListElement aggregateRating model breadcrumb".split()
)
"""Where a Product inside another node is not what the page is about."""
_LIST_KINDS = frozenset({"ListPrice", "StrikethroughPrice", "MSRP", "SRP", "RegularPrice"})


def is_a(node: Node, kind: str) -> bool:
    """Whether the node has this type, with or without its vocabulary's address."""
    return kind.lower() in _types(node)


def _types(node: Node) -> set[str]:
    kinds = node.get("@type")
    words = kinds if isinstance(kinds, list) else [kinds]
    return {word.rstrip("/").rpartition("/")[2].rpartition(":")[2].lower() for word in words if isinstance(word, str)}


def nodes(document: Document) -> list[Node]:
    """Product nodes of the JSON-LD that the page may be about."""
    return products(json_ld.blocks(document))


def products(value: Any) -> list[Node]:
    """Product nodes inside `value`, without those that stand there as related, similar or listed ones."""
    return [node for node in json_ld.walk(value, _ELSEWHERE) if _types(node) & PRODUCT_TYPES]


def sources(document: Document) -> Iterator[tuple[str, list[Node], dict[str, Node]]]:
    """(source, its product nodes, its nodes by @id), the most trustworthy source first."""
    blocks = json_ld.blocks(document)
    yield "json-ld", products(blocks), json_ld.index(blocks) if blocks else {}
    yield "microdata", products(microdata.items(document)), {}
    yield "rdfa", products(microdata.rdfa(document)), {}


def found(node: Node, document: Document, source: str, by_id: dict[str, Node] | None = None) -> Found:
    """What this Product node states."""
    resolve = by_id or {}
    brand = brand_of(of.first(node, "brand", resolve)) or brand_of(of.first(node, "manufacturer", resolve))
    whole = Found(
        source=source,
        title=of.stated(of.get(node, "name"), resolve),
        brand=brand,
        sku=clean_id(of.text(of.get(node, "sku"), resolve)),
        gtin=_gtin(node),
        mpn=clean_id(of.text(of.get(node, "mpn"), resolve)),
        item_id=clean_id(of.text(of.get(node, "productID"), resolve)),
        images=_images(of.get(node, "image"), document),
        page=_page(node, document, resolve),
    )
    variants = of.every(node, "hasVariant", resolve)
    if variants:
        return _with_variants(whole, variants, document, resolve)
    return _with_offers(whole, of.every(node, "offers", resolve), document, resolve)


def _page(node: Node, document: Document, resolve: dict[str, Node]) -> str | None:
    """The address that the node, or its only offer, stands at."""
    offers = of.every(node, "offers", resolve)
    own = of.text(of.get(node, "url"), resolve) or (
        of.text(of.get(offers[0], "url"), resolve) if len(offers) == 1 else None
    )
    return document.absolute(own or "")


def _with_variants(whole: Found, variants: list[Node], document: Document, resolve: dict[str, Node]) -> Found:
    """A ProductGroup: the variant the page's address names, else the range over all."""
    offers: list[Node] = []
    for variant in variants:
        mine = of.every(variant, "offers", resolve)
        offers.extend(mine)
        address = of.text(of.get(variant, "url"), resolve) or next(
            (of.text(of.get(o, "url"), resolve) for o in mine), None
        )
        if address and _same_page(document.absolute(address), document) and mine:
            one = _with_offers(whole, mine, document, resolve)
            sku, gtin = clean_id(of.text(of.get(variant, "sku"), resolve)), _gtin(variant)
            return replace(one, sku=sku or one.sku, gtin=gtin or one.gtin)
    return _with_offers(whole, offers, document, resolve)


def _with_offers(whole: Found, offers: list[Node], document: Document, resolve: dict[str, Node]) -> Found:
    if not offers:
        return whole
    prices: list[Decimal] = []
    high: Decimal | None = None
    list_price: Decimal | None = None
    currency: str | None = None
    states: list[Availability] = []
    chosen = [
        o
        for o in offers
        if len(offers) > 1
        and _same_page(document.absolute(of.text(of.get(o, "url"), resolve) or "#"), document, query=True)
    ]
    if len(chosen) == 1:
        offers = chosen
    sku = whole.sku
    for offer in _flat(offers, resolve):
        stated = _offer_price(offer, resolve)
        states.append(of_schema(of.first(offer, "availability", resolve)))
        currency = currency or stated.currency
        list_price = list_price or stated.list_price
        if stated.price is not None:
            prices.append(stated.price)
        if stated.high is not None:
            high = max(high or stated.high, stated.high)
        sku = sku or (clean_id(of.text(of.get(offer, "sku"), resolve)) if len(offers) == 1 else None)
    seller = of.first(offers[0], "seller", resolve) or of.first(offers[0], "offeredBy", resolve)
    low = min(prices, default=None)
    top = max([*prices, *([high] if high is not None else [])], default=None)
    return replace(
        whole,
        price=low,
        low=low,
        high=top,
        list_price=list_price,
        currency=currency,
        availability=best(states),
        sku=sku,
        seller=of.text(of.get(seller, "name"), resolve) if isinstance(seller, dict) else text_of(seller),
        price_kind="from" if low is not None and top is not None and low < top else None,
        variants=tuple(_variant(offer, resolve) for offer in offers if len(offers) > 1 and of.get(offer, "name"))[:300],
        mpn=whole.mpn or clean_id(of.text(offers[0].get("mpn"), resolve)),
        gtin=whole.gtin or (_gtin(offers[0]) if len(offers) == 1 else None),
    )


def _flat(offers: list[Node], resolve: dict[str, Node]) -> list[Node]:
    """An AggregateOffer stands for itself when it says a price, else for the offers inside it."""
    flat: list[Node] = []
    for offer in offers[:500]:
        inner = of.every(offer, "offers", resolve)
        own = any(of.get(offer, key) not in (None, "", []) for key in ("lowPrice", "price"))
        flat.extend([offer, *([] if own else inner)] if inner else [offer])
        if inner and own and of_schema(of.first(offer, "availability", resolve)) is Availability.UNKNOWN:
            flat.extend({"availability": of.first(one, "availability", resolve)} for one in inner)
    return flat


def best(states: list[Availability]) -> Availability:
    """Of several choices: to be had when any is."""
    for state in (Availability.IN_STOCK, Availability.BACKORDER, Availability.OUT_OF_STOCK):
        if state in states:
            return state
    return Availability.UNKNOWN


def _offer_price(offer: Node, resolve: dict[str, Node]) -> Found:
    """price, high, list_price and currency of one Offer or AggregateOffer."""
    currency = _currency(of.text(of.get(offer, "priceCurrency"), resolve))
    price, high = _money(of.get(offer, "price"), currency), _money(of.get(offer, "highPrice"), currency)
    price = price or _money(of.get(offer, "lowPrice"), currency)
    list_price: Money | None = None
    for spec in of.every(offer, "priceSpecification", resolve):
        currency = currency or _currency(of.text(of.get(spec, "priceCurrency"), resolve))
        stated = _money(of.get(spec, "price"), currency) or _money(of.get(spec, "minPrice"), currency)
        kind = (of.text(of.get(spec, "priceType"), resolve) or "").rpartition("/")[2]
        if kind in _LIST_KINDS:
            list_price = list_price or stated
        elif not of.get(spec, "referenceQuantity") and not of.get(spec, "eligibleQuantity"):
            price = price or stated
    return Found(
        source="",
        price=price.amount if price else None,
        high=high.amount if high else None,
        list_price=list_price.amount if list_price else None,
        currency=currency or (price.currency if price else None),
    )


def _money(value: Any, currency: str | None) -> Money | None:
    if isinstance(value, list):
        value = next((one for one in value if one not in (None, "")), None)
    if isinstance(value, dict):
        sales = of.get(value, "sales")
        value = sales if isinstance(sales, dict) else value
        value = value.get("@value") or value.get("decimalPrice") or value.get("price") or value.get("value")
    exact = amount(value)
    if exact is not None:
        return Money(exact, currency) if exact >= 0 else None
    stated = parse_price(value, currency_hint=currency) if isinstance(value, str) else None
    if isinstance(stated, PriceRange):
        return Money(stated.low, stated.currency)
    return stated


def _currency(text: str | None) -> str | None:
    if text is None:
        return None
    code = text.strip().upper()
    return code if len(code) == 3 and code.isascii() and code.isalpha() else currency_of(text.strip())


def _variant(offer: Node, resolve: dict[str, Node]) -> Variant:
    stated = _offer_price(offer, resolve)
    return Variant(
        name=of.text(of.get(offer, "name"), resolve) or "",
        sku=clean_id(of.text(of.get(offer, "sku"), resolve)),
        price_minor=minor_units(stated.price, stated.currency)
        if stated.price is not None and stated.currency
        else None,
        availability=of_schema(of.get(offer, "availability")),
    )


def _gtin(node: Node) -> str | None:
    for name in ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "ean", "isbn", "upc"):
        value = of.get(node, name)
        for one in value if isinstance(value, list) else [value]:
            if gtin := clean_gtin(text_of(one)):
                return gtin
    return None


def _images(value: Any, document: Document) -> tuple[str, ...]:
    found: list[str] = []
    for one in value[:50] if isinstance(value, list) else [value]:
        image = of.get(one, "url") or of.get(one, "contentUrl") or one.get("@id") if isinstance(one, dict) else one
        image = image[0] if isinstance(image, list) and image else image
        address = document.absolute(image) if isinstance(image, str) and image.strip() else None
        if address and address not in found:
            found.append(address)
    return tuple(found)


def _same_page(address: str | None, document: Document, *, query: bool = False) -> bool:
    if not address:
        return False
    own = {document.url.partition("#")[0].rstrip("/")}
    stated = address.partition("#")[0].rstrip("/")
    return stated in own and (not query or "?" in stated)
