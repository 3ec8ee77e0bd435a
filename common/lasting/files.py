"""Files that must still be there, and be whole, after a power cut: whatever is written to a name beside and renamed.

A renamed file is safe only when the disk has two things: its bytes, before the rename, or the name may lead to an empty
file; and its folder, after the rename, or the old name may come back. Windows can do only the first.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from common.lasting.folders import sync_folder
from common.lasting.partial import partial_beside
from common.private_files import write_private


def write_lasting(path: Path, content: bytes) -> None:
    """Write `path` whole or not at all, 0600, and wait until the disk has it: a power cut leaves this, or what was
    there before. Several may write it at once. Raises OSError."""
    partial = partial_beside(path)
    try:
        write_private(partial, content)
        _rename(partial, path)
    except OSError:
        with suppress(OSError):  # a disk without room keeps the empty file, and nobody would ever take it away
            partial.unlink(missing_ok=True)
        raise


def put_in_place(partial: Path, path: Path) -> None:
    """As write_lasting, for a file that somebody else has written beside `path`. Raises OSError; `partial` is then the
    caller's to take away."""
    with partial.open("r+b") as file:
        os.fsync(file.fileno())
    _rename(partial, path)


def put_new_in_place(partial: Path, path: Path) -> None:
    """As put_in_place, where nothing may be there yet. Raises FileExistsError, also when somebody else was faster."""
    _refuse_what_is_there(path)
    with partial.open("r+b") as file:
        os.fsync(file.fileno())
    name_new(partial, path)


def write_new(path: Path, content: bytes) -> None:
    """As write_lasting, for a file that must not be there yet and that others may read as the user's umask has it.

    Raises FileExistsError, also when somebody else was faster; OSError.
    """
    _refuse_what_is_there(path)
    partial = partial_beside(path)
    try:
        with partial.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _name_anew(partial, path)
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_beside(path: Path, content: bytes) -> Path:
    """Write what is to become `path`, which must not be there yet: 0600, and on the disk. The name beside it that this
    answers is the caller's, to give it its own name (name_new) or to take it away.

    Raises FileExistsError, OSError.
    """
    _refuse_what_is_there(path)
    partial = partial_beside(path)
    try:
        write_private(partial, content)
    except OSError:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise
    return partial


def name_new(partial: Path, path: Path) -> None:
    """Call `path` what write_beside has written. Raises FileExistsError when somebody else was faster, OSError;
    `partial` stays then."""
    _name_anew(partial, path)
    with suppress(OSError):
        partial.unlink(missing_ok=True)
    sync_folder(path.parent)


def _refuse_what_is_there(path: Path) -> None:
    if path.is_symlink() or path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def _name_anew(partial: Path, path: Path) -> None:
    try:
        os.link(partial, path)
    except FileExistsError:
        raise
    except OSError:
        partial.replace(path)  # a file system without links (FAT): looked at a moment ago


def _rename(partial: Path, path: Path) -> None:
    partial.replace(path)
    sync_folder(path.parent)
