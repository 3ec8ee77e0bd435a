"""What React Router 7, Remix and Shopify's Hydrogen stream into a page: turbo-stream's lines, which scripts hand to
`streamController.enqueue("…")`.

Format: github.com/jacob-ebey/turbo-stream, version 2, `flatten` and `unflatten`: the first line is a flat list of
entries, whose objects have keys "_7" for the text at entry 7; each later line, "P7:[…]", appends entries for the
promise of that number. Below zero stand null and its kin. No code is run; what is cut short gives its whole lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from common.reading.state.objects.flat_array import At, Tree, is_index, tree
from common.reading.text.json_text import decode_at

MARK = ".streamController.enqueue("
_CALL = re.compile(r"\.streamController\.enqueue\(\s{0,9}(?=\")")
_PROMISED = re.compile(r"P(\d{1,9}):(?=[\[\d])")
_PROMISE, _MOST_LINES = "P", 500
_SETS = frozenset({"S", "M"})
"""A set's values; a map's keys and values, in turn."""


def of_stream(scripts: Iterable[str]) -> Tree | None:
    """The tree that the scripts stream; None where its first line is not whole."""
    flat: list[Any] | None = None
    promised: dict[Any, int] = {}
    for line in _lines(scripts):
        start = _PROMISED.match(line)
        value, end = decode_at(line, start.end() if start is not None else 0)
        if flat is None:
            if start is not None or not isinstance(value, list) or not value:
                return None
            flat = list(value)
        elif start is not None and end > start.end():
            promised[int(start[1])] = len(flat) if isinstance(value, list) else value
            flat.extend(value if isinstance(value, list) else ())
    if flat is None:
        return None
    entries = flat
    return tree(entries, 0, lambda key: _key(key, entries), lambda tagged: _meant(tagged, promised))


def without(script: str) -> str:
    """The script without the pieces that it streams, for whatever else it holds."""
    kept, at = [], 0
    for call in _CALL.finditer(script):
        if call.start() >= at:
            kept.append(script[at : call.start()])
            at = max(decode_at(script, call.end())[1], call.end())
    return "".join([*kept, script[at:]])


def _lines(scripts: Iterable[str]) -> Iterator[str]:
    """A line may be cut anywhere between two calls."""
    pieces: list[str] = []
    for script in scripts:
        for call in _CALL.finditer(script):
            piece = decode_at(script, call.end())[0]
            pieces.append(piece if isinstance(piece, str) else "")
    return iter("".join(pieces).split("\n")[:_MOST_LINES])


def _key(key: str, flat: list[Any]) -> str:
    number = int(key[1:]) if key[:1] == "_" and key[1:].isdecimal() and len(key) < _LONGEST_KEY else None
    named = flat[number] if number is not None and number < len(flat) else key
    return named if isinstance(named, str) else key


_LONGEST_KEY = 10


def _meant(tagged: list[Any], promised: dict[Any, int]) -> Any:
    """What a promise came to; the values of a set; a date, an address or a big number as it is written."""
    if tagged[0] in _SETS:
        return [one for one in tagged[1:] if is_index(one)]
    value = tagged[1] if len(tagged) > 1 else None
    if tagged[0] == _PROMISE:
        return At(promised.get(value) if is_index(value) else None)
    return value if not isinstance(value, (dict, list)) else None
