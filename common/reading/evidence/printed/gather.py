"""The amounts that a page prints near its heading, each with what the words around make of it."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.evidence.printed.of_line import SaidAround, amounts_of_line
from common.reading.evidence.printed.on_terms_apart import is_led_to_way, is_perhaps_net, is_step_with_share
from common.reading.evidence.printed.pieces import Joined, joined_texts
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.price import Money
from common.reading.visible.arithmetic import paid_so_amounts, saved_amounts
from common.reading.visible.buttons.first import first_button
from common.reading.visible.discounts.per_cents import PER_CENT
from common.reading.visible.discounts.shares import printed_shares
from common.reading.visible.labels import (
    COUNTED_UP_FROM,
    labels_behind,
    leads_to_delivery,
    names_the_shop,
    said_of_amount,
)
from common.reading.visible.lines import Line, is_within_text
from common.reading.visible.others.between_amounts import is_of_one_before, kind_behind, tax_kind_behind
from common.reading.visible.others.measure_between import is_labelled_by_measure, text_behind
from common.reading.visible.others.not_chosen import chosen_beside, has_chosen, is_not_chosen
from common.reading.visible.others.of_another import lines_of_others
from common.reading.visible.others.running_text import is_another_amid_words, runs_on_behind
from common.reading.visible.others.unknown_words import has_unknown_words
from common.reading.visible.prices.amount_kinds import CALLED_OTHER, CARD, NET, OLD, OTHER, SAVED, UNIT
from common.reading.visible.prices.amounts_of_line import bracket_of_before
from common.reading.visible.prices.places.above_table import other_above_table
from common.reading.visible.prices.places.of_new import price_of_new
from common.reading.visible.prices.places.paid_so import is_again_in_bracket, is_for_some
from common.reading.visible.prices.said.labels import is_before_old_label
from common.reading.visible.prices.said.other_amounts import says_other
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_BEFORE_LINES, _NEAR_LINES = 6, 250
_MAX_AMOUNTS, _MOST_BETWEEN = 60, 6
_PER = Wording("/|<price.per>")
_SHARE = re.compile(rf"[-−–+]?\s?{PER_CENT}")


def printed_amounts(view: PageView) -> list[PrintedAmount]:
    """At most 60, in the page's order, up to where the page turns to other products."""
    shown = view.near(_BEFORE_LINES, _NEAR_LINES)
    around = _Around(shown, first_button(shown), lines_of_others(shown), has_chosen(view.document), view)
    found: list[PrintedAmount] = []
    previous = -1
    for joined in joined_texts(shown):
        if len(found) >= _MAX_AMOUNTS:
            break
        if BESIDE_CURRENCY.search(joined.text) is None:
            continue  # of lines with digits few have an amount, and what is said around one takes long
        printed = around.amounts_of(joined, found[-1] if found else None)
        if printed:
            between = shown[max(previous + 1, joined.first - _MOST_BETWEEN) : joined.first]
            beside = (*(one.text for one in between), joined.text)
            is_said = _may_be_reduced(found, printed[0]) and _has_words_of_its_own(shown, joined.last)
            printed[0] = replace(printed[0], beside=beside, has_unknown_words=is_said)
            if found and _may_be_on_terms(found[-1], printed[0]):
                is_said = has_unknown_words(shown, previous)
                is_behind = is_said and has_unknown_words(shown, previous, only_behind=True)
                found[-1] = replace(found[-1], has_unknown_words=is_said)
                is_said = has_unknown_words(shown, joined.last, only_behind=is_behind)
                printed[0] = replace(printed[0], has_unknown_words=is_said)
            previous = joined.last
        found.extend(printed)
    saved = saved_amounts((one.amount for one in found), printed_shares(view))
    paid_so = paid_so_amounts(shown, view.currency_hint)
    more = {**dict.fromkeys(paid_so, OTHER), **dict.fromkeys(saved, SAVED)}
    found = _old_again(_with_price_of_new(found, shown, view))
    return [
        replace(one, kinds=(*one.kinds, kind)) if (kind := more.get(one.amount)) and kind not in one.kinds else one
        for one in found
    ]


def _old_again(found: list[PrintedAmount]) -> list[PrintedAmount]:
    """The amounts, a plain one as old where words right before it have called it that, and a lower plain one stands
    beside the two: themes say both prices once more to those who hear the page.
    """
    old = {one.amount: one.at for one in found if OLD in one.kinds and one.at > 0}
    if not old:
        return found
    lower = [one for one in found if not one.kinds]
    return [
        replace(one, kinds=(OLD,))
        if not one.kinds
        and 0 <= one.at - old.get(one.amount, one.at + 1) <= _AGAIN_LINES
        and any(other.amount < one.amount and abs(other.at - one.at) <= _AGAIN_LINES for other in lower)
        else one
        for one in found
    ]


_AGAIN_LINES = 3


def _with_price_of_new(found: list[PrintedAmount], shown: Sequence[Line], view: PageView) -> list[PrintedAmount]:
    """The amounts, where none is plain and a label of what the thing costs new names the price, with that one plain."""
    if not found or any(not one.kinds for one in found) or not any(OLD in one.kinds for one in found):
        return found
    new = price_of_new([line for line in shown if line.at >= 0], view)
    if not isinstance(new, Money):
        return found
    return [replace(one, kinds=()) if one.kinds == (OLD,) and one.amount == new.amount else one for one in found]


def _may_be_reduced(found: Sequence[PrintedAmount], one: PrintedAmount) -> bool:
    """Whether this plain amount follows a higher plain one at once."""
    before = found[-1] if found else None
    is_lower = before is not None and one.amount < before.amount and one.at - before.at <= _NEXT_LINES
    return is_lower and before is not None and not one.kinds and not before.kinds


def _may_be_on_terms(before: PrintedAmount, one: PrintedAmount) -> bool:
    """Whether this plain amount follows a lower plain one closely: words beside one of the two may tell who pays it."""
    return not before.kinds and not one.kinds and before.amount < one.amount and one.at - before.at <= _CLOSE_LINES


def _has_words_of_its_own(shown: Sequence[Line], last: int) -> bool:
    """Whether words that no rule knows stand beside the amount that ends in this line, or the next line names terms and
    no other amount or per cent: "after trading in your old one".
    """
    behind = shown[last + 1].text if last + 1 < len(shown) else ""
    is_told = 0 < len(behind) <= _TERMS_CHARS and "%" not in behind and BESIDE_CURRENCY.search(behind) is None
    return (is_told and _CONDITION.search(behind) is not None) or has_unknown_words(shown, last)


_CONDITION = Wording("<price.condition:words>")
_NEXT_LINES, _CLOSE_LINES, _TERMS_CHARS = 2, 4, 60


@dataclass(frozen=True, slots=True)
class _Around:
    """What the page says around each of its amounts."""

    shown: Sequence[Line]
    buys: int | None
    """How many lines behind the heading the first button that buys stands."""
    others: Set[int]
    """The lines behind the heading that are about other products."""
    has_choices: bool
    """Whether the page may have chosen something beforehand."""
    view: PageView

    def amounts_of(self, joined: Joined, previous: PrintedAmount | None) -> list[PrintedAmount]:
        """The amounts of this text; `previous`: the one before them on the page."""
        shown, url = self.shown, self.view.document.url
        line, last = shown[joined.first], joined.last
        before, is_own = self._label(joined.first)
        digits = next((one for one in shown[joined.first : last + 1] if any(map(str.isdigit, one.text))), line)
        before_button = self.buys is not None and line.at < self.buys
        said = SaidAround(line, digits.element, before, joined.text, _behind(shown, last), before_button)
        printed = list(amounts_of_line(said, self.view))
        if not printed:
            return []
        is_old = is_before_old_label(labels_behind(shown, last, url)) or self._is_old_again(joined, previous)
        is_delivery = joined.text[:1] in _OPENS and joined.first > 0 and _is_of_delivery(shown[joined.first - 1])
        ahead = (
            *([OLD] if is_old else []),
            *([CARD] if line.at in self.others else []),
            *([OTHER] if is_delivery else []),
        )
        chosen = [CALLED_OTHER] if self.has_choices and is_not_chosen(digits.element) else []
        other = chosen_beside(digits.element, self.view.currency_hint)
        if ahead or chosen or other is not None:
            printed = [replace(one, kinds=(*ahead, *one.kinds, *chosen), instead_of=other) for one in printed]
        if is_within_text(shown, joined.first, last):
            printed = [replace(one, in_text=True) for one in printed]
        kind = OTHER if self._is_for_some(joined) else kind_behind(shown, last)
        kind = kind or tax_kind_behind(shown, last)
        if kind is None and is_perhaps_net(shown, joined.first, self.view.currency_hint):
            kind = NET
        if is_labelled_by_measure(shown, joined.first):
            printed[0] = replace(printed[0], kinds=(*printed[0].kinds, UNIT))
        if kind is None and is_another_amid_words(shown, joined.first):
            kind = OTHER
        if kind is not None:
            printed[-1] = replace(printed[-1], kinds=(*printed[-1].kinds, kind))
        if is_own:
            printed[0] = replace(printed[0], is_shops_own=True)
        return printed

    def _is_for_some(self, joined: Joined) -> bool:
        shown, hint, first, last = self.shown, self.view.currency_hint, joined.first, joined.last
        is_told = is_for_some(shown, last) or is_again_in_bracket(shown, first)
        return is_told or is_step_with_share(shown, first, hint) or is_led_to_way(shown, last, hint)

    def _label(self, place: int) -> tuple[str, bool]:
        """What the line before says of this one's amounts, and whether it names the shop itself."""
        shown, url = self.shown, self.view.document.url
        if place > 1 and shown[place - 1].text == COUNTED_UP_FROM:
            place -= 1
        is_name = place == 0 or shown[place - 1].at == 0  # the name is no label
        before = "" if is_name else said_of_amount(shown[place - 1], url)
        is_own = names_the_shop(before, url)
        if is_own or is_of_one_before(shown, place, before) or runs_on_behind(shown, place - 1):
            before = ""
        if place > 1 and _SHARE.fullmatch(shown[place - 2].text):
            before = ""  # "26 %", "discount"
        head = other_above_table(shown, place)
        return (before if head is None else head), is_own

    def _is_old_again(self, joined: Joined, previous: PrintedAmount | None) -> bool:
        """Whether the line before says the same of an old amount: the second is for those who hear the page."""
        is_beside = previous is not None and previous.at == self.shown[joined.first].at - 1
        is_again = is_beside and self.shown[joined.first - 1].text == joined.text
        return is_again and previous is not None and OLD in previous.kinds


def _is_of_delivery(line: Line) -> bool:
    return leads_to_delivery(line) or says_other(line.text)


_OPENS = frozenset("(（")
"""An amount in brackets behind a link to the terms of delivery is what that costs."""


def _behind(shown: Sequence[Line], last: int) -> str:
    """What follows an amount; behind a mark or word that says "per" the pieces that follow it: "/", "100", "ml"."""
    first = text_behind(shown, last)
    if (bracket := bracket_of_before(shown[last].text, first)) and BESIDE_CURRENCY.search(first):
        return bracket.strip("()（）[] ")
    if _PER.fullmatch(first) is None:
        return first
    return " ".join(line.text for line in shown[last + 1 : last + 4])
