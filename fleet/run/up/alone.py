"""One `crawlfleet up` for each database file: its broker lives in that process, and a second would not know of it."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from common.errors import ConfigError
from common.private_files import locked, make_private_file
from common.settings import Settings
from fleet.opening import embedded_path, refuse_beside_settings

_NEXT_STEP = {
    errno.EACCES: "Give its folder to the user who runs this",
    errno.EPERM: "Give its folder to the user who runs this",
    errno.EROFS: "Mount its file system for writing again (a disk that failed may have been made read-only: `dmesg`)",
    errno.ENOSPC: "Make room there",
}
"""What helps, by why the lock's file cannot be written."""


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Nobody else runs `up` on this database file meanwhile; the lock ends with the process, also when it is killed.

    Raises ConfigError when somebody does. A broker that others reach too, and a server's database, need no lock.
    """
    if not (settings.broker.in_memory and settings.database.embedded):
        yield
        return
    refuse_beside_settings(settings.database)
    database = embedded_path(settings.database).resolve()  # a link to it is the same file
    path = database.with_name(f"{database.name}.up-lock")
    try:
        make_private_file(path)
        file = path.open("r+b")
    except OSError as error:
        next_step = _NEXT_STEP.get(error.errno or 0, "Make its folder")
        raise ConfigError(
            f"cannot write {path}: {error.strerror or error}. {next_step}, or name another file in database.url."
        ) from None
    with file:
        if not locked(file):
            raise ConfigError(
                f"another `crawlfleet up` runs on {database}. Stop that one first, or give this one a database of its "
                "own (database.url); several processes on one database need a broker that all reach (broker.url)."
            )
        yield
