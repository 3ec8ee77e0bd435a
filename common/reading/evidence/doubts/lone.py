"""What makes a price doubtful that is only seen: no markup, label or state of the page names it.

Such a price rests on its place alone, and a place may be another amount's where scripts or pictures draw the price.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.parsed.letters import EAST_ASIAN
from common.reading.text.currencies.amounts import BESIDE_CURRENCY, SHARED_SIGN
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import amount_of
from common.reading.visible.buttons.first import first_button
from common.reading.visible.lines import Line, link_around
from common.reading.visible.prices.amount_kinds import LINKED
from common.reading.visible.prices.amounts_of_line import words_of_each
from common.reading.visible.prices.drawn.cents import may_lack_its_cents, may_lack_its_whole
from common.reading.visible.prices.places.beside_heading import names_something
from common.reading.visible.prices.said.labels import FROM_LABEL, PLAIN_LABEL, SALE_LABEL, is_badge
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_NEAR_LINES, _FAR_LINES = 60, 250
_BEFORE_LINES = 40
_BEHIND_BUTTON = 3
_MOST_SIGN, _MOST_LABEL = 4, 60
_PRICE_WORD = Wording(
    r"<price.labels:words>|<price.sale_labels:words>|<price.retail_labels:words>|<names.price>|pric|[価價价]|가격|금액|<tax.included:words>|<tax.names:words>"
)
_FAMILIAR = Wording(
    r"<price.called:words>|<price.from:words>|<price.up_to:words>|<price.extras:words>|<price.free:words>|<tax.included:words>|<tax.names:words>|"
    r"<stock.in:words>|<stock.pieces>|<button.buy>"
)
_GOES_ON = Wording(
    r"\W{0,3}(?:<price.goes_on:words>|<price.extras:words>|<price.free:words>|<price.saving:words>|<price.up_to:words>|<price.from:words>|"
    r"<tax.included:words>|<tax.net:words>|<tax.names:words>|<stock.in:words>|<stock.pieces>|<button.buy>)"
)
_WORD = re.compile(rf"[^\W\d_]{{3,}}|[{EAST_ASIAN}]{{2,}}")


def is_doubtful(price: Decimal, printed: Sequence[PrintedAmount], view: PageView) -> bool:
    """Whether every place of this price has something beside it that speaks for another amount: a label or words that
    are no price's, a bare number that may be its whole part or its cents, or a link to another page; or a currency's
    sign stands near the heading without its number.
    """
    shown = view.near(_BEFORE_LINES, _FAR_LINES)
    at = {line.at: place for place, line in enumerate(shown)}
    places = [(one, at[one.at]) for one in printed if one.amount == price and one.at in at]
    if not places:
        buys = first_button(shown)
        end = _NEAR_LINES if buys is None else buys + _BEHIND_BUTTON
        return not _stands_near(price, [line for line in shown if line.at <= end])
    return all(_is_strange(one, shown, place) for one, place in places) or _lacks_its_number(shown, places[0][1])


def _stands_near(price: Decimal, shown: Sequence[Line]) -> bool:
    """Whether the price stands anywhere among these lines, be it in pieces or without a sign."""
    whole, _, cents = f"{price:.2f}".partition(".")
    ending = f"[.,\\s]{{0,3}}{cents}" if cents != "00" or len(whole) < _SURE_DIGITS else "(?:[.,\\s]{0,3}00)?"
    written = re.compile(rf"(?<![\d.,]){_GROUPED.join(whole)}{ending}(?!\d)")
    return written.search(" ".join(line.text for line in shown)) is not None


_GROUPED = r"[.,'’\s]?"
_SURE_DIGITS = 3


def _is_strange(one: PrintedAmount, shown: Sequence[Line], place: int) -> bool:
    line = shown[place]
    if LINKED in one.kinds:
        return True
    before = shown[place - 1] if place and shown[place - 1].at != 0 else None
    if before is not None and (_is_strange_label(before) or (line.at < 0 and _may_be_name(before))):
        return True
    said_before, said_behind = _words_around(one, line.text)
    if one.amount % 1 == 0 and _may_be_half(one, shown, place, said_before):
        return True
    return line.at != 0 and (_says_more(said_before) or _goes_on_strangely(said_behind))


def _may_be_name(before: Line) -> bool:
    """Whether the line before an amount ahead of the product's name may be the name of what that is for: words without
    a colon, no call such as "Sale!", no step of a trail.
    """
    text = before.text
    if ":" in text or is_badge(text) or link_around(before.element) is not None or BESIDE_CURRENCY.search(text):
        return False
    return names_something(text)


def _may_be_half(one: PrintedAmount, shown: Sequence[Line], place: int, said_before: str) -> bool:
    """Whether a bare number beside this amount may be its whole part, or its cents."""
    if place and may_lack_its_whole(shown[place - 1], shown[place]):
        return True
    text = shown[place].text
    if any(_DIGITS_ALONE.fullmatch(text, match.end()) for match in BESIDE_CURRENCY.finditer(text)):
        return True  # "24 zł 50"
    is_behind_number = one.amount < _LEAST_WHOLE and _NUMBER_BEFORE.search(said_before) is not None  # "119 99 ₽"
    return is_behind_number or may_lack_its_cents(shown[place : place + 3])


def _words_around(one: PrintedAmount, text: str) -> tuple[str, str]:
    """What stands before this amount on its line, of the words that belong to it, and right behind it."""
    amounts = list(BESIDE_CURRENCY.finditer(text))
    for match, own in zip(amounts, words_of_each(text, amounts), strict=True):
        if amount_of(match, one.currency) == one.amount:
            before, _, behind = own.partition(match[0])
            return before, _CLAUSE.split(behind, 1)[0]
    return "", ""


_LEAST_WHOLE = 100
_DIGITS_ALONE = re.compile(r"\.?\s\d{2}\W{0,2}")
_NUMBER_BEFORE = re.compile(r"(?<![^\W\d_]\s)(?<![\w.,])\d{1,3}(?:[., ]?\d{3})*\s\Z")
"""A number that no word before it explains. What stands behind it may be its cents."""
_CLAUSE = re.compile(r"[,;:!|·•()（）\[\]–—+/]|\d|\A\.\s")
"""A dot ends a sentence only right behind the amount; one behind a word may be an abbreviation's."""


def _is_strange_label(label: Line) -> bool:
    """Whether the line before ends in a colon and speaks of no price: what it names is what the amount is of. Behind
    the label of a field the amount is the price of what may be chosen there.
    """
    text = label.text
    if not text.endswith((":", "：")) or len(text) > _MOST_LABEL or _PRICE_WORD.search(text):
        return False
    around = label.element.getparent()
    holds_field = around is not None and next(around.iter("select", "input", "textarea"), None) is not None
    return _WORD.search(_FAMILIAR.sub(" ", text)) is not None and not holds_field


def _says_more(before: str) -> bool:
    """Whether words stand before the amount on its line that are neither a price's nor its currency's."""
    words = before.strip(" .")
    if not words or PLAIN_LABEL.fullmatch(words) or SALE_LABEL.fullmatch(words) or FROM_LABEL.fullmatch(words):
        return False
    return _WORD.search(_FAMILIAR.sub(" ", words)) is not None and not _PRICE_WORD.search(words)


def _goes_on_strangely(behind: str) -> bool:
    """Whether what stands right behind the amount on its line is neither of the price nor of the piece, the tax, the
    delivery, the stock or what is saved.
    """
    words = behind.strip()
    if _WORD.search(words) is None or _GOES_ON.match(words) or _PRICE_WORD.search(words):
        return False
    return currency_of(words) is None


def _lacks_its_number(shown: Sequence[Line], price: int) -> bool:
    """Whether a currency's sign stands alone between the heading and the price, no number beside it: scripts or
    pictures draw what belongs there.
    """
    for place, line in enumerate(shown[:price]):
        if not 0 < line.at <= _NEAR_LINES or len(line.text) > _MOST_SIGN or not _is_sign(line.text):
            continue
        before = shown[place - 1].text if place else ""
        behind = shown[place + 1].text if place + 1 < len(shown) else ""
        if not before[-1:].isdigit() and not any(map(str.isdigit, behind[:_BESIDE_SIGN])):
            return True
    return False


_BESIDE_SIGN = 4
"""A code may stand in a cell before one with the sign as well: "GBP", "£24.50"."""


def _is_sign(text: str) -> bool:
    if any(map(str.isdigit, text)):
        return False
    return currency_of(text) is not None or SHARED_SIGN.fullmatch(text) is not None
