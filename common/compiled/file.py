"""A file beside the compiled modules of a folder, for what takes long to make and can be made again.

It is to be trusted as far as they are: whoever may write the one may write the others. One that is not whole, or was
written for another interpreter or another state of the sources, is as good as none, and is replaced.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_WHOLE_FILE = 64 * 1024 * 1024
"""A larger file is none of ours."""


class FileBesideModules:
    """Holds one value of the kinds that `marshal` knows."""

    def __init__(self, folder: Path, name: str, made_for: str) -> None:
        """`made_for`: in words of any kind, what the value is good for: an interpreter, a state of the sources."""
        self._path = Path(importlib.util.cache_from_source(str(folder / f"{name}.py"))).with_suffix(".bin")
        self._made_for = made_for.encode()

    def read(self) -> Any:
        """None where nothing of use is there."""
        with suppress(OSError, ValueError, EOFError, TypeError):
            if self._path.stat().st_size > _WHOLE_FILE:
                return None
            whole = memoryview(self._path.read_bytes())
            if whole[:_SIZE] == self._check(whole[_SIZE:]):
                return marshal.loads(whole[_SIZE:])  # noqa: S302  # ours, as Python's own .pyc files
        return None

    def write(self, value: Any) -> bool:
        """Whole or not at all; False where Python keeps no compiled modules, or the folder is closed."""
        if sys.dont_write_bytecode:
            return False
        with suppress(OSError, ValueError):
            text = marshal.dumps(value)
            self._path.parent.mkdir(exist_ok=True)
            with _in_one_step(self._path) as beside:
                beside.write_bytes(self._check(text) + text)
            return True
        return False

    def _check(self, text: bytes | memoryview) -> bytes:
        found = hashlib.sha256(self._made_for + b"\0")
        found.update(text)
        return found.digest()


_SIZE = hashlib.sha256().digest_size


@contextmanager
def _in_one_step(file: Path) -> Iterator[Path]:
    """A file of this process's own that takes the place of `file`, whole or not at all."""
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        yield beside
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
