"""What all sources say of a product, merged into one Offer by a written rule.

Each field is taken from the first source that states it, in the order of trust in which the sources are given;
`came_from` says which. Contradicting prices and availabilities: choosing/. A product code that the page prints beside
a label that says so is the SKU, whatever number the markup's `sku` holds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from common.offer import Availability, Offer, PriceKind
from common.reading.choosing.brand import choose_brand
from common.reading.choosing.price import AmountsOfPage, choose_price, range_around
from common.reading.choosing.stock import choose_availability
from common.reading.evidence.another_currency import is_in_another_currency
from common.reading.evidence.page import Page
from common.reading.evidence.weighing.candidates import candidates
from common.reading.evidence.weighing.weigh import strength, weigh
from common.reading.found import PLACE, SHOWN, Found
from common.reading.text.price import minor_units
from common.reading.visible.brands.known.names import is_known

_FIELDS = ("title", "currency", "brand", "sku", "gtin", "mpn", "item_id", "seller", "images", "list_price")
_NONE_ASKED = AmountsOfPage()


def offer_of(
    *sources: Found,
    adapter: str,
    url: str | None,
    currency: str | None = None,
    item_id: str | None = None,
    shop_id: str | None = None,
    amounts: AmountsOfPage = _NONE_ASKED,
    page: Page | None = None,
    site_names: Collection[str] = (),
) -> Offer:
    """The sources merged. `currency` is the shop's own, for pages that name none; `amounts` decide between prices that
    contradict each other. With `page` the price is weighed against all that is printed there.
    """
    taken = _taken(sources, url, site_names)
    priced, conflicts = choose_price(sources, amounts)
    state, unsure = choose_availability(sources)
    images = taken["images"].images if "images" in taken else ()
    offer = Offer(
        title=_value(taken, "title"),
        availability=state.availability if state else Availability.UNKNOWN,
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
        came_from=_came_from(taken, priced, state),
    )
    code, is_doubted = _currency_of(taken["currency"].currency if "currency" in taken else currency, priced, page)
    is_bare = "currency" in taken and taken["currency"].source in {PLACE, SHOWN}
    if code == "USD" and is_bare and page is not None and page.whose_money is not None:
        is_doubted = is_doubted or page.whose_money.rests_on_language
    if is_doubted or _is_shown_in_unknown(priced, sources, page):
        conflicts = (*conflicts, "currency")
    before = taken["list_price"].list_price if "list_price" in taken else None
    offer = _with_price(offer, priced, before, range_around(priced, sources), code)
    return _weighed(replace(offer, conflicts=(*conflicts, *unsure)), priced, sources, page)


def _with_price(
    offer: Offer, priced: Found | None, before: Decimal | None, ranged: Found | None, currency: str | None
) -> Offer:
    """The offer at the price of the source `priced`, within the range that the source `ranged` states. `before`: the
    list price, kept where it is higher.
    """
    price, list_price = _minor(priced.price if priced else None, currency), _minor(before, currency)
    return replace(
        offer,
        price_minor=price,
        currency=currency,
        list_price_minor=list_price if list_price and price and list_price > price else None,
        price_min_minor=_minor(ranged.low, currency) if ranged else price,
        price_max_minor=_minor(ranged.high, currency) if ranged else price,
        price_kind=_kind(priced, ranged),
    )


def _weighed(offer: Offer, priced: Found | None, sources: Sequence[Found], page: Page | None) -> Offer:
    """The offer with what speaks for its price, and what else the price may be; as it is without a page."""
    if page is None:
        return offer
    grounds = weigh(priced, sources, page) if priced is not None else {}
    strong = strength(grounds) if priced is not None else None
    found = candidates(priced, strong, sources, page, offer.currency)
    return replace(offer, price_strength=strong, price_grounds=grounds, candidates=found)


def _taken(sources: Sequence[Found], url: str | None, site_names: Collection[str]) -> dict[str, Found]:
    """Field → the source that it is taken from; fields that no source states are missing."""
    stated = {name: next((one for one in sources if getattr(one, name)), None) for name in _FIELDS}
    if url is not None:
        stated["brand"] = choose_brand(sources, url, site_names, is_known)
    labelled = next((one for one in sources if one.sku_is_printed), None)
    if labelled is not None:
        stated["sku"] = _without_blanks(labelled.sku or "", sources) or labelled
    return {name: source for name, source in stated.items() if source is not None}


def _without_blanks(code: str, sources: Sequence[Found]) -> Found | None:
    """The source that states this printed code without the blanks that make it easy to read: "400 044", "400044"."""
    return next((one for one in sources if " " in code and one.sku == code.replace(" ", "")), None)


def _came_from(taken: Mapping[str, Found], priced: Found | None, state: Found | None) -> dict[str, str]:
    """The offer's field → the name of the source that it came from."""
    came_from = {_OFFER_NAME.get(name, name): source.source for name, source in taken.items()}
    if priced is not None and priced.price is not None:
        came_from["price_minor"] = priced.source
    if state is not None:
        came_from["availability"] = state.source
    return came_from


def _currency_of(code: str | None, priced: Found | None, page: Page | None) -> tuple[str | None, bool]:
    """The currency of the price, and whether it is doubtful: another than the page prints, or only the likeliest.
    `code`: the one that a source states, or the shop's own.
    """
    if priced is None:
        return code, False
    code = priced.currency or code
    is_doubted = priced.abroad != () or (page is not None and is_in_another_currency(priced, page))
    money = page.whose_money if page is not None else None
    if money is None or not priced.price:
        return code, is_doubted
    if priced.source != SHOWN:
        code, is_another = money.checked(code, priced.price)
        is_doubted = is_doubted or is_another
    elif code is not None:
        is_doubted = is_doubted or money.is_doubtful(code, priced.price)
    if code is None and (code := money.named(priced.price)) is None:
        code = money.likely(priced.price)
        is_doubted = is_doubted or code is not None
    return code, is_doubted


def _is_shown_in_unknown(priced: Found | None, sources: Sequence[Found], page: Page | None) -> bool:
    """Whether the page shows this declared price beside a word that may be a currency's and is no known one's."""
    shown = next((one for one in sources if one.source == SHOWN and one.price), None)
    if page is None or priced is None or shown is None or priced.source == SHOWN or not priced.currency:
        return False
    is_alike = shown.price == priced.price and shown.currency is None
    return is_alike and not any(one.amount == priced.price for one in page.printed)


_OFFER_NAME = {"images": "image_url", "list_price": "list_price_minor"}


def _value(taken: Mapping[str, Found], name: str) -> str | None:
    return getattr(taken[name], name) if name in taken else None


def _kind(priced: Found | None, ranged: Found | None) -> str | None:
    """Which price is taken: also the lowest of what the page shows, where its own source knows no range."""
    if priced is None:
        return None
    is_lowest = ranged is not None and ranged.source == SHOWN and ranged.low == priced.price
    return priced.price_kind or (ranged.price_kind if ranged is not None and is_lowest else None) or PriceKind.REGULAR


def _minor(amount: Decimal | None, currency: str | None) -> int | None:
    return minor_units(amount, currency or "XXX") if amount is not None else None
