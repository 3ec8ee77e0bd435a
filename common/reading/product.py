"""One page to one Offer: every source asked, then merged by a written rule.

1. Sources in order of trust: JSON-LD, microdata, RDFa, OpenGraph, embedded state, then what is visible. Each field is
   taken from the first source that states it; `came_from` says which.
2. Of several Product nodes the one the page is about is taken (own_product.py); without one it is a listing, and no
   product is invented.
3. Contradicting prices and availabilities: choosing.py.
4. A product code that the page prints beside a label that says so is the SKU, whatever number the markup's `sku` holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from decimal import Decimal
from functools import cache

from common.offer import Availability, Failure, FailureReason, Offer
from common.page import Page
from common.reading import listing
from common.reading.address import is_article, is_front, is_list, is_product, is_reviews, is_search, repeats
from common.reading.choosing import SHOWN, UNDECLARED, choose_availability, choose_brand, choose_price, range_around
from common.reading.declared import not_sold, opengraph, own_product
from common.reading.details.joined import with_details
from common.reading.document import Document, parse
from common.reading.evidence import weighing
from common.reading.evidence.chooser import chosen_amounts
from common.reading.evidence.lone import is_doubtful
from common.reading.evidence.on_terms import is_on_terms
from common.reading.evidence.outright import outright_amounts
from common.reading.evidence.printed import named_amounts, printed_amounts, printed_shares, printed_steps
from common.reading.evidence.reduced import reduced_from
from common.reading.evidence.sold_apart import sold_apart
from common.reading.evidence.tier_table import Row, at_fewest, tier_tables
from common.reading.evidence.whose_money import WhoseMoney
from common.reading.found import Found
from common.reading.instead.find import buys_nothing, found_instead
from common.reading.refusals import article, is_gone, is_titled_gone, other_kind, refusal, says_gone, says_missing
from common.reading.silent import shows_one_thing, with_only_amount
from common.reading.state import product as embedded_product
from common.reading.text.currency import says_toman
from common.reading.text.price import minor_units
from common.reading.unfilled import why as why_unfilled
from common.reading.visible import page as visible
from common.reading.visible.brands.known import is_known
from common.reading.visible.codes.at_name import code_at_name
from common.reading.visible.codes.attributes import stated_code
from common.reading.visible.in_sentence import is_in_sentence
from common.reading.visible.view import whole_view

GENERIC = "generic"
_FIELDS = ("title", "currency", "brand", "sku", "gtin", "mpn", "item_id", "seller", "images", "list_price")


def read_product(page: Page) -> Offer | Failure:
    """The product of any shop's page. Never raises."""
    return read_document(parse(page))


def read_document(document: Document, *, adapter: str = GENERIC, currency: str | None = None) -> Offer | Failure:
    """The product this page is about, or why it shows none."""
    if document.root is None:
        return Failure(FailureReason.UNREADABLE, "no HTML")
    declared, listed = own_product.declared(document)
    wall = refusal(document, has_product=bool(declared))
    if wall is not None and wall.reason in _OFTEN_NAMED and _sells(document):
        wall = None
    if wall is not None and wall.reason is not FailureReason.EMPTY_SHELL:
        return wall
    other = other_kind(document)
    if other is not None and (is_search(document.url) or is_reviews(document.url)) and not _states_a_price(declared):
        return other
    look = visible.read(document)
    amounts = cache(lambda: printed_amounts(look.view))
    guessed = with_only_amount(look, amounts) if not declared else look
    is_silent = guessed is not look
    look = guessed
    seen = look.found
    own = seen.sku_is_printed and seen.price is not None and seen.is_offered and other is None
    if not declared and listed > 1 and not own:
        return other or Failure(FailureReason.LISTING, f"a page that lists {listed} products, none of them its own")
    labels = opengraph.read(document)
    told = _complete([*declared, labels, seen])
    state = None if told else embedded_product.read(document, declared, seen.title, look.amounts, look.amounts_near)
    is_filled = (_names_product(state) and state is not None and state.price is not None) or visible.is_product(seen)
    if wall is not None and not is_filled:
        return wall  # a shell whose scripts hold no product either
    if _is_over_a_list(declared) and (
        listing.is_group(document) or listing.is_sorted(look.view) or any(map(_is_wide, declared))
    ):
        return other or Failure(
            FailureReason.LISTING, "it calls itself a group of products, sorts, or spans all prices"
        )
    searched = other is not None and other.reason is FailureReason.SEARCH and not declared and not seen.sku_is_printed
    if other is not None and searched and (listing.why(document) or not visible.is_product(seen)):
        return other
    thing = None if _states_an_offer(declared) else not_sold.thing(document, seen.title)
    named = thing is None and (declared or opengraph.is_product(document) or _names_product(state))
    likely = not (named or thing or says_gone(seen.title)) and _may_be_product(document, look)
    if not named and (not likely or _is_lists_address(document, seen) or _tells(document, look)):
        failure = _what_else(document, other, listed, thing)
        if thing or not shows_one_thing(document, look, failure, amounts):
            return failure
        is_silent = True
    if (instead := found_instead(declared, seen, look.view, other)) is not None:
        return instead
    tables = tier_tables(look.view)
    sources = _sources(declared, labels, state, look, tables)
    printed, view = amounts(), look.view
    page = weighing.Page(
        printed,
        named_amounts(document),
        shares=printed_shares(view),
        steps=printed_steps(view),
        tables=tables,
        home=view.currency_hint,
        whose_money=WhoseMoney(printed, view),
        sold_apart=sold_apart(view, printed),
        outright=outright_amounts(view),
        chosen=chosen_amounts(view),
        says_toman=any(says_toman(line.text) for line in view.near(0, _TOMAN_LINES)),
        is_silent=is_silent,
        is_doubtful=lambda price: is_doubtful(price, printed, view),
        is_not_bought=lambda price: buys_nothing(price, printed, view, sources),
        is_on_terms=lambda price, before: is_on_terms(price, printed, view, before),
    )
    offer = offer_of(
        *sources,
        adapter=adapter,
        url=document.canonical or document.url,
        currency=currency,
        printed=look.amounts,
        net=look.net_amounts,
        old=look.old_amounts,
        page=page,
        site_names=_site_names(document),
    )
    return with_details(offer, document, sources, look.view)


def _sources(
    declared: Sequence[Found],
    labels: Found,
    state: Found | None,
    look: visible.Look,
    tables: Sequence[Sequence[Row]],
) -> list[Found]:
    """All that say something of the product, in the order of trust; a code from elsewhere where none states one."""
    seen = look.found
    # A bare number is in the currency of the page's place; a sign that is not that currency's is in another.
    is_other_sign = seen.price is not None and seen.currency is None
    place = Found("place", currency=None if is_other_sign else look.view.currency_hint)
    sources = [*at_fewest(declared, tables, seen.price), labels, *([state] if state else []), seen, place]
    if not any(one.sku for one in sources):
        sources.append(Found("attributes", sku=stated_code(look.view)))
    if not any(one.sku for one in sources):
        sources.append(Found(SHOWN, sku=code_at_name(look.view)))
    return sources


_TOMAN_LINES = 120
_OFTEN_NAMED = frozenset({FailureReason.CAPTCHA, FailureReason.BLOCKED})
"""What products are named after, too, and what forms of short pages hold: "Access denied" is a poster."""


def _sells(document: Document) -> bool:
    """Whether a heading stands over a price and what buys it, which no traffic check shows."""
    seen = visible.read(document).found
    return seen.price is not None and seen.is_offered and visible.is_product(seen)


def _what_else(document: Document, other: Failure | None, listed: int, thing: str | None) -> Failure:
    """Why a page on which nothing names a product is none. `listed`: how many products it marks up; `thing`: what it
    declares to be about instead.
    """
    if other is not None and (other.reason is FailureReason.HOME or not is_titled_gone(document)):
        return other
    if thing is not None:
        is_about = f"its structured data says that it is about {thing}"
        return article(document) or Failure(FailureReason.NOT_A_PRODUCT, is_about)
    shown = whole_view(document).lines
    if says_missing(line.text for line in shown if not line.hidden and len(line.text) <= _NOTE_CHARS):
        return Failure(FailureReason.NOT_FOUND, "the shop says that there is no such product")
    lists = listing.why(document, _FEW_CARDS) or ("the one product it marks up is another page's" if listed else None)
    if lists is not None and not is_titled_gone(document):
        return Failure(FailureReason.LISTING, lists)
    if is_gone(document):
        return Failure(FailureReason.REMOVED, "the page says that the product is no longer sold")
    if is_list(document.url):
        return Failure(FailureReason.LISTING, "its address is that of a category or brand")
    told = article(document)
    if told is None and (unfilled := why_unfilled(document)) is not None:
        return Failure(FailureReason.EMPTY_SHELL, unfilled)
    if told is None and (alike := listing.looks_like_one(document)) is not None:
        return Failure(FailureReason.LISTING, alike)
    return told or Failure(FailureReason.NOT_A_PRODUCT, "nothing on the page says that it is a product's")


def _tells(document: Document, look: visible.Look) -> bool:
    """Whether the page calls itself an article, has no printed code (one without a price or button may be that of a
    book it quotes), and either no form that sells or, by its address, another heading above the first button that buys:
    what it tells about is sold there, too.
    """
    seen = look.found
    if (seen.sku_is_printed and (seen.price is not None or seen.is_offered)) or article(document) is None:
        return False
    return not visible.has_cart_form(document) or (is_article(document.url) and visible.sells_below(look.view))


_NOTE_CHARS = 80
_FEW_CARDS = 2
"""Prices in cards that make a list of a page that is nothing else."""


def _is_lists_address(document: Document, seen: Found) -> bool:
    """Whether what is visible alone makes no product here: on a front page, or at the address of a category or brand,
    unless a code is printed and nothing looks like a list.
    """
    if is_list(document.url):
        return not seen.sku_is_printed or listing.looks_like_one(document) is not None
    return is_front(document.url)


def _may_be_product(document: Document, look: visible.Look) -> bool:
    """Whether what is visible alone makes it a product's page. A list on it does not count where the page stands at the
    address of one product, which repeats the heading.
    """
    seen, at_products = look.found, is_product(document.url)
    if visible.is_product(seen):
        return True
    if not visible.may_be_product(seen, document, at_products_address=at_products) or is_in_sentence(seen, look.view):
        return False
    own = at_products and seen.title is not None and repeats(document.url, seen.title)
    return own or not listing.why(document)


def _states_an_offer(declared: Sequence[Found]) -> bool:
    """Whether the page declares a product of its own that is for sale: with a price, or in stock or not."""
    return any(one.price is not None or one.availability is not Availability.UNKNOWN for one in declared)


def _states_a_price(declared: Sequence[Found]) -> bool:
    """Whether the page declares a product of its own with one price, not a range."""
    return any(one.price is not None and one.price_kind is None for one in declared)


def _is_over_a_list(declared: Sequence[Found]) -> bool:
    """Whether nothing is declared, or a range of prices and no code of one product. Categories are marked up so, as one
    AggregateOffer, some of them "in stock".
    """
    return all(
        one.price_kind == "from" and not any((one.sku, one.gtin, one.mpn, one.item_id, one.variants))
        for one in declared
    )


def _is_wide(one: Found) -> bool:
    """Whether the range is wider than one product's choices have."""
    return one.low is not None and one.high is not None and 0 < one.low * _WIDE <= one.high


_WIDE = 20


def _names_product(state: Found | None) -> bool:
    """Whether the embedded state alone makes the page a product's: variants, or a name with a price or SKU."""
    return state is not None and (
        bool(state.variants) or (bool(state.title) and (state.price is not None or state.sku is not None))
    )


def _complete(sources: Sequence[Found]) -> bool:
    """Whether the embedded state has nothing to add and is not read: that costs more than all the other sources."""
    return (
        all(any(getattr(one, name) is not None for one in sources) for name in ("price", "currency", "brand", "sku"))
        and any(one.availability is not Availability.UNKNOWN for one in sources)
        and any(one.price is not None for one in sources if one.source not in UNDECLARED)
    )


def _site_names(document: Document) -> Collection[str]:
    """What the page calls the shop: its labels, and the end of its title."""
    _, *ends = _TITLE_MARK.split(document.title or "")
    return [name for name in (document.meta("og:site_name"), *ends[-1:]) if name]


_TITLE_MARK = re.compile(r"\s[|–—-]\s")


def offer_of(
    *sources: Found,
    adapter: str,
    url: str | None,
    currency: str | None = None,
    item_id: str | None = None,
    shop_id: str | None = None,
    stock: int | None = None,
    printed: Callable[[], frozenset[Decimal]] = frozenset,
    net: Callable[[], frozenset[Decimal]] = frozenset,
    old: Callable[[], frozenset[Decimal]] = frozenset,
    page: weighing.Page | None = None,
    site_names: Collection[str] = (),
) -> Offer:
    """The sources merged. `currency` is the shop's own, for pages that name none; `printed` gives every amount that the
    page prints, `net` those it calls net of tax, `old` those it strikes out, for prices that contradict each other.
    With `page` the price is weighed against all that is printed there.
    """
    taken: dict[str, Found] = {}
    for name in _FIELDS:
        source = next((one for one in sources if getattr(one, name)), None)
        if source is not None:
            taken[name] = source
    if url is not None and (named := choose_brand(sources, url, site_names, is_known)) is not None:
        taken["brand"] = named
    labelled = next((one for one in sources if one.sku_is_printed), None)
    if labelled is not None:
        taken["sku"] = labelled
    other = page.other_amounts if page is not None else frozenset
    amounts = page.printed if page is not None else ()
    priced, conflicts = choose_price(
        sources, printed, net, old, other, lambda price: reduced_from(price, sources, amounts)
    )
    if priced is not None and page is not None and weighing.is_in_another_currency(priced, page):
        conflicts = (*conflicts, "currency")
    state, unsure = choose_availability(sources)
    code = taken["currency"].currency if "currency" in taken else currency
    if priced is not None and priced.currency:
        code = priced.currency
    if page is not None and page.whose_money is not None and priced is not None and priced.source != SHOWN:
        code, is_doubted = page.whose_money.checked(code, priced.price)
        conflicts = (*conflicts, "currency") if is_doubted and "currency" not in conflicts else conflicts
    came_from = {_OFFER_NAME.get(name, name): source.source for name, source in taken.items()}
    if priced is not None and priced.price is not None:
        came_from["price_minor"] = priced.source
    if state is not None:
        came_from["availability"] = state.source
    images = taken["images"].images if "images" in taken else ()
    price = _minor(priced.price if priced else None, code)
    list_price = _minor(taken["list_price"].list_price if "list_price" in taken else None, code)
    ranged = range_around(priced, sources)
    strong = weighing.strength(priced, sources, page) if page is not None and priced is not None else None
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
        price_strength=strong,
        candidates=weighing.candidates(priced, strong, sources, page, code) if page is not None else (),
        conflicts=(*conflicts, *unsure),
    )


_OFFER_NAME = {"images": "image_url", "list_price": "list_price_minor"}


def _value(taken: dict[str, Found], name: str) -> str | None:
    return getattr(taken[name], name) if name in taken else None


def _minor(amount: Decimal | None, currency: str | None) -> int | None:
    return minor_units(amount, currency or "XXX") if amount is not None else None
