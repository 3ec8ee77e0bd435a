"""Files that are written under a name of their own beside the one they are to have. A program that is killed in between
leaves one; whoever writes into the same folder takes it away when it is old.

Limits: one that was left by a version before this name was used stays.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path

SUFFIX = ".crawlfleet-part"
"""Nobody else's files are called so."""
_ENDS = tuple(SUFFIX + end for end in ("", "-journal", "-wal", "-shm"))
"""A backup is written by SQLite, which keeps files beside it."""
OLD_SECONDS = 86_400.0
"""Nobody writes for so long without a byte; clocks of machines that share a folder differ by less."""

_swept: dict[Path, float] = {}
"""Folder → when it was looked through last (monotonic). A process writes into few of them."""


def partial_beside(path: Path) -> Path:
    """Where to write what is to become `path`: a name in its folder that nobody else takes. Raises OSError where `path`
    names no file.
    """
    if not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    now = time.monotonic()
    folder = path.parent
    if now - _swept.get(folder, -OLD_SECONDS) >= OLD_SECONDS:
        _swept[folder] = now
        sweep(folder)
    return path.with_name(f"{path.name}.{secrets.token_hex(4)}{SUFFIX}")


def give_up(partial: Path) -> None:
    """Take away a file that is not to become anything, with what SQLite left beside it. What is not there is no error,
    and what cannot be taken away stays."""
    for end in _ENDS:
        with suppress(OSError):
            partial.with_name(partial.name.removesuffix(SUFFIX) + end).unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Take away what is old of such files of this user's in `folder`. What cannot be looked at or taken away stays."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(_ENDS):
                _take_away(entry)


def _take_away(entry: os.DirEntry[str]) -> None:
    with suppress(OSError):
        found = entry.stat(follow_symlinks=False)
        ours = os.name != "posix" or found.st_uid == os.geteuid()
        if ours and stat.S_ISREG(found.st_mode) and time.time() - found.st_mtime > OLD_SECONDS:
            os.unlink(entry.path)  # noqa: PTH108
