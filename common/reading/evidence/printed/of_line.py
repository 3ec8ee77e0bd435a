"""Every amount of one line, with what its words, its sign and its element make of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, partial
from typing import Any

from common.reading.evidence.printed.amount import FOREIGN, STEP, PrintedAmount
from common.reading.parsed.letters import EAST_ASIAN
from common.reading.text.currencies.amounts import BESIDE_CURRENCY, SHARED_SIGN
from common.reading.text.currencies.named import currency_of
from common.reading.text.fixed_rates import is_same_money
from common.reading.text.money import DASHES, amount_of, in_thousands
from common.reading.visible.cards import is_card, is_row_that_sells
from common.reading.visible.lines import Line
from common.reading.visible.others.beside_usual import stands_alone
from common.reading.visible.others.ticked import is_ticked
from common.reading.visible.prices.amount_kinds import (
    CALLED_OLD,
    CALLED_OTHER,
    CARD,
    LINKED,
    NET,
    OLD,
    OTHER,
    SAVED,
    is_count,
    is_rate,
    kinds_of,
)
from common.reading.visible.prices.amounts_of_line import bracket_of_before, says_again, words_of_each
from common.reading.visible.prices.places.named_price import leads_elsewhere
from common.reading.visible.prices.price_names import (
    is_called_old,
    is_called_reduced_from,
    is_named_price,
    is_other,
    is_struck,
)
from common.reading.visible.tax_names import is_named_net
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_MOST_OF_LINE, _MOST_LABEL = 6, 40
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE_WORDS = 7
_UP_TO_A_NUMBER = re.compile(r"\D{0,9}[^\W\d_]*")
"""What is close behind an amount, with the whole of its last word."""
_CAPITALS = re.compile(r"\.?\s?\(?([A-Z]{3})(?![^\W_])\)?")
_PLACEHOLDER = re.compile(r"\$[A-Za-z_]\w*\$")
"""Of a template that a script fills later: "$quantity1$" is no dollar."""
_COUNT = re.compile(
    r"(?<![\d.,])(?:[2-9]|[1-9]\d)(?![\d%]|[.,]\d|\s?%|\s?(?:fl\.? ?)?(?:oz|lbs?|kg|gr?|mg|ml|cl|l|cm|mm|m)(?![^\W_]))"
)
"""A number of pieces, not of a measure: eight ounces are no eight of it."""


@dataclass(frozen=True, slots=True)
class SaidAround:
    """A line with amounts, and what is said around it."""

    line: Line
    element: Any
    """The one that holds the digits, which a sign drawn apart may stand deeper than."""
    before: str
    """Its label, in the line before; empty where that says nothing of it."""
    text: str
    behind: str
    """What follows on the next line, or the next few."""
    before_button: bool
    """Whether it stands before the first button that buys."""


def amounts_of_line(said: SaidAround, view: PageView) -> Iterator[PrintedAmount]:
    """Every amount of one line; of several each with the words between it and its neighbours."""
    text = said.text[len(bracket_of_before(said.before, said.text)) :]
    matches = [] if _PLACEHOLDER.search(text) else list(BESIDE_CURRENCY.finditer(text))[:_MOST_OF_LINE]
    if not matches or (len(matches) > 1 and is_rate(text, matches[0], matches[1])):
        return
    around = _element_kinds(said.element, view)
    said_words = len(_WORD.findall(text))
    words = said_words - sum(len(_WORD.findall(match[0])) for match in matches)  # "kr" is none
    in_text = "。" in text or said_words >= _SENTENCE_WORDS
    in_row = cache(partial(is_row_that_sells, said.line.element, view))
    kinds: tuple[str, ...] = ()
    last: tuple[Decimal, str | None] | None = None
    for number, (match, own) in enumerate(zip(matches, words_of_each(text, matches), strict=True)):
        value = amount_of(match, view.currency_hint)
        if value is None or not _is_money(value, text, match, said.line.element):
            continue
        before = "" if number else said.before
        behind = said.behind if number + 1 == len(matches) else ""
        between = text[matches[number - 1].end() if number else 0 : match.start()]
        is_again = number > 0 and says_again(between, matches[number - 1], match)
        currency = _currency(match, view)
        is_same = is_again and last is not None and is_same_money(*last, value, currency)
        is_down = last is not None and last[0] <= 2 * value < 2 * last[0]
        last = value, currency
        # What stands between the two ("≈", a dash) says nothing of an amount that is the same money.
        is_more = number > 0 and OTHER in kinds and _goes_on(between)
        is_more = is_more or (" + " in between and _is_of_several(between, view.heading.text))
        told = () if is_same else (*kinds_of(before, own, behind), *((OTHER,) if is_more else ()))
        if is_down and _DASH_BETWEEN.fullmatch(between):
            told = tuple(kind for kind in told if kind != SAVED)
        kinds = (*(kinds if is_same or is_again else ()), *told)
        counts = _counts(before, between)
        yield PrintedAmount(
            value,
            said.line.at,
            tuple(dict.fromkeys((*kinds, *around))),
            said.before_button,
            currency,
            in_text,
            in_row,
            counts,
            payments=_payments(before, between) if counts else (),
            text=_with_code(text, match, said.behind),
            is_of_more=number > 0 and STEP.search(between) is not None,
            words=words,
        )


_DASH_BETWEEN = re.compile(rf"\s[{DASHES}]\s|[{DASHES}]")
"""From one amount down to another, which is at least half of it; a minus stands right at its amount, and apart from the
one before."""


def _is_of_several(before: str, name: str | None) -> bool:
    """Whether the words before an amount name the product and, behind a plus, another one: "Blue cup + saucer: £30"."""
    return name is not None and name != "" and " + " not in name and name in before


def _goes_on(between: str) -> bool:
    """Whether what stands between two amounts only goes on with an enumeration, and calls neither the price: "Shipping
    to the mainland £5, islands £9".
    """
    return _ENUMERATES.fullmatch(between) is not None and _CALLED.search(between) is None


_ENUMERATES = re.compile(r"\s?[,;/]\s?(?:[^\W\d_]+\.?\s?){0,3}[:：]?\s?")
_CALLED = Wording("<price.sale_labels:words>|<price.labels:words>|<price.called:words>|<price.otherwise:words>")


def _is_money(value: Decimal, text: str, match: re.Match[str], element: Any) -> bool:
    """Whether this is an amount to pay: no count, none in thousands, and zero only in an element named a price."""
    behind = _UP_TO_A_NUMBER.match(text, match.end())
    if is_count(text, match) or in_thousands(match[0] + (behind[0] if behind else "")):
        return False
    return bool(value) or is_named_price(element)


def _currency(match: re.Match[str], view: PageView) -> str | None:
    code = currency_of(match[0], view.currency_hint)
    is_foreign = code is None and view.currency_hint and SHARED_SIGN.search(match[0])
    return FOREIGN if is_foreign else code  # "$" on a page of Poland


def _counts(before: str, between: str) -> tuple[int, ...]:
    """The numbers of pieces in the amount's label and in the words before it on its line."""
    return tuple(map(int, _COUNT.findall(f"{_short(before)} {between}")))


def _payments(before: str, between: str) -> tuple[int, ...]:
    """Those that words or a sign call a number of payments: "4 Raten zu", "4 x"."""
    return tuple(int(found[1]) for found in _PAYMENTS.finditer(f"{_short(before)} {between}"))


def _short(before: str) -> str:
    return "" if len(before) > _MOST_LABEL or BESIDE_CURRENCY.search(before) else before


_PAYMENTS = Wording(rf"(?<![\d.,])(\d{{1,2}})[\s\-]?(?:<price.payments>)(?:(?![^\W\d_])|(?=[{EAST_ASIAN}]))")


def _with_code(text: str, match: re.Match[str], behind: str) -> str:
    """The amount with the three capitals right behind it, on its line or all of the next."""
    found = _CAPITALS.match(text, match.end()) or (_CAPITALS.fullmatch(behind) if match.end() == len(text) else None)
    return match[0] if found is None else f"{match[0]} {found[1]}"


def _element_kinds(element: Any, view: PageView) -> tuple[str, ...]:
    """What the names and marks of its element make of an amount."""
    kinds: list[str] = []
    if is_struck(element):
        kinds.append(OLD)
    elif (is_called_old(element) and not stands_alone(element)) or is_called_reduced_from(element):
        kinds.append(CALLED_OLD)
    elif is_named_net(element):
        kinds.append(NET)
    elif is_other(element) or is_ticked(element):
        kinds.append(CALLED_OTHER)
    if leads_elsewhere(element, view.document.url):
        kinds.append(LINKED)
    if is_card(element, view):
        kinds.append(CARD)
    return tuple(kinds)
