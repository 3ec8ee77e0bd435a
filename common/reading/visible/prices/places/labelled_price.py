"""The price behind a label that says so: "Our price: £34.99", or the label on a line and the amount on the next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import LOWER_END, MONEY_LINE, WHOLE_PRICES, dashed, is_amount, number
from common.reading.text.price import Money
from common.reading.visible.cards import is_card
from common.reading.visible.labels import names_the_shop, without_tax_words
from common.reading.visible.layout.table_columns import is_in_other_column
from common.reading.visible.lines import Line
from common.reading.visible.others.by_measure import is_by_measure
from common.reading.visible.prices.amount_kinds import is_count
from common.reading.visible.prices.amounts_of_line import without_deal
from common.reading.visible.prices.drawn.cents import joined_at_marks
from common.reading.visible.prices.drawn.coins import Price, money
from common.reading.visible.prices.drawn.element import MAX_PRICE_CHARS
from common.reading.visible.prices.price_names import is_called_old, is_other, is_struck
from common.reading.visible.prices.said.labels import PLAIN_LABEL, SALE_LABEL
from common.reading.visible.prices.said.other_amounts import is_other_amount, without_extras
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_WHOLE = re.compile(r"[1-9]\d{1,6}|\d{1,3}(?:[.,]\d{3})+")
"""In a currency without cents such an amount needs none: "售價:3299"."""
_RANGE_CHARS = 16
_BARE = re.compile(r"\d{1,3}(?:[., ]?\d{3})*[.,]\d{2}")
"""An amount to the cent: behind a label of a price it needs no sign where the page's country says which currency."""


def labelled_price(shown: Sequence[Line], view: PageView) -> Price | None:
    """The amount behind the label of a sale, else behind one of a price, else behind one that names the shop; None when
    no label says so.
    """
    sale = behind_label(shown, SALE_LABEL, view)
    if sale is None:
        return behind_label(shown, PLAIN_LABEL, view) or _behind_own_label(shown, view)
    later = behind_label(_behind_next(shown), SALE_LABEL, view)
    lower = isinstance(sale, Money) and isinstance(later, Money) and 0 < later.amount < sale.amount
    return later if lower else sale


def _behind_next(shown: Sequence[Line]) -> Sequence[Line]:
    """The few lines behind the first label of a sale, where "Our price" may be followed by "Sale price"."""
    first = next((place for place, line in enumerate(shown) if SALE_LABEL.match(line.text)), len(shown))
    return shown[first + 1 : first + 1 + _NEXT_LINES]


_NEXT_LINES = 5


def _behind_own_label(shown: Sequence[Line], view: PageView) -> Price | None:
    """The amount that is all of the line behind a label which names the shop itself: "Pine House price"."""
    for label, line in pairwise(shown):
        if not is_amount(line.text):
            continue
        if is_other(line.element) or is_called_old(line.element) or is_card(line.element, view):
            continue
        if names_the_shop(label.text, view.document.url):
            return money(line.text, view.currency_hint)
    return None


def behind_label(shown: Sequence[Line], label: Wording, view: PageView) -> Price | None:
    """The amount right behind such a label, on its line or where that is all of it on the next."""
    for place, line in enumerate(shown):
        said = without_tax_words(line.text)
        begins = label.match(said) if len(line.text) <= MAX_PRICE_CHARS else None
        if begins is None:
            continue
        if _is_of_another(shown, place):
            continue
        coded = _behind_code(shown[place : place + 2], label, view)
        if coded is not None:
            return coded
        if begins.end() < len(said):
            stated = _behind_label(line, begins.start() + _words_end(begins[0]), view)
            if stated is not None:
                return stated
            continue
        behind = [one for one in shown[place + 1 : place + 9] if not is_called_old(one.element)]
        texts = joined_at_marks(behind)[:3]
        if not behind or is_struck(behind[0].element) or is_other_amount("", behind[0].text):
            continue
        if _BARE.fullmatch(texts[0]) and view.currency_hint and not is_other(behind[0].element):
            value = number(texts[0], view.currency_hint)
            return Money(value, view.currency_hint) if value else None
        for pieces in (1, 2, 3):
            text = " ".join(texts[:pieces])
            match = BESIDE_CURRENCY.search(text[:MAX_PRICE_CHARS])
            if match is None:
                continue
            if _begins_with(text[: match.start()]) and not is_count(text, match):
                follows = " ".join(one.text for one in behind[1:_MEASURE_LINES])
                if is_by_measure(behind[0].text, follows) and _is_behind_amount(shown, place):
                    break  # "£15.90", "Unit price:", "£31.80/kg"
                return money(text[: match.end() + _RANGE_CHARS] if pieces == 1 else match[0], view.currency_hint)
            break
    return None


_MEASURE_LINES = 4
"""What one hears and what one sees may be drawn apart: "€31.80", "per", "/kg"."""


def _is_of_another(shown: Sequence[Line], place: int) -> bool:
    """Whether this label is of another column than the next line, or says what a piece of several costs."""
    behind = shown[place + 1 : place + 2]
    apart = any(is_in_other_column(shown[place].element, line.element) for line in behind)
    return apart or _is_of_several(shown, place)


def _is_of_several(shown: Sequence[Line], place: int) -> bool:
    """Whether a number of pieces stands right before this label, below the head of a table of prices by number:
    "Quantity discounts", "Order quantity:", "10", "Price per item:".
    """
    ahead = shown[max(0, place - _TIER_LINES) : place]
    is_number = bool(ahead) and ahead[-1].text.isdecimal() and ahead[-1].text != "1"
    return is_number and any(_TIERS.fullmatch(line.text) for line in ahead)


_TIERS, _TIER_LINES = Wording(r"\W{0,3}(?:<price.tier_names>)\W{0,3}"), 4


def _begins_with(before: str) -> bool:
    """Whether a text begins with its amount: what stands before that is marks, or the lower end of its range."""
    return (len(before) <= _MOST_MARKS and not before.strip(_MARKS)) or LOWER_END.fullmatch(before) is not None


_MOST_MARKS = 2


def _is_behind_amount(shown: Sequence[Line], place: int) -> bool:
    """Whether another amount stands right before the label in this line, which may be what the label's is said of."""
    ahead = shown[max(0, place - _AHEAD_LINES) : place]
    return any(line.at > 0 and BESIDE_CURRENCY.search(line.text) for line in ahead)


_AHEAD_LINES = 3


def _behind_code(shown: Sequence[Line], label: Wording, view: PageView) -> Price | None:
    """The bare amount behind a label that names its currency: "Price (GBP): 24.50", or on the next line."""
    said = _CODED.fullmatch(shown[0].text)
    if said is None or not _is_sign(said[2]) or not label.fullmatch(said[1].strip()) or is_other(shown[0].element):
        return None
    amount = said[3] or (shown[1].text if len(shown) > 1 else "")
    found = money(f"{said[2]} {amount}", view.currency_hint) if _NUMBER.fullmatch(amount) else None
    return found if found is not None and found.currency and not is_card(shown[0].element, view) else None


def _is_sign(text: str) -> bool:
    sign = text.rstrip(".")
    return any(BESIDE_CURRENCY.fullmatch(one) for one in (f"{sign} 1.00", f"1.00 {sign}"))


_CODED = re.compile(
    r"(.{2,24}?)\s?(?:[(（\[]\s?|,\s|\s(?:in|en|em|w|v|i|в)\s)"
    r"([^\s\d()（）\[\]:：,]{1,8})\s?[)）\]]?\s?[:：]?\s?(\d[\d., ]*)?"
)
_NUMBER = re.compile(r"\d[\d., ]{0,14}")
_WORDED = re.compile(r"(\d[\d., ]{0,10}[.,]\d{2})\s[^\W\d_]{3,12}")

_MARKS = " :：~-–=("
"""What may stand between a label and its amount; letters and digits there ("BK250-10") are a cell of something else."""


def _words_end(label: str) -> int:
    """Where the label's words end: the marks behind them may be a currency's sign."""
    return max((at for at, mark in enumerate(label, 1) if mark.isalnum() or mark in ").。"), default=0)


def _behind_label(line: Line, end: int, view: PageView) -> Price | None:
    """The amount that follows the label on its own line and is all that follows: "Our price: £34.99"."""
    rest = line.text[end:].lstrip(" :：")
    if rest == line.text[end:] and rest[:1].isalpha():
        return None  # the label goes on
    rest = without_deal(without_extras(rest)).rstrip(" ,;(")
    if _WHOLE.fullmatch(rest) and view.currency_hint in WHOLE_PRICES and not is_other(line.element):
        value = number(rest, view.currency_hint)
        return Money(value, view.currency_hint) if value and view.currency_hint else None
    if _BARE.fullmatch(rest) and view.currency_hint:
        value = number(rest, view.currency_hint)
        return Money(value, view.currency_hint) if value and not is_other(line.element) else None
    if view.currency_hint and (whole := dashed(rest, view.currency_hint)) is not None and not is_other(line.element):
        return Money(whole, view.currency_hint) if whole else None
    if (worded := _WORDED.fullmatch(rest)) and not BESIDE_CURRENCY.search(rest) and not is_other(line.element):
        value = number(worded[1])
        return Money(value, None) if value else None  # "24.50 pounds": the price, and nobody knows in what
    found = BESIDE_CURRENCY.fullmatch(rest) or (BESIDE_CURRENCY.search(rest) if MONEY_LINE.fullmatch(rest) else None)
    if (
        found is None
        or any(map(str.isalpha, rest[: found.start()]))
        or is_by_measure(rest)
        or is_called_old(line.element)
    ):
        return None  # "Price", "shop 39.90": letters that are no sign make it another's
    return None if is_other(line.element) or is_card(line.element, view) else money(rest, view.currency_hint)
