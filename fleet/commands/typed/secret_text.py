"""A secret that is not typed: arguments stand in the list of processes and in a shell's history."""

from __future__ import annotations

import sys
from pathlib import Path

from common.errors import ConfigError

MOST_CHARS = 10_000
MARK = "\ufeff"
"""What editors of Windows put before a text."""


def secret_in(file: Path | None, what: str) -> str:
    """The first MOST_CHARS of a file, of standard input for None or `-`. Raises ConfigError, which says `what` it was
    for."""
    if file is None or str(file) == "-":
        return sys.stdin.read(MOST_CHARS).removeprefix(MARK)
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(MOST_CHARS).removeprefix(MARK)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise ConfigError(f"{what}: {file} cannot be read: {why}") from None
