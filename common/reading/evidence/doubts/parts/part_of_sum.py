"""Whether a price is a part of what must be paid, as the words right behind it say: one of several payments, a piece of
a pack that is sold only whole, what remains once a gift of money came back.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.letters import squeeze
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import amount_of
from common.reading.visible.labels import TERMS
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import OTHER, PERIOD
from common.reading.words.wording import Wording

_ONLY_SO_MANY = Wording("<price.only_so_many:words>")
_PAYMENTS = Wording(r"(?<![\d.,])\d{1,2}\s?(?:<price.payments>)(?![^\W\d_])")
_BEHIND_LINES, _MOST_CHARS, _TERMS_CHARS = 2, 160, 80
_ROUNDING = Decimal("0.01")


def is_paid_again(price: Decimal, printed: Sequence[PrintedAmount]) -> bool:
    """Whether right behind a plain place of the price so many payments of the same amount follow: "£32.50 today", "then
    3 payments of £32.50".
    """
    places = [one for one in printed if one.amount == price]
    later = [one for one in places if one.counts and {OTHER, PERIOD} & {*one.kinds}]
    return any(
        not one.kinds and 0 < other.at - one.at <= _BEHIND_LINES + 1 and one.at > 0 for one in places for other in later
    )


def is_part_of_sum(one: PrintedAmount, place: int, others: Sequence[PrintedAmount], shown: Sequence[Line]) -> bool:
    """Whether the words behind the price `one`, in line `place`, make it a part of one of these other amounts."""
    behind = shown[place : place + _BEHIND_LINES + 1]
    said = [line for line in behind if any(map(str.isdigit, line.text)) and len(line.text) <= _MOST_CHARS]
    higher = [other for other in others if other.amount > one.amount and 0 <= other.at - one.at <= _BEHIND_LINES + 1]
    if higher and any(_counts_pieces(line.text) for line in said):
        return True
    if any(_is_sum_of_payments(one.amount, other.amount, line.text) for other in higher for line in said):
        return True
    return any(_comes_off(one, line.text, shown[place + number + 2 :][:1]) for number, line in enumerate(behind[1:]))


def _counts_pieces(text: str) -> bool:
    """Whether the text says that so many must be bought, more than one."""
    found = _ONLY_SO_MANY.search(text)
    return found is not None and int("".join(filter(str.isdigit, found[0]))[:_MOST_DIGITS] or 0) > 1


_MOST_DIGITS = 6


def _is_sum_of_payments(price: Decimal, total: Decimal, text: str) -> bool:
    """Whether the total is the price as many times as the text names payments or months: "in 12 payments"."""
    counts = (int("".join(filter(str.isdigit, found[0][:3]))) for found in _PAYMENTS.finditer(text))
    return any(count > 1 and abs(count * price - total) <= count * _ROUNDING for count in counts)


def _comes_off(price: PrintedAmount, text: str, follows: Sequence[Line]) -> bool:
    """Whether this is all that the line says, once its only amount is left out: "After £50 trade-in". A line before
    another amount is that one's label.
    """
    amounts = list(BESIDE_CURRENCY.finditer(text)) if len(text) <= _TERMS_CHARS else []
    if len(amounts) != 1 or any(BESIDE_CURRENCY.search(line.text) for line in follows):
        return False
    value = amount_of(amounts[0], price.currency)
    if value is None or 2 * value > price.amount:
        return False  # a price on terms, not what comes off
    before, behind = text[: amounts[0].start()].strip(), text[amounts[0].end() :].strip()
    if not before or not any(map(str.isalpha, behind)):
        return False
    words = squeeze(f"{before} {behind}")
    return TERMS.fullmatch(words) is not None
