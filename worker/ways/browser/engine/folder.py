"""A browser's folder for its time: everything that it and its driver put on disk, taken away with it.

A worker that is killed cannot take it away. Whoever starts the next browser on this machine does: a lock that ends with
its process tells whose folder nobody uses any more.
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

PREFIX = "crawlfleet-browser-"
_LOCK = "lock"
WITHOUT_LOCK_SECONDS = 3600.0
"""A folder without a lock is being made right now, or was left by something that made none."""
_TRIES = 5


class Folder:
    """Made at once; `close()` takes it away. Raises OSError."""

    def __init__(self) -> None:
        self.path, self._lock = _locked_folder()
        self.driver = self.path / "driver"
        """What the driver may write into: nobody else's, although an ordinary user's browser passes through it."""
        self.home = self.path / "home"
        """The browser's own."""
        self.path.chmod(0o711)
        self.driver.mkdir(mode=0o711)
        self.home.mkdir(mode=0o700)

    def close(self) -> None:
        self._lock.close()
        shutil.rmtree(self.path, ignore_errors=True)


def _locked_folder() -> tuple[Path, IO[bytes]]:
    for _ in range(_TRIES):
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        file = (path / _LOCK).open("xb")
        # Between these two lines a sweep may have taken it for one that was left.
        if locked(file) and (path / _LOCK).exists():
            return path, file
        file.close()
        shutil.rmtree(path, ignore_errors=True)
    raise OSError(f"no folder for a browser could be kept in {tempfile.gettempdir()}")


def sweep(*, now_seconds: float | None = None) -> int:
    """Take away what browsers of killed workers left; how many folders that were. Never raises for one of them."""
    now = time.time() if now_seconds is None else now_seconds
    with suppress(OSError):
        return sum(_swept(path, now) for path in list(Path(tempfile.gettempdir()).glob(f"{PREFIX}*")))
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
            if os.name != "nt":
                shutil.rmtree(path, ignore_errors=True)
        if os.name == "nt":  # where a file that is open stays
            shutil.rmtree(path, ignore_errors=True)
        return not path.exists()
    except OSError:
        return False
