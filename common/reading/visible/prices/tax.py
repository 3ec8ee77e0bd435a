"""Amounts that a page calls net of tax or with tax in them: shops that sell to businesses show both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from common.reading.text.currencies.amounts import BESIDE_CURRENCY, ends_in_sign, may_go_on
from common.reading.text.money import MONEY_LINE, amount_of
from common.reading.text.price import Money
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line
from common.reading.visible.prices.amounts_of_line import bracket_of_before, words_of_each
from common.reading.visible.prices.price_names import (
    is_called_old,
    is_called_reduced_from,
    is_called_regular,
    is_struck,
)
from common.reading.visible.tax_names import SAYS_NET, SAYS_TAXED, is_named_gross, is_named_net
from common.reading.visible.view import PageView

_TAXES = (
    *(50, 55, 60, 70, 77, 80, 81, 90, 100, 110, 120, 125, 130, 135, 140, 150, 160, 170, 180, 190),
    *(200, 210, 220, 230, 240, 250, 255, 270),
)
_TAXES_OF = {
    "AED": (50,), "AUD": (100,), "BGN": (90, 200), "CAD": (50, 120, 130, 140, 150), "CHF": (25, 26, 77, 80, 81),
    "CNY": (60, 90, 130), "CZK": (100, 120, 150, 210), "DKK": (250,), "GBP": (50, 200), "HUF": (50, 180, 270),
    "IDR": (100, 110), "ILS": (170, 180), "INR": (50, 120, 180, 280), "JPY": (50, 80, 100), "KRW": (100,),
    "MXN": (160,),
    "NOK": (150, 250), "NZD": (150,), "PHP": (120,), "PLN": (50, 80, 230), "RON": (50, 90, 110, 190, 210),
    "RUB": (100, 180, 200, 220), "SEK": (60, 120, 250), "SGD": (70, 80, 90), "THB": (70,),
    "TRY": (10, 80, 100, 180, 200), "TWD": (50,), "UAH": (70, 140, 200), "VND": (50, 80, 100), "ZAR": (140, 150),
}  # fmt: skip
"""Rates of taxes on sales, in thousandths, of countries with a currency of their own; elsewhere all that there are."""
_NEAR = Decimal("0.001")
_PIECES, _CLOSE = 3, 3
_DIGIT = re.compile(r"\d")
_MAX_CHARS = 60
_MAX_LABEL_CHARS = 24


def taxed(price: Money, shown: Sequence[Line], view: PageView) -> Money:
    """The amount that the page calls taxed, or prints on the line that calls this price net, or close to that as all of
    a line, when it is this price with a tax on top; else the price itself.
    """
    if not price.amount:
        return price
    amounts = list(_amounts(shown, price.currency))
    net = [line for line, text, value in amounts if value == price.amount and SAYS_NET.search(text)]
    for line, text, value in amounts:
        if not is_with_tax(price.amount, value, price.currency):
            continue
        says_taxed = SAYS_TAXED.search(text) is not None or is_named_gross(line.element)
        is_bare = MONEY_LINE.fullmatch(line.text) is not None and any(
            0 < abs(line.at - one.at) <= _CLOSE for one in net
        )
        said = ((says_taxed or is_bare) and not _is_called_before(line.element)) or line in net
        if said and not is_struck(line.element) and not is_card(line.element, view):
            return Money(value, price.currency)
    return price


def _is_called_before(element: Any) -> bool:
    """Whether its names say that it was asked before: what says "with tax" behind it speaks of the price, too."""
    return is_called_reduced_from(element) or (is_called_old(element) and not is_called_regular(element))


def is_with_tax(lower: Decimal, higher: Decimal, currency: str | None) -> bool:
    """Whether the higher amount is the lower one with a tax on top that is usual where this currency is paid."""
    rates = _TAXES_OF.get(currency or "", _TAXES)
    return any(abs(higher / lower - 1 - Decimal(rate) / 1000) < _NEAR for rate in rates)


def is_net_to_the_cent(lower: Decimal, higher: Decimal, currency: str | None) -> bool:
    """Whether such a tax on the lower amount makes the higher one to the cent, and the lower is none that shops ask:
    of whole money, or ending in 50, 90, 95 or 99. Between two of those as much may be taken off.
    """
    rates = _TAXES_OF.get(currency or "", _TAXES)
    is_exact = any(abs(lower + lower * rate / 1000 - higher) <= _CENT for rate in rates)
    return is_exact and lower % 1 not in _ASKED_ENDS


_CENT = Decimal("0.01")
_ASKED_ENDS = frozenset(map(Decimal, ("0", "0.5", "0.9", "0.95", "0.99")))


def net_amounts(view: PageView) -> frozenset[Decimal]:
    """The amounts that are called net of tax: by words beside them, or by the names around where others are named
    with it.
    """
    return frozenset(
        value for line, text, value in _amounts(view.lines, None) if SAYS_NET.search(text) or is_named_net(line.element)
    )


def _amounts(lines: Sequence[Line], currency: str | None) -> Iterator[tuple[Line, str, Decimal]]:
    """(line, its words and what stands right behind, amount). A currency's sign and its number may be two pieces."""
    digits = {place for place, line in enumerate(lines) if _DIGIT.search(line.text) is not None}
    # Only what has a digit, or stands shortly before one: a third of the lines.
    for place in sorted({one for digit in digits for one in range(max(0, digit - _PIECES + 1), digit + 1)}):
        line = lines[place]
        if len(line.text) > _MAX_CHARS or (place not in digits and not ends_in_sign(line.text)):
            continue
        if not may_go_on(line.text) and BESIDE_CURRENCY.search(line.text) is None:
            continue
        text = " ".join((line.text, *_behind(line.text, lines[place + 1 : place + _PIECES])))
        before = lines[place - 1].text if place else ""
        text = text[len(bracket_of_before(before, text)) :]
        label = before if _is_label(before) else ""
        matches = [one for one in BESIDE_CURRENCY.finditer(text) if one.start() < len(line.text)]
        for number, (match, own) in enumerate(zip(matches, words_of_each(text, matches), strict=True)):
            value = amount_of(match, currency)
            if value is not None:
                yield line, own if number else f"{label} {own}", value


def _is_label(text: str) -> bool:
    """Whether this line may say what the amount behind it is: short, and without a number but a tax's rate."""
    return len(text) <= _MAX_LABEL_CHARS and ("%" in text or not any(map(str.isdigit, text)))


def _behind(text: str, lines: Sequence[Line]) -> Iterator[str]:
    """Labels, up to the next amount that has a currency of its own, with what is in brackets before that."""
    for line in lines:
        if len(line.text) > _MAX_LABEL_CHARS or BESIDE_CURRENCY.search(line.text):
            yield bracket_of_before(text, line.text)
            return
        yield line.text
