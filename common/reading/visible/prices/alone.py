"""The one amount that stands on lines of its own between the heading and the first button that buys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from common.reading.parsed.letters import squeeze
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE, dashed
from common.reading.text.price import Money, PriceRange
from common.reading.visible.arithmetic import (
    amounts_of,
    first_reduced,
    paid_so_amounts,
    reduced_by_saving,
    saved_amounts,
)
from common.reading.visible.cards import is_card
from common.reading.visible.discounts.per_cents import is_discount
from common.reading.visible.discounts.shares import printed_shares, shares_of
from common.reading.visible.labels import COUNTED_UP_FROM, labels_behind, said_of_amount
from common.reading.visible.lines import Line, is_within_text, itself_and_above
from common.reading.visible.others.between_amounts import is_of_one_before, kind_behind, tax_kind_behind
from common.reading.visible.others.by_measure import is_by_measure
from common.reading.visible.others.measure_between import is_labelled_by_measure, text_behind
from common.reading.visible.others.running_text import is_another_amid_words, runs_on_behind
from common.reading.visible.others.ticked import is_ticked
from common.reading.visible.prices.amount_kinds import (
    NET,
    TAX,
    ends_amount,
    is_counted,
    is_instalment,
    is_lowest,
    is_measure_before,
    is_net,
    is_net_behind,
    is_only_saving,
)
from common.reading.visible.prices.amounts_of_line import without_deal
from common.reading.visible.prices.besides import is_besides, is_on_terms, is_tax, is_tax_label
from common.reading.visible.prices.drawn.cents import are_cents, may_be_count
from common.reading.visible.prices.drawn.coins import Price, money
from common.reading.visible.prices.drawn.unstruck import with_cents
from common.reading.visible.prices.in_name import is_word_of_name
from common.reading.visible.prices.places.above_table import other_above_table
from common.reading.visible.prices.places.paid_so import is_again_in_bracket, is_for_some
from common.reading.visible.prices.price_names import is_called_old, is_other
from common.reading.visible.prices.said.labels import (
    RETAIL_LABEL,
    is_before_old_label,
    is_behind_old_label,
    is_behind_retail_label,
)
from common.reading.visible.prices.said.other_amounts import is_other_amount
from common.reading.visible.prices.said.ways_to_pay import is_paid_so
from common.reading.visible.view import PageView

ALONE_LINES = 60
_LINE_CHARS, _LONG_LINE_CHARS = 32, 64


def alone(shown: Sequence[Line], buys: int | None, view: PageView) -> Price | None:
    """The one amount that stands on lines of its own before `buys`, the first button that does; of two the lower
    one, when the page says a discount in per cent that lies between them.
    """
    amounts = _Amounts()
    previous = ""
    others = _saved(shown, view) | paid_so_amounts(_before_button(shown, None), view.currency_hint)
    for place, line in enumerate(shown):
        if line.at > ALONE_LINES or (buys is not None and line.at >= buys):
            break
        before = previous
        if line.text != COUNTED_UP_FROM:
            previous = said_of_amount(line, view.document.url) if line.at else ""  # the name is no label
        if not _may_hold_price(line) or is_within_text(shown, place, place) or is_other(line.element):
            continue
        if is_word_of_name(line):
            continue
        if not (others and others & _amounts_in(line, view)):
            _look(amounts, shown, place, before, view)
    asked = _before_button(shown, buys)
    found = amounts.one(view.currency_hint, shares_of([line.text for line in asked]))
    return found if found is not None or not amounts.bare else _first_reduced(amounts, asked, view)


def _saved(shown: Sequence[Line], view: PageView) -> frozenset[Decimal]:
    """What is saved, by the amounts and per cents that stand around the heading."""
    shares = printed_shares(view, ALONE_LINES)
    first = [line for line in shown if line.at <= ALONE_LINES] if shares else []
    return saved_amounts(amounts_of(first, view.currency_hint), shares)


def _amounts_in(line: Line, view: PageView) -> set[Decimal]:
    return set(amounts_of([line], view.currency_hint))


def _first_reduced(amounts: _Amounts, asked: Sequence[Line], view: PageView) -> Price | None:
    """The one of several amounts that stand bare which a per cent, or what is saved, beside the first two makes the
    price."""
    lower = first_reduced(asked, view.currency_hint) or reduced_by_saving(asked, view.currency_hint)
    return next((one for one in amounts.bare if isinstance(one, Money) and one.amount == lower), None)


@dataclass(slots=True)
class _Amounts:
    """Amounts sorted by what stands beside them. `bare`: nothing. `found`: words. `net`: words that say without tax.
    `retail`: a label that names the maker's price, or the shop. `aside`: words of something beside the product. An
    amount such as "Ex Tax: $110.00" or "10 or more $107.80" usually stands beside a bare one.
    """

    bare: list[Price] = field(default_factory=list)
    found: list[Price] = field(default_factory=list)
    net: list[Price] = field(default_factory=list)
    retail: list[Price] = field(default_factory=list)
    aside: list[Price] = field(default_factory=list)
    codes: list[str | None] = field(default_factory=list)

    def one(self, hint: str | None, shares: Iterable[int]) -> Price | None:
        """The price among them, in the currency of the page's place when one is, else in the first one's."""
        home = hint if hint in self.codes else next(iter(self.codes), None)
        kinds = (self.bare, self.found, self.net, self.retail, self.aside)
        bare, found, net, retail, aside = ([one for one in some if one.currency == home] for some in kinds)
        if retail and not bare:
            return _one_of(retail, (), (), shares)
        return _one_of(found, bare, net, shares) if found or bare or net else _one_of((), aside, (), shares)


def _may_hold_price(line: Line) -> bool:
    """Whether the line is short, or begins with an amount and is no sentence, and holds a digit."""
    if not any(map(str.isdigit, line.text)):
        return False
    if len(line.text) <= _LINE_CHARS:
        return True
    first = BESIDE_CURRENCY.search(line.text) if len(line.text) <= _LONG_LINE_CHARS else None
    return first is not None and (first.start() == 0 or RETAIL_LABEL.fullmatch(line.text[: first.start()]) is not None)


def _look(amounts: _Amounts, shown: Sequence[Line], place: int, before: str, view: PageView) -> None:
    """Puts the amount of this line, if it may be the price, where it belongs."""
    line = shown[place]
    text = without_deal(_whole_line(line))
    if place and before[-1:].isdigit() and are_cents(line, shown[place - 1]):
        text, before = f"{before}{text}", ""
    behind = text_behind(shown, place)
    if _OPEN_END.search(text) and _TWO_DIGITS.fullmatch(behind):
        text = f"{text}{behind}"
    before = "" if runs_on_behind(shown, place - 1) else before
    if _is_counted_or_saved(before, text, shown, place) or is_another_amid_words(shown, place):
        return
    before = "" if ends_amount(before) or BESIDE_CURRENCY.search(before) else before
    if is_of_one_before(shown, place, before):
        before = ""
    head = other_above_table(shown, place)
    before = before if head is None else head
    retail = is_behind_retail_label(before, text)
    if _is_another(before, text, behind, line) and not retail:
        return
    on_terms = is_on_terms(before, text) or is_for_some(shown, place) or kind_behind(shown, place)
    of_tax = tax_kind_behind(shown, place)
    if on_terms or of_tax == TAX or is_before_old_label(labels_behind(shown, place, view.document.url)):
        return
    value = dashed(text) if view.currency_hint else None
    if value is None and not BESIDE_CURRENCY.search(text):
        return
    stated = money(text, view.currency_hint) if value is None else Money(value, view.currency_hint)
    if stated is None or is_card(line.element, view):
        return
    amounts.codes.append(stated.currency)
    if retail:
        amounts.retail.append(stated)
    elif of_tax == NET or is_net(before, text) or is_net_behind(behind):
        amounts.net.append(stated)
    elif is_besides(before, text):
        amounts.aside.append(stated)
    else:
        is_bare = MONEY_LINE.fullmatch(text) or _RANGE_LINE.fullmatch(text)
        (amounts.bare if is_bare else amounts.found).append(stated)


def _is_another(before: str, text: str, behind: str, line: Line) -> bool:
    """Whether the words around this amount, or its element, make it another one than the price."""
    return (
        is_lowest(before, text)
        or is_by_measure(text, behind)
        or is_instalment(text, behind)
        or is_paid_so(text, behind)
        or is_other_amount(before, text)
        or is_tax(text)
        or is_tax_label(before)
        or is_behind_old_label(before, text)
        or is_called_old(line.element)
        or is_ticked(line.element)
        or _ON_TOP.match(text) is not None
    )


def _is_counted_or_saved(before: str, text: str, shown: Sequence[Line], place: int) -> bool:
    """Whether the line before makes this amount one of several payments, by measure, of several pieces, or what is
    saved. `before`: empty where that line is the first piece of this amount."""
    first = shown[place - 2].text if place > 1 else ""
    if (before and is_labelled_by_measure(shown, place)) or is_again_in_bracket(shown, place):
        return True
    if is_measure_before(before, first) or is_counted(before) or is_only_saving(first, before, text):
        return True
    return bool(before) and place > 0 and may_be_count(shown[place - 1], shown[place])


def _before_button(shown: Sequence[Line], buys: int | None) -> Sequence[Line]:
    return [line for line in shown if line.at <= ALONE_LINES and (buys is None or line.at < buys)]


def _one_of(found: Sequence[Price], bare: Sequence[Price], net: Sequence[Price], shares: Iterable[int]) -> Price | None:
    """The price among the amounts that stand alone: `bare` those with nothing beside them, `net` those without tax."""
    several = sorted({_value(one) for one in (*found, *bare)})
    if len(several) == 2 and len(set(map(_value, bare))) == 1 and is_discount(several[0], several[1], shares):
        return next(one for one in (*found, *bare) if _value(one) == several[0])  # "from 75 €" and "100 €", "-25 %"
    found = bare or found or net
    lowest = next((one for one in found if isinstance(one, PriceRange) and one.high is None), None)
    if lowest is not None and any(isinstance(one, Money) and one.amount == lowest.low for one in found):
        # The others of "from 12 €" are higher.
        return lowest if all(_value(one) >= lowest.low for one in found) else None
    amounts = sorted({_value(one) for one in found})
    if len(amounts) == 2 and is_discount(amounts[0], amounts[1], shares):
        return next(one for one in found if _value(one) == amounts[0])
    return found[0] if len(amounts) == 1 else None


def _whole_line(line: Line) -> str:
    """The line, with the rest of its element, or the one around, where that is one amount in several pieces."""
    for node in itself_and_above(line.element, 1):
        whole = squeeze(with_cents(node)) if len(node) else line.text
        if whole == line.text or line.text not in whole or len(whole) > _WHOLE_CHARS or not MONEY_LINE.fullmatch(whole):
            continue
        first, _, rest = whole.partition(line.text)
        if BESIDE_CURRENCY.search(line.text) is None or BESIDE_CURRENCY.search(f"{first} {rest}") is None:
            return whole  # two whole amounts are none in pieces
    return line.text


_WHOLE_CHARS = 24
_ON_TOP = re.compile(r"[+＋]\s?[^\d\s]{0,4}\s?\d")
"""What another choice costs more: "+ £5.00"."""
_OPEN_END = re.compile(r"\d[.,]\Z")
_TWO_DIGITS = re.compile(r"\d{2}")
_RANGE_LINE = re.compile(rf"(?:{MONEY_LINE.pattern})\s?[-–—~～]\s?(?:{MONEY_LINE.pattern})")


def _value(price: Price) -> Decimal:
    return price.amount if isinstance(price, Money) else price.low
