"""The words of all languages: read from the files beside this one when they are first looked for, and compiled.

A rule states its shape as a template and leaves the words to the files:

    Wording(r"<tax.net:words>")                    any phrase of [tax] net, as whole words
    Wording(r"(?:<brand.labels>)\\s?[:：]")          any phrase of [brand] labels, wherever, then a colon

Which sections a file may have, and what each means, stands in sections.py; the marks phrases may use in phrases.py.
"""

from __future__ import annotations

import gc
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from common.compiled.engine import HAS_ENGINE
from common.reading.words import phrases, rendering
from common.reading.words.kept import Kept
from common.reading.words.sections import SECTIONS

FOLDER = Path(__file__).parent

Looked = TypeVar("Looked")

_NUMBER = r"\d+"
_PLACE = re.compile(r"<([a-z]+\.[a-z_]+)(:words)?>")
_folders: tuple[Path, ...] = (FOLDER,)
_known: dict[str, list[str]] = {}
_used: list[Wording] = []
_spelled: list[Spelled] = []


class UnknownSectionError(ValueError):
    """A file of words has a section that no rule looks for: the file's name and the section stand in the message."""


class Wording:
    """One rule's template with the words of all languages in it, compiled at its first use.

    `some_words` is what `…` in its phrases stands for.
    """

    def __init__(self, template: str, *, some_words: str = r".{0,20}", ignore_case: bool = True) -> None:
        self._template = template
        self._some_words = some_words
        self._flags = re.IGNORECASE if ignore_case else re.NOFLAG
        _used.append(self)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return self._pattern(self._flags)

    @cached_property
    def of_ascii(self) -> re.Pattern[str]:
        """The same for texts of ASCII alone: a third of the code, in two thirds of the time."""
        return self._pattern(self._flags | re.ASCII) if HAS_ENGINE else self.compiled

    # Bound once: these are asked for every line of a page.
    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        return _either(self.of_ascii.search, self.compiled.search)

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        return _either(self.of_ascii.match, self.compiled.match)

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        return _either(self.of_ascii.fullmatch, self.compiled.fullmatch)

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        return _either(self.of_ascii.finditer, self.compiled.finditer)

    @cached_property
    def sub(self) -> Callable[..., str]:
        return self.compiled.sub

    def _pattern(self, flags: int) -> re.Pattern[str]:
        key = (self._template, self._some_words, int(flags))
        return _kept_of(_folders).pattern(key, lambda: _PLACE.sub(self._words, self._template))

    def forget(self) -> None:
        """The words are read anew at the next use."""
        for name in ("compiled", "of_ascii", "search", "match", "fullmatch", "finditer", "sub"):
            self.__dict__.pop(name, None)

    def _words(self, place: re.Match[str]) -> str:
        return _rendered(place[1], bool(place[2]), self._some_words)


def _either(of_ascii: Callable[..., Looked], of_all: Callable[..., Looked]) -> Callable[..., Looked]:
    """Looks by the first where the text is ASCII, else by the second."""

    def look(text: str, start: int = 0, end: int = sys.maxsize) -> Looked:
        return (of_ascii if text.isascii() else of_all)(text, start, end)

    return look


@cache
def _rendered(section: str, whole_words: bool, some_words: str) -> str:
    marks = {phrases.SOME_WORDS: some_words, "<number>": _NUMBER}
    if section not in _NAMED_BY_MARKS.values():
        marks |= {mark: _rendered(named, False, some_words) for mark, named in _NAMED_BY_MARKS.items()}
    return (rendering.whole_words if whole_words else rendering.anywhere)(_phrases(section), marks)


_NAMED_BY_MARKS = {"<tax>": "tax.names", "<no>": "code.number_words"}


class Spelled:
    """Every way to write the phrases of one section, which must hold no words that are left open."""

    def __init__(self, section: str) -> None:
        self._section = section
        _spelled.append(self)

    @cached_property
    def ways(self) -> tuple[str, ...]:
        return _kept_of(_folders).spelling(self._section, self._newly_spelled)

    def forget(self) -> None:
        """The words are read anew at the next use."""
        self.__dict__.pop("ways", None)

    def _newly_spelled(self) -> tuple[str, ...]:
        ways = (one for phrase in _phrases(self._section) for one in phrases.spellings(phrases.parsed(phrase)))
        return tuple(dict.fromkeys("".join(one) for one in ways))


def prepare() -> None:
    """Have everything ready that the first page would else pay for: some seconds of a slow machine where all must be
    compiled, a tenth of a second where a process before has left it in a file (kept.py). It leaves that file.
    """
    was_collecting = gc.isenabled()
    gc.disable()  # to look again and again through the parts of all patterns was a fifth of the time
    try:
        for wording in _used:
            _ = wording.compiled, wording.of_ascii
        for spelled in _spelled:
            _ = spelled.ways
        _kept_of(_folders).write()
    finally:
        if was_collecting:
            gc.enable()
    _kept_of.cache_clear()  # what is packed is megabytes


@cache
def _kept_of(folders: tuple[Path, ...]) -> Kept:
    return Kept(FOLDER if folders == (FOLDER,) else None)


def use(*folders: Path) -> None:
    """Reads the words of these folders from now on instead of the package's own (`FOLDER`); of several, all."""
    global _folders  # noqa: PLW0603  one set of languages a process, as long as nobody asks for others
    _folders = folders
    _known.clear()
    _rendered.cache_clear()
    for wording in _used:
        wording.forget()
    for spelled in _spelled:
        spelled.forget()


def read_file(path: Path) -> dict[str, list[str]]:
    """table.key → phrases of one language's file.

    UnknownSectionError: the file has a section that is not in SECTIONS. tomllib.TOMLDecodeError: it is no TOML.
    """
    tables: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    found = {
        f"{table}.{key}": stated
        for table, keys in tables.items()
        for key, stated in (keys.items() if isinstance(keys, dict) else [("", keys)])
    }
    if unknown := sorted(found.keys() - SECTIONS.keys()):
        raise UnknownSectionError(f"{path.name}: no rule looks for {unknown[0]!r}; sections.py names those that are")
    return found


def _phrases(section: str) -> list[str]:
    if not _known:
        _known.update({name: [] for name in SECTIONS})
        for folder in _folders:
            for path in sorted(folder.glob("*.toml")):
                for name, stated in read_file(path).items():
                    _known[name].extend(stated)
    return _known[section]
