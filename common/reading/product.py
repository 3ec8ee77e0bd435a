"""One page to one Offer: every source asked, then merged by a written rule.

1. Sources in order of trust: JSON-LD, microdata, RDFa, OpenGraph, embedded state, then what is visible. Each field is
   taken from the first source that states it; `came_from` says which.
2. Of several Product nodes the one the page is about is chosen by address, identifier or heading; when none of them can
   be told apart from the others the page is a listing, and no product is invented.
3. Prices of two declared sources contradict when they differ and neither lies in the other's range nor is its list
   price. Then the one that a third source states or the page shows as well is taken; without such a witness both stand
   in `conflicts`. Embedded state is no witness: it comes from the same backend as the labels. Where no price is
   declared, the one shown near the heading is taken, and a different one in the state is a conflict.
4. Availability "in stock" and "out of stock" from two declared sources: as in 3.
5. A product code that the page prints for its buyers, beside a label that says so, is the SKU, whatever the markup's
   `sku` holds (shops keep internal numbers there).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from urllib.parse import unquote, urlsplit

from common.money import exponent
from common.offer import Availability, Failure, FailureReason, Offer
from common.page import Page
from common.reading import embedded_product, opengraph, schema_org, visible
from common.reading.document import Document, parse
from common.reading.found import Found
from common.reading.price import minor_units
from common.reading.refusals import refusal

GENERIC = "generic"
_FIELDS = ("title", "currency", "brand", "sku", "gtin", "mpn", "item_id", "seller", "images", "list_price")


def read_product(page: Page) -> Offer | Failure:
    """The product of any shop's page. Never raises."""
    return read_document(parse(page))


def read_document(document: Document, *, adapter: str = GENERIC, currency: str | None = None) -> Offer | Failure:
    """The product this page is about, or why it shows none."""
    if document.root is None:
        return Failure(FailureReason.UNREADABLE, "no HTML")
    declared, listed = _declared(document)
    wall = refusal(document, has_product=bool(declared))
    if wall is not None:
        return wall
    if not declared and listed > 0:
        return Failure(FailureReason.LISTING, f"a page that lists {listed} products, none of them its own")
    labels = opengraph.read(document)
    look = visible.read(document)
    seen = look.found
    told = _complete([*declared, labels, seen])
    state = None if told else embedded_product.read(document, declared, look)
    named = declared or opengraph.is_product(document) or _names_product(state)
    if not named and not visible.is_product(seen):
        return Failure(FailureReason.NOT_A_PRODUCT, "nothing on the page says that it is a product's")
    sources = [*declared, labels, *([state] if state else []), seen]
    return offer_of(*sources, adapter=adapter, url=document.canonical or document.url, currency=currency)


def _names_product(state: Found | None) -> bool:
    return state is not None and (
        bool(state.variants) or (bool(state.title) and (state.price is not None or state.sku is not None))
    )


def _range_around(priced: Found | None, sources: Sequence[Found]) -> Found | None:
    """The range that the price's own source states, else that of another source in which this price lies."""
    if priced is None or priced.price is None:
        return None
    if priced.low is not None and priced.high is not None and (priced.low < priced.high or priced.source != "visible"):
        return priced
    return next((one for one in sources if _within(priced.price, one)), None)


def _complete(sources: Sequence[Found]) -> bool:
    """Whether nothing is left for the page's state to add: reading it costs more than all the rest."""
    return (
        all(any(getattr(one, name) is not None for one in sources) for name in ("price", "currency", "brand", "sku"))
        and any(one.availability is not Availability.UNKNOWN for one in sources)
        and any(one.price is not None for one in sources if one.source not in _UNDECLARED)
    )


def offer_of(
    *sources: Found,
    adapter: str,
    url: str | None,
    currency: str | None = None,
    item_id: str | None = None,
    shop_id: str | None = None,
    stock: int | None = None,
) -> Offer:
    """The sources merged. `currency` is the shop's own, for pages that name none."""
    taken: dict[str, Found] = {}
    for name in _FIELDS:
        source = next((one for one in sources if getattr(one, name)), None)
        if source is not None:
            taken[name] = source
    printed = next((one for one in sources if one.sku_is_printed), None)
    if printed is not None:
        taken["sku"] = printed
    priced, conflicts = _choose_price(sources)
    state, unsure = _choose_availability(sources)
    code = taken["currency"].currency if "currency" in taken else currency
    if priced is not None and priced.currency:
        code = priced.currency
    came_from = {_OFFER_NAME.get(name, name): source.source for name, source in taken.items()}
    if priced is not None and priced.price is not None:
        came_from["price_minor"] = priced.source
    if state is not None:
        came_from["availability"] = state.source
    images = taken["images"].images if "images" in taken else ()
    price = _minor(priced.price if priced else None, code)
    list_price = _minor(taken["list_price"].list_price if "list_price" in taken else None, code)
    ranged = _range_around(priced, sources)
    return Offer(
        title=_value(taken, "title"),
        price_minor=price,
        currency=code,
        list_price_minor=list_price if list_price and price and list_price > price else None,
        price_min_minor=_minor(ranged.low, code) if ranged else price,
        price_max_minor=_minor(ranged.high, code) if ranged else price,
        price_kind=(priced.price_kind or "regular") if priced else None,
        availability=state.availability if state else Availability.UNKNOWN,
        stock=stock,
        brand=_value(taken, "brand"),
        sku=_value(taken, "sku"),
        gtin=_value(taken, "gtin"),
        mpn=_value(taken, "mpn"),
        item_id=item_id or _value(taken, "item_id"),
        shop_id=shop_id,
        seller=_value(taken, "seller"),
        image_url=images[0] if images else None,
        images=images,
        variants=next((one.variants for one in sources if one.variants), ()),
        url=url,
        adapter=adapter,
        came_from=came_from,
        conflicts=(*conflicts, *unsure),
    )


_OFFER_NAME = {"images": "image_url", "list_price": "list_price_minor"}


def _value(taken: dict[str, Found], name: str) -> str | None:
    return getattr(taken[name], name) if name in taken else None


def _minor(amount: Decimal | None, currency: str | None) -> int | None:
    return minor_units(amount, currency or "XXX") if amount is not None else None


def _declared(document: Document) -> tuple[list[Found], int]:
    """What schema.org nodes say about the page's own product, and how many products the page names in all."""
    declared: list[Found] = []
    count = 0
    for source, nodes, by_id in schema_org.sources(document):
        found = [schema_org.found(node, document, source, by_id) for node in nodes[:400]]
        named = [one for one in found if one.title or one.price is not None or one.sku]
        count = max(count, len(named))
        declared.extend(_own(named, document))
    return declared, count


def _own(found: list[Found], document: Document) -> list[Found]:
    """Those that are about the page itself, the best first."""
    if not found:
        return []
    if len(found) == 1:
        return found if _closeness(found[0], document) > 0 or not _stands_elsewhere(found[0], document) else []
    ranked = [(_closeness(one, document), one) for one in found]
    most = max(rank for rank, _ in ranked)
    closest = [one for rank, one in ranked if rank == most]
    same = {(one.title or "").lower() for one in closest}
    if most >= 2 or len(same) == 1:
        return sorted(closest, key=lambda one: one.price is None)
    return []


def _stands_elsewhere(one: Found, document: Document) -> bool:
    """Whether the node names another page as its own: a list that marks up its first entry only."""
    if not one.page:
        return False
    own = {_path(address) for address in (document.url, document.canonical, document.meta("og:url")) if address}
    return _path(one.page) not in own


def _path(address: str) -> str:
    try:
        return unquote(urlsplit(address).path).rstrip("/").lower()
    except ValueError:
        return address


def _closeness(one: Found, document: Document) -> int:
    """How much speaks for this node being what the page is about."""
    rank = 0
    path = unquote(document.url).lower()
    title = " ".join((one.title or "").lower().split())
    headings = [heading.lower() for heading in document.headings[:3]]
    if title and any(title == heading for heading in headings):
        rank += 3
    elif (
        title
        and len(title) > 3
        and (title in (document.title or "").lower() or any(title in h or h in title for h in headings if h))
    ):
        rank += 2
    if any(name and len(name) > 3 and name.lower() in path for name in (one.sku, one.item_id, one.mpn)):
        rank += 2
    return rank


def _choose_price(sources: Sequence[Found]) -> tuple[Found | None, tuple[str, ...]]:
    """The source whose price is taken, and the conflict when no rule decides."""
    priced = [one for one in sources if one.price is not None]
    if not priced:
        return None, ()
    positive = [one for one in priced if one.price] or priced
    stated = [one for one in positive if one.source not in _UNDECLARED]
    if not stated:
        return _shown_price(positive)
    first = stated[0]
    if all(_agree(first, one) for one in stated[1:]):
        return first, ()
    votes = Counter(one.price for one in positive if one.source != embedded_product.SOURCE)
    price, count = votes.most_common(1)[0]
    if count >= 2 and list(votes.values()).count(count) == 1:
        return next(one for one in positive if one.price == price), ()
    return first, ("price_minor",)


_UNDECLARED = frozenset({"visible", embedded_product.SOURCE})


def _shown_price(positive: Sequence[Found]) -> tuple[Found, tuple[str, ...]]:
    """Nothing is declared: what the page shows, unless its state says otherwise."""
    shown = next((one for one in positive if one.source == "visible"), None)
    state = next((one for one in positive if one.source != "visible"), None)
    if shown is None or state is None:
        return positive[0], ()
    return shown, () if _agree(shown, state) else ("price_minor",)


def _agree(one: Found, other: Found) -> bool:
    if one.price == other.price or one.price is None or other.price is None:
        return True
    if one.currency and other.currency and one.currency != other.currency:
        return True  # another currency's price contradicts nothing
    if one.list_price == other.price or other.list_price == one.price:
        return True
    step = Decimal(1).scaleb(-exponent(one.currency or "XXX"))
    if abs(one.price - other.price) < step:
        return True
    return _within(one.price, other) or _within(other.price, one)


def _within(price: Decimal, other: Found) -> bool:
    return (
        other.low is not None and other.high is not None and other.low < other.high and other.low <= price <= other.high
    )


def _choose_availability(sources: Sequence[Found]) -> tuple[Found | None, tuple[str, ...]]:
    known = [one for one in sources if one.availability is not Availability.UNKNOWN]
    if not known:
        return None, ()
    first = known[0]
    strong = {one.availability for one in known if one.source not in {"visible", "embedded-state"}}
    if {Availability.IN_STOCK, Availability.OUT_OF_STOCK} <= strong:
        votes = Counter(one.availability for one in known)
        state, count = votes.most_common(1)[0]
        if list(votes.values()).count(count) > 1:
            return first, ("availability",)
        return next(one for one in known if one.availability is state), ()
    return first, ()
