"""The compiled patterns of all languages' words, kept in a file: to compile them takes a slow machine's processor
fifteen seconds, to read them back a quarter of one.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from common.compiled.engine import HAS_ENGINE, INTERPRETER, Parts, parse, parts_of, pattern_of, put_together
from common.compiled.file import FileBesideModules
from common.reading.words.of_ascii import for_ascii

Key = tuple[str, str, int]
"""A template, what `…` stands for in it, and its flags. With re.ASCII: for texts of ASCII alone (of_ascii.py)."""


class Kept:
    """What the file holds, and what was made since. A file is written for one interpreter and one state of the words;
    any other finds nothing in it.
    """

    def __init__(self, folder: Path | None) -> None:
        """`folder`: of the words, and of the code that makes patterns of them. None: nothing is kept."""
        self._file = FileBesideModules(folder, "patterns", _made_for(folder)) if folder and HAS_ENGINE else None
        self._patterns: dict[Key, Parts] = {}
        """With their code packed."""
        self._spelled: dict[str, tuple[str, ...]] = {}
        self._grown = False
        self._parse = lru_cache(maxsize=1)(parse)  # a text comes twice in turn: for all texts, and for those of ASCII
        if self._file is not None and (found := self._file.read()):
            self._patterns, self._spelled = found

    def pattern(self, key: Key, text: Callable[[], str]) -> re.Pattern[str]:
        """The pattern that was made for this key, or made of `text` now."""
        found = put_together(_unpacked(self._patterns[key])) if key in self._patterns else None
        if found is not None:
            return found
        if not HAS_ENGINE:
            return re.compile(text(), key[2])
        parts = self._parts(key, text())
        if self._file is not None:
            self._patterns[key] = _packed(parts)
            self._grown = True
        return pattern_of(parts)

    def _parts(self, key: Key, text: str) -> Parts:
        """What the compiler of `re` hands to its engine. re.error: as re.compile."""
        template, _, flags = key
        understood = self._parse(text, flags & ~int(re.ASCII))
        # The engine only shows the text, which is megabytes for all patterns together.
        return parts_of(template, for_ascii(understood) if flags & re.ASCII else understood, flags)

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
        if self._file is None or not self._grown:
            return
        self._grown = not self._file.write((self._patterns, self._spelled))


def _packed(parts: Parts) -> Parts:
    text, flags, code, groups, names, by_number = parts
    return text, flags, zlib.compress(code), groups, names, by_number


def _unpacked(parts: Parts) -> Parts:
    text, flags, code, groups, names, by_number = parts
    return text, flags, zlib.decompress(code), groups, names, by_number


def _made_for(folder: Path) -> str:
    """Tells interpreters and states of the words apart."""
    found = hashlib.sha256(INTERPRETER.encode())
    for path in sorted((*folder.glob("*.toml"), *folder.glob("*.py"))):
        found.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()
