"""The patterns that modules compile while they are loaded. Some nine hundred small ones for the reading of pages take a
fifth of a second of a slow machine's processor, and a tenth of that where a process before has left them in a file.

Modules go on to say `NAME = re.compile(...)`: what that asks of Python's own compiler is answered from the file. What
is kept depends on a pattern's text and flags alone, so it stays good whatever becomes of the module that wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from common.compiled.engine import COMPILER, HAS_ENGINE, INTERPRETER, Parts, parse, parts_of, pattern_of, put_together
from common.compiled.file import FileBesideModules

Key = tuple[str, int]
"""A pattern's text and its flags, as `re.compile` was given them."""
_FOLDER = Path(__file__).parent
_MOST = 5_000
"""A file with more patterns is begun anew: most of them no module asks for any more."""
_FEW = 20
"""One in so many may be missing: to compile these takes less than to write a file."""
_SAYS_MORE = int(re.DEBUG)
"""Prints what is compiled."""


@contextmanager
def kept_patterns(folder: Path = _FOLDER) -> Iterator[None]:
    """Modules loaded within find their patterns compiled. For a process's start, which has no other threads yet."""
    if not HAS_ENGINE:
        yield
        return
    file = FileBesideModules(folder, "at_import", INTERPRETER)
    kept = _Kept(*(file.read() or ({}, b"")))
    asked: set[Key] = set()
    missing: dict[Key, Parts] = {}
    usual = COMPILER.compile

    def ready(given: Any, flags: int = 0) -> re.Pattern[Any]:
        if type(given) is not str or flags & _SAYS_MORE:
            anew: re.Pattern[Any] = usual(given, flags)
            return anew
        key = (given, int(flags))
        asked.add(key)
        parts = kept.parts(key)
        found = None if parts is None else put_together(parts)
        if found is None:
            missing[key] = parts_of(given, parse(given, flags), flags)
            found = pattern_of(missing[key])
        return found

    COMPILER.compile = ready
    try:
        yield
    finally:
        COMPILER.compile = usual
    if len(missing) * _FEW > len(asked):
        file.write(kept.with_more(missing))


class _Kept:
    """The code of all patterns in one piece: thousands of small ones would leave holes in the process's memory."""

    def __init__(self, places: dict[Key, tuple[Any, ...]], code: bytes) -> None:
        self._places = places
        """Flags, begin and end of the code, how many groups, and their names twice."""
        self._code = code

    def parts(self, key: Key) -> Parts | None:
        if key not in self._places:
            return None
        flags, begin, end, *groups = self._places[key]
        return key[0], flags, self._code[begin:end], *groups

    def with_more(self, missing: dict[Key, Parts]) -> tuple[dict[Key, tuple[Any, ...]], bytes]:
        """For the file."""
        places, code = ({}, bytearray()) if len(self._places) > _MOST else (dict(self._places), bytearray(self._code))
        for key, (_, flags, own, *groups) in missing.items():
            places[key] = (flags, len(code), len(code) + len(own), *groups)
            code += own
        return places, bytes(code)
