"""Text on a terminal: how wide it is, how it is cut, and what must never reach the screen."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata

ELLIPSIS = "…"


def clean(text: str) -> str:
    """One line that cannot command the terminal: what strangers wrote may hold escape sequences or reorder the line."""
    return "".join(_harmless(character) for character in text)


def _harmless(character: str) -> str:
    if character in "\t\r\n\u2028\u2029":
        return " "
    category = unicodedata.category(character)
    if category in {"Cc", "Cs"} or unicodedata.bidirectional(character) in _REORDERING:
        return "\ufffd"
    return character


_REORDERING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


def width(text: str) -> int:
    """Columns of a terminal that `text` takes: two for wide characters, none for marks that sit on another."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def fit(text: str, columns: int) -> str:
    """`text` itself, or as much of its start as fits with an ellipsis at the end."""
    if width(text) <= columns:
        return text
    kept, taken = "", 0
    for character in text:
        taken += _columns(character)
        if taken > columns - 1:
            break
        kept += character
    return kept + ELLIPSIS if columns > 0 else ""


def terminal_columns() -> int | None:
    """Columns of the screen, or None when the output goes into a file or pipe, where nothing should be cut."""
    if os.environ.get("COLUMNS") or sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    return None


def ago(then_ms: int | None, now_ms: int) -> str:
    """How long ago in one short word, e.g. `3m`, `2h`, `5d`; `-` when it never was."""
    if then_ms is None:
        return "-"
    return short_duration(max(0, now_ms - then_ms))


def short_duration(duration_ms: int) -> str:
    """`45s`, `3m`, `2h`, `5d`: rounded down, one unit."""
    seconds = duration_ms // 1000
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "m")):
        if seconds >= size:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"
