"""Plain phrases with a few marks, as speakers of a language write them.

The marks: `(a|b)` one of these; `[a]` or `[a|b]` may be missing; `*` any further letters of the word; `…` some other
words; `<name>` what the caller puts there. Everything else stands for itself.
"""

from __future__ import annotations

import re
from itertools import product

Part = str | tuple["Way", ...]
"""A single character or mark, or the ways of which one stands there."""
Way = tuple[Part, ...]
Spelling = tuple[str, ...]
"""One way to write a phrase: single characters and marks."""

ANY_LETTERS = "*"
SOME_WORDS = "…"
_TOKEN = re.compile(r"<[a-z_]+>|.", re.DOTALL)


def parsed(phrase: str) -> Way:
    """The phrase as its parts; of what may be missing one way is empty.

    ValueError: a bracket is not closed, closed twice or by another's end.
    """
    signs = _TOKEN.findall(phrase)
    ways, at = _either(signs, 0)
    if at != len(signs):
        raise ValueError(f"'{signs[at]}' without its beginning in {phrase!r}")
    return ways[0] if len(ways) == 1 else (tuple(ways),)


def spellings(way: Way) -> list[Spelling]:
    """Every way to write this phrase, optional parts left out and put in."""
    found: list[Spelling] = [()]
    for part in way:
        ways = [(part,)] if isinstance(part, str) else [one for other in part for one in spellings(other)]
        found = [(*before, *one) for before, one in product(found, ways)]
    return list(dict.fromkeys(found))


def _either(signs: list[str], at: int) -> tuple[list[Way], int]:
    way, at = _sequence(signs, at)
    ways = [way]
    while at < len(signs) and signs[at] == "|":
        way, at = _sequence(signs, at + 1)
        ways.append(way)
    return ways, at


def _sequence(signs: list[str], at: int) -> tuple[Way, int]:
    parts: list[Part] = []
    while at < len(signs) and signs[at] not in {"|", ")", "]"}:
        sign = signs[at]
        if sign in {"(", "["}:
            close = ")" if sign == "(" else "]"
            ways, at = _either(signs, at + 1)
            if at == len(signs) or signs[at] != close:
                raise ValueError(f"'{sign}' without its end in {''.join(signs)!r}")
            parts.append(tuple(ways) if sign == "(" else (*ways, ()))
        else:
            parts.append(sign)
        at += 1
    return tuple(parts), at
