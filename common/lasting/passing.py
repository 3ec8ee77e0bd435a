"""Folders for the time of a process, in the system's folder for temporary files, and taken away with it.

A process that is killed cannot take its own away. Whoever makes the next one of that kind on this machine does: a lock
that ends with its process tells whose folder nobody uses any more.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from common.private_files import locked

_LOCK = "lock"
WITHOUT_LOCK_SECONDS = 3600.0
"""A folder without a lock is being made right now, or was left by something that made none."""
_TRIES = 5


def locked_folder(prefix: str) -> tuple[Path, IO[bytes]]:
    """A new folder for this user alone, and its lock: whoever closes that takes the folder away. Raises OSError."""
    for _ in range(_TRIES):
        path = Path(tempfile.mkdtemp(prefix=prefix))
        file = (path / _LOCK).open("xb")
        # Between these two lines a sweep may have taken it for one that was left.
        if locked(file) and (path / _LOCK).exists():
            return path, file
        file.close()
        shutil.rmtree(path, ignore_errors=True)
    raise OSError(f"no folder {prefix}… could be kept in {tempfile.gettempdir()}")


def sweep(prefix: str, *, now_seconds: float | None = None) -> int:
    """Take away what killed processes of this user left; how many folders that were. Never raises for one of them."""
    now = time.time() if now_seconds is None else now_seconds
    with suppress(OSError):
        return sum(_swept(path, now) for path in list(Path(tempfile.gettempdir()).glob(f"{prefix}*")))
    return 0


def _swept(path: Path, now: float) -> bool:
    try:
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "geteuid") and found.st_uid != os.geteuid()):
            return False
        try:
            lock = (path / _LOCK).open("r+b")
        except FileNotFoundError:
            if now - found.st_mtime < WITHOUT_LOCK_SECONDS:
                return False
            shutil.rmtree(path, ignore_errors=True)
            return not path.exists()
        with lock:
            if not locked(lock):
                return False
            _empty(path)
            if os.name != "nt":
                shutil.rmtree(path, ignore_errors=True)
        if os.name == "nt":  # where a file that is open stays
            shutil.rmtree(path, ignore_errors=True)
        return not path.exists()
    except OSError:
        return False


def _empty(path: Path) -> None:
    """All but the lock: where something cannot be taken away (a process of the killed one still writes there), the lock
    stays beside it and the next sweep goes on. Raises OSError then."""
    for found in list(path.iterdir()):
        if found.name == _LOCK:
            continue
        if found.is_dir() and not found.is_symlink():
            shutil.rmtree(found, ignore_errors=True)
            if found.exists():
                shutil.rmtree(found)
        else:
            found.unlink()
