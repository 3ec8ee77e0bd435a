"""Files and folders that only their owner may look into: 0600 and 0700, whatever the umask says.

The database and a worker's spool hold what people posted and looked at, and sit on PCs that others use too. Windows has
other means (a user's folder is closed to others) and is left as it is.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

_OTHERS = 0o077
_POSIX = os.name == "posix"


def found(path: Path) -> bool | None:
    """Whether something has this name; None where that cannot be told: this user may not look, the name is longer than
    the system takes, the disk fails."""
    try:
        path.stat()  # exists() answers False to all of that, from Python 3.14 on
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError:
        return None
    return True


def make_private_folder(folder: Path) -> None:
    """Make the folder and those above it that are missing, each 0700. One that is there stays as it is.

    Raises OSError.
    """
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(exist_ok=True)
        if _POSIX:
            place.chmod(0o700)
    if not folder.is_dir():
        folder.mkdir()  # says what stands in the way


def make_private_file(path: Path) -> None:
    """Make an empty file, 0600, when there is none; else as `tighten`: a folder of this name stays as it is. Raises
    OSError."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        # Never opened here: closing it would drop the locks that SQLite holds on it in this process.
        tighten(path)
        return
    os.close(descriptor)
    if _POSIX:
        path.chmod(0o600)  # a umask can take rights from the owner too


def tighten(path: Path) -> None:
    """Take from everybody else what an earlier version, or a umask, gave them of this file. Files of other owners stay
    as they are (`crawlfleet doctor` names them), and so does what is no file: somebody may have typed a folder that
    everybody needs."""
    _tighten(path, stat.S_ISREG)


def tighten_folder(folder: Path) -> None:
    """As tighten, of a folder that is this program's own."""
    _tighten(folder, stat.S_ISDIR)


def _tighten(path: Path, meant: Callable[[int], bool]) -> None:
    if not _POSIX:
        return
    with suppress(OSError):
        found = path.stat()
        if meant(found.st_mode) and found.st_mode & _OTHERS and found.st_uid == os.geteuid():
            path.chmod(found.st_mode & 0o700)


def write_private(path: Path, content: bytes) -> None:
    """Write a new file, 0600 from its first moment on, and wait until the disk has it; what was there is replaced.

    Raises OSError.
    """
    path.unlink(missing_ok=True)
    # O_EXCL: a link that somebody put there is not followed.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as file:
        if _POSIX:
            os.fchmod(descriptor, 0o600)
        file.write(content)
        file.flush()
        os.fsync(descriptor)


def open_to_others(paths: Iterator[Path]) -> Iterator[Path]:
    """Those of `paths` that are there and that not only their owner may look into: files for whoever it is, folders for
    others than their group."""
    for path in paths if _POSIX else ():
        with suppress(OSError):
            if path.stat().st_mode & (0o007 if path.is_dir() else _OTHERS):
                yield path


def first_line(file: Path) -> str:
    """The first line of a secret's file, without the spaces around it. Raises OSError, UnicodeDecodeError."""
    with file.open(encoding="utf-8-sig") as lines:  # editors of Windows put a mark before the text
        return lines.readline().strip()


def locked(file: IO[bytes], *, shared: bool = False) -> bool:
    """Lock an open file; False when another process has it. It ends when the file is closed, or with the process.
    `shared`: with others who lock it so (not on Windows)."""
    try:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        else:
            import fcntl  # noqa: PLC0415

            fcntl.flock(file.fileno(), (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
