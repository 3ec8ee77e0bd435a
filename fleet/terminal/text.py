"""Text on a terminal: how wide it is, and how it is cut. What never reaches it: common/output/printable.py."""

from __future__ import annotations

import os
import shutil
import sys
from datetime import UTC, datetime

from common.output.characters import characters, columns_of

ELLIPSIS = "…"


def width(text: str) -> int:
    """Columns of a terminal that `text` takes: two for wide characters, none for marks that sit on another."""
    return len(text) if text.isascii() else sum(map(columns_of, characters(text)))


def fit(text: str, columns: int) -> str:
    """`text` itself, or as many of its first characters as fit with an ellipsis at the end."""
    if width(text) <= columns:
        return text
    kept, taken = "", 0
    for character in characters(text):
        taken += columns_of(character)
        if taken > columns - 1:
            break
        kept += character
    return kept + ELLIPSIS if columns > 0 else ""


def folded(text: str, *, first: str, rest: str, breaks: bool = False, columns: int | None = None) -> list[str]:
    """Lines that fit the screen, broken between words; into a file or pipe one line. A word is never broken, so that
    a path or a link can be copied, and neither is what stands between backticks, so that it can be pasted. With
    `breaks` what is wider than a line is, unless it is a link. `columns`: the lines', where not the screen's."""
    limit = columns if columns is not None else terminal_columns()
    if limit is None:
        return [first + text]
    room = max(2, limit - max(width(first), width(rest)))
    words = _words(text, widest=room if breaks else None)
    if breaks:
        words = [piece for word in words for piece in _broken(word, room)]
    lines = [first]
    empty = True
    for word in words:
        if not empty and width(f"{lines[-1]} {word}") > limit:
            lines[-1] = lines[-1].rstrip(" ")
            lines.append(rest)
            empty = True
        if empty and not word and len(lines) > 1:
            continue
        lines[-1] += word if empty else f" {word}"
        empty = False
    return lines


def _words(text: str, *, widest: int | None) -> list[str]:
    """What stands between blanks; from one backtick to the next is one word, if it is not wider than `widest`."""
    words: list[str] = []
    quoted: list[str] = []
    for word in text.split(" "):
        opens_or_closes = word.count("`") % 2 == 1
        if not quoted and not opens_or_closes:
            words.append(word)
            continue
        quoted.append(word)
        if opens_or_closes and len(quoted) > 1:
            whole = " ".join(quoted)
            words += [whole] if widest is None or width(whole) <= widest else quoted
            quoted = []
    return words + quoted


def _broken(word: str, columns: int) -> list[str]:
    """The word in pieces that fill a line each (scripts without blanks), so that no blank comes between them."""
    if "://" in word or width(word) <= columns:
        return [word]
    pieces, taken = [""], 0
    for character in characters(word):
        taken += columns_of(character)
        if taken > columns:
            pieces.append("")
            taken = columns_of(character)
        pieces[-1] += character
    return pieces


def on_screen(text: str) -> list[str]:
    """A sentence as the screen's lines, see `folded`. One line that is to stand as it is, because it is indented or is
    itself a command, the screen breaks where it must: so it can be copied and typed. What is remarked behind a command
    stands below it then, each line a remark to the shell, too."""
    limit = terminal_columns()
    if limit is None or width(text) <= limit:
        return [text]
    if not text.startswith((" ", "crawlfleet ")):
        return folded(text, first="", rest="  ")
    command, mark, remark = text.partition("   # ")
    if not mark or not command.strip():
        return [text]
    below = f"{' ' * (len(text) - len(text.lstrip(' ')))}  # "
    return [command.rstrip(), *folded(remark, first=below, rest=below)]


def terminal_columns() -> int | None:
    """Columns of the screen, or None when the output goes into a file or pipe, where nothing should be cut."""
    if os.environ.get("COLUMNS") or sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    return None


def utc(at_ms: int) -> str:
    """A moment, given in milliseconds of UTC, as `2026-11-20 21:04:05Z`; one that no calendar has, as its number."""
    try:
        return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"
