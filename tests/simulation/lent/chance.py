"""Takes clocks, randomness and sockets away from gateways and PCs while a world runs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from types import SimpleNamespace
from unittest import mock

import gateway.service
import worker.source.calls
from tests.simulation.lent.street import Street


class _NoSocket:
    def close(self) -> None:
        """There is none."""


@contextmanager
def without_sockets(seed: int, street: Street) -> Iterator[None]:
    """Inside, gateways and PCs made are on this street, and tell the time by its loop."""
    source = Random(f"secrets {seed}")
    clock = SimpleNamespace(monotonic=street.loop.time)
    with ExitStack() as patches:
        for target, name, stand_in in (
            (random, "_urandom", source.randbytes),  # what SystemRandom, and so `secrets`, draws from
            (gateway.service, "time", clock),
            (gateway.service, "bind", lambda *_, **__: _NoSocket()),
            (gateway.service, "server", street.server),
            (worker.source.calls, "counted_transport", street.line),
        ):
            patches.enter_context(mock.patch.object(target, name, stand_in))
        yield
