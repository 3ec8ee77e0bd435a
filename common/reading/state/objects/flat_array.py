"""A tree written as one flat list, whose objects and lists hold numbers of entries instead of what they hold: devalue's
form, and turbo-stream's, which comes from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Tree = dict[str, Any] | list[Any]
MAX_HOPS = 6


def tree(flat: list[Any], root: int, key_of: Callable[[str], str], meant: Callable[[list[Any]], Any]) -> Tree | None:
    """What the entry `root` stands for. Shared parts are shared; a cycle stays one.

    `key_of` gives the key that is meant by one of an object. `meant` says what a list stands for that begins with a
    text: `At(number)` for another entry, a list of numbers for a list of these, anything else for itself.
    """
    held = [meant(one) if _is_tagged(one) else one for one in flat]
    made: list[Any] = [{} if isinstance(one, dict) else [] if isinstance(one, list) else one for one in held]

    def at(index: Any) -> Any:
        for _ in range(MAX_HOPS):
            if not is_index(index) or index >= len(made):
                return None
            if not isinstance(made[index], At):
                return made[index]
            index = made[index].number
        return None

    for number, one in enumerate(held):
        if isinstance(one, dict):
            made[number].update((key_of(key), at(index)) for key, index in one.items())
        elif isinstance(one, list):
            made[number].extend(map(at, one))
    value = at(root)
    return value if isinstance(value, (dict, list)) else None


class At:
    """Another entry of the list."""

    __slots__ = ("number",)

    def __init__(self, number: Any) -> None:
        self.number = number


def is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_tagged(one: Any) -> bool:
    return isinstance(one, list) and bool(one) and isinstance(one[0], str)
