"""The price a reader sees: near the main heading, named a price by its element, or standing alone as money.

Taken is the first element named a price that is no unit, instalment or shipping price, not struck out and no card in a
list of others. One that is called old or regular counts only when no other follows closely: a page with a single price
may call it so. Without any, the one amount on lines of its own before the first button that buys, then the one inside
the heading or right before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import urljoin, urlsplit

from common.reading.document import squeeze, text_within
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE, number
from common.reading.text.price import Money
from common.reading.visible.amount_kinds import ends_amount, is_by_measure, is_count, is_instalment, is_lowest, is_net
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.price_element import MAX_PRICE_CHARS, Price, money, price_around
from common.reading.visible.price_names import (
    ASK_WORDS,
    PLAIN_LABEL,
    SALE_LABEL,
    is_behind_old_label,
    is_called_old,
    is_other,
    is_other_amount,
    is_struck,
)
from common.reading.visible.stock import first_button
from common.reading.visible.tax import taxed
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

NEAR_LINES = 400
_OLD_LINES = 40
"""A price called old is the price after all when no other follows it this closely."""
_ALONE_LINES = 60
_LABEL_LINES = 60
_RANGE_CHARS = 16


def price_of(view: PageView) -> Price | None:
    """The price that stands near the main heading, outside lists of other products, with the tax where the page states
    it both ways; None when none does.
    """
    shown = view.near(0, NEAR_LINES)
    first = [line for line in shown if line.at <= _LABEL_LINES]
    price = _labelled(first, SALE_LABEL, view) or _labelled(first, PLAIN_LABEL, view)
    price = price or _nearest(shown, view) or _beside_heading(view)
    return taxed(price, shown, view) if isinstance(price, Money) else price


def _labelled(shown: Sequence[Line], label: Wording, view: PageView) -> Price | None:
    """The amount right behind a line that is such a label and nothing else."""
    for place, line in enumerate(shown[:-1]):
        behind = shown[place + 1 : place + 4]
        if not label.fullmatch(line.text) or is_struck(behind[0].element):
            continue
        for pieces in (1, 2, 3):
            text = " ".join(one.text for one in behind[:pieces])
            match = BESIDE_CURRENCY.search(text[:MAX_PRICE_CHARS])
            if match is None:
                continue
            if match.start() <= 2 and not is_count(text, match):
                return money(text[: match.end() + _RANGE_CHARS] if pieces == 1 else match[0], view.currency_hint)
            break
    return None


def _nearest(shown: Sequence[Line], view: PageView) -> Price | None:
    looked: set[Any] = set(view.around_heading)
    old: tuple[int, Price] | None = None
    buys = first_button(shown)
    previous = ""
    for place, line in enumerate(shown):
        if old is not None and line.at > old[0] + _OLD_LINES:
            break
        found, is_old = price_around(line.element, view.currency_hint, looked)
        is_old = is_old or _leads_elsewhere(line.element, view.document.url) or is_behind_old_label(previous, line.text)
        behind = shown[place + 1].text if place + 1 < len(shown) else ""
        previous = "" if ends_amount(previous) else previous
        other = is_other_amount(previous, line.text) or is_lowest(previous, line.text)
        other = other or is_instalment(line.text, behind)
        previous = line.text if not BESIDE_CURRENCY.search(line.text) else ""
        if other or found is None or (is_old and old is not None) or is_card(line.element, view.around_heading):
            continue
        if not is_old and buys is not None and line.at > buys and (bare := _alone(shown, buys, view)) is not None:
            return bare  # what is named a price behind the button that buys is of something else
        if not is_old:
            return _discounted(found, line, shown, view) if isinstance(found, Money) else found
        old = (line.at, found)
    if old is not None:
        return old[1]
    return _alone(shown, buys, view)


def on_request(view: PageView) -> bool:
    """Whether the page says near its heading that the price is on request."""
    return any(len(line.text) <= MAX_PRICE_CHARS and ASK_WORDS.search(line.text) for line in view.near(0, _ALONE_LINES))


def _discounted(price: Money, line: Line, shown: Sequence[Line], view: PageView) -> Price:
    """The lower amount that follows closely, when the page says the discount in per cent that lies between the two."""
    behind = [one for one in shown if -_CLOSE_LINES <= one.at - line.at <= _CLOSE_LINES]
    shares = {share for one in behind for share in _shares(one.text)}
    for one in behind if shares else ():
        lower = money(one.text, view.currency_hint) if one.at > line.at and MONEY_LINE.fullmatch(one.text) else None
        if not isinstance(lower, Money) or lower.currency != price.currency or is_other(one.element):
            continue
        if _is_discount(lower.amount, price.amount, shares):
            return lower
    return price


def _shares(text: str) -> Iterator[int]:
    """Every per cent of the text: 20 %, and %20 as Turkish writes it."""
    for match in _PER_CENT.finditer(text):
        yield int(match[1] or match[2])


def _is_discount(lower: Decimal, higher: Decimal, shares: set[int]) -> bool:
    return any(abs(1 - lower / higher - Decimal(share) / 100) < _CLOSE for share in shares)


def _leads_elsewhere(element: Any, url: str) -> bool:
    """Whether this stands in a link to another page: another edition, another offer."""
    link = next((node for node in itself_and_above(element, 4) if node.tag == "a"), None)
    href = link.get("href") if link is not None else None
    if not href or href.startswith(("#", "javascript:", "?")):
        return False
    try:
        return str(urlsplit(urljoin(url, href)).path).rstrip("/") != urlsplit(url).path.rstrip("/")
    except ValueError:
        return False


def _alone(shown: Sequence[Line], buys: int | None, view: PageView) -> Price | None:
    """The one amount that stands on lines of its own before `buys`, the first button that does; of two the lower
    one, when the page says a discount in per cent that lies between them.
    """
    found: list[Price] = []
    bare: list[Price] = []
    net: list[Price] = []
    shares: set[int] = set()
    previous = ""
    for place, line in enumerate(shown):
        if line.at > _ALONE_LINES or (buys is not None and line.at >= buys):
            break
        shares.update(_shares(line.text))
        before, previous = previous, line.text
        if len(line.text) > 32 or not any(mark.isdigit() for mark in line.text) or is_other(line.element):
            continue
        text = _whole_line(line)
        behind = shown[place + 1].text if place + 1 < len(shown) else ""
        if _OPEN_END.search(text) and _TWO_DIGITS.fullmatch(behind):
            text = f"{text}{behind}"
        before = "" if ends_amount(before) else before
        if is_lowest(before, text) or is_by_measure(text, behind) or is_instalment(text, behind):
            continue
        if is_other_amount(before, text) or is_behind_old_label(before, text) or is_called_old(line.element):
            continue
        value = _dashed(text) if view.currency_hint else None
        if value is None and not BESIDE_CURRENCY.search(text):
            continue
        stated = money(text, view.currency_hint) if value is None else Money(value, view.currency_hint)
        if stated is not None and not is_card(line.element, view.around_heading):
            if is_net(before, text):
                net.append(stated)
                continue
            alone = MONEY_LINE.fullmatch(text) or _RANGE_LINE.fullmatch(text)
            (bare if alone else found).append(stated)
    # "Ex Tax: $110.00" and "10 or more $107.80" stand beside an amount that stands alone.
    found = bare or found or net
    amounts = sorted({_value(one) for one in found})
    if len(amounts) == 2 and _is_discount(amounts[0], amounts[1], shares):
        return next(one for one in found if _value(one) == amounts[0])
    return found[0] if len(amounts) == 1 else None


def _whole_line(line: Line) -> str:
    """The line, with the rest of its element where that is one amount drawn in several sizes."""
    whole = squeeze(text_within(line.element, 40)) if len(line.element) else line.text
    return whole if len(whole) <= 24 and MONEY_LINE.fullmatch(whole) else line.text


def _dashed(text: str) -> Decimal | None:
    return number(text.partition(",-")[0]) if _DASHED.fullmatch(text) else None


_OPEN_END = re.compile(r"\d[.,]\Z")
_TWO_DIGITS = re.compile(r"\d{2}")
_DASHED = re.compile(r"\d[\d. ]{0,12},-{1,2}")
"""18 495,- is money without a sign, in the north and the middle of Europe."""
_RANGE_LINE = re.compile(rf"(?:{MONEY_LINE.pattern})\s?[-–—~～]\s?(?:{MONEY_LINE.pattern})")
_PER_CENT = re.compile(r"(?<!\d)(\d{1,2})\s?%|%\s?(\d{1,2})(?!\d)")
_CLOSE = Decimal("0.011")
_CLOSE_LINES = 8
_BEFORE_HEADING = 4


def _beside_heading(view: PageView) -> Price | None:
    """The amount inside the heading, or right before it in the same box."""
    around = view.around_heading
    for line in view.lines:
        if line.at > 3 or line.at < -_BEFORE_HEADING or line.hidden or line.elsewhere:
            continue
        if line.at < 0 and (line.element.getparent() not in around or not MONEY_LINE.fullmatch(line.text)):
            continue
        if (line.at >= 0 and line.element not in around) or len(BESIDE_CURRENCY.findall(line.text)) != 1:
            continue
        match = BESIDE_CURRENCY.search(line.text)
        stated = money(match[0], view.currency_hint) if match is not None else None
        if stated is not None:
            return stated
    return None


def _value(price: Price) -> Decimal:
    return price.amount if isinstance(price, Money) else price.low
