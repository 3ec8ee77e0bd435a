"""Whether a file was written anew since it was read, by one look that opens nothing."""

from __future__ import annotations

from pathlib import Path

Stamp = tuple[int, int, int]


def stamp_of(file: Path) -> Stamp | None:
    """Another one when the file was written anew or another took its name; None when it is not there, or this user may
    not look.

    Time alone would not tell: some file systems keep it in steps of two seconds, and a file may come with an old one.
    """
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
