"""A small disk of its own under one volunteer's files, where this system lets one be mounted."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SIZE = "24m"


class SmallDisk:
    """`path` is on it; on the ordinary disk, which nobody fills, where none could be mounted."""

    def __init__(self, path: Path, *, mounted: bool) -> None:
        self.path = path
        self.mounted = mounted

    async def full(self, seconds: float) -> None:
        """To the last byte, for so long."""
        if not self.mounted:
            return
        filling = self.path / "fill"
        with suppress(OSError), filling.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(100_000))
        await asyncio.sleep(seconds)
        filling.unlink()


@contextmanager
def small_disk(path: Path) -> Iterator[SmallDisk]:
    path.mkdir()
    can = os.name == "posix" and os.geteuid() == 0 and shutil.which("mount") is not None
    mounted = can and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", path], check=False, capture_output=True
    ).returncode  # fmt: skip
    try:
        yield SmallDisk(path, mounted=mounted)
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", path], check=True)
