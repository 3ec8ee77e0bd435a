"""The product's code as it is, or with one fault of breaks.py or of tests/simulation/lent/breaks.py in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.simulation.faults.breaks import BREAKS
from tests.simulation.lent.breaks import LENT_BREAKS


@contextmanager
def broken(name: str | None) -> Iterator[None]:
    """Inside, the product's code is broken in this way; None: it is whole."""
    if name is None:
        yield
        return
    with (BREAKS | LENT_BREAKS)[name]():
        yield
