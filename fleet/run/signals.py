"""SIGTERM and SIGINT: the first asks to stop in peace, the second at once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_stop_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at every SIGTERM or SIGINT while inside. Where loops take no handlers, Ctrl-C still ends it."""
    loop = asyncio.get_running_loop()
    handled = []
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop)
        except (NotImplementedError, RuntimeError):
            continue
        handled.append(number)
    try:
        yield
    finally:
        for number in handled:
            loop.remove_signal_handler(number)
