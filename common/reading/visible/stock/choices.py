"""What is said of one choice among several, or of one way to get the product, and not of the product."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text import stock_words as words
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.lines import itself_and_above, names_of
from common.reading.visible.stock.said import said
from common.reading.words.wording import Wording

CHOICES = frozenset({"li", "label", "button", "a", "option"})
"""Tags."""
_OPTION_NAMES = re.compile(
    r"deliver|shipping|pick-?up|collect|stores|chat|gift|wish|size|variation|swatch|option|seller", re.IGNORECASE
)


def is_choice(element: Any) -> bool:
    """Whether this is one of several choices (sizes, colours) of which others are in stock: then "none left" is said of
    this choice, not of the product.
    """
    rows = list(itself_and_above(element, 3))
    return any(_is_one_of_several(row) for row in rows if row.tag in CHOICES) or any(
        _is_size(row, element) for row in rows[:3]
    )


def _is_size(row: Any, element: Any) -> bool:
    """Whether this says what is gone in a few letters, as sizes are called, before a mark or in another element, and so
    do two or more beside it that are not gone and state no amount ("S", "M", "L – sold out"), whatever their elements.
    """
    text = squeeze(text_within(row, _SIZE_CHARS + 60))
    gone = words.NONE_LEFT.search(text)
    name = text[: gone.start()].rstrip() if gone is not None else ""
    if gone is None or not 0 < len(name) <= _SIZE_CHARS or any(map(str.isalnum, text[gone.end() :])):
        return False
    if name[-1] not in _MARKS and (row is element or squeeze(text_within(element, 60)) != gone[0]):
        return False  # "Zurzeit nicht verfügbar"
    both = (row.itersiblings(row.tag, preceding=True), row.itersiblings(row.tag))
    texts = [squeeze(text_within(one, _SIZE_CHARS + 1)) for others in both for one in islice(others, 8)]
    alike = [one for one in texts if 0 < len(one) <= _SIZE_CHARS and not BESIDE_CURRENCY.search(one)]
    return sum(said(one) is not Availability.OUT_OF_STOCK for one in alike) >= _LEAST_SIZES


_SIZE_CHARS, _LEAST_SIZES = 10, 2
_MARKS = frozenset("-–—:([|/,·")


def _is_one_of_several(row: Any) -> bool:
    if not words.beyond_none_left(squeeze(text_within(row, 100))):
        return False
    both = (row.itersiblings(row.tag, preceding=True), row.itersiblings(row.tag))
    texts = [squeeze(text_within(one, 60)) for others in both for one in islice(others, 8)]
    return any(
        one and of_button(one) is not Availability.OUT_OF_STOCK and said(one) is not Availability.OUT_OF_STOCK
        for one in texts
    )


def is_row_of_list(element: Any, name: str) -> bool:
    """Whether this stands in a row of a list of prices: it says what is gone, which is not what the page is called
    (`name`), and two rows beside it have amounts that are no details of one thing (its price, the tax).
    """
    row = next((node for node in itself_and_above(element, _ROW_STEPS) if node.tag == "tr"), None)
    text = squeeze(text_within(row, 100)) if row is not None else ""
    if row is None or not words.beyond_none_left(text) or folded(name) in folded(text):
        return False
    both = (row.itersiblings("tr", preceding=True), row.itersiblings("tr"))
    others = [squeeze(text_within(one, 200)) for rows in both for one in islice(rows, 8)]
    priced = [one for one in others if BESIDE_CURRENCY.search(one) and _DETAIL.match(one) is None]
    return len(priced) >= _LEAST_PRICED


_DETAIL = Wording(r"\W{0,3}(?:<price.labels:words>|<tax.names:words>)")


_ROW_STEPS, _LEAST_PRICED = 4, 2


def is_option(element: Any) -> bool:
    return any(_names_option(names_of(node)) for node in itself_and_above(element))


def is_ticked(element: Any) -> bool:
    """Whether this is the text of a box to tick: "Show what is sold out"."""
    label = next((node for node in itself_and_above(element) if node.tag == "label"), None)
    fields = () if label is None else islice(label.iter("input"), 3)
    return any((field.get("type") or "").lower() == "checkbox" for field in fields)


def is_kept_unseen(element: Any) -> bool:
    """Whether shop systems print this beside the price whatever is true, and a style sheet shows the one or the other:
    it is named the words for a price that is not there ("price-unavailable"), or it is or stands in the part of a box
    for when none is left ("price__badge-sold-out", "price__badge--sold-out"), and the box is in other states
    ("price--large"), but not in that ("price--sold-out").
    """
    if _NO_PRICE.search(names_of(element)) is not None:
        return True
    parts = (_PART_WHEN_OUT.search(node.get("class") or "") for node in itself_and_above(element, 1))
    part = next((one for one in parts if one is not None), None)
    if part is None:
        return False
    boxes = ((node.get("class") or "").split() for node in islice(itself_and_above(element, _BOX_STEPS), 1, None))
    own = next((names for names in boxes if part["box"] in names), [])
    states = [name.removeprefix(f"{part['box']}--") for name in own if name.startswith(f"{part['box']}--")]
    return states != [] and not any(part["state"] in state for state in states)


_PART_WHEN_OUT = re.compile(
    r"(?:^|\s)(?P<box>[a-z][a-z0-9-]*?)__(?:[a-z0-9]+--?)*?(?P<state>sold-?out|out-of-stock|unavailable)(?:\s|$)",
    re.IGNORECASE,
)
_BOX_STEPS = 6
_NO_PRICE = re.compile(r"price[-_]{0,2}(?:unavailable|not[-_]available)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _names_option(names: str) -> bool:
    return _OPTION_NAMES.search(names) is not None
