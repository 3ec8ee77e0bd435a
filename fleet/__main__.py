"""The command `crawlfleet`, and `python -m fleet`: Ctrl-C is understood from its first moment on.

Most of a short command's time goes by while its code is loaded, half of it before a word of the command line is read.
"""

from __future__ import annotations

import _thread
import gc
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

PRESS_AGAIN_SECONDS = 0.05
PRESS_ONCE_MORE_SECONDS = 2.0
"""The press before may be lost as well: some C code drops what it cannot pass on without a word."""
_NEW_OBJECTS = 1_000_000
"""Between two looks of the garbage collector; the interpreter's own are 700. What is loaded stays, and to look through
it again and again took a tenth of a short command's time. A service looks more often once it is loaded
(fleet/run/servers.py)."""


def main() -> None:
    """Load the command line, and run it."""
    gc.set_threshold(_NEW_OBJECTS)
    # httpx brings a command line of its own, with rich and Pygments where they are there: half of the time that it
    # takes to load, and 6 MB. Where that module is none it does without (httpx/__init__.py).
    sys.modules["httpx._main"] = None  # type: ignore[assignment]
    # Any package beside ours could offer pydantic to change how models are made. None may, and to ask each of a hundred
    # whether it does takes a fiftieth of a worker's start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:  # where a shell has a background job ignore Ctrl-C, it stays ignored
        signal.signal(signal.SIGINT, _end)
        sys.unraisablehook = _not_swallowed
    from fleet.cli import main as run

    signal.signal(signal.SIGINT, usual)
    run()


def _end(number: int, frame: FrameType | None) -> None:
    """Nothing is begun yet, so there is nothing to end in order."""
    os._exit(130)


def _not_swallowed(what: UnraisableHookArgs) -> None:
    """Press Ctrl-C again where it came while something written in C could not pass it on (pydantic making a model)."""
    if what.exc_type is KeyboardInterrupt:
        threading.Thread(target=_press_again, daemon=True).start()
    else:
        sys.__unraisablehook__(what)


def _press_again() -> None:
    time.sleep(PRESS_AGAIN_SECONDS)
    _press()
    time.sleep(PRESS_ONCE_MORE_SECONDS)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else a loop stops in order
        _press()


def _press() -> None:
    """As a terminal does: a read that waits is woken, which interrupt_main alone leaves waiting."""
    main_thread = threading.main_thread().ident
    if sys.platform != "win32" and main_thread is not None:
        signal.pthread_kill(main_thread, signal.SIGINT)
    else:
        _thread.interrupt_main()


if __name__ == "__main__":
    main()
