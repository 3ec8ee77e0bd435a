"""Whether this machine can keep results on disk: a worker that cannot takes nothing more.

A result waits on disk while the database is away. Where there is no room for it, the crawl was for nothing: its lease
runs out, and the job is crawled again. So the worker looks how much room is left, and after a result that the disk
refused it takes nothing until the disk takes as much as a result.

Nor does it take more while many results of earlier runs wait there. Each run leaves but those of its last crawls; but
whoever lets a worker begin again and again, and takes nothing of it (a gateway could), would fill the disk with them.

Limits: results of crawls under way when the disk fills up still have to go somewhere; NEEDED_MB is left for them.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from common.errors import CrawlfleetError
from common.lasting.partial import partial_beside
from common.private_files import found, make_private_folder, write_private

NEEDED_MB = 10
"""Below it the next results may find no room; a database's journal alone grows by some."""
KEPT_MB = 100
"""Of results that wait: more than any run leaves that met large pages alone."""
LOOKED_EVERY_SECONDS = 5.0
"""At how much waits."""
TRIED_BYTES = 256 * 1024
TRIED_EVERY_SECONDS = 5.0


class NoRoom(CrawlfleetError):
    """Results cannot be kept on disk, and this worker was not to wait until they can."""


class Room:
    """Asked often: it looks how much is free each time, how much waits every few seconds, and writes only once a result
    was refused."""

    def __init__(
        self,
        folder: Path,
        *,
        free_bytes: Callable[[Path], int] = lambda place: shutil.disk_usage(place).free,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder = folder
        self._free_bytes = free_bytes
        self._monotonic = monotonic
        self._refused: OSError | None = None
        self._try_at = 0.0
        self._kept_mb = 0.0
        self._look_at = float("-inf")

    def refused(self, problem: OSError) -> bool:
        """The disk took no result; whether that is new."""
        is_new = self._refused is None
        self._refused = problem
        return is_new

    def missing(self) -> str | None:
        """Why results cannot be kept, and what to do; None when they can."""
        there = existing_part(self._folder)
        with suppress(OSError):  # where nobody can say how much is free, a result that is refused tells
            if there is not None and self._free_bytes(there) < NEEDED_MB * 1_000_000:
                return self._sentence(f"less than {NEEDED_MB} MB are free at {self._folder}")
        if self._refused is not None and self._monotonic() >= self._try_at:
            self._refused = self._tried()
            self._try_at = self._monotonic() + TRIED_EVERY_SECONDS
        if self._refused is not None:
            do = "make that disk writable again" if self._refused.errno == errno.EROFS else "make room"
            return self._sentence(f"{self._folder} takes none ({reason(self._refused)})", do)
        if self._monotonic() >= self._look_at:
            self._kept_mb = kept_bytes(self._folder) / 1_000_000
            self._look_at = self._monotonic() + LOOKED_EVERY_SECONDS
        if self._kept_mb > KEPT_MB:
            return (
                f"{self._kept_mb:.0f} MB of results wait at {self._folder}: once they are sent, tasks are taken again"
            )
        return None

    def _tried(self) -> OSError | None:
        """Why the disk does not take as much as a large result."""
        trial = partial_beside(self._folder / "trial")
        try:
            make_private_folder(self._folder)
            write_private(trial, bytes(TRIED_BYTES))
        except OSError as problem:
            return problem
        finally:
            with suppress(OSError):
                trial.unlink(missing_ok=True)
        return None

    @staticmethod
    def _sentence(why: str, do: str = "make room") -> str:
        return f"no room to keep results: {why}; {do}, and tasks are taken again"


def reason(problem: OSError) -> str:
    return problem.strerror or type(problem).__name__


def takes_nothing(folder: Path) -> OSError | None:
    """Why an existing folder takes no file of this user's; None: it does. Nothing is left there."""
    nameless = getattr(os, "O_TMPFILE", 0)
    if nameless:  # a disk that the system made read-only may still say that it may be written
        try:
            os.close(os.open(folder, nameless | os.O_WRONLY, 0o600))
        except OSError as problem:
            if problem.errno not in {errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT}:  # this file system knows none
                return problem
        else:
            return None
    return None if os.access(folder, os.W_OK | os.X_OK) else PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def kept_bytes(folder: Path) -> int:
    """Of the results that wait in a spool; 0 where nobody can say."""
    size = 0
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".json"):
                with suppress(FileNotFoundError):
                    size += entry.stat().st_size
    return size


def existing_part(place: Path) -> Path | None:
    """The place itself, or the nearest folder above it that is seen here."""
    whole = place.resolve()
    return next((path for path in (whole, *whole.parents) if found(path)), None)
