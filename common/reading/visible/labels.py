"""Where a line's label ends, also of a label that says two things at once; what stands below a column's head; which
lines are no labels of an amount beside them; which name the shop itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import dropwhile, islice
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import squeeze
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.identifiers import is_name_of_site
from common.reading.text.money import THOUSANDS
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.layout.table_columns import heads_column
from common.reading.visible.lines import Line, itself_and_above, link_around, nearest
from common.reading.words.wording import Wording

BULLETS = "|·•–-■□◆◇●○★☆▶►▪✔✓※*・【［〔《「＜([ "
"""What may stand before a label that begins a line."""
_JOINED = re.compile(r"\s?/\s?")
_COLON = re.compile(r"\s?[:：】=]|\s[-–—]\s|\Z")
_MOST_CHARS, _MOST_PARTS = 60, 3


def label_end(text: str, start: int, label: Wording | re.Pattern[str]) -> int | None:
    """Where the label with which the text begins ends; of several joined by a slash, up to a colon or the line's end,
    any may be it: "Publisher / brand: …".
    """
    found = label.match(text, start)
    if found is not None:
        return found.end()
    if "/" not in text:
        return None
    colon = _COLON.search(text, start)
    if colon is None or colon.start() - start > _MOST_CHARS:
        return None
    parts = _JOINED.split(text[start : colon.start()])
    is_one = 1 < len(parts) <= _MOST_PARTS and any(label.fullmatch(part.strip()) for part in parts)
    return colon.end() if is_one else None


COUNTED_UP_FROM = "0"
"""A line of its own between a label and a number that a script counts up to: it is no label itself."""


def said_of_amount(line: Line, url: str) -> str:
    """The line's text where it may say something about the amount right before or behind it; empty otherwise. The words
    of a button that buys say nothing. Nor do those of another button, or of a link to another page ("Compare",
    "Delivery", "List"), unless they name a price or terms.
    """
    control = pressed_around(line.element)
    if of_button(line.text) is not Availability.UNKNOWN:
        return line.text if control is None and DEPOSIT.match(line.text) is not None else ""  # "Pre-order deposit"
    if control is None or (control.tag == "a" and not leads_to_another(control.get("href"), url)):
        opens_window = control is not None and _WAYS_OF_DELIVERY.fullmatch(line.text) is not None
        return "" if opens_window else without_tax_words(line.text)
    if leads_to_delivery(line):
        return ""
    return line.text if _names_price_or_terms(line.text) or (line.text.isupper() and len(line.text) <= _SHORT) else ""


def without_tax_words(label: str) -> str:
    """A label without the bracket behind it that says that the tax is in the amount: "販売価格(税込):", "Preis (inkl.
    MwSt.)". Any other text as it is.
    """
    if len(label) > _LABEL_CHARS or label.rstrip(" :：")[-1:] not in _CLOSES:
        return label
    said = _TAX_BEHIND_LABEL.fullmatch(label)
    return f"{said[1]}:" if said is not None else label


_TAX_BEHIND_LABEL = Wording(r"([^()（）\[\]]{2,24}?)\s?[(（\[]\s?(?:<tax.included:words>)\.?\s?[)）\]]\s?[:：]?")
_CLOSES = frozenset(")）]")
_LABEL_CHARS = 48


@lru_cache(maxsize=1024)
def _names_price_or_terms(text: str) -> bool:
    """Kept, for each rule that looks at an amount asks again about the lines beside it."""
    return _NAMES_PRICE.search(text) is not None or _NAMES_TERMS.search(text) is not None


def leads_to_delivery(line: Line) -> bool:
    """Whether this is a link to what a shop tells of delivery: "Versandkosten" behind a price names no amount."""
    link = link_around(line.element)
    return link is not None and OF_DELIVERY.search(link.get("href") or "") is not None


OF_DELIVERY = Wording("<names.delivery>")
_WAYS_OF_DELIVERY = Wording(r"\W{0,3}(?:<price.ways_of_delivery>)\W{0,3}")


def labels_behind(shown: Sequence[Line], place: int, url: str) -> list[str]:
    """What the line behind the one at `place` says of it, then the text of the line behind that; shorter at the end."""
    behind = shown[place + 1 : place + 3]
    if behind and heads_own_row(behind[0].element, shown[place].element):
        return []
    return [said_of_amount(behind[0], url), *(line.text for line in behind[1:])] if behind else []


def heads_own_row(label: Any, before: Any) -> bool:
    """Whether this label speaks of its own row only, and so not of the element `before` it. That is a label in the
    first cell of a table's row whose other cells hold an amount, or a term of a list (dt), when `before` is outside
    that row. Where `before` itself stands in a row behind a label, any words in the other cells will do.
    """
    head = nearest(label, _HEADS, _STEPS)
    if head is None:
        return False
    row = head if head.tag == "dt" else head.getparent()
    if any(node is row for node in before.iterancestors()) or before is row:
        return False
    if heads_column(head):
        return True
    behind = head.getnext()
    said = squeeze(text_within(behind, _CELL_CHARS)) if behind is not None else ""
    has_own = BESIDE_CURRENCY.search(said) is not None or (bool(said) and _stands_behind_label(before))
    return has_own and (head is row or head.getprevious() is None)


def _stands_behind_label(element: Any) -> bool:
    """Whether it stands in a cell of a row behind a cell with words."""
    cell = _cell(element)
    first = cell.getprevious() if cell is not None else None
    return first is not None and any(map(str.isalpha, text_within(first, _CELL_CHARS)))


_HEADS = frozenset({"td", "th", "dt"})
_NAMES_PRICE = Wording(
    "<price.labels:words>|<names.price>|pric|<tax.net:words>|<tax.included:words>|<price.from:words>"
)
TERMS = Wording(
    r"[\s(（\[*–—,·-]{0,4}(?:<price.terms>|<price.deposit>|<price.by_time>|"
    + THOUSANDS
    + r"|[万萬][円元]?|만원?|억원?)[\s)）\].!*¹²³:：-]{0,4}"
)
"""What is said right beside an amount that is asked on terms, or that is a part of it ("Rp 120", "rb"), and no more."""
DEPOSIT = Wording(r"\W{0,3}<price.deposit:words>")
"""Words that a label of what is paid in advance begins with: "Pre-order deposit"."""
_NAMES_TERMS = Wording("<price.terms>")
_SHORT = 5
"""RRP, UVP, MSRP, TTC."""


def below(head: Any, *, alone: bool = False) -> str:
    """The text of the cell below this head of a table's column; with `alone` nothing where several rows follow."""
    row = head.getparent()
    table = next((node for node in row.iterancestors() if node.tag == "table"), None)
    rows = islice(table.iter("tr"), _MOST_ROWS) if table is not None else ()
    behind = islice(dropwhile(lambda one: one is not row, rows), 1, _ROWS_BEHIND)
    under = [one for one in behind if any(cell.tag == "td" for cell in one)]
    if not under or (alone and len(under) > 1) or len(under[0]) != len(row) or len(row) > _MOST_COLUMNS:
        return ""
    return squeeze(text_within(under[0][row.index(head)], _CELL_CHARS))


_MOST_ROWS, _ROWS_BEHIND, _MOST_COLUMNS, _CELL_CHARS = 40, 3, 20, 80


def head_of_column(label: Any) -> Any:
    """The label's cell when it heads a column: in a row of cells for heads only, or of cells in bold above one that is
    not. None where the label has its value beside it.
    """
    cell = _cell(label)
    if cell is None:
        return None
    row = cell.getparent()
    cells = [one for one in row if one.tag in _CELLS]
    if len(cells) < _LEAST_COLUMNS:
        return None
    if all(one.tag == "th" for one in cells):
        return cell
    under = row.getnext()
    is_over = under is not None and len(under) == len(row) and not any(map(_is_bold, under))
    return cell if is_over and all(map(_is_bold, cells)) else None


def cell_behind(label: Any) -> Any:
    """The cell behind the one that holds the label, past one for the colon; None where there is none."""
    cell = _cell(label)
    behind = cell.getnext() if cell is not None else None
    if behind is not None and squeeze(text_within(behind, _CELL_CHARS)) in {":", "："}:
        behind = behind.getnext()
    return behind if behind is not None and behind.tag in _CELLS else None


def is_beyond_row(label: Any, follows: Any) -> bool:
    """Whether the label's cell has a neighbour, and what follows stands in neither of them: the neighbour is empty."""
    beside = cell_behind(label)
    return beside is not None and not {beside, _cell(label)} & set(itself_and_above(follows, _CELL_STEPS))


_CELL_STEPS = 6


def _cell(element: Any) -> Any:
    return nearest(element, _CELLS, _STEPS)


def _is_bold(cell: Any) -> bool:
    said = squeeze(text_within(cell, _CELL_CHARS))
    return said != "" and any(squeeze(text_within(one, _CELL_CHARS)) == said for one in cell.iter("b", "strong"))


_CELLS, _STEPS, _LEAST_COLUMNS = frozenset({"td", "th"}), 3, 2


_MOST_OWN_CHARS = 40
_PRICE_LABEL = Wording("<price.labels:words>|<price.sale_labels:words>")
_LINKING = Wording(r"(?<![^\W_])(?:<price.at_shop>)(?![^\W_])|[^\w&]+")
"""Small words and marks between the label and the name."""


def names_the_shop(text: str, url: str) -> bool:
    """Whether this is the label of a price and the shop's name, as its address has it, and no more: "Pine House price",
    "Preis bei Pine House". Behind it stands what the shop asks, whatever is asked elsewhere.
    """
    if not _LEAST_OWN_CHARS <= len(text) <= _MOST_OWN_CHARS or any(map(str.isdigit, text)):
        return False
    label = _PRICE_LABEL.search(text)
    if label is None:
        return False
    name = " ".join(_LINKING.sub(" ", f"{text[: label.start()]} {text[label.end() :]}").split())
    return bool(name) and is_name_of_site(name, url)


_LEAST_OWN_CHARS = 6
