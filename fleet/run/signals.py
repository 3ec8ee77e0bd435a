"""SIGTERM, SIGINT and a terminal that is closed: the first asks to stop in peace, the second at once."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_stop_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at every SIGTERM or SIGINT while inside, and once when the terminal is closed. Where loops take no
    handlers, Ctrl-C still ends it."""
    loop = asyncio.get_running_loop()
    handled = []
    for number, call in ((signal.SIGTERM, stop), (signal.SIGINT, stop), *_terminal_closed(stop)):
        try:
            loop.add_signal_handler(number, call)
        except (NotImplementedError, RuntimeError):
            continue
        handled.append(number)
    try:
        yield
    finally:
        for number in handled:
            loop.remove_signal_handler(number)


def _terminal_closed(stop: Callable[[], None]) -> Iterator[tuple[signal.Signals, Callable[[], None]]]:
    """SIGHUP, unless whoever started this process had it ignored (nohup). One window that is closed may send several:
    the terminal does, and the shell in it, so no other one is heard, and none ends what is ending."""
    if sys.platform == "win32" or signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        return
    loop = asyncio.get_running_loop()

    def closed() -> None:
        loop.remove_signal_handler(signal.SIGHUP)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        stop()

    yield signal.SIGHUP, closed
