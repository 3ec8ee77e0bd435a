"""A pattern for texts of ASCII alone, as most lines are: the same matches, with less to try.

The words of all languages hold letters that no such text has. Every way with one is left out, and letters are compared
and told apart as those of ASCII are, which the engine does faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from importlib import import_module
from typing import Any

_LAST = 0x7F
_LIKE = {0x130: ord("i"), 0x131: ord("i"), 0x17F: ord("s"), 0x212A: ord("k")}
"""What a pattern that ignores case takes for a letter of ASCII: İ, ı, ſ and the sign of kelvin."""


def for_ascii(parsed: Any) -> Any:
    """What `re` parsed of an expression, made one for ASCII. What is handed in stays as it is."""
    state = copy(parsed.state)
    state.flags = int(state.flags & ~re.UNICODE | re.ASCII)
    left = _left_of(parsed, ignore_case=bool(state.flags & re.IGNORECASE))
    return _PARSER.SubPattern(state, [(_OP.FAILURE, ())] if left is None else left)


def _left_of(sequence: Any, *, ignore_case: bool) -> list[Any] | None:
    """The steps of this sequence without dead ways; None where it is dead itself."""
    found: list[Any] = []
    for op, told in sequence:
        left = _left(op, told, ignore_case=ignore_case)
        if left is None:
            return None
        found.extend(left)
    return found


def _left(op: Any, told: Any, *, ignore_case: bool) -> list[Any] | None:
    """What is left of one step; None where no text of ASCII passes it."""
    if op is _OP.LITERAL:
        like = _like(told, ignore_case=ignore_case)
        return None if like is None else [(op, like)]
    if op is _OP.NOT_LITERAL:
        return [(op, _like(told, ignore_case=ignore_case) or told)]
    if op is _OP.IN:
        items = [kept for item in told for kept in _items(*item, ignore_case=ignore_case)]
        return None if not items else [(op, told if items == [(_OP.NEGATE, None)] else items)]
    if op is _OP.BRANCH:
        ways = [_left_of(way, ignore_case=ignore_case) for way in told[1]]
        alive = [way for way in ways if way is not None]
        if len(alive) > 1:
            return [(op, (told[0], [_sequence(told[1][0], way) for way in alive]))]
        return alive[0] if alive else None
    if op is _OP.ATOMIC_GROUP:
        left = _left_of(told, ignore_case=ignore_case)
        return None if left is None else [(op, _sequence(told, left))]
    return _left_within(op, told, ignore_case=ignore_case) if op in _HOLDING else [(op, told)]


def _left_within(op: Any, told: Any, *, ignore_case: bool) -> list[Any] | None:
    """The same of a step that holds a sequence, behind what is told of it."""
    *head, inside = told
    if op is _OP.SUBPATTERN:
        _, set_here, unset_here = head
        ignore_case = bool((ignore_case or set_here & re.IGNORECASE) and not unset_here & re.IGNORECASE)
    left = _left_of(inside, ignore_case=ignore_case)
    if left is not None:
        return [(op, (*head, _sequence(inside, left)))]
    may_be_missing = op is _OP.ASSERT_NOT or (op in _REPEATS and head[0] == 0)
    return [] if may_be_missing else None


def _items(op: Any, told: Any, *, ignore_case: bool) -> Iterator[Any]:
    """What is left of one item of a set, as items."""
    if op is _OP.LITERAL:
        if (like := _like(told, ignore_case=ignore_case)) is not None:
            yield op, like
    elif op is _OP.RANGE:
        first, last = told
        if first <= _LAST:
            yield op, (first, min(last, _LAST))
        if ignore_case:
            yield from ((_OP.LITERAL, like) for sign, like in _LIKE.items() if first <= sign <= last)
    else:
        yield op, _SPACES.get(told, told)


def _like(sign: int, *, ignore_case: bool) -> int | None:
    """The sign of ASCII that this is, or is taken for; None without one."""
    return sign if sign <= _LAST else _LIKE.get(sign) if ignore_case else None


def _sequence(of: Any, steps: list[Any]) -> Any:
    return _PARSER.SubPattern(of.state, steps)


def _module(name: str) -> Any:
    """None where this interpreter has no such module."""
    with suppress(ImportError):
        return import_module(name)
    return None


_PARSER, _OP = _module("re._parser"), _module("re._constants")
_REPEATS: tuple[Any, ...] = ()
_HOLDING: tuple[Any, ...] = ()
_SPACES: dict[Any, Any] = {}
"""Four control characters are white space in Unicode only."""
if _OP is not None:
    _REPEATS = (_OP.MAX_REPEAT, _OP.MIN_REPEAT, _OP.POSSESSIVE_REPEAT)
    _HOLDING = (_OP.SUBPATTERN, _OP.ASSERT, _OP.ASSERT_NOT, *_REPEATS)
    _SPACES = {
        _OP.CATEGORY_SPACE: _OP.CATEGORY_UNI_SPACE,
        _OP.CATEGORY_NOT_SPACE: _OP.CATEGORY_UNI_NOT_SPACE,
    }
