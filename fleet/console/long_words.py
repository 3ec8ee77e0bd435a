"""Where a word may be broken that would make a table wider than one can scroll through. Pure.

Outside of tables the style sheet breaks what does not fit. In a table that would tear ordinary words apart as well: a
column is made as narrow as its words can be broken.
"""

from __future__ import annotations

import re

WHOLE = 40
"""So many characters stay together."""

_TABLE = re.compile(r"<table.*?</table>", re.DOTALL)
_CHARACTER = r"(?:&#?\w+;|[^\s<>&])"
_TAG_OR_PIECE = re.compile(rf"<[^>]*>|{_CHARACTER}{{{WHOLE}}}(?={_CHARACTER})")


def breakable(page: str) -> str:
    """A page in whose tables a longer word may be broken. What is copied from it, and what its tags hold, stays."""
    return _TABLE.sub(_breakable_table, page)


def _breakable_table(table: re.Match[str]) -> str:
    return _TAG_OR_PIECE.sub(lambda found: found[0] if found[0].startswith("<") else f"{found[0]}<wbr>", table[0])
