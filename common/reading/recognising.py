"""Whether a page is one product's, by all that it declares, keeps in its state and shows; else what it is instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from common.offer import Availability, Failure, FailureReason, PriceKind
from common.reading import listing
from common.reading.address import is_article, is_front, is_list, is_product, is_reviews, is_search, repeats
from common.reading.choosing.price import UNDECLARED
from common.reading.declared import not_sold, opengraph, own_product
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.evidence.printed.gather import printed_amounts
from common.reading.found import Found
from common.reading.instead.calls_itself import calls_itself_other
from common.reading.instead.code_of_card import is_code_of_card
from common.reading.instead.find import found_instead
from common.reading.instead.refusals import (
    article,
    is_gone,
    is_labelled_article,
    is_titled_gone,
    is_topic,
    missing,
    other_kind,
    refusal,
    says_gone,
)
from common.reading.instead.why_none import why_none
from common.reading.nameless import named_by_amount
from common.reading.parsed.document import Document
from common.reading.silent import shows_one_thing, with_only_amount
from common.reading.state import product as embedded_product
from common.reading.state.product import Printed
from common.reading.system_names import PageKind, kind_by_system
from common.reading.visible import page as visible
from common.reading.visible.buttons.cart_form import has_cart_form
from common.reading.visible.cards import is_name_of_card
from common.reading.visible.in_posting import is_beside_posting
from common.reading.visible.in_sentence import is_in_sentence


@dataclass(frozen=True, slots=True)
class Recognised:
    """A product's page: what each source says of the product, and what was seen."""

    declared: Sequence[Found]
    labels: Found
    state: Found | None
    """None also where the other sources say all that it could."""
    look: visible.Look
    amounts: Callable[[], Sequence[PrintedAmount]]
    """The amounts printed near the heading, gathered when they are first asked for."""
    is_silent: bool
    """Whether nothing says that the page is a product's but a name and a price below it: the price is to be doubted."""


def recognised(document: Document) -> Recognised | Failure:
    """The product's page, or what the page is instead. The document must have a root."""
    declared, listed = own_product.declared(document)
    wall = _wall(document, declared)
    if wall is not None and wall.reason is not FailureReason.EMPTY_SHELL:
        return wall
    if (itself := calls_itself_other(document, declared)) is not None:
        return itself
    other = other_kind(document)
    if other is not None and (is_search(document.url) or is_reviews(document.url)) and not _states_a_price(declared):
        return other
    look = visible.read(document)
    amounts = cache(lambda: printed_amounts(look.view))
    guessed = with_only_amount(look, amounts) if not declared else look
    labels = opengraph.read(document)
    told = _complete([*declared, labels, guessed.found], guessed)
    seen = guessed.found
    found = Recognised(declared, labels, None, guessed, amounts, guessed is not look)
    if (lists := _lists_products(found, listed, other)) is not None:
        return lists
    if not told:
        printed = Printed(guessed.amounts, guessed.amounts_near, lambda: any(map(_is_plain, amounts())), seen.price)
        state = embedded_product.read(document, declared, seen.title, printed)
        found = replace(found, state=state)
    if wall is not None and not _is_filled(document, found, other):
        return wall  # a shell whose scripts hold no product either
    if (lists := _spans_a_list(document, found, other)) is not None:
        return lists
    return _named(document, found, listed, other)


def _is_plain(one: PrintedAmount) -> bool:
    return not one.kinds and one.amount > 0


def _wall(document: Document, declared: Sequence[Found]) -> Failure | None:
    """A traffic check, an error, a login, a shell; not where words that products are named after, too, stand on a page
    that sells.
    """
    wall = missing(document, declared) if declared else refusal(document)
    return None if wall is not None and wall.reason in _OFTEN_NAMED and _sells(document) else wall


_OFTEN_NAMED = frozenset({FailureReason.CAPTCHA, FailureReason.BLOCKED})
"""What products are named after, too, and what forms of short pages hold: "Access denied" is a poster."""


def _sells(document: Document) -> bool:
    """Whether a heading stands over a price and what buys it, which no traffic check shows."""
    look = visible.read(document)
    return look.found.price is not None and look.found.is_offered and visible.is_product(look)


def _lists_products(found: Recognised, listed: int, other: Failure | None) -> Failure | None:
    """The failure for a page that marks up several products, none of them its own, unless what is visible is one."""
    seen = found.look.found
    own = seen.sku_is_printed and seen.price is not None and seen.is_offered and other is None
    if found.declared or listed < _SEVERAL or own:
        return None
    return other or Failure(FailureReason.LISTING, f"a page that lists {listed} products, none of them its own")


_SEVERAL = 2


def _is_filled(document: Document, found: Recognised, other: Failure | None) -> bool:
    """Whether scripts or what is visible fill a page that looks like a shell."""
    in_state = _names_product(found.state) and found.state is not None and found.state.price is not None
    return (in_state and not _is_called_other(document, found, other)) or visible.is_product(found.look)


def _is_called_other(document: Document, found: Recognised, other: Failure | None) -> bool:
    """Whether the page calls itself something else, an article or a list, or says that its product is gone: a product
    that its scripts keep is one of those that it speaks of then. The label of an article alone says little, for shops
    give it to any page; so do words of something gone where the state says that the product can be had.
    """
    if other is not None or is_list(document.url) or is_titled_gone(document):
        return True
    if is_article(document.url) or (article(document) is not None and not is_labelled_article(document)):
        return True
    is_left = found.state is not None and found.state.availability is Availability.IN_STOCK
    return not is_left and is_gone(document)


def _spans_a_list(document: Document, found: Recognised, other: Failure | None) -> Failure | None:
    """The failure for a page that declares nothing, or a range without a code, and speaks for a list of products; or
    for a search whose page shows no product.
    """
    seen, declared = found.look.found, found.declared
    if _is_over_a_list(declared) and (
        (declared and kind_by_system(document) is PageKind.LISTING)
        or listing.is_group(document)
        or listing.is_sorted(found.look.view)
        or (not declared and listing.sorts_by_price(document))
        or any(map(_is_wide, declared))
        or (declared and seen.price is None and _shows_a_list(document))
    ):
        why = "it calls itself a group of products, sorts, or spans all prices"
        return other or Failure(FailureReason.LISTING, why)
    searched = other is not None and other.reason is FailureReason.SEARCH and not declared and not seen.sku_is_printed
    return other if searched and (listing.why(document) or not visible.is_product(found.look)) else None


def _shows_a_list(document: Document) -> bool:
    """Whether the page offers to sort what it shows, or has several buttons that buy, and shows prices in cards."""
    return listing.looks_like_one(document) is not None and listing.why(document, _SEVERAL) is not None


def _named(document: Document, found: Recognised, listed: int, other: Failure | None) -> Recognised | Failure:
    """The page where something names it a product's, or a name and a price alone, which is then to be doubted; else why
    it is none.
    """
    look, declared = found.look, found.declared
    seen = look.found
    thing = None if _states_an_offer(declared) else not_sold.thing(document, seen.title)
    kind = kind_by_system(document)
    named = thing is None and (
        declared
        or opengraph.is_product(document)
        or kind is PageKind.PRODUCT
        or (_names_product(found.state) and not _is_called_other(document, found, other))
    )
    if not (named or thing) and is_beside_posting(seen, look.view):
        return Failure(FailureReason.ARTICLE, "its heading is that of an article, and the price stands outside that")
    likely = not (named or thing or says_gone(seen.title)) and _may_be_product(document, look)
    is_none = kind not in {None, PageKind.PRODUCT}
    if not named and (not likely or is_none or _is_lists(document, look) or _tells(document, look)):
        failure = why_none(document, other, listed, thing)
        if thing or is_none:
            return failure
        if not shows_one_thing(document, look, failure, found.amounts):
            named_so = named_by_amount(document, look, failure)
            if named_so is None:
                return failure
            look, seen = named_so, named_so.found
            found = replace(found, look=look, amounts=cache(lambda: printed_amounts(look.view)))
        found = replace(found, is_silent=True)
    return found_instead(declared, seen, look.view, other) or found


def _tells(document: Document, look: visible.Look) -> bool:
    """Whether the page calls itself an article, has no printed code (one without a price or button may be that of a
    book it quotes), and either no form that sells or, by its address, another heading above the first button that buys:
    what it tells about is sold there, too. On a forum's topic neither counts: a post has codes, and a button to reply.
    """
    if is_topic(document):
        return True
    seen = look.found
    if (seen.sku_is_printed and (seen.price is not None or seen.is_offered)) or article(document) is None:
        return False
    return not has_cart_form(document) or (is_article(document.url) and visible.sells_below(look.view))


def _is_lists(document: Document, look: visible.Look) -> bool:
    """Whether what is visible alone makes no product here: where the name is that of one of several boxes that each
    sell, on a front page, or at the address of a category or brand, unless a code is printed that is no card's and
    nothing looks like a list.
    """
    if is_name_of_card(look.view):
        return True
    if is_list(document.url):
        code = look.found.sku if look.found.sku_is_printed else None
        return code is None or is_code_of_card(code, look.view) or listing.looks_like_one(document) is not None
    return is_front(document.url)


def _may_be_product(document: Document, look: visible.Look) -> bool:
    """Whether what is visible alone makes it a product's page. A list on it does not count where the page stands at the
    address of one product, which repeats the heading.
    """
    seen, at_products = look.found, is_product(document.url)
    if visible.is_product(look):
        return True
    if not visible.may_be_product(seen, document, at_products_address=at_products) or is_in_sentence(seen, look.view):
        return False
    own = at_products and seen.title is not None and repeats(document.url, seen.title)
    return own or _is_sold_here(seen) or not listing.why(document)


def _is_sold_here(seen: Found) -> bool:
    """Whether a code is printed beside what buys: cards of others below it make no list of the page."""
    return seen.sku_is_printed and seen.is_offered and seen.availability is Availability.IN_STOCK


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
        one.price_kind == PriceKind.FROM and not any((one.sku, one.gtin, one.mpn, one.item_id, one.variants))
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


def _complete(sources: Sequence[Found], look: visible.Look) -> bool:
    """Whether the embedded state has nothing to add and is not read: that costs more than all the other sources."""
    return (
        all(any(getattr(one, name) is not None for one in sources) for name in ("price", "currency", "sku"))
        and any(one.availability is not Availability.UNKNOWN for one in sources)
        and any(one.price is not None for one in sources if one.source not in UNDECLARED)
        and (any(one.brand is not None for one in sources) or look.brand() is not None)
    )
