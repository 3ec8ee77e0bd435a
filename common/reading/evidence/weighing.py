"""How much speaks for a price: every source and every printed place for it counts, whatever the page says otherwise
counts against it. Pure.

For a price speak, in points:

* 3: the markup (JSON-LD, microdata, RDFa) states it; 1 more for each further kind of markup that does
* 2: the labels (OpenGraph and its kin) state it
* 1: the page's state states it, which has the labels' backend; 2 where the page prints no amount near its heading
  because scripts will draw it
* 2: it stands where a reader looks for the price
* 1: the page prints it, plainly, near its heading
* 1: the page's title or description names it
* 1: it is another printed amount less what the page says is saved

Against it:

* 3: the markup states another one; 1 when all that the page prints of that is old, net or no whole price
* 2: a reader would take another one for the price, unless the markup's was reduced from that (reduced.py)
* 1, at most 2: each other plain amount between the heading and the button that buys, and once more when one stands
  right beside it
* 1: such another amount stands before it
* 3: one of these is higher and stands right beside it, before the button that buys (none between its places)
* 2: the page prints it nowhere, and such another amount, or amounts by measure only
* 3: an element named a price says zero before it
* 2 more where words that no rule knows stand beside the price, and none beside that one
* 3: another amount is sold by a button of its own, with the same words; 5 where it is higher and no card's
* 3: all that the page prints of it is old, a part, by measure, net or the lowest of thirty days
* 1 more: words beside every place of it make it a part, shipping, a member's or a bid
* 4: nothing on the page says that it is a product's (reading/silent.py)
* 3: by a per cent that the page prints it is what was asked before what it says is saved
* 3: it is not where a reader looks, and a plain amount beside it, or the one there, is five times as much or more
* 3: the markup alone states it, and the page shows neither it nor the name (doubts/unshown.py)
* 8: the page says that an amount of more than twice as much buys the thing outright (doubts/outright.py)
* 8: it is asked on terms only, and what everybody pays stands beside it (doubts/on_terms.py)
* 8: it is one of several amounts to choose from, each a choice and nothing else (doubts/chooser.py)
* 8: the options that the page has chosen add to it, and the page prints the sum (prices/chosen_options.py)
* 8: it stands only in links to a used copy, and a higher plain amount beside it (doubts/used_copy.py)
* 2: the page's text alone states it, and all its places look like another amount's (doubts/lone.py)
* 8: words beside it say that it does not buy the thing (doubts/not_bought.py), or it is a bid or made up
  (instead/unsettled.py)
* 8: words beside it say that it is paid in advance only, or tell of the rest (doubts/parts/in_advance.py)
* 8: it is a membership, hire or a course, or the price is told elsewhere (doubts/no_goods.py)
* 8: all its places stand in cards that lead to pages of other products (instead/price_of_card.py)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from common.currencies import BY_CODE
from common.offer import Offer, PriceCandidate
from common.reading.choosing import agree
from common.reading.evidence.doubts.outright import is_part
from common.reading.evidence.doubts.sold_apart import is_one_of_several
from common.reading.evidence.page import Page
from common.reading.evidence.printed.amount import FOREIGN, PrintedAmount
from common.reading.evidence.reduced import reduced_from
from common.reading.evidence.rivals import BESIDE_LINES, rivals_of
from common.reading.evidence.used_offer import is_behind_used_offer
from common.reading.found import LABELS, SHOWN, STATE, Found
from common.reading.text.currency import currency_of, share_a_sign
from common.reading.text.fixed_rates import is_same_money
from common.reading.text.price import minor_units
from common.reading.visible.discounts.per_cents import is_discount
from common.reading.visible.prices.amount_kinds import (
    CALLED_OLD,
    CALLED_OTHER,
    CARD,
    FROM,
    LINKED,
    OTHER,
    SAVED,
)
from common.reading.visible.prices.price_names import PLAIN_LABEL, SALE_LABEL

__all__ = ["MAX_CANDIDATES", "Page", "believable", "candidates", "is_in_another_currency", "strength"]

MAX_CANDIDATES = 8
_MARKUP, _MORE_MARKUP, _LABELS, _STATE, _STATE_ALONE, _SHOWN, _PRINTED, _NAMED = 3, 1, 2, 1, 2, 2, 1, 1
_SAVES = 1
_UNSHOWN = 3
_ON_TERMS = 2
_OTHER_MARKUP, _OLD_MARKUP, _OTHER_SHOWN, _UNPRINTED, _TAINTED, _ZERO, _SILENT = 3, 1, 2, 2, 3, 3, 4
_APART, _APART_HIGHER = 3, 5
_DOUBTFUL = 2
_FAR_BELOW, _FAR, _PART = 3, 5, 8
_RIVAL, _MOST_RIVALS, _AHEAD, _HIGHER = 1, 2, 1, 3
_CONDITION = 1
_FEW_WORDS = 3
"""Beside an amount: "Only £30.00 left for free shipping" and the like explain it, whatever the words are."""
_PRINT = "printed"
_BY_NAMES = frozenset({CALLED_OLD, CALLED_OTHER, LINKED})
"""A page may name the element of its only price the regular one."""
_OLD_BY_NAME, _LOWEST_OF_SEVERAL = frozenset({CALLED_OLD}), frozenset({FROM})
"""A price that is said to be the lowest of several is what it is called."""


def strength(chosen: Found, sources: Sequence[Found], page: Page) -> int:
    """The points for this price less those against it. It may be below zero."""
    price = chosen.price
    if price is None:
        return 0
    stated = [one for one in sources if one.price]
    markup = [one for one in stated if one.source not in {LABELS, STATE, SHOWN}]
    shown = next((one for one in stated if one.source == SHOWN), None)
    places = [one for one in page.printed if one.amount == price]
    is_shown = shown is not None and shown.price == price
    is_lowest = chosen.price_kind == "from" or (is_shown and shown is not None and shown.price_kind == "from")
    is_called_from = is_lowest or any(rows[0][1] == price for rows in page.tables)
    is_stated = any(one.price == price for one in stated if one.source not in {STATE, SHOWN})
    nothing: frozenset[str] = frozenset()
    named = _BY_NAMES if is_shown else _OLD_BY_NAME if is_stated and page.has_no_other(price) else nothing
    excused = named | (_LOWEST_OF_SEVERAL if is_called_from else nothing)
    plain = [one for one in places if excused.issuperset(one.kinds)]
    same = {one.source for one in markup if one.price == price}
    points = _of_markup(len(same), is_unshown=not (places or is_shown) and page.is_unshown(chosen.title)) if same else 0
    points += _LABELS * any(one.source == LABELS and one.price == price for one in stated)
    if any(one.source == STATE and one.price == price for one in stated):
        points += _STATE if page.printed else _STATE_ALONE
    points += _NAMED * (price in page.named)
    points += _PRINTED * bool(plain)
    before = reduced_from(price, sources, page.printed)
    if shown is not None and shown.price not in before:
        is_same = shown.price == price or is_same_money(shown.price, shown.currency, price, chosen.currency)
        points += _SHOWN if is_same else -_OTHER_SHOWN * (not agree(chosen, shown))
    others = [one.price for one in markup if not agree(chosen, one) and one.price not in page.set_aside]
    if others and not all(page.is_net_of(one, price) for one in others):
        points -= _OLD_MARKUP if page.explains(others) else _OTHER_MARKUP
    points -= _TAINTED * (not plain) + _CONDITION * all(OTHER in one.kinds for one in places) if places else 0
    rivals = rivals_of(chosen, sources, page) - before
    remains = _is_what_remains(price, page.printed)
    if remains or (is_lowest and any(not one.kinds for one in places)):
        rivals = {amount for amount in rivals if amount < price}  # the others of a range, or before it was reduced
    points += _SAVES * remains
    points -= _TAINTED * (not markup and _is_reduced_again(price, page))
    points -= _ZERO * _is_behind_zero(places, page.printed)
    points -= _SILENT * page.is_silent
    points -= _DOUBTFUL * (len(stated) == 1 and is_shown and page.is_doubtful(price))
    points -= 0 if is_lowest else _by_buttons(price, page)
    points -= _UNPRINTED * (not places and (bool(rivals) or (not is_shown and page.prints_by_measure_only())))
    beside = [one for one in page.printed if one.amount in rivals and _is_beside(one, plain)]
    points -= _HIGHER * _may_be_part(price, beside, plain) + _ON_TERMS * _may_be_on_terms(price, beside, plain)
    points -= _PART * (is_part(price, page.outright) or page.is_on_terms(price, before))
    points -= _PART * (price in page.chosen | page.set_aside)
    points -= _PART * (page.is_not_bought(price) or is_behind_used_offer(chosen, page))
    higher = {shown.price} if shown is not None and shown.price is not None and not agree(chosen, shown) else rivals
    is_far = any(amount >= _FAR * price for amount in higher)
    points -= _FAR_BELOW * (not is_shown and not is_lowest and is_far and bool(beside or shown is not None))
    points -= _AHEAD * _is_behind(rivals, plain, page.printed)
    return points - _RIVAL * min(_MOST_RIVALS, len(rivals) + bool(beside))


def _of_markup(kinds: int, *, is_unshown: bool) -> int:
    """The points for so many kinds of markup that state the price, less those against what the page does not show."""
    return _MARKUP + _MORE_MARKUP * (kinds - 1) - _UNSHOWN * is_unshown


def _is_behind(rivals: set[Decimal], plain: Sequence[PrintedAmount], printed: Sequence[PrintedAmount]) -> bool:
    """Whether one of the rivals stands before the first plain place of the price."""
    first = min((place.at for place in plain), default=0)
    return any(one.amount in rivals and one.at < first for one in printed)


def _by_buttons(price: Decimal, page: Page) -> int:
    """The points against a price that has a button of its own, where another amount has a button with the same words.
    If the other amount is higher, this price may be that of a sample of the thing, which costs most points. If it is
    lower, or in a card that leads to another product, it is more often an accessory's.
    """
    if not is_one_of_several(price, page.sold_apart):
        return 0
    pieces = [one for one in page.sold_apart if not one.is_card]
    is_piece = any(price in one.amounts for one in pieces)
    is_below = any(max(one.amounts) > price for one in pieces if price not in one.amounts)
    return _APART_HIGHER if is_piece and is_below else _APART


def _may_be_part(price: Decimal, beside: Sequence[PrintedAmount], places: Sequence[PrintedAmount]) -> bool:
    """Whether one of these rivals is higher and stands before the add-to-cart button, so that the price may be a part
    of it. Not where the price is printed both before and behind a rival: then they are choices in a list ("Hardcover
    $25.20", "Paperback $15.30"), and the page has chosen this one.
    """
    first, last = min((one.at for one in places), default=0), max((one.at for one in places), default=0)
    is_chosen = any(first < one.at < last for one in beside)
    return not is_chosen and any(
        one.amount > price and one.before_button and (one.words <= _FEW_WORDS or one.amount % price == 0)
        for one in beside
    )


def _may_be_on_terms(price: Decimal, beside: Sequence[PrintedAmount], places: Sequence[PrintedAmount]) -> bool:
    """Whether words that no rule knows stand beside each place of the price, and none beside a higher rival before the
    button: "£95.00 on the app", "£100.00". Two choices both have their words.
    """
    is_bare = any(
        one.amount > price and one.before_button and one.beside and not one.has_unknown_words for one in beside
    )
    return is_bare and bool(places) and all(one.has_unknown_words for one in places)


def _is_beside(one: PrintedAmount, places: Sequence[PrintedAmount]) -> bool:
    return any(abs(one.at - place.at) <= BESIDE_LINES for place in places)


def is_in_another_currency(chosen: Found, page: Page) -> bool:
    """Whether this declared price is printed, and everywhere beside the sign of another currency than the declared one:
    shop systems declare the one they were made for. A sign that the two share ("$") says nothing.
    """
    if chosen.source == SHOWN or not chosen.currency or not chosen.price:
        return False
    if page.says_toman and chosen.currency == "IRR":
        return True  # ten rials each: nobody knows which of the two was declared
    beside = {(one.currency, one.text) for one in page.printed if one.amount == chosen.price}
    return bool(beside) and not any(_may_mean(code, text, chosen.currency) for code, text in beside)


def _may_mean(code: str | None, text: str, declared: str) -> bool:
    if declared not in BY_CODE or code == declared:
        return True
    if code is None or code == FOREIGN:
        return currency_of(text, declared) == declared  # "$" is nobody's euro
    return code not in BY_CODE or share_a_sign(code, declared)


def _is_what_remains(price: Decimal, printed: Sequence[PrintedAmount]) -> bool:
    saved = {one.amount for one in printed if SAVED in one.kinds and one.amount}
    return any(one.amount - price in saved for one in printed if SAVED not in one.kinds)


def _is_reduced_again(price: Decimal, page: Page) -> bool:
    """Whether this price is the one before the saving that the page names: a printed per cent is the saving's share of
    this price, and not of this price and the saving together; and the page does not print the reduced price.
    """
    saved = {one.amount for one in page.printed if SAVED in one.kinds and 0 < one.amount < price}
    return any(
        is_discount(price - amount, price, page.shares) and not is_discount(price, price + amount, page.shares)
        for amount in saved
    ) and not any(one.amount == price - amount for amount in saved for one in page.printed)


def _is_behind_zero(places: Sequence[PrintedAmount], printed: Sequence[PrintedAmount]) -> bool:
    """Whether what the page calls its price is zero, as it is until something is chosen: what follows is another's."""
    first = min((one.at for one in places), default=None)
    zeros = [one for one in printed if not one.amount and not one.kinds and one.at > 0]
    return any((first is None or one.at < first) and not _is_of_cart(one) for one in zeros)


def _is_of_cart(one: PrintedAmount) -> bool:
    """Whether a label with a colon that is no price's stands before it: "Total: 0.00" is what the cart holds."""
    label = one.beside[-2] if len(one.beside) > 1 else ""
    return label.endswith((":", "：")) and PLAIN_LABEL.fullmatch(label) is None and SALE_LABEL.fullmatch(label) is None


def believable(offer: Offer) -> int:
    """The strength that an offer read elsewhere is believed to have. It is what the offer says, or 0, but never more
    than the sources it names for its price can give, since nobody here has seen the page."""
    said = offer.price_strength or 0
    if not offer.candidates:
        return said
    taken = offer.candidates[0]
    return min(said, _most(taken.sources) if taken.price_minor == offer.price_minor else 0)


def _most(sources: Iterable[str]) -> int:
    named = set(sources)
    markup = len(named - {LABELS, STATE, SHOWN, _PRINT})
    points = _MARKUP + _MORE_MARKUP * (markup - 1) if markup else 0
    points += _LABELS * (LABELS in named) + _STATE_ALONE * (STATE in named) + _SHOWN * (SHOWN in named)
    return points + _PRINTED * (_PRINT in named) + _NAMED


def candidates(
    chosen: Found | None, strong: int | None, sources: Sequence[Found], page: Page, currency: str | None
) -> tuple[PriceCandidate, ...]:
    """Every price that the page may be meant to have, the chosen one first; at most 8, none where there is but one."""
    found: dict[Decimal, PriceCandidate] = {}
    ordered = [*([chosen] if chosen is not None else []), *sources]
    for one in ordered:
        if one.price:
            _add(found, one.price, one.currency or currency, source=one.source)
    for place in page.printed:
        is_again = chosen is not None and is_same_money(place.amount, place.currency, chosen.price, currency)
        if place.amount and CARD not in place.kinds and not is_again:
            own = place.currency if place.currency != FOREIGN else None
            _add(found, place.amount, own or currency, source=_PRINT, place=place)
    several = list(found.values())
    if chosen is not None and several:
        several[0] = replace(several[0], strength=strong)
    return tuple(several[:MAX_CANDIDATES]) if len(several) > 1 else ()


def _add(
    found: dict[Decimal, PriceCandidate],
    amount: Decimal,
    currency: str | None,
    *,
    source: str,
    place: PrintedAmount | None = None,
) -> None:
    known = found.get(amount) or PriceCandidate(minor_units(amount, currency or "XXX"), currency)
    found[amount] = replace(
        known,
        sources=_with(known.sources, (source,)),
        beside=_with(known.beside, place.kinds if place is not None else ()),
        lines_behind_heading=known.lines_behind_heading
        if known.lines_behind_heading is not None or place is None
        else place.at,
    )


def _with(known: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *more)))
