"""The price inside one element, named a price by itself or by what it stands in: small cents, struck parts left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from common.reading.document import squeeze, text_within
from common.reading.text.currency import BESIDE_CURRENCY, SHARED_SIGN, currency_of
from common.reading.text.json_text import amount
from common.reading.text.money import MONEY_LINE, in_thousands, number
from common.reading.text.price import Money, PriceRange, parse_price
from common.reading.visible.buttons.buying_names import names_quantity
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.others.by_measure import is_by_measure
from common.reading.visible.prices.amount_kinds import is_counted, is_lowest
from common.reading.visible.prices.besides import is_on_terms
from common.reading.visible.prices.price_names import (
    is_called_old,
    is_other,
    is_out,
    names_in_full,
    names_price,
    says_other,
)

_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "select"})
MAX_PRICE_CHARS = 60

Price = Money | PriceRange
MARK_IS_SIGN = re.compile(r"(?<![\d.,])(\d{1,4})(€)(\d{2})(?!\d)")
"""12€99: the sign stands where the decimal mark does. Of pounds it does not: "5", "£20" is a count and a price."""


def price_around(element: Any, hint: str | None, looked: set[Any]) -> tuple[Price | None, bool]:
    """The price of the smallest element around this text that is named one or stands in one; whether it is called
    old.
    """
    node = element
    for _ in range(3):
        if node is None or node in looked:
            break
        looked.add(node)
        found, is_old = _price_in(node, hint)
        if found is not None:
            return found, is_old
        node = node.getparent()
    return None, False


def _price_in(node: Any, hint: str | None) -> tuple[Price | None, bool]:
    is_named, parent = names_price(f"{names_of(node)} {node.get('itemprop') or ''}"), node.getparent()
    if not is_named and (parent is None or not names_price(names_of(parent))):
        return None, False  # as most are, and it is asked sooner than the rest
    if is_other(node):
        return None, False
    is_old = is_called_old(node)
    if is_named:
        found = _whole(node, hint, is_old) or _stated(node, hint, is_old)
        return _widened(found, node, hint, is_old), is_old
    text = squeeze(_unstruck(node, is_old))
    return (_whole_money(text, hint) if 1 < len(text) <= 30 else None), is_old


def _whole(node: Any, hint: str | None, is_old: bool) -> Price | None:
    """The amount of the element around, drawn in pieces ("$", "1", ",", "349", ".", "00"), when this element holds
    one of them without a sign; None when it is no such piece.
    """
    piece = squeeze(text_within(node, _MAX_PIECE_CHARS + 1))
    if not piece.isdecimal() or len(piece) > _MAX_PIECE_CHARS:
        return None
    found = None
    for around in islice(node.iterancestors(), _MAX_STEPS):
        text = re.sub(r"\s", "", _unstruck(around, is_old))
        if len(text) > _MAX_WHOLE_CHARS or (is_called_old(around) and not is_old) or not _WHOLE.fullmatch(text):
            break
        if text != piece:
            found = money(text, hint)
    return found


_MAX_PIECE_CHARS, _MAX_WHOLE_CHARS, _MAX_STEPS = 6, 24, 3
_WHOLE = re.compile(
    r"[^\w,.]{1,3}(?:\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,]\d{2})?|(?:\d{1,3}(?:[.,]\d{3})+|\d+)[.,]\d{2}[^\w,.]{1,3}"
)
"""A sign and an amount, in either order; a whole number before its sign may be a count."""


def _widened(found: Price | None, node: Any, hint: str | None, is_old: bool) -> Price | None:
    """The price of the element around, when it is named one, too, and this is its whole part or the low end of it."""
    parent = node.getparent()
    if not isinstance(found, Money) or parent is None or not names_price(names_of(parent)):
        return found
    around = _stated(parent, hint, is_old)
    if isinstance(around, PriceRange):
        return around if around.low == found.amount and around.high is not None else found
    is_whole_part = around is not None and found.amount <= around.amount < found.amount + 1
    return around if is_whole_part and found.amount % 1 == 0 else found


def _stated(element: Any, hint: str | None, allow_old: bool) -> Price | None:
    content = amount(element.get("content")) if element.get("itemprop") == "price" else None
    if content is not None and content > 0 and hint:
        said = _NUMBERS.findall(squeeze(text_within(element, MAX_PRICE_CHARS)))
        own = number(said[0], hint) if len(said) == 1 else None
        return Money(own or content, hint)  # what it says to buyers, not to machines
    text = _with_cents_behind(squeeze(_unstruck(element, allow_old)), element)
    if not 1 < len(text) <= MAX_PRICE_CHARS or is_lowest("", text) or is_by_measure(text, element.tail or ""):
        return None
    beside = BESIDE_CURRENCY.search(text)
    if beside is not None and is_counted(text[: beside.start()].strip()):
        return None  # "12x £10.00"
    if beside is None:
        is_bare = _BARE.fullmatch(text) and not _COUNTED.fullmatch(text)
        return money(text, hint) if is_bare and (_TO_THE_CENT.search(text) or _is_named_in_full(element)) else None
    if says_other(text[: beside.start()]) or is_on_terms("", text):
        return None
    if _SIGN_BEHIND_CELL.search(text):
        return None  # five for twenty euros, or 5.20
    if _NEXT_CELL in text:
        return money(beside[0], hint)
    stated = money(text, hint)
    if isinstance(stated, PriceRange) and number(beside[1] or beside[2], stated.currency) not in {
        stated.low,
        stated.high,
    }:
        return money(beside[0], hint)  # "1-49 pieces 16.80元": the range is of something else
    return stated


def _is_named_in_full(element: Any) -> bool:
    """By itself or by what it stands in: "amount" and "pr" are names of what a recipe takes, too."""
    return any(names_in_full(f"{names_of(node)} {node.get('itemprop') or ''}") for node in itself_and_above(element, 1))


def are_cents(cents: Line, whole: Line) -> bool:
    """Whether the line is "€90", in an element inside that of the whole part before it, or right behind it."""
    if _SIGN_AND_CENTS.fullmatch(cents.text) is None:
        return False
    beside = cents.element.getprevious() is whole.element and is_drawn_small(cents.element)
    return beside or cents.element.getparent() is whole.element


def joined_at_marks(lines: Sequence[Line]) -> list[str]:
    """Their texts, with digits joined to those before where only a decimal mark, in an element of its own among theirs,
    stands between: "42", ",", "90"."""
    texts: list[str] = []
    place = 0
    while place < len(lines):
        text, around = lines[place].text, lines[place].element.getparent()
        while text[-1:].isdigit() and _is_mark_and_digits(lines[place + 1 : place + 3], around):
            text = f"{text}{lines[place + 1].text}{lines[place + 2].text}"
            place += 2
        texts.append(text)
        place += 1
    return texts


def _is_mark_and_digits(pieces: Sequence[Line], around: Any) -> bool:
    is_drawn = len(pieces) > 1 and pieces[0].text in {",", "."} and _MARKED_DIGITS.fullmatch(pieces[1].text) is not None
    return is_drawn and all(one.element.getparent() is around for one in pieces)


_MARKED_DIGITS = re.compile(r"\d{2,3}")


def may_be_count(count: Line, price: Line) -> bool:
    """Whether these are "5" and "€20", each in an element of its own: five for twenty euros, or 5.20."""
    apart = price.element is not count.element and not are_cents(price, count)
    return apart and _COUNT.fullmatch(count.text) is not None and _SIGN_AND_CENTS.fullmatch(price.text) is not None


def is_drawn_small(element: Any) -> bool:
    """Whether this is drawn as cents are, by its tag or names."""
    return element.tag in _SMALL or _NAMES_CENTS.search(names_of(element)) is not None


_SMALL = frozenset({"sup", "sub", "small"})
_NAMES_CENTS = re.compile(r"cent|decimal|fraction|minor|small|sup(?![a-z])", re.IGNORECASE)
_COUNT = re.compile(r"\d{1,3}")


_SIGN_AND_CENTS = re.compile(r"€\d{2}")


def joined_coins(text: str) -> str:
    """The text, with what is said in two coins as one amount: "12€99", "124 zł 50 gr"."""
    return _SMALL_COINS.sub(r"\1.\3 \2", MARK_IS_SIGN.sub(r"\1.\3 \2", text))


_SMALL_COINS = re.compile(
    r"(?<![\d.,])(\d{1,3}(?:[ .]?\d{3})*)\s?(zł|руб\.?|р\.|грн\.?|€|Kč|lei|Lei|лв\.?)\s?"
    r"(\d{2})\s?(?:gr|коп|ct|cents?|centimes|hal|bani|ст)(?![^\W\d])\.?"
)


def money(text: str, hint: str | None) -> Price | None:
    """The price of a text that names a currency, be it by a sign that several share; None for zero and for counts."""
    if hint not in {None, "TRY"} and _SPOONS.search(text):
        return None
    text = joined_coins(text)
    if in_thousands(text):
        return None
    if len(several := list(BESIDE_CURRENCY.finditer(text))) > 1 and _differ(several, hint):
        text = several[0][0]  # "4,99 € / 9,76 лв.": the second says the same again
    stated = parse_price(text, currency_hint=hint)
    if stated is None or (stated.currency is None and not SHARED_SIGN.search(text)):
        return None
    value = stated.amount if isinstance(stated, Money) else stated.low
    return stated if value > 0 else None


_SPOONS = re.compile(r"(?<![\d.,])\d{1,2}(?:[.,]5)?\s?TL(?![^\W\d_])")
"""Of a German recipe; Turkish lira where nothing says that the page is at home elsewhere."""


def _differ(amounts: Sequence[re.Match[str]], hint: str | None) -> bool:
    """Whether these matches of BESIDE_CURRENCY are in several currencies."""
    codes = {currency_of(one[0], hint) for one in amounts}
    return len(codes) > 1 and None not in codes


def with_cents(element: Any) -> str:
    """The element's text, small cents with their decimal mark, without what is struck out."""
    return _unstruck(element, True)


def _unstruck(element: Any, allow_old: bool) -> str:
    """The element's text without what is struck out inside it."""
    pieces: list[str] = [element.text or ""]
    for child in list(element)[:20]:
        if isinstance(child.tag, str) and child.tag not in _SKIPPED and not is_out(child, allow_old):
            text = _unstruck(child, allow_old) if len(child) else text_within(child, 80)
            apart = child.tag in _CELLS or _is_sign_and_cents_apart(child, text) or _is_behind_quantity(child)
            pieces.append(_next_cell(pieces, text) if apart else _as_cents(pieces, text))
        pieces.append(child.tail or "")
    return "".join(pieces)[:200]


def _is_sign_and_cents_apart(child: Any, text: str) -> bool:
    """Whether this is "€20" right behind another element, not drawn as cents are: "5" there may be a count."""
    behind = child.getprevious() is not None and not (child.getprevious().tail or "").strip()
    return behind and _SIGN_AND_CENTS.fullmatch(text.strip()) is not None and not is_drawn_small(child)


def _is_behind_quantity(child: Any) -> bool:
    """Whether the element before is named a number of pieces: "1" there and "299 zł" here are not 1299 zł."""
    before = child.getprevious()
    return before is not None and isinstance(before.tag, str) and names_quantity(names_of(before))


def _next_cell(before: Sequence[str], text: str) -> str:
    """The text of a cell, apart from the digits that the cell before ends in: they are no pieces of one amount."""
    return f"{_NEXT_CELL}{text}" if "".join(before).rstrip()[-1:].isdigit() and _BEGINS_AMOUNT.match(text) else text


_BEGINS_AMOUNT = re.compile(r"\s*€?\d")
_SIGN_BEHIND_CELL = re.compile(r"(?<![\d.,])\d{1,3} \| €\d{2}(?![\d.,])")
_NEXT_CELL = " | "
_CELLS = frozenset({"td", "th", "tr"})


def _with_cents_behind(text: str, element: Any) -> str:
    """The text, which ends in a decimal mark, with the two digits that the next element holds: "£3." and "95"."""
    if not _OPEN_END.search(text):
        return text
    around = element.getparent()
    whole = squeeze(text_within(around, 200)) if around is not None else ""
    at = whole.find(text)
    cents = _TWO_DIGITS.match(whole, at + len(text)) if at != -1 else None
    return f"{text}{cents[1]}" if cents is not None else text


_NUMBERS = re.compile(r"\d[\d.,'’\s]*")
_OPEN_END = re.compile(r"\d[.,]\Z")
_TWO_DIGITS = re.compile(r"\s?(\d{2})(?!\d)")
_WHOLE_END = re.compile(r"(?<![\d.,])\d{1,3}(?:[., ]?\d{3})*\Z")
_CENTS = re.compile(r"\s*\d{2}\s*")
_BARE = re.compile(r"\D{0,4}\d[\d.,'’ ]{0,14}(?:[.,:]-{1,2})?\D{0,6}")
"""A number and hardly anything else: its element says that it is a price, the page's country in what."""
_TO_THE_CENT = re.compile(r"\d[.,]\d{2}(?!\d)")
_COUNTED = re.compile(r"\d{1,4}\s[^\W\d_]{3,6}")
"""Of an element named an amount: "3 Items"."""


def _as_cents(before: Sequence[str], text: str) -> str:
    """Two digits in an element of their own right behind a whole number are its cents, drawn small."""
    said = "".join(before).rstrip() if _CENTS.fullmatch(text) else ""
    whole = _WHOLE_END.search(said) if said[-1:].isdigit() else None
    if whole is None:
        return text
    return f"{',' if '.' in whole[0] else '.'}{text.strip()}"


def _whole_money(text: str, hint: str | None) -> Price | None:
    if not MONEY_LINE.fullmatch(text):
        return None
    # The line itself must name the currency: a hint alone would make prices of counts.
    stated = parse_price(text, currency_hint=None)
    if (stated is None or stated.currency is None) and not SHARED_SIGN.search(text):
        return None
    return money(text, hint)
