"""How the child is started, so that it has nothing of its parent's, and how it is ended."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from common.parsing.limits import ParseLimits

KILL_SECONDS = 5.0
_PROGRAM = (
    "import gc, sys; gc.disable(); sys.path[:] = sys.argv.pop(1).split(chr(0x1F)); "
    "from common.parsing.child import main; main()"
)


def command(limits: ParseLimits, preload: Sequence[str]) -> tuple[str, ...]:
    """The interpreter isolated from folder, user and environment, looking for modules only where this one does: an
    installation in the user's own folder is found too. It keeps compiled modules where this one does: some installers
    compile nothing, and this process never loads the parsers, so that each start would compile them again.
    """
    where = "\x1f".join(path for path in sys.path if path and "\x1f" not in path)
    bytecode = ("-B",) if sys.dont_write_bytecode else ()
    told = (where, str(os.getpid()), str(limits.memory_bytes), *preload)
    return (sys.executable, "-I", *bytecode, "-c", _PROGRAM, *told)


def of_its_own() -> dict[str, Any]:
    """A session (Windows: a group and no window) of its own, so that Ctrl-C reaches the parent only."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


def clean_environment() -> dict[str, str]:
    """Nothing of ours, above all no token. Windows starts no process without two variables; and no package beside ours
    may change how models are made, nor is each asked whether it does, which takes a hundredth of a second."""
    needed = ("SYSTEMROOT", "SYSTEMDRIVE") if sys.platform == "win32" else ()
    kept = {name: os.environ[name] for name in needed if name in os.environ}
    return {**kept, "PYDANTIC_DISABLE_PLUGINS": "__all__"}


def widen_line(child: asyncio.subprocess.Process) -> None:
    """Make the way to the child as wide as a page. As it is made it holds 64 KB, and both sides are woken for each.

    Linux only; it keeps what it has where the system refuses (all pipes of a user together are bounded).
    """
    if sys.platform == "linux" and child.stdin is not None:
        import fcntl  # noqa: PLC0415  # not on Windows

        with suppress(OSError):
            fcntl.fcntl(child.stdin.get_extra_info("pipe"), fcntl.F_SETPIPE_SZ, _LINE_BYTES)


_LINE_BYTES = 1024 * 1024
"""The most that Linux gives without being asked by root (pipe(7): /proc/sys/fs/pipe-max-size)."""


async def end(child: asyncio.subprocess.Process) -> None:
    """Kill the child, and on POSIX whatever it started in its session; wait until it is gone, KILL_SECONDS at most."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            child.kill()
        elif child.returncode is None:
            os.killpg(child.pid, signal.SIGKILL)
    if child.stdin is not None:
        child.stdin.close()
    # wait() returns only once the pipe's end was seen, which a full buffer hides: what is left is read first. Bounded,
    # for a child that was taken over may have left its end of the pipe open in another process.
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(KILL_SECONDS):
            if child.stdout is not None:
                while await child.stdout.read(65_536):
                    pass
            await child.wait()
