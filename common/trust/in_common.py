"""What two names have in common: a longest common subsequence, in bounded time. Pure.

Names come from strangers. A search for the longest common stretch, again and again (difflib), takes half a minute for
two names of 1,000 characters that were made for it. This takes a few milliseconds for any two of that length: one row
of the usual table of lengths is one number, a bit for each part of the first name (Hyyrö, 2004: "Bit-parallel
LCS-length computation revisited").
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def likeness(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """From 0 to 1: how many of all parts of both belong to what they have in common. The same either way round."""
    both = len(one) + len(other)
    return 2 * len(in_common(one, other)) / both if both else 1.0


def in_common(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[tuple[int, int]]:
    """As many pairs of places (in `one`, in `other`) as there can be, each of equal parts, both rising."""
    rows = _rows(one, other)
    pairs: list[tuple[int, int]] = []
    at, to = len(one), len(other)
    while at and to:
        bit = 1 << (at - 1)
        if rows[to] & bit:
            at -= 1
        elif not rows[to - 1] & bit:
            to -= 1
        else:
            at, to = at - 1, to - 1
            pairs.append((at, to))
    return pairs[::-1]


def _rows(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[int]:
    """For each beginning of `other`: bit n is 0 where one more part of `one`, its n-th, has one more in common."""
    places: dict[Hashable, int] = {}
    for number, part in enumerate(one):
        places[part] = places.get(part, 0) | 1 << number
    every = (1 << len(one)) - 1
    row = every
    rows = [row]
    for part in other:
        met = row & places.get(part, 0)
        row = ((row + met) | (row - met)) & every
        rows.append(row)
    return rows
