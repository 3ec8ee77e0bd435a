"""A folder whose list of files is to survive a power cut."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from common.private_files import make_private_folder

_NOTHING_TO_WAIT_FOR = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM})
"""The file system keeps no folders of its own (some of networks), or this user may write into it and not read it."""


def make_lasting_folder(folder: Path) -> None:
    """As make_private_folder, and wait until the disk has it and those above it that were missing. Raises OSError."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    make_private_folder(folder)
    for place in missing:
        sync_folder(place.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the disk knows which files the folder holds, as far as the system can say. Raises OSError."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NOTHING_TO_WAIT_FOR:
            raise
