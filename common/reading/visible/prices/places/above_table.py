"""What stands right above a table of amounts by number of pieces: it may say that none of them is the goods' price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.reading.text.pieces import pieces_of
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.prices.amount_kinds import is_net
from common.reading.visible.prices.said.other_amounts import is_other_label
from common.reading.words.wording import Wording

_TABLES = frozenset({"table", "ul", "ol", "dl"})
_TIERS = Wording("<price.tier_names:words>")
"""Of a single amount they say that it is another one, of a table of all of them nothing: "Staffelpreise"."""
_STEPS, _LEAST, _MOST_LINES = 5, 2, 24


def other_above_table(shown: Sequence[Line], place: int) -> str | None:
    """The line right above the table whose rows hold this amount behind a number of pieces, where that line makes all
    its amounts other ones: "Delivery", "Price excl. VAT". Else None, and where more than 24 lines stand between.
    """
    if place < _LEAST or pieces_of(shown[place - 1].text) is None:
        return None
    nodes = itself_and_above(shown[place].element, _STEPS)
    table = next((node for node in nodes if node.tag in _TABLES), None)
    lines = shown[max(0, place - _MOST_LINES) : place - 1] if table is not None else ()
    above = next((line for line in reversed(lines) if not _is_in(line, table)), None)
    if above is None or above.at == 0 or not names_other_amounts(above.text):
        return None
    return above.text


def names_other_amounts(text: str) -> bool:
    """Whether this label says that the amounts below it are no prices of the goods, or without the tax."""
    return is_other_label(_TIERS.sub(" ", text)) or is_net(text, "")


def _is_in(line: Line, table: Any) -> bool:
    return any(node is table for node in line.element.iterancestors())
