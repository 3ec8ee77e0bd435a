"""The price in an element that is named one.

Taken is the first below the heading that is no unit, instalment or shipping price, not struck out and no card in a list
of others. One that is called old or regular counts only when no other follows closely, and no lower amount stands bare
right beside one called old: a page with a single price may call it so. Without any, the one amount on lines of its own
before the first button that buys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from common.reading.parsed.links import leads_to_another
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.fixed_rates import is_same_money
from common.reading.text.money import MONEY_LINE
from common.reading.text.price import Money, PriceRange
from common.reading.visible.arithmetic import reduced_by_saving
from common.reading.visible.buttons.first import first_button
from common.reading.visible.cards import is_card
from common.reading.visible.discounts.per_cents import is_discount
from common.reading.visible.discounts.shares import printed_shares, shares_of
from common.reading.visible.labels import said_of_amount
from common.reading.visible.lines import Line, link_around, names_of
from common.reading.visible.others.beside_usual import is_before_usual, is_of_else
from common.reading.visible.others.between_amounts import kind_behind
from common.reading.visible.others.by_measure import is_by_measure
from common.reading.visible.others.measure_between import is_labelled_by_measure, text_behind
from common.reading.visible.others.running_text import is_another_amid_words, runs_on_behind
from common.reading.visible.prices.alone import ALONE_LINES, alone
from common.reading.visible.prices.amount_kinds import (
    ends_amount,
    is_counted,
    is_instalment,
    is_lowest,
    is_measure_before,
    is_only_saving,
)
from common.reading.visible.prices.besides import is_besides, is_on_terms, terms_behind
from common.reading.visible.prices.drawn.cents import may_be_count
from common.reading.visible.prices.drawn.coins import Price, money
from common.reading.visible.prices.drawn.element import is_named_number, price_around
from common.reading.visible.prices.price_names import is_called_regular, is_other, names_price
from common.reading.visible.prices.said.labels import FROM_LABEL, is_behind_old_label, is_behind_retail_label
from common.reading.visible.prices.said.other_amounts import is_other_amount
from common.reading.visible.prices.said.ways_to_pay import is_way_to_pay
from common.reading.visible.view import PageView

_OLD_LINES = 40
"""A price called old is the price after all when no other follows it this closely."""


def named_price(shown: Sequence[Line], view: PageView) -> Price | None:
    """The price in the first element that is named one, else the one that stands alone; None without either. `shown`:
    the visible lines behind the heading.
    """
    looked: set[Any] = set(view.around_heading)
    old: tuple[int, Price, Line] | None = None
    buys = first_button(shown)
    has_unread = is_regular = False
    for place, line in enumerate(shown):
        if old is not None and line.at > old[0] + _OLD_LINES:
            break
        found, is_old = price_around(line.element, view.currency_hint, looked)
        if found is None:
            has_unread = has_unread or (line.at > 0 and is_named_number(line))
            continue
        said = _said_before(shown, place, view)
        is_linked = leads_elsewhere(line.element, view.document.url)
        label = _label_of(said, shown, place)
        is_labelled = is_behind_old_label(label, line.text)
        is_usual = is_old and not is_linked and (not is_labelled or is_behind_retail_label(label, line.text))
        is_old = is_old or is_linked or is_labelled
        other = _is_another(shown, place, said, label) or (is_linked and line.at > ALONE_LINES)  # another product's
        gives_way = not is_old and _gives_way(found, shown, place, label, buys, view)
        if other or gives_way or (is_old and old is not None) or is_card(line.element, view):
            continue
        if is_old:
            old, is_regular = (line.at, found, line), is_usual and is_called_regular(line.element)
            continue
        if old is not None and is_regular and is_of_else(shown, place, old[2], view):
            return old[1]
        if old is None and is_before_usual(shown, place, found, view):
            continue
        if buys is not None and line.at > buys:
            bare = alone(shown, buys, view)
            if bare is not None or has_unread:
                return bare  # what is named a price behind the button that buys is of something else
        return _as_price(found, label, place, shown, view)
    if old is not None and is_regular:
        return old[1]
    bare = alone(shown, buys, view)
    return bare if old is None or _is_reduced_to(bare, old[1], old[2], shown, view) else old[1]


def _is_reduced_to(bare: Price | None, old: Price, line: Line, shown: Sequence[Line], view: PageView) -> bool:
    """Whether the amount that stands bare is what this one, in an element named old, was reduced to: it is the lower
    one, but no small part of it, and right beside it all of a line.
    """
    if not isinstance(bare, Money) or not isinstance(old, Money) or bare.currency != old.currency:
        return False
    if not old.amount * _LEAST_LEFT <= bare.amount < old.amount:
        return False
    beside = (one for one in shown if 0 < abs(one.at - line.at) <= _BESIDE_LINES and MONEY_LINE.fullmatch(one.text))
    return any(money(one.text, view.currency_hint) == bare for one in beside)


_LEAST_LEFT, _BESIDE_LINES = Decimal("0.4"), 2


def _as_price(found: Price, label: str, place: int, shown: Sequence[Line], view: PageView) -> Price:
    """This amount, or the range that it begins by its label or by a dash behind it, or what it is reduced to."""
    if not isinstance(found, Money):
        return found
    if FROM_LABEL.fullmatch(label):
        return PriceRange(found.amount, None, found.currency)
    return _up_to(found, shown[place + 1 : place + 3], view) or _discounted(found, shown[place], shown, view)


def _gives_way(found: Price, shown: Sequence[Line], place: int, label: str, buys: int | None, view: PageView) -> bool:
    """Whether another amount in an element named a price follows at once, before the button that buys, and this one is
    in another currency than that of the page's place, in which that one is, or behind a label of something besides.
    """
    home = view.currency_hint
    is_abroad = home is not None and found.currency not in {None, home}
    is_else = bool(label) and is_besides(label, "")
    if not (is_abroad or is_else):
        return False
    for line in shown[place + 1 : place + 1 + _NEXT_LINES]:
        if buys is not None and line.at >= buys:
            return False
        other = money(line.text, home) if MONEY_LINE.fullmatch(line.text) else None
        if not isinstance(other, Money) or other == found or not _is_named(line):
            continue
        if not is_abroad:
            return other.currency == found.currency
        amount = found.amount if isinstance(found, Money) else found.low
        return other.currency == home and not is_same_money(amount, found.currency, other.amount, home)
    return False


def _is_named(line: Line) -> bool:
    """Whether its own element is named a price: "(€100.00)" in small print inside one only says the same again."""
    return names_price(names_of(line.element)) and not is_other(line.element)


_NEXT_LINES = 4


def _said_before(shown: Sequence[Line], place: int, view: PageView) -> str:
    """What the line before says of this one, if it has no amount of its own."""
    before = shown[place - 1] if place else None
    return "" if before is None or BESIDE_CURRENCY.search(before.text) else said_of_amount(before, view.document.url)


def _label_of(said: str, shown: Sequence[Line], place: int) -> str:
    """The same, unless it is the product's name or is said of the amount before it."""
    if not place or ends_amount(said) or shown[place - 1].at <= 0 or runs_on_behind(shown, place - 1):
        return ""
    of_before = place > 1 and (terms_behind(shown, place - 2) or kind_behind(shown, place - 2))
    return "" if of_before else said


def _is_another(shown: Sequence[Line], place: int, said: str, label: str) -> bool:
    """Whether the words around this line make its amount another one than the price."""
    text, first = shown[place].text, shown[place - 2].text if place > 1 else ""
    behind = text_behind(shown, place)
    return (
        is_other_amount(label, text)
        or is_lowest(label, text)
        or is_on_terms(label, text)
        or terms_behind(shown, place)
        or kind_behind(shown, place) is not None
        or is_instalment(text, behind)
        or is_counted(label)
        or is_by_measure(text, behind)
        or (place > 0 and may_be_count(shown[place - 1], shown[place]))
        or is_measure_before(said, first)
        or is_labelled_by_measure(shown, place)
        or is_only_saving(first, label, text)
        or is_another_amid_words(shown, place)
    )


def _up_to(low: Money, behind: Sequence[Line], view: PageView) -> PriceRange | None:
    """The range whose low end this is, when a dash and a higher amount follow, each drawn apart."""
    if len(behind) < _DASH_AND_AMOUNT or behind[0].text not in _DASHES or not MONEY_LINE.fullmatch(behind[1].text):
        return None
    high = money(behind[1].text, view.currency_hint)
    if not isinstance(high, Money) or high.currency != low.currency or high.amount <= low.amount:
        return None
    return PriceRange(low.amount, high.amount, low.currency)


_DASHES = frozenset({"-", "–", "—", "~", "〜", "～"})
_DASH_AND_AMOUNT = 2


def _discounted(price: Money, line: Line, shown: Sequence[Line], view: PageView) -> Price:
    """The lower amount that follows closely, when the page says what lies between the two: in per cent or as saved."""
    behind = [one for one in shown if -_CLOSE_LINES <= one.at - line.at <= _CLOSE_LINES]
    saved = reduced_by_saving([one for one in behind if one.at >= line.at], view.currency_hint)
    if saved is not None and saved < price.amount:
        return replace(price, amount=saved)
    shares = shares_of([one.text for one in behind])
    shares &= printed_shares(view) if shares else shares  # not those of a table of prices by number
    for place, one in enumerate(behind) if shares else ():
        if place and is_other_amount(behind[place - 1].text, one.text):
            continue  # by bank transfer, with a card
        if any(is_way_to_pay(words.text) for words in behind[place + 1 : place + 2]):
            continue  # the same, said behind it: the discount is that one's
        lower = money(one.text, view.currency_hint) if one.at > line.at and MONEY_LINE.fullmatch(one.text) else None
        if not isinstance(lower, Money) or lower.currency != price.currency or is_other(one.element):
            continue
        if is_discount(lower.amount, price.amount, shares):
            return lower
    return price


def leads_elsewhere(element: Any, url: str) -> bool:
    """Whether this stands in a link to another page: another edition, another offer."""
    link = link_around(element, 4)
    return link is not None and leads_to_another(link.get("href"), url)


_CLOSE_LINES = 8
