"""Whether the bound of a price would have been chosen without the shops that it is tried on: folds by host.

The hosts of the labelled pages are dealt into FOLDS parts, so that no shop stands in two. For each part the lowest
bound is chosen at which the other parts store nothing wrong, and what this part then stores is counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from common.links.domains import registrable_domain

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Read:
    """A price that only its strength could keep from being stored; `right` tells whether it is the labelled one."""

    strength: int
    right: bool
    fold: int = 0


@dataclass(frozen=True, slots=True)
class Fold:
    """What one part stores at the bound that the others chose."""

    number: int
    bound: int
    right: int
    wrong: int
    priced: int
    """Its pages with a labelled price."""


def fold_of(url: str) -> int:
    """The part that the pages of this address's registrable domain belong to."""
    host = urlsplit(url).hostname or ""
    return hashlib.sha256(f"fold {registrable_domain(host) or host}".encode()).digest()[0] % FOLDS


def folds(found: Sequence[Read], priced: Sequence[int], bounds: Sequence[int]) -> list[Fold]:
    """`priced`: the part of each page with a labelled price. `bounds`: those to choose from, lowest first; where the
    others store something wrong at each of them, the highest is taken.
    """
    parts = []
    for number in range(FOLDS):
        others = [one for one in found if one.fold != number]
        clean = (least for least in bounds if not any(one.strength >= least and not one.right for one in others))
        bound = next(clean, bounds[-1])
        mine = [one.right for one in found if one.fold == number and one.strength >= bound]
        parts.append(Fold(number + 1, bound, sum(mine), len(mine) - sum(mine), sum(one == number for one in priced)))
    return parts


def print_folds(parts: Sequence[Fold]) -> None:
    print(f"{'fold':>10}{'bound of the others':>22}{'stored right':>14}{'share':>8}{'stored wrong':>14}")
    for one in parts:
        print(f"{one.number:10}{one.bound:22}{one.right:14}{one.right / (one.priced or 1):8.3f}{one.wrong:14}")
    right, priced = sum(one.right for one in parts), sum(one.priced for one in parts)
    print(f"{'all':>10}{'':22}{right:14}{right / (priced or 1):8.3f}{sum(one.wrong for one in parts):14}")
