"""One seeded case: a kind, a shape, and its bytes; the same number and seed give the same case on every machine."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.reading_fuzz import damaged

Shape = Callable[[int], bytes]
"""About so many bytes of one known way to hurt a reader."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Something honest, and where it was found."""

    name: str
    url: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Case:
    kind: str
    shape: str
    url: str
    body: bytes


_SHAPE_ONE_IN = 16
_SMALLEST_BYTES = 500


def made(
    kind: str,
    samples: Sequence[Sample],
    shapes: Mapping[str, tuple[Shape, int]],
    chance: random.Random,
) -> Case:
    """Mostly a damaged or repeated sample; else a known shape, of any size up to its own largest: small sizes as often
    as large ones, in orders of magnitude.
    """
    sample = chance.choice(samples)
    if chance.randrange(_SHAPE_ONE_IN):
        return Case(kind, f"damaged {sample.name}", sample.url, _changed(_repeated(sample.body, chance), chance))
    name = chance.choice(sorted(shapes))
    shape, largest = shapes[name]
    size = round(_SMALLEST_BYTES * (largest / _SMALLEST_BYTES) ** min(1.0, chance.random() * 1.1))
    return Case(kind, f"{name} of {size} bytes", sample.url, shape(size))


def _changed(body: bytes, chance: random.Random) -> bytes:
    """Every third has one byte replaced only, so that most of it is still read."""
    if chance.randrange(3) or not body:
        return damaged(body, chance)
    place = chance.randrange(len(body))
    return body[:place] + bytes([chance.randrange(256)]) + body[place + 1 :]


def _repeated(body: bytes, chance: random.Random) -> bytes:
    """Now and then a piece of the sample stands in it many times over."""
    if chance.randrange(10) or len(body) < 2:
        return body
    start = chance.randrange(len(body) - 1)
    end = min(len(body), start + chance.choice([1, 8, 64, 512]))
    times = min(chance.choice([10, 1_000, 100_000]), 200_000 // (end - start))
    return body[:end] + body[start:end] * times + body[end:]


def filled(head: bytes, piece: bytes, tail: bytes, size: int) -> bytes:
    """`piece` as often as fits in about `size` bytes."""
    return head + piece * max(1, size // len(piece)) + tail


def numbered(head: bytes, piece: bytes, tail: bytes, size: int) -> bytes:
    """The same with a running number in each piece, where `%d` stands."""
    return head + b"".join(piece % number for number in range(max(1, size // (len(piece) + 3)))) + tail
