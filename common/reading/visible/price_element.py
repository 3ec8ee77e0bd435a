"""The price inside one element, named a price by itself or by what it stands in: small cents, struck parts left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from common.reading.document import squeeze, text_within
from common.reading.text.currency import BESIDE_CURRENCY, SHARED_SIGN
from common.reading.text.json_text import amount
from common.reading.text.money import MONEY_LINE, number
from common.reading.text.price import Money, PriceRange, parse_price
from common.reading.visible.amount_kinds import is_by_measure, is_lowest
from common.reading.visible.lines import names_of
from common.reading.visible.price_names import OTHER_WORDS, is_called_old, is_other, is_out, names_price

_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "select"})
MAX_PRICE_CHARS = 60

Price = Money | PriceRange


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
    if is_other(node):
        return None, False
    is_old = is_called_old(node)
    if names_price(f"{names_of(node)} {node.get('itemprop') or ''}"):
        return _stated(node, hint, is_old), is_old
    parent = node.getparent()
    if parent is None or not names_price(names_of(parent)):
        return None, False
    text = squeeze(_unstruck(node, is_old))
    return (_whole_money(text, hint) if 1 < len(text) <= 30 else None), is_old


def _stated(element: Any, hint: str | None, allow_old: bool) -> Price | None:
    content = amount(element.get("content")) if element.get("itemprop") == "price" else None
    if content is not None and content > 0 and hint:
        return Money(content, hint)
    text = _with_cents_behind(squeeze(_unstruck(element, allow_old)), element)
    if not 1 < len(text) <= MAX_PRICE_CHARS or is_lowest("", text) or is_by_measure(text, element.tail or ""):
        return None
    beside = BESIDE_CURRENCY.search(text)
    if beside is None:
        return money(text, hint) if _BARE.fullmatch(text) else None
    if OTHER_WORDS.search(text[: beside.start()]):
        return None
    stated = money(text, hint)
    if isinstance(stated, PriceRange) and number(beside[1] or beside[2], stated.currency) not in {
        stated.low,
        stated.high,
    }:
        return money(beside[0], hint)  # "1-49 pieces 16.80元": the range is of something else
    return stated


def money(text: str, hint: str | None) -> Price | None:
    """The price of a text that names a currency, be it by a sign that several share; None for zero and for counts."""
    stated = parse_price(text, currency_hint=hint)
    if stated is None or (stated.currency is None and not SHARED_SIGN.search(text)):
        return None
    value = stated.amount if isinstance(stated, Money) else stated.low
    return stated if value > 0 else None


def _unstruck(element: Any, allow_old: bool) -> str:
    """The element's text without what is struck out inside it."""
    pieces: list[str] = [element.text or ""]
    for child in list(element)[:20]:
        if isinstance(child.tag, str) and child.tag not in _SKIPPED and not is_out(child, allow_old):
            text = _unstruck(child, allow_old) if len(child) else text_within(child, 80)
            pieces.append(_as_cents(pieces, text))
        pieces.append(child.tail or "")
    return "".join(pieces)[:200]


def _with_cents_behind(text: str, element: Any) -> str:
    """The text, which ends in a decimal mark, with the two digits that the next element holds: "£3." and "95"."""
    if not _OPEN_END.search(text):
        return text
    around = element.getparent()
    whole = squeeze(text_within(around, 200)) if around is not None else ""
    at = whole.find(text)
    cents = _TWO_DIGITS.match(whole, at + len(text)) if at != -1 else None
    return f"{text}{cents[1]}" if cents is not None else text


_OPEN_END = re.compile(r"\d[.,]\Z")
_TWO_DIGITS = re.compile(r"\s?(\d{2})(?!\d)")
_WHOLE_END = re.compile(r"(?<![\d.,])\d{1,3}(?:[., ]?\d{3})*\Z")
_CENTS = re.compile(r"\s*\d{2}\s*")
_BARE = re.compile(r"\D{0,4}\d[\d.,'’ ]{0,14}(?:[.,]-{1,2})?\D{0,6}")
"""A number and hardly anything else: its element says that it is a price, the page's country in what."""


def _as_cents(before: Sequence[str], text: str) -> str:
    """Two digits in an element of their own right behind a whole number are its cents, drawn small."""
    whole = _WHOLE_END.search("".join(before).rstrip())
    if whole is None or not _CENTS.fullmatch(text):
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
