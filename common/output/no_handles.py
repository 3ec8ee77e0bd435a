"""Running out of file handles, told as what it is: it shows itself as a database that cannot be opened, a host without
an address, a process that does not start.
"""

from __future__ import annotations

import errno
import os
import sys

from common.output.causes import causes_of


def no_handles_left(error: BaseException | None = None) -> str | None:
    """What happened and what to do, when that is why `error` was raised, or what it would be now; else None.

    Some libraries hide the reason (SQLite, the resolver), so it is also tried whether there is a handle now.
    """
    causes = causes_of(error) if error is not None else ()
    numbers = {cause.errno for cause in causes if isinstance(cause, OSError)} | {_tried()}
    if errno.EMFILE in numbers:
        return (
            f"this process has as many files and connections open as it may{_limit()}. Raise that limit "
            "(LimitNOFILE= in the systemd unit, `ulimit -n 4096` in the shell that starts it), or lower "
            "work.concurrency and ingest.concurrency"
        )
    if errno.ENFILE in numbers:
        return "this machine has as many files open as it may: end other programs, or raise fs.file-max"
    return None


def _tried() -> int | None:
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno
    return None


def _limit() -> str:
    if sys.platform == "win32":
        return ""
    import resource  # noqa: PLC0415  # not on Windows

    return f" ({resource.getrlimit(resource.RLIMIT_NOFILE)[0]})"
