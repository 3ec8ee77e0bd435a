"""What the head of a table's column says of each amount below it: its currency, or that it is net of tax or old.

A table of one row is read column by column (layout/table_columns.py); here are those of several: what a piece costs by
how many are bought, or by size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE
from common.reading.visible.layout.table_columns import heads_column
from common.reading.visible.lines import Line
from common.reading.visible.prices.said.labels import OLD_LABEL
from common.reading.visible.prices.said.other_amounts import says_other
from common.reading.visible.tax_names import SAYS_NET
from common.reading.words.wording import Wording

_PRICE = Wording(r"(?:<price.labels:words>|<price.sale_labels:words>)")
_PAYMENTS = Wording("<price.payments:words>")
_IN_CURRENCY = re.compile(
    r"(.{2,40}?)\s?(?:[(（\[]\s?(?:in\s)?([^\s\d()（）\[\]]{1,8})\s?[)）\]]|[,/]?\s(?:(?:in|en|em|v|w|i|в)\s)?([^\s\d]{1,6}))[:：]?"
)
"""A head with the currency of what stands below: "Unit price (US$)", "Preis in €", "Цена, руб."."""
_NUMBER = re.compile(r"\d{1,3}(?:[.,\s]\d{3})*(?:[.,]\d{1,4})?|\d+(?:[.,]\d{1,4})?")
_MOST_HEAD_CHARS, _MOST_CELL_CHARS, _MOST_ROWS, _MOST_COLUMNS = 48, 40, 60, 8


def say_heads(found: Sequence[Line], heads: Sequence[Any]) -> None:
    """Puts what the heads say before the amounts below them, in the text of their lines: "Price ex VAT: £20.42", and
    "US$ 9.95" below "Unit price (US$)". `heads`: the cells of the page that are heads.

    A head says nothing of a cell with more than an amount in it, nor of rows that have another number of cells.
    """
    told = {cell: said for row in _rows_of_heads(heads) for cell, said in _told(row)}
    if not told:
        return
    for line in found:
        said = told.get(line.element) or told.get(line.element.getparent())
        if said is not None:
            line.text = _with_head(line.text, *said)


def _rows_of_heads(heads: Sequence[Any]) -> Iterator[Any]:
    rows = dict.fromkeys(cell.getparent() for cell in heads if cell.getprevious() is None and heads_column(cell))
    return (row for row in rows if len(row) <= _MOST_COLUMNS and not any(cell.get("colspan") for cell in row))


def _told(heads: Any) -> Iterator[tuple[Any, tuple[str, str]]]:
    """Of each cell below such a head: (the words of the head that make another amount of it, the currency)."""
    texts = [squeeze(text_within(head, _MOST_HEAD_CHARS + 1)) for head in heads]
    said = [_said(text) for text in texts]
    if not any(said):
        return
    if any(map(_PAYMENTS.search, texts)):
        said = list(_with_sums(texts, said))
    table = next((node for node in heads.iterancestors() if node.tag == "table"), None)
    rows = list(table.iter("tr"))[:_MOST_ROWS] if table is not None else []
    below = rows[rows.index(heads) + 1 :] if heads in rows else []
    for row in below:
        if len(row) != len(said) or all(cell.tag == "th" for cell in row):
            return  # another table's part begins
        yield from ((cell, one) for cell, one in zip(row, said, strict=True) if one is not None and _is_amount(cell))


def _with_sums(heads: Sequence[str], said: Sequence[tuple[str, str] | None]) -> Iterator[tuple[str, str] | None]:
    """What a table of instalments says of each column: of one that no head speaks of as a price, what it says of the
    instalments, for it holds what they come to.
    """
    paid = next(one for one in said if one is not None)
    for head, one in zip(heads, said, strict=True):
        yield one or (None if _PRICE.search(head) else paid)


@lru_cache(maxsize=1024)
def _said(head: str) -> tuple[str, str] | None:
    """What a head says of the amounts below it, and their currency; None where it says neither."""
    if not 0 < len(head) <= _MOST_HEAD_CHARS or any(map(str.isdigit, head)):
        return None
    found = _IN_CURRENCY.fullmatch(head)
    sign = (found[2] or found[3]).rstrip(".") if found is not None else ""
    is_sign = bool(sign) and BESIDE_CURRENCY.fullmatch(f"{sign} 1.00") is not None
    words = found[1] if found is not None and is_sign else head
    is_another = OLD_LABEL.fullmatch(words) is not None or SAYS_NET.search(words) is not None or says_other(words)
    if not is_another and not (is_sign and _PRICE.search(words)):
        return None  # "Length (L)", "Weight (lb)"
    return (words if is_another else "", sign if is_sign else "")


def _is_amount(cell: Any) -> bool:
    text = squeeze(text_within(cell, _MOST_CELL_CHARS))
    return any(one.fullmatch(text) is not None for one in (MONEY_LINE, BESIDE_CURRENCY, _NUMBER))


def _with_head(text: str, words: str, sign: str) -> str:
    if not any(map(str.isdigit, text)):
        return text
    if BESIDE_CURRENCY.search(text) is None:
        if not sign:
            return text
        text = f"{sign} {text}"
    return f"{words.rstrip(' :：')}: {text}" if words else text
