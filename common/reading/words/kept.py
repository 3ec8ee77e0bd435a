"""Compiled patterns kept in a file, as Python keeps compiled modules: the words of all languages take seconds to
compile, and a tenth of a second to read back.

`re` offers no way to do so. What its compiler hands to the engine is kept: the module `_sre` and two functions of
`re._compiler`, which CPython 3.11 to 3.14 have alike. The engine checks the code that it is given (CPython's
Modules/_sre/sre.c, _validate). Where anything differs nothing is kept, and all is compiled as ever.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import marshal
import os
import re
import sys
import zlib
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from common.reading.words.of_ascii import for_ascii

Key = tuple[str, str, int]
"""A template, what `…` stands for in it, and its flags. With re.ASCII: for texts of ASCII alone (of_ascii.py)."""
_Parts = tuple[str, int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""What the engine makes a pattern of: its text and flags, the code, how many groups, and their names twice."""
_WORD = "I"
"""The engine's code is words of 32 bits (SRE_CODE)."""
_WHOLE_FILE = 64 * 1024 * 1024
"""A larger file is none of ours."""


class Kept:
    """What the file holds, and what was made since. A file is written for one interpreter and one state of the words;
    any other finds nothing in it.
    """

    def __init__(self, folder: Path | None) -> None:
        """`folder`: of the words, and of the code that makes patterns of them. None: nothing is kept."""
        self._folder = folder if HAS_ENGINE else None
        self._patterns: dict[Key, bytes] = {}
        self._spelled: dict[str, tuple[str, ...]] = {}
        self._grown = False
        self._parse = lru_cache(maxsize=1)(_parse)  # a text comes twice in turn: for all texts, and for those of ASCII
        if self._folder is not None:
            with suppress(OSError, ValueError, EOFError, TypeError):
                self._read(self._folder)

    def pattern(self, key: Key, text: Callable[[], str]) -> re.Pattern[str]:
        """The pattern that was made for this key, or made of `text` now."""
        found = _put_together(self._patterns[key]) if key in self._patterns else None
        if found is not None:
            return found
        if not HAS_ENGINE:
            return re.compile(text(), key[2])
        parts = self._parts(key, text())
        if self._folder is not None:
            self._patterns[key] = zlib.compress(marshal.dumps(parts))
            self._grown = True
        return _of_parts(parts)

    def _parts(self, key: Key, text: str) -> _Parts:
        """What the compiler of `re` hands to its engine. re.error: as re.compile."""
        template, _, flags = key
        parsed = self._parse(text, flags & ~int(re.ASCII))
        parsed = for_ascii(parsed) if flags & re.ASCII else parsed
        code = array(_WORD, _COMPILER._code(parsed, flags))
        names = dict(parsed.state.groupdict)
        by_number: list[str | None] = [None] * parsed.state.groups
        for name, number in names.items():
            by_number[number] = name
        # The engine only shows the text, which is megabytes for all patterns together.
        return template, flags | parsed.state.flags, code.tobytes(), parsed.state.groups - 1, names, tuple(by_number)

    def spelling(self, section: str, ways: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
        """The ways to write a section's phrases, as they were found before, or found now."""
        if section not in self._spelled:
            self._spelled[section] = ways()
            self._grown = True
        return self._spelled[section]

    def write(self) -> None:
        """Keep what is not in the file yet. Where Python keeps no compiled modules, or the folder is closed, nothing is
        written.
        """
        if self._folder is None or not self._grown or sys.dont_write_bytecode:
            return
        with suppress(OSError, ValueError):
            file = _file(self._folder)
            file.parent.mkdir(exist_ok=True)
            with _in_one_step(file) as beside:
                beside.write_bytes(marshal.dumps((_stamp(self._folder), self._patterns, self._spelled)))
            self._grown = False

    def _read(self, folder: Path) -> None:
        file = _file(folder)
        if file.stat().st_size > _WHOLE_FILE:
            return
        stamp, patterns, spelled = marshal.loads(file.read_bytes())  # noqa: S302  # ours, as Python's own .pyc files
        if stamp == _stamp(folder):
            self._patterns, self._spelled = patterns, spelled


def _file(folder: Path) -> Path:
    """Beside the compiled modules of this folder, wherever this interpreter keeps them."""
    return Path(importlib.util.cache_from_source(str(folder / "patterns.py"))).with_suffix(".bin")


def _stamp(folder: Path) -> str:
    """Tells interpreters and states of the words apart."""
    found = hashlib.sha256(f"{sys.version} {_MAGIC}".encode())
    for path in sorted((*folder.glob("*.toml"), *folder.glob("*.py"))):
        found.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


@contextmanager
def _in_one_step(file: Path) -> Iterator[Path]:
    """A file of this process's own that takes the place of `file`, whole or not at all."""
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        yield beside
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _parse(text: str, flags: int) -> Any:
    return _COMPILER._parser.parse(text, flags)


def _of_parts(parts: _Parts) -> re.Pattern[str]:
    text, flags, code, groups, names, by_number = parts
    words = array(_WORD)
    words.frombytes(code)
    found: re.Pattern[str] = _ENGINE.compile(text, flags, words.tolist(), groups, names, by_number)
    return found


def _put_together(packed: bytes) -> re.Pattern[str] | None:
    """None: the engine does not take it."""
    with suppress(ValueError, EOFError, TypeError, RuntimeError, OverflowError, zlib.error):
        return _of_parts(marshal.loads(zlib.decompress(packed)))  # noqa: S302
    return None


def _module(name: str) -> Any:
    """None where this interpreter has no such module."""
    with suppress(ImportError):
        return importlib.import_module(name)
    return None


_ENGINE, _COMPILER = _module("_sre"), _module("re._compiler")
_MAGIC = getattr(_ENGINE, "MAGIC", None)
HAS_ENGINE = (
    sys.implementation.name == "cpython"
    and getattr(_ENGINE, "CODESIZE", 0) == array(_WORD).itemsize
    and all(hasattr(_COMPILER, name) for name in ("_code", "_parser"))
)
