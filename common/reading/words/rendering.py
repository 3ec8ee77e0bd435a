"""Phrases turned into one regular expression, which is short to compile and quick to fail: most places of a text begin
none of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import groupby
from typing import Any

from common.reading.words.phrases import ANY_LETTERS, SOME_WORDS, Spelling, Way, parsed, spellings

_END_OF_WORD = "<end of word>"
_END = ""
# Scripts written without blanks between words, or with the article glued to them, have no words' ends to look for.
_UNSPACED = re.compile(r"[\u0590-\u06ff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_GLUED_LETTERS = r"\u0590-\u06ff"
_GLUED = re.compile(f"[{_GLUED_LETTERS}]")
"""Of these, those of scripts that do part words: what is glued to a word's beginning are a few letters."""
_BEGINS_GLUED = "(?:{})".format(
    "|".join(
        rf"(?<=(?<![\u0590-\u06ff]){small}{{{count}}})" if count else r"(?<![\u0590-\u06ff])"
        for small in ("[اوفبلكس]", "[והבלמשכ]")
        for count in (range(5) if small[1] == "ا" else range(1, 4))
    )
)
"""Not inside a word: "غير" (not) is no part of "الصغير" (the small one), "موجود" (there) none of "ناموجود" (gone)."""
_ALIKE = {
    sign: f"[{group}]"
    for group in ("اأإآ", "يىی", "هة", "كک", "αά", "εέ", "ηή", "ιίϊΐ", "οό", "υύϋΰ", "ωώ")
    for sign in group
}
"""Letters of Arabic and Persian that pages write one for the other, and of Greek, whose capitals have no accents."""
_NOTHING = r"(?!)"
"""Matches no text."""
_MANY = 12
"""A phrase with so many spellings is written part by part, not spelling by spelling."""
_LONG = 40
"""What a mark stands for is written as seldom as can be when it has more characters."""


def anywhere(stated: Iterable[str], marks: Mapping[str, str]) -> str:
    """An expression for any of these phrases, also inside words. Of several at one place the longer is tried first,
    but for phrases with long marks, which come before the others.

    `marks` says what `…` and `<name>` stand for, as regular expressions. ValueError: as `phrases.parsed`.
    """
    found = _Phrases(marks)
    for phrase in stated:
        way = parsed(phrase)
        found.add(way, spellings(way))
    return found.rendered()


def whole_words(stated: Iterable[str], marks: Mapping[str, str]) -> str:
    """As `anywhere`, but never beginning or ending inside a word; behind a `*` at its end a word may go on.

    Phrases in scripts without blanks are found anywhere; those in Arabic or Hebrew where a word begins, or behind the
    article and the small words that are glued to it.
    """
    at_word, glued, free = _Phrases(marks), _Phrases(marks), _Phrases(marks)
    for phrase in stated:
        way = parsed(phrase)
        ways = spellings(way)
        bounds = {_bounds(one) for one in ways}
        for bound in bounds:
            begins, end = bound
            those = [_bounded(one, end) for one in ways if len(bounds) == 1 or _bounds(one) == bound]
            whole = _bounded(way, end) if len(bounds) == 1 and not (end == ANY_LETTERS and way[-1] != end) else None
            (at_word if begins else glued if _GLUED.match(those[0][0]) else free).add(whole, those)
    unspaced = [
        *([rf"(?=[{_GLUED_LETTERS}]){_BEGINS_GLUED}{glued.rendered()}"] if glued else []),
        *([free.rendered()] if free else []),
    ]
    first = free.first_signs()
    if len(unspaced) > 1 and all(map(_is_letter, first)):  # one look at a Latin letter passes over both
        unspaced = [f"(?=[{_GLUED_LETTERS}{_letters(sorted(first))}])(?:{'|'.join(unspaced)})"]
    elif free and not glued:
        unspaced = [_look(first) + unspaced[0]]
    choices = [*([rf"\b{at_word.rendered()}"] if at_word else []), *unspaced]
    return f"(?:{'|'.join(choices)})" if choices else _NOTHING


def _bounds(one: Spelling) -> tuple[bool, str]:
    """Whether a word must begin before this spelling, and what decides about its end."""
    if _UNSPACED.search("".join(one)):
        return False, ""
    ends = ANY_LETTERS if one[-1] == ANY_LETTERS else _END_OF_WORD if _is_of_word(one[-1]) else ""
    return _is_of_word(one[0]), ends


def _bounded(way: Any, end: str) -> Any:
    return way[:-1] if end == ANY_LETTERS else (*way, end) if end else way


def _is_of_word(sign: str) -> bool:
    return len(sign) > 1 or sign.isalnum()


class _Phrases:
    """Phrases that are looked for at the same places."""

    def __init__(self, marks: Mapping[str, str]) -> None:
        self._marks = marks
        self._long = frozenset(mark for mark, text in marks.items() if len(text) > _LONG)
        self._plain: list[Spelling] = []
        self._by_parts: list[tuple[Sequence[Spelling], Way]] = []
        self._marked: dict[Spelling, set[Spelling]] = {}
        """What comes before the first long mark → what follows, with it."""

    def __bool__(self) -> bool:
        return bool(self._plain or self._by_parts or self._marked)

    def add(self, way: Way | None, ways: Sequence[Spelling]) -> None:
        """A phrase with its spellings; without `way` it is no phrase whole."""
        plain = [one for one in ways if self._long.isdisjoint(one)]
        if way is not None and len(plain) == len(ways) >= _MANY:
            self._by_parts.append((ways, way))
            return
        self._plain.extend(plain)
        for one in ways if len(plain) < len(ways) else ():
            at = next((at for at, sign in enumerate(one) if sign in self._long), None)
            if at is not None:
                self._marked.setdefault(one[:at], set()).add(one[at:])

    def first_signs(self) -> set[str]:
        """The signs that they begin with; an empty one where a phrase may begin with anything."""
        ways = (*self._plain, *(one for ways, _ in self._by_parts for one in ways), *self._marked)
        return {one[0] if one else "" for one in ways}

    def rendered(self) -> str:
        first_of_all: list[tuple[str, str]] = []
        several: list[tuple[set[str], str]] = []
        whole, plain = self._kept_whole()
        for first, way in whole:
            text = "".join(self._part(part) for part in way)
            if len(first) == 1:
                first_of_all.append((next(iter(first)), text))
            else:
                several.append((first, text))
        choices = [*self._with_marks(), *_by_letters(several)]
        if plain or first_of_all:
            choices.append(self._branches(_tree(plain), first_of_all))
        return choices[0] if len(choices) == 1 else f"(?:{'|'.join(choices)})" if choices else _NOTHING

    def _kept_whole(self) -> tuple[list[tuple[set[str], Way]], list[Spelling]]:
        """The phrases that are written part by part, each with its first signs, and the spellings of all others.

        The former come first, so one that another phrase begins with and goes on is among the latter.
        """
        plain = list(self._plain)
        stated = sorted({_without_end(one) for ways in (plain, *(ways for ways, _ in self._by_parts)) for one in ways})
        whole: list[tuple[set[str], Way]] = []
        for ways, way in self._by_parts:
            own = {_without_end(one) for one in ways}
            if any(_begins_another(one, stated, own) for one in own):
                plain.extend(ways)
            else:
                whole.append(({one[0] for one in ways}, way))
        return whole, plain

    def _with_marks(self) -> list[str]:
        """The beginnings of all that goes on alike behind a mark as a tree of their own, so that what the mark stands
        for, which may be thousands of letters, is written once for them.
        """
        beginnings: dict[frozenset[Spelling], list[Spelling]] = {}
        for beginning, ends in self._marked.items():
            beginnings.setdefault(frozenset(ends), []).append(beginning)
        return [
            _look({one[0] if one else "" for one in those}) + self._branches(_tree(those)) + self._branches(_tree(ends))
            for ends, those in beginnings.items()
        ]

    def _part(self, part: Any) -> str:
        if isinstance(part, str):
            return r"\b" if part == _END_OF_WORD else self._token(part)
        ways = sorted({"".join(self._part(one) for one in way) for way in part}, key=lambda way: (-len(way), way))
        return f"(?:{'|'.join(way for way in ways if way)}){'' if ways[-1] else '?'}"

    def _branches(self, node: dict[str, Any], more: Sequence[tuple[str, str]] = ()) -> str:
        """Longer ways first: the end of a word, then the end of the phrase come last. `more`: texts by their first
        letter that are choices, too.
        """
        longer = [(sign, self._along(sign, under)) for sign, under in node.items() if sign not in _ENDS]
        choices = _grouped(sorted([*more, *longer], key=lambda one: one[0]))
        if _END_OF_WORD in node:
            choices.append(r"\b")
        if not choices:
            return ""
        ends = _END in node
        body = choices[0] if len(choices) == 1 and not ends else f"(?:{'|'.join(choices)})"
        return f"{body}?" if ends else body

    def _along(self, sign: str, under: dict[str, Any]) -> str:
        """This sign and all behind it; while one way goes on, letter by letter without choices."""
        said = [self._token(sign)]
        while len(under) == 1:
            ((sign, under),) = under.items()
            if sign in _ENDS:
                return "".join((*said, r"\b" if sign == _END_OF_WORD else ""))
            said.append(self._token(sign))
        return "".join((*said, self._branches(under)))

    def _token(self, sign: str) -> str:
        if sign == ANY_LETTERS:
            return r"\w*"
        return self._marks.get(sign) or _ALIKE.get(sign) or re.escape(sign)


def _tree(found: Iterable[Spelling]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    for one in sorted(set(found)):
        node = root
        for sign in one:
            node = node.setdefault(sign, {})
        node[_END] = {}
    return root


_ENDS = frozenset({_END, _END_OF_WORD})


def _without_end(one: Spelling) -> Spelling:
    return one[:-1] if one[-1] in _ENDS else one


def _begins_another(one: Spelling, stated: Sequence[Spelling], own: Set[Spelling]) -> bool:
    """Whether one of the sorted `stated`, none of its `own`, goes on where this ends."""
    for at in range(bisect_right(stated, one), len(stated)):
        if stated[at][: len(one)] != one:
            return False
        if stated[at] not in own:
            return True
    return False


def _grouped(choices: Sequence[tuple[str, str]]) -> list[str]:
    """The choices, those that begin with a letter of their own in groups behind a look at the next letter: the engine
    tries one choice after the other, and most places begin none of them.
    """
    found: list[str] = []
    for literal, run in groupby(choices, key=lambda one: _is_letter(one[0])):
        alike = list(run)
        found.extend(_by_letter(alike) if literal else (rendered for _, rendered in alike))
    return found


def _is_letter(sign: str) -> bool:
    return len(sign) == 1 and sign not in {ANY_LETTERS, SOME_WORDS}


def _by_letter(choices: Sequence[tuple[str, str]]) -> list[str]:
    if len(choices) <= _GROUP:
        return [rendered for _, rendered in choices]
    size = _GROUP
    while len(choices) > size * _GROUP:
        size *= _GROUP
    groups = (choices[first : first + size] for first in range(0, len(choices), size))
    return [f"(?=[{_letters(sign for sign, _ in group)}])(?:{'|'.join(_by_letter(group))})" for group in groups]


_GROUP = 6


def _by_letters(choices: Sequence[tuple[set[str], str]]) -> list[str]:
    """The choices, each of which begins with one of several signs, in groups likewise. Those in scripts without
    capitals come behind the others, with which they share no letter; else their order stays.
    """
    kinds = [_has_capitals(first) for first, _ in choices]
    runs: list[Sequence[tuple[set[str], str]]] = [choices]
    if None not in kinds:
        runs = [[one for one, has in zip(choices, kinds, strict=True) if has is kind] for kind in (True, False)]
    found: list[str] = []
    for run in runs:
        for start in range(0, len(run), _GROUP):
            group = run[start : start + _GROUP]
            alike = [_look(first) + text for first, text in group]
            every = _look({sign for first, _ in group for sign in first})
            found.extend(alike if len(run) <= _GROUP or not every else [f"{every}(?:{'|'.join(alike)})"])
    return found


def _has_capitals(signs: set[str]) -> bool | None:
    """Whether these are letters of scripts with capitals; None where only some are, or one is no letter."""
    kinds = {sign.lower() != sign.upper() for sign in signs}
    return kinds.pop() if len(kinds) == 1 and all(map(_is_letter, signs)) else None


def _look(first: set[str]) -> str:
    """A look at the next letter, where all begin with one of these."""
    return f"(?=[{_letters(sorted(first))}])" if all(map(_is_letter, first)) else ""


def _letters(signs: Iterable[str]) -> str:
    return "".join(_ALIKE.get(sign, f"[{re.escape(sign)}]")[1:-1] for sign in signs)
