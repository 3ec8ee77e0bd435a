"""One page to one Offer: every source asked, then merged by a written rule.

1. Whether the page is one product's, and what each source says of it: recognising.py. Of several Product nodes the one
   the page is about is taken (declared/own_product.py); without one it is a listing, and no product is invented.
2. Sources in order of trust: JSON-LD, microdata, RDFa, OpenGraph, embedded state, then what is visible.
3. Merged into one Offer, whose price is weighed against all that the page prints: merging.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial

from common.offer import Failure, FailureReason, Offer
from common.page import Page
from common.reading.choosing.brand import may_take_shown_brand
from common.reading.choosing.price import AmountsOfPage
from common.reading.details.joined import with_details
from common.reading.evidence.chosen_variant import at_chosen, is_said_again, seen_on_button
from common.reading.evidence.doubts.another_thing.of_another_thing import is_of_another_thing
from common.reading.evidence.doubts.chooser import chosen_amounts
from common.reading.evidence.doubts.letters_abroad import is_in_letters_abroad
from common.reading.evidence.doubts.lone import is_doubtful
from common.reading.evidence.doubts.not_asked import is_not_asked
from common.reading.evidence.doubts.outright import outright_amounts
from common.reading.evidence.doubts.sold_apart import sold_apart
from common.reading.evidence.doubts.terms.on_terms import is_on_terms
from common.reading.evidence.doubts.unshown import is_unshown
from common.reading.evidence.doubts.used_copy import used_only
from common.reading.evidence.offered_currency import in_one_currency
from common.reading.evidence.page import Page as WeighedPage
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.evidence.printed.list_price import with_list_price
from common.reading.evidence.printed.numbers import named_amounts, printed_steps
from common.reading.evidence.reduced import reduced_from
from common.reading.evidence.tier_table import Row, at_fewest, plain_at_one, seen_at_fewest, tier_tables
from common.reading.evidence.used_offer import as_shown
from common.reading.evidence.whose_money import WhoseMoney
from common.reading.found import PLACE, SHOWN, STATE, Found
from common.reading.instead.find import buys_nothing
from common.reading.merging import offer_of
from common.reading.parsed.document import Document, parse
from common.reading.recognising import Recognised, recognised
from common.reading.text.currencies.named import says_toman
from common.reading.text.money import as_meant
from common.reading.visible.brands.written.as_printed import as_printed
from common.reading.visible.buttons.amount_on_button import amount_on_button
from common.reading.visible.codes.at_name import code_at_name
from common.reading.visible.codes.attributes import stated_code
from common.reading.visible.codes.declared_otherwise import declared_otherwise
from common.reading.visible.codes.named_in_scripts import code_named_in_scripts
from common.reading.visible.discounts.shares import printed_shares
from common.reading.visible.prices.chosen_options import chosen_extras
from common.reading.visible.prices.drawn.element import in_unknown_currency
from common.reading.visible.view import PageView

GENERIC = "generic"


def read_product(page: Page) -> Offer | Failure:
    """The product of any shop's page. Never raises."""
    return read_document(parse(page))


def read_document(document: Document, *, adapter: str = GENERIC, currency: str | None = None) -> Offer | Failure:
    """The product this page is about, or why it shows none."""
    if document.root is None:
        return Failure(FailureReason.UNREADABLE, "no HTML")
    page = recognised(document)
    if isinstance(page, Failure):
        return page
    look = page.look
    tables = tier_tables(look.view)
    url, site_names = document.canonical or document.url, _site_names(document)
    sources = _sources(page, tables, currency, partial(may_take_shown_brand, url=url, site_names=site_names))
    asked = _asked_of(page, sources, tables)
    offer = offer_of(
        *sources,
        adapter=adapter,
        url=url,
        currency=currency,
        amounts=AmountsOfPage(
            look.amounts,
            net=look.net_amounts,
            old=look.old_amounts,
            other=asked.other_amounts,
            on_terms=asked.amounts_on_terms,
            instead_of=asked.amounts_instead_of,
            before=partial(reduced_from, sources=sources, printed=asked.printed),
        ),
        page=asked,
        site_names=site_names,
    )
    if offer.brand:
        offer = replace(offer, brand=as_printed(offer.brand, look.view))
    return with_details(with_list_price(offer, asked.printed), document, sources, look.view)


def _sources(
    page: Recognised,
    tables: Sequence[Sequence[Row]],
    currency: str | None,
    may_take_shown_brand: Callable[[Sequence[Found]], bool],
) -> list[Found]:
    """All that say something of the product, in the order of trust; a code from elsewhere where none states one.
    `currency` is the shop's own, for pages that name none. The brand that is shown, which takes long to find, is among
    it only where it may be taken.
    """
    look, state = page.look, page.state
    seen = seen_at_fewest(look.found, tables, page.amounts)
    if seen.price is not None and not any(one.price for one in page.declared):
        seen = seen_on_button(seen, amount_on_button(look.view), page.amounts())
    # A bare number is in the currency of the page's place; a sign that is not that currency's is in another.
    states = [state] if state else []
    others = (page.labels, *states)
    stated = (*page.declared, *others)
    if may_take_shown_brand(stated):
        seen = replace(seen, brand=look.brand())
    is_other_sign = (seen.price is not None and seen.currency is None) or _is_in_unknown_money(stated, look.view)
    place = Found(PLACE, currency=None if is_other_sign else look.view.currency_hint)
    in_one = in_one_currency(page.declared, others, seen, page.amounts, look.view.currency_hint)
    declared = as_shown(at_fewest(in_one, tables, seen.price), seen.price, page.amounts, look.view)
    chosen = (state.chosen_price if state else None) or _written_on_button(declared, look.view)
    unseen = at_chosen((*declared, *at_fewest([page.labels], tables, seen.price), *states), chosen)
    seen = at_chosen([seen], chosen)[0]
    named = next((one.currency for one in (*unseen, seen, place) if one.currency), currency)
    sources = [*(_in_currency(one, named) for one in unseen), seen, place]
    if not any(one.sku for one in sources):
        sources.append(Found("attributes", sku=stated_code(look.view)))
    if not any(one.sku for one in sources):
        sources.append(_code_elsewhere(page))
    return sources


def _code_elsewhere(page: Recognised) -> Found:
    """The code of a product for which nothing states one as such."""
    view = page.look.view
    if otherwise := declared_otherwise(page.declared, view.document.url):
        return otherwise
    if code := code_named_in_scripts(view.document):
        return Found(STATE, sku=code)
    return Found(SHOWN, sku=code_at_name(view))


def _in_currency(one: Found, currency: str | None) -> Found:
    """What a source states that names no currency, its price as meant in this one, in which it is taken to be."""
    if one.currency or one.price is None or as_meant(one.price, currency) == one.price:
        return one
    low, high, before = (value and as_meant(value, currency) for value in (one.low, one.high, one.list_price))
    return replace(one, price=as_meant(one.price, currency), low=low, high=high, list_price=before)


def _written_on_button(declared: Sequence[Found], view: PageView) -> Decimal | None:
    """What the button that buys says, where a range is declared, for then it is the chosen variant's price."""
    is_range = any(one.low is not None and one.high is not None and one.low < one.high for one in declared)
    return amount_on_button(view) if is_range else None


def _is_in_unknown_money(stated: Sequence[Found], view: PageView) -> bool:
    """Whether a price that is stated without a currency stands near the heading beside a word that may be one's."""
    amounts = {one.price for one in stated if one.price}
    if not amounts or any(one.currency for one in stated):
        return False
    found = (in_unknown_currency(line.text) for line in view.near(0, _PRICE_LINES) if len(line.text) <= _PRICE_CHARS)
    return any(one is not None and one.amount in amounts for one in found)


_PRICE_LINES, _PRICE_CHARS = 60, 32


def _asked_of(page: Recognised, sources: Sequence[Found], tables: Sequence[Sequence[Row]]) -> WeighedPage:
    """What the weighing of a price asks of the page."""
    printed, view = plain_at_one(page.amounts(), tables), page.look.view
    on_button = amount_on_button(view)
    return WeighedPage(
        printed,
        named_amounts(view),
        shares=printed_shares(view),
        steps=printed_steps(view),
        tables=tables,
        home=view.currency_hint,
        whose_money=WhoseMoney(printed, view),
        sold_apart=sold_apart(view, printed),
        outright=outright_amounts(view),
        on_button=on_button if is_said_again(on_button, printed) else None,
        chosen=chosen_amounts(view),
        set_aside=_without_options(printed, view) | used_only(printed, view),
        says_toman=any(says_toman(line.text) for line in view.near(0, _TOMAN_LINES)),
        is_silent=page.is_silent,
        is_doubtful=lambda price: (
            is_doubtful(price, printed, view)
            or is_in_letters_abroad(price, printed, view)
            or is_not_asked(price, printed, view)
            or is_of_another_thing(price, printed, view)
        ),
        is_not_bought=lambda price: buys_nothing(price, printed, view, sources),
        is_on_terms=lambda price, before: is_on_terms(price, printed, view, before),
        is_unshown=lambda name: is_unshown(name, view),
    )


_TOMAN_LINES = 120


def _without_options(printed: Sequence[PrintedAmount], view: PageView) -> frozenset[Decimal]:
    """The amounts that are lower than a plain one before the button by what the options cost that are chosen."""
    extras = chosen_extras(view)
    plain = {one.amount for one in printed if not one.kinds and one.before_button and one.at > 0}
    return frozenset(one.amount for one in printed if one.amount + extras in plain) if extras else frozenset()


def _site_names(document: Document) -> Collection[str]:
    """What the page calls the shop: its labels, and the end of its title."""
    _, *ends = document.title_parts
    return [name for name in (document.meta("og:site_name"), *ends[-1:]) if name]
