"""How much one request may cost, and how the child binds itself to that where the system can.

Linux holds all of it. macOS and Windows have no usable limit on memory, Windows none on processor time: there the
parent alone watches (watch.py), after a tenth of a second and then every few hundredths, so more may be taken for that
long. Wall time the child holds itself to everywhere, a little later than its parent would: should the parent be gone,
the child still ends.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from common.settings_tables.parse import ParseSettings

SPARE_BYTES = 64 * 1024 * 1024
"""Address space that is reserved and never filled: thread stacks, the allocator's arenas, mapped libraries."""
_LATER_THAN_PARENT_SECONDS = 5.0
"""The parent is to stop a slow request itself, so that it knows why the child ended."""


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """Of one request. `memory_bytes` counts what the child takes beyond what it had when it was ready."""

    memory_bytes: int = 400 * 1024 * 1024
    processor_seconds: float = 10.0
    wall_seconds: float = 30.0
    answer_bytes: int = 8 * 1024 * 1024
    """A longer answer is refused: what a page says of itself is copied into the parent."""


def limits_of(settings: ParseSettings) -> ParseLimits:
    return ParseLimits(settings.memory_mb * 1024 * 1024, settings.processor_seconds, settings.wall_seconds)


def bind_to_memory(memory_bytes: int) -> None:
    """Called once by the child, when everything it needs is loaded. No file can grow, no process be made, no core be
    dumped from here on.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # not on Windows

    for name, value in (("RLIMIT_CORE", 0), ("RLIMIT_FSIZE", 0), ("RLIMIT_NPROC", 0), ("RLIMIT_NOFILE", 16)):
        _lower(getattr(resource, name, None), value)
    taken = _own_bytes(_ADDRESS_SPACE)
    if taken is not None:
        _lower(resource.RLIMIT_AS, taken + memory_bytes + SPARE_BYTES)


def bind_to_time(*, processor_seconds: float, wall_seconds: float) -> None:
    """From now on the child may compute and take this long; then the system ends it, whatever C code it is in.
    0: no bound.
    """
    late = wall_seconds + _LATER_THAN_PARENT_SECONDS if wall_seconds else 0.0
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, processor_seconds)
        signal.setitimer(signal.ITIMER_REAL, late)
        return
    import faulthandler  # noqa: PLC0415  # its watchdog thread needs no interpreter lock

    if late:
        faulthandler.dump_traceback_later(late, exit=True)
    else:
        faulthandler.cancel_dump_traceback_later()


def give_back_memory() -> None:
    """Hand what is free back to the system. glibc keeps what lies below anything still in use, and a page of megabytes
    leaves such holes everywhere. Other systems' allocators are not asked.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  # only needed here

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def held_bytes() -> int | None:
    """How much memory this process holds now; None where the system does not say."""
    return _own_bytes(_RESIDENT)


def live_and_die_with_parent(parent: int) -> None:
    """Ignore signals that stop the service (from systemd, or Ctrl-C in a terminal): only the parent acts on them, and
    it still wants the answer to the request under way. Linux: a parent that is killed takes its child along at once,
    and when the machine runs out of memory the system takes the child before anything else.
    """
    for asked_to_stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked_to_stop, signal.SIG_IGN)
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  # only needed here

        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123  # loads less
            file.write("1000")
        with contextlib.suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None, use_errno=True)
            libc.prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
            libc.prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE: no other process of this user may look inside
            libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
        if os.getppid() != parent:
            os._exit(0)  # it ended before it could be tied to this process, which nobody would end now


def _lower(which: int | None, value: int) -> None:
    import resource  # noqa: PLC0415  # not on Windows

    if which is None:
        return
    # A system may refuse a bound it has no use for; the others still hold.
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(which)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))


_ADDRESS_SPACE, _RESIDENT = 0, 1


def _own_bytes(which: int) -> int | None:
    """What this process has mapped now, or holds in memory; None where the system does not say (macOS: its RLIMIT_AS
    binds nothing).
    """
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  # nothing that loads more code here
            pages = int(file.read().split()[which])
    except (OSError, ValueError, IndexError):
        return None
    import resource  # noqa: PLC0415  # not on Windows

    return pages * resource.getpagesize()
