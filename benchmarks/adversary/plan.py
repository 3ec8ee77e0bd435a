"""Which case stands behind a number: of ten thousand, 400 are HTTP answers, the others are read in the child."""

from __future__ import annotations

import random

from benchmarks.adversary.case import Case, made
from benchmarks.adversary.shapes import answers, feeds, heads, pages, robots

HTTP = "HTTP answers"
_TURNS = (
    *["pages"] * 8, *["feeds"] * 6, *["robots.txt"] * 4, *["networks' JSON"] * 3, *["shops' JSON"] * 3, HTTP,
)  # fmt: skip
KINDS = tuple(dict.fromkeys(_TURNS))
_SOURCES = {
    "pages": (pages.SAMPLES, pages.SHAPES),
    "feeds": (feeds.SAMPLES, feeds.SHAPES),
    "robots.txt": (robots.SAMPLES, robots.SHAPES),
    "networks' JSON": (answers.NETWORKS, answers.NETWORK_SHAPES),
    "shops' JSON": (answers.SHOPS, answers.SHOP_SHAPES),
}


def kind_of(number: int) -> str:
    # 7 shares no divisor with the number of turns: a short run meets every kind, too.
    return _TURNS[number * 7 % len(_TURNS)]


def reading_case(number: int, seed: int) -> Case:
    """A case that is not HTTP."""
    kind = kind_of(number)
    samples, shapes = _SOURCES[kind]
    return made(kind, samples, shapes, random.Random(f"{seed}:{number}"))


def http_case(number: int, seed: int) -> heads.HttpCase:
    return heads.http_case(random.Random(f"{seed}:{number}"))
