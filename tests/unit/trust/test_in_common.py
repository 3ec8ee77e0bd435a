"""What two names have in common, and that no two names of strangers hold up who compares them."""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import pairwise

import pytest

from common.shops.bounded import MAX_TITLE_CHARS
from common.trust.agreement import alike
from common.trust.in_common import in_common, likeness
from common.trust.recording import shared_words

HALF = MAX_TITLE_CHARS // 2
MADE_FOR_IT = [
    ("a" * MAX_TITLE_CHARS, "ab" * HALF),
    ("." * MAX_TITLE_CHARS, ".-" * HALF),
    ("中" * MAX_TITLE_CHARS, "中字" * HALF),
    ("中" * HALF + "文" * HALF, "中文" * HALF),
    ("a." * HALF, ".a" * HALF),
]
"""Pairs over which difflib takes from half a second to half a minute."""


def longest(one: str, other: str) -> int:
    """By the definition."""

    @cache
    def of(a: int, b: int) -> int:
        if not a or not b:
            return 0
        if one[a - 1] == other[b - 1]:
            return of(a - 1, b - 1) + 1
        return max(of(a - 1, b), of(a, b - 1))

    return of(len(one), len(other))


@pytest.mark.parametrize("seed", range(200))
def test_it_is_common_and_nothing_longer_is(seed: int) -> None:
    dice = random.Random(seed)
    one, other = ("".join(dice.choices("abc", k=dice.randrange(40))) for _ in range(2))
    pairs = in_common(one, other)
    assert [one[at] for at, _ in pairs] == [other[to] for _, to in pairs]
    assert all(a < b and c < d for (a, c), (b, d) in pairwise(pairs))
    assert len(pairs) == longest(one, other)
    assert likeness(one, other) == likeness(other, one)


@pytest.mark.parametrize(("one", "other"), MADE_FOR_IT)
def test_two_names_that_were_made_for_it_take_no_time(one: str, other: str) -> None:
    began = time.process_time()
    alike(one, other)
    shared_words(one, other)
    assert time.process_time() - began < 0.25, "a report may name 64 of them, and everybody's requests wait meanwhile"


def test_nothing_has_nothing_in_common() -> None:
    assert in_common("", "ab") == in_common("ab", "") == []
    assert (likeness("", ""), likeness("", "a"), likeness("ab", "ab")) == (1.0, 0.0, 1.0)
