"""The Offers of a schema.org Product, merged into what is said of the product: price, range, availability, seller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from common.links.tracking import is_tracking
from common.offer import Availability, PriceKind, Variant
from common.reading.declared.conditions.for_everybody import for_everybody
from common.reading.declared.conditions.main import is_mixed, of_main_condition, used_beside
from common.reading.declared.offer_price import OfferPrice, price_of
from common.reading.declared.schema_node import SchemaNode
from common.reading.found import Found
from common.reading.parsed.document import Document
from common.reading.text.availability import of_schema
from common.reading.text.identifiers import clean_id
from common.reading.text.json_text import text_of
from common.reading.text.price import minor_units

_MAX_OFFERS = 500
_MAX_VARIANTS = 300


def with_offers(product: Found, offers: Sequence[SchemaNode], document: Document) -> Found:
    """The product with what its offers state. Of several offers the one that stands at the page's own address with its
    query counts alone; else the price is the lowest of all that can be had in one currency, with the range up to the
    highest; in which of several is for others to say (`abroad`). Those of used copies do not count beside others.
    """
    if not offers:
        return product
    offers = _own_offers(offers, document)
    only = offers[0] if len(offers) == 1 else None
    several = _flat(offers)
    flat = of_main_condition(several)
    prices = [price_of(offer) for offer in for_everybody(_on_sale(flat))]
    here, *abroad = [_priced(product.source, one) for one in _by_currency(prices, document)]
    return replace(
        product.priced_as(here),
        abroad=tuple(abroad),
        availability=of_several(of_schema(offer.first("availability")) for offer in flat),
        sku=product.sku
        or (next(filter(None, (clean_id(offer.text("sku")) for offer in flat)), None) if only else None),
        seller=_seller(offers[0]),
        variants=() if only else tuple(_variant(offer) for offer in offers if offer.value("name"))[:_MAX_VARIANTS],
        mpn=product.mpn or clean_id(offers[0].text("mpn")),
        gtin=product.gtin or (only.gtin() if only else None),
        used=tuple(_asked(offer) for offer in used_beside(several)),
    )


def _priced(source: str, prices: Sequence[OfferPrice]) -> Found:
    """The lowest of these, which are in one currency, with the range up to the highest."""
    low = min((stated.price for stated in prices if stated.price is not None), default=None)
    high = max((top for stated in prices for top in (stated.price, stated.high) if top is not None), default=None)
    return Found(
        source,
        price=low,
        low=low,
        high=high,
        list_price=next((stated.list_price for stated in prices if stated.list_price and stated.price == low), None),
        currency=next((stated.currency for stated in prices if stated.currency), None),
        price_kind=PriceKind.FROM if low is not None and high is not None and low < high else None,
    )


def _by_currency(prices: Sequence[OfferPrice], document: Document) -> list[Sequence[OfferPrice]]:
    """Those of each currency apart, the one of the page's place first: what the same thing costs elsewhere is neither
    lower nor higher. Those that name none count with any.
    """
    named = list(dict.fromkeys(one.currency for one in prices if one.currency and one.price is not None))
    if len(named) < 2:
        return [prices]
    home = document.currency_of_place(document.root.get("lang") if document.root is not None else None)
    named.sort(key=lambda code: code != home)
    return [[one for one in prices if one.currency in {None, taken}] for taken in named]


def _asked(offer: SchemaNode) -> tuple[Decimal, Availability]:
    return price_of(offer).price or Decimal(0), of_schema(offer.first("availability"))


def _own_offers(offers: Sequence[SchemaNode], document: Document) -> Sequence[SchemaNode]:
    """The one of several offers whose address, query included, is the page's, be it that it names none; else all of
    them.
    """
    if len(offers) < 2:
        return offers
    stated = [(offer, offer.text("url")) for offer in offers]
    named = [one for one, url in stated if url and is_at(document.absolute(url), document, query=True)]
    own = named or [one for one, url in stated if not url and is_at(document.url, document, query=True)]
    return own if len(own) == 1 else offers


def _flat(offers: Sequence[SchemaNode]) -> list[SchemaNode]:
    """The offers, and those inside an AggregateOffer that states no price. One that does stands for all inside it, and
    only takes over their availability where it has none; unless some of these are of used copies, or sold out, and
    others are not, for its range goes over both.
    """
    flat: list[SchemaNode] = []
    for offer in offers[:_MAX_OFFERS]:
        inner = offer.every("offers")
        if is_mixed(inner) or _has_some_left(inner):
            flat.extend(inner)
            continue
        flat.append(offer)
        if not any(offer.value(key) not in (None, "", []) for key in ("lowPrice", "price")):
            flat.extend(inner)
        elif of_schema(offer.first("availability")) is Availability.UNKNOWN:
            flat.extend(one.node({"availability": one.first("availability")}) for one in inner)
    return flat


def _has_some_left(offers: Sequence[SchemaNode]) -> bool:
    """Whether all of them state a price, and some, but not all, that they are sold out."""
    if not offers or any(offer.value("price") in (None, "") for offer in offers):
        return False
    return 0 < len(_on_sale(offers)) < len(offers)


def _on_sale(offers: Sequence[SchemaNode]) -> Sequence[SchemaNode]:
    """Those that can be had, or all where none is said to be: what is sold out costs nobody anything."""
    states = [of_schema(offer.first("availability")) for offer in offers]
    if not {Availability.IN_STOCK, Availability.BACKORDER} & {*states}:
        return offers
    return [offer for offer, state in zip(offers, states, strict=True) if state is not Availability.OUT_OF_STOCK]


def of_several(states: Iterable[Availability]) -> Availability:
    """Of several offers: in stock if any is, else on back order if any is, else out of stock if any is."""
    stated = set(states)
    for state in (Availability.IN_STOCK, Availability.BACKORDER, Availability.OUT_OF_STOCK):
        if state in stated:
            return state
    return Availability.UNKNOWN


def _seller(offer: SchemaNode) -> str | None:
    seller = offer.first("seller") or offer.first("offeredBy")
    return offer.node(seller).text("name") if isinstance(seller, dict) else text_of(seller)


def _variant(offer: SchemaNode) -> Variant:
    stated = price_of(offer)
    return Variant(
        name=offer.text("name") or "",
        sku=clean_id(offer.text("sku")),
        price_minor=minor_units(stated.price, stated.currency)
        if stated.price is not None and stated.currency
        else None,
        availability=of_schema(offer.value("availability")),
    )


def is_at(address: str | None, document: Document, *, query: bool = False) -> bool:
    """Whether this absolute address is the page's own, fragments, scheme and what only tells who came aside; `query`:
    and has a query.
    """
    stated = _place(address or "")
    return stated is not None and stated == _place(document.url) and (not query or stated[1] != "")


def _place(address: str) -> tuple[str, str] | None:
    """Host with path, and query."""
    page, _, asked = address.partition("#")[0].partition("?")
    if not page:
        return None
    kept = sorted(one for one in asked.split("&") if one and not is_tracking(one.partition("=")[0]))
    return page.partition("://")[2].rstrip("/"), "&".join(kept)
