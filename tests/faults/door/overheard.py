"""Whether a secret of the run stands where others read: in a process list, or in what a process logs and prints."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

LOOK_SECONDS = 1.0


class Overheard:
    """Looks at process lists while the run goes on (Linux), and at the files at its end."""

    def __init__(self) -> None:
        self._lines: set[str] = set()
        self._looked_at = 0.0

    def look(self, processes: Iterable[int]) -> None:
        """At these processes and their children, once a second at the most."""
        if time.monotonic() < self._looked_at + LOOK_SECONDS:
            return
        self._looked_at = time.monotonic()
        left = list(processes)
        while left:
            place = Path("/proc") / str(left.pop())
            with suppress(OSError):  # it has ended, or this is no Linux
                self._lines.add((place / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
                for children in (place / "task").glob("*/children"):
                    left += map(int, children.read_text().split())

    def said(self, secrets: Mapping[str, str], folder: Path) -> list[str]:
        """`secrets`: each, and what it is. The logs and printed files below `folder`."""
        wrong = []
        for line in sorted(self._lines):
            wrong += [f"{what} stands in a process list" for secret, what in secrets.items() if secret in line]
        for path in sorted(path for end in ("log", "out") for path in folder.glob(f"*.{end}")):
            text = path.read_text("utf-8", "replace")
            wrong += [f"{what} stands in {path.name}" for secret, what in secrets.items() if secret in text]
        return wrong
