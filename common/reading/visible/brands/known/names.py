"""The names of makers that people know, found in a text: "Makita" in "Makita DHP484Z".

The names stand by trade in common/reading/words/brands, parted by commas, as they are printed on goods. A question mark
behind one says that it is a common word, a first name, a place or a maker of vehicles: something else on the page must
say that it is the brand. A circumflex says that it is one at the beginning of a product's name, and may be a kind or a
model's letters later on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from common.reading.parsed.letters import folded
from common.reading.words.wording import Wording

FOLDER = Path(__file__).parents[3] / "words" / "brands"
UNSURE, FIRST = "?", "^"

MADE_FOR = Wording("<brand.for:words>")
"""Between goods and what they fit: the names behind it are not the maker's ("Case for Pinewood T60")."""
_WORD = re.compile(r"[^\W_]+(?:['’.&+!][^\W_]+)*|[&+]")
_UNSPACED = "぀-ヿ㐀-鿿가-힣々"
_WORD_OF_ONE_SCRIPT = re.compile(
    r"[぀-ゟ]+|[゠-ヿ]+|[㐀-鿿々]+|[가-힣]+|"
    rf"[^\W_{_UNSPACED}]+(?:['’.&+!][^\W_{_UNSPACED}]+)*|[&+]"
)
"""Scripts without blanks, too: a name stands right before another script there ("美的Midea电风扇")."""
_JOINTS = re.compile(r"\s?([&+])\s?|(?<=\w)-(?=\w)")
_LINES = Wording(r"(?:<brand.known_by_line>)\s<brand.lines:words>")
_MAX_WORDS = 5
_MAX_TEXT, _MAX_NAME = 400, 30
_LEAST_JOINED = 5
_SMALL_WORD = 3
"""Words of a name that are not written large in it: "Marc O'Polo", "Villeroy & Boch", "Bath and Body Works"."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """`said`: the name as the text writes it, from `start` to `end`. `sure`: nothing else is called so."""

    said: str
    key: str
    start: int
    end: int
    sure: bool


def known_names(text: str) -> Iterator[KnownName]:
    """The known names in the text's first 400 characters, from left to right; the longest of those that begin there."""
    begins = _begins()
    words = [(_key(one[0]), one.start(), one.end()) for one in _word_in(text).finditer(text[:_MAX_TEXT])]
    at = 0
    while at < len(words):
        found = _longest(text, words[at : at + _MAX_WORDS]) if words[at][0] in begins else None
        at += 1 if found is None else found[0]
        if found is not None:
            yield found[1]


def is_known(text: str) -> bool:
    """Whether this is a known name and nothing else, sure or not."""
    return " ".join(map(_key, _word_in(text).findall(text)[: _MAX_WORDS + 1])) in _names()


def whole_name(text: str) -> KnownName | None:
    """The sure known name that is all of this text."""
    if len(text) > _MAX_NAME or text.endswith((":", "：")):
        return None
    name = next(known_names(text), None)
    whole = name is not None and name.sure and not any(map(str.isalnum, text[name.end :] + text[: name.start]))
    return name if whole else None


def _word_in(text: str) -> re.Pattern[str]:
    return _WORD if text.isascii() else _WORD_OF_ONE_SCRIPT


def _longest(text: str, words: list[tuple[str, int, int]]) -> tuple[int, KnownName] | None:
    names, start = _names(), words[0][1]
    if text[start - 1 : start] == "-":
        return None
    for count in range(len(words), 0, -1):
        key, end = " ".join(word for word, *_ in words[:count]), words[count - 1][2]
        written = names.get(key)
        if written is None or (text[start].islower() and not written.small):
            continue
        if not any(text[at].islower() and to - at > _SMALL_WORD for _, at, to in words[1:count]):
            sure = (written.sure and (start == 0 or not written.first)) or _LINES.match(text[start:]) is not None
            return count, KnownName(text[start:end], key, start, end, sure)
    return None


def _key(word: str) -> str:
    plain = word.casefold() if word.isascii() else folded(word).replace("’", "")
    return plain.replace("'", "")


@dataclass(frozen=True, slots=True)
class _Written:
    """`small`: also without a capital, as "adidas" is. `first`: sure at the beginning only."""

    sure: bool
    first: bool
    small: bool


@cache
def _names() -> Mapping[str, _Written]:
    """Each spelling of each name."""
    found: dict[str, _Written] = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for printed in path.read_text("utf-8").replace("\n", " ").split(", "):
            name = printed.strip()
            written = _written(name[-1], name[0].islower() and " " not in name)
            for spelling in _spellings(name.rstrip(UNSURE + FIRST)):
                found[spelling] = written
    return found


@cache
def _begins() -> frozenset[str]:
    """The first word of each spelling: most words of a page begin none."""
    return frozenset(spelling.partition(" ")[0] for spelling in _names())


@cache
def _written(mark: str, small: bool) -> _Written:
    """One for each kind of name: there are thousands of names."""
    return _Written(mark != UNSURE, mark == FIRST, small)


def _spellings(name: str) -> set[str]:
    """The name as words, and with what joins them left out or parting them: "Black+Decker", "Black & Decker"."""
    if name.isascii() and name.replace(" ", "").isalnum():
        return {name.casefold()}
    ways = {name}
    if _JOINTS.search(name) is not None:
        ways.add(_JOINTS.sub(lambda one: f" {one[1] or ''} ", name))
        joined = _JOINTS.sub(lambda one: one[1] or "", name)
        ways |= {joined} if len(joined) >= _LEAST_JOINED else set()
        if min(map(len, re.split(r"\W+", name))) >= _SMALL_WORD:
            ways |= {re.sub(r"\s?[&+]\s?", sign, name) for sign in (" & ", " + ", "&", "+", " ")}
    return {" ".join(map(_key, _word_in(way).findall(way))) for way in ways}
