"""The text of an element without what is struck out in it, small cents behind their decimal mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, islice
from typing import Any

from common.reading.parsed.letters import shown
from common.reading.parsed.text_within import narrow, text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.buying_names import names_quantity
from common.reading.visible.layout.zones import is_hidden_by_class
from common.reading.visible.lines import names_of
from common.reading.visible.prices.amount_kinds import is_taxed
from common.reading.visible.prices.drawn.cents import CENTS_AND_SIGN, SIGN_AND_CENTS, is_drawn_small, with_marked_cents
from common.reading.visible.prices.price_names import is_out
from common.reading.visible.prices.said.labels import OLD_LABEL
from common.reading.words.wording import Wording

NEXT_CELL = " | "
"""Put between digits of two cells."""
_MOST_CHARS, _MOST_CHILDREN = 200, 20
_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "select"})
_BEGINS_AMOUNT = re.compile(r"\s*€?\d")
_CELLS = frozenset({"td", "th", "tr"})
_WHOLE_END = re.compile(r"(?<![\d.,])\d{1,3}(?:[., ]?\d{3})*\Z")
_CENTS = re.compile(r"\s*\d{2}\s*")


def with_cents(element: Any) -> str:
    """The element's text, small cents with their decimal mark, without what is struck out."""
    return unstruck(element, True)


def unstruck(element: Any, allow_old: bool) -> str:
    """The element's text without what is struck out, or hidden by a class, inside it."""
    pieces: list[str] = [narrow(shown(element.text or ""), _MOST_CHARS)]
    is_apart = False
    """Whether a box has begun or ended since the last piece."""
    for child in islice(element, _MOST_CHILDREN):
        is_apart = is_apart or child.tag in _BLOCKS
        if _is_shown(child) and not is_out(child, allow_old):
            text = shown(unstruck(child, allow_old) if len(child) else text_within(child, 80))
            is_old = not allow_old and _is_labelled_old(text) and _has_another(element, child)
            if is_old or _is_said_aloud(child, text):
                pieces.append(narrow(child.tail or "", _MOST_CHARS))
                continue
            if is_apart and _are_words(pieces, text):
                pieces.append(" ")
            is_apart = child.tag in _BLOCKS
            whole = with_marked_cents("".join(pieces), text.strip()) if is_drawn_small(child) else None
            if whole is not None:
                pieces = [whole, narrow(child.tail or "", _MOST_CHARS)]
                continue
            pieces.append(text if _BEGINS_AMOUNT.match(text) is None else _goes_on(pieces, text, child))
            if _BEGINS_WITH_CENTS.match(child.tail or ""):
                pieces.append(_mark_before_cents(pieces, text))
        pieces.append(narrow(child.tail or "", _MOST_CHARS))
    return "".join(pieces)[:_MOST_CHARS]


def _is_shown(child: Any) -> bool:
    """Not what a class hides, as the prices of variants that are not chosen. By its own style a switch hides one of two
    amounts, with the tax and without, and both say something.
    """
    return isinstance(child.tag, str) and child.tag not in _SKIPPED and not is_hidden_by_class(child)


def _are_words(before: Sequence[str], text: str) -> bool:
    """Whether the text begins with a letter behind a letter: "448,00 TL", "By transfer: …"; "Sale", "R$ 249,90"."""
    return text[:1].isalpha() and _last_of(before).isalpha()


def _last_of(pieces: Sequence[str]) -> str:
    """The last letter, digit or mark of these texts; empty without one."""
    return next(filter(None, reversed(pieces)), "")[-1:]


_BLOCKS = frozenset({"div", "p", "li", "dt", "dd", "tr", "section"})


def _goes_on(before: Sequence[str], text: str, child: Any) -> str:
    """The child's text, which begins with a digit, as it is read behind what stands before it."""
    apart = (
        child.tag in _CELLS
        or _is_sign_and_cents_apart(child, text)
        or _is_behind_quantity(child)
        or _counts_something(child, text)
        or _SHARE.search("".join(before[-_BESIDE:])) is not None
    )
    return _next_cell(before, text) if apart else _as_cents(before, text, child)


_SHARE, _BESIDE = re.compile(r"%\s?\d{1,2}\s*\Z"), 2
"""What comes off, as Turkish and Basque write it: "%9" before "26.935,09 TL"."""


def _is_labelled_old(text: str) -> bool:
    """Whether this is an amount behind a label of what was asked before: "Usual price £24.00"."""
    said = text.strip()
    return said[:1].isalpha() and BESIDE_CURRENCY.search(said) is not None and OLD_LABEL.match(said) is not None


def _is_said_aloud(child: Any, text: str) -> bool:
    """Whether this is drawn for the eye alone, and an element beside it says the same number to who hears the page."""
    if child.get("aria-hidden") != "true" or not (number := _digits(text)):
        return False
    beside = chain(child.itersiblings(preceding=True), child.itersiblings())
    return any(
        one.get("aria-hidden") != "true" and _digits(text_within(one, 80)) == number
        for one in islice(beside, _MOST_CHILDREN)
    )


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _has_another(element: Any, old: Any) -> bool:
    """Whether another amount than this child's stands bare in the element: no words before it, and none behind it but
    that the tax is in it. Others may say that it is saved, or asked of members only.
    """
    rest = shown("".join([element.text or "", *(_around(one, old) for one in islice(element, _MOST_CHILDREN))])).strip(
        _BEFORE_AMOUNT
    )
    amount = BESIDE_CURRENCY.search(rest)
    if amount is None or amount.start() > 0:
        return False
    behind = rest[amount.end() :].strip(_BEHIND_AMOUNT)
    return not behind or _TAXED.fullmatch(behind) is not None


_TAXED = Wording("<tax.included>")
_BEHIND_AMOUNT = " \t\r\n\u00a0.,*()（）[]"
_BEFORE_AMOUNT = " \t\r\n\u00a0:：→»›>"


def _around(child: Any, old: Any) -> str:
    is_left_out = child is old or (isinstance(child.tag, str) and is_out(child, False))
    return (child.tail or "") if is_left_out else f"{text_within(child, 80)}{child.tail or ''}"


def _is_sign_and_cents_apart(child: Any, text: str) -> bool:
    """Whether this is "€20" right behind another element, not drawn as cents are: "5" there may be a count."""
    behind = child.getprevious() is not None and not (child.getprevious().tail or "").strip()
    return behind and SIGN_AND_CENTS.fullmatch(text.strip()) is not None and not is_drawn_small(child)


def _is_behind_quantity(child: Any) -> bool:
    """Whether the element before is named a number of pieces: "1" there and "299 zł" here are not 1299 zł."""
    before = child.getprevious()
    return before is not None and isinstance(before.tag, str) and names_quantity(names_of(before))


def _counts_something(child: Any, text: str) -> bool:
    """Whether the text begins with a number of something that is no money: "4 interest-free payments"."""
    found = _NUMBER_AND_WORD.match(text)
    if found is None or _are_cents_with_words(child, text):
        return False
    return next((one.start() > found.start(1) for one in BESIDE_CURRENCY.finditer(text)), True)


def _are_cents_with_words(child: Any, text: str) -> bool:
    """Whether these are two raised digits with words, or with words of tax: "99 incl. VAT"."""
    return _CENTS_AND_WORD.match(text) is not None and (child.tag == "sup" or is_taxed(text))


_CENTS_AND_WORD = re.compile(r"\s*\d{2}\s+[^\W\d_]")
_NUMBER_AND_WORD = re.compile(r"\s*((?!\d\d\s+[^\W\d_]+\W*\Z)\d{1,3}(?:\s?%)?)\s+[^\W\d_]{2,}")
"""Not two digits with one word: "50 pence" are cents."""


def _next_cell(before: Sequence[str], text: str) -> str:
    """The text of a cell, apart from the digits, or the sign behind digits, that the cell before ends in: they are no
    pieces of one amount.
    """
    return f"{NEXT_CELL}{text}" if _ENDS_AMOUNT.search("".join(before)) is not None else text


_ENDS_AMOUNT = re.compile(r"\d\s*(?:[^\W\d_]{0,4}|[^\w\s.,'’:/-])\.?\s*\Z")


def _as_cents(before: Sequence[str], text: str, child: Any) -> str:
    """Two digits in an element of their own right behind a whole number are its cents, drawn small; with their sign
    only where nothing, not even a blank, stands between.
    """
    is_cents = _CENTS.fullmatch(text) is not None or _are_cents_with_words(child, text)
    is_cents = is_cents or (CENTS_AND_SIGN.fullmatch(text) is not None and _last_of(before).isdigit())
    said = "".join(before).rstrip() if is_cents else ""
    whole = _WHOLE_END.search(said) if said[-1:].isdigit() else None
    return text if whole is None else f"{_mark_behind(whole[0])}{text.strip()}"


def _mark_before_cents(before: Sequence[str], text: str) -> str:
    """The decimal mark between an element that is a whole number and two digits right behind it: "119" and "99 ₽"."""
    whole = _WHOLE_END.search("".join(before)) if _WHOLE_END.fullmatch(text) else None
    return "" if whole is None else _mark_behind(whole[0])


_BEGINS_WITH_CENTS = re.compile(r"\d{2}(?![\d.,])")


def _mark_behind(whole: str) -> str:
    return "," if "." in whole else "."
