"""Plain phrases with a few marks, as speakers of a language write them, turned into one regular expression.

The marks: `(a|b)` one of these; `[a]` or `[a|b]` may be missing; `*` any further letters of the word; `…` some other
words; `<name>` what the caller puts there. Everything else stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, product
from typing import Any

Spelling = tuple[str, ...]
"""One way to write a phrase: single characters and marks."""

ANY_LETTERS = "*"
SOME_WORDS = "…"
_END_OF_WORD = "<end of word>"
_TOKEN = re.compile(r"<[a-z_]+>|.", re.DOTALL)
_END = ""
# Scripts written without blanks between words, or with the article glued to them, have no words' ends to look for.
_UNSPACED = re.compile(r"[\u0590-\u06ff\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


_ALIKE = {sign: f"[{group}]" for group in ("اأإآ", "يىی", "هة", "كک") for sign in group}
"""Letters of Arabic and Persian that pages write one for the other."""


def spellings(phrase: str) -> list[Spelling]:
    """Every way to write this phrase, optional parts left out and put in.

    ValueError: a bracket is not closed, closed twice or by another's end.
    """
    signs = _TOKEN.findall(phrase)
    found, at = _either(signs, 0)
    if at != len(signs):
        raise ValueError(f"'{signs[at]}' without its beginning in {phrase!r}")
    return list(dict.fromkeys(found))


def _either(signs: list[str], at: int) -> tuple[list[Spelling], int]:
    found, at = _sequence(signs, at)
    while at < len(signs) and signs[at] == "|":
        others, at = _sequence(signs, at + 1)
        found = [*found, *others]
    return found, at


def _sequence(signs: list[str], at: int) -> tuple[list[Spelling], int]:
    found: list[Spelling] = [()]
    while at < len(signs) and signs[at] not in {"|", ")", "]"}:
        sign = signs[at]
        parts: list[Spelling] = [(sign,)]
        if sign in {"(", "["}:
            close = ")" if sign == "(" else "]"
            parts, at = _either(signs, at + 1)
            if at == len(signs) or signs[at] != close:
                raise ValueError(f"'{sign}' without its end in {''.join(signs)!r}")
            parts = parts if sign == "(" else [*parts, ()]
        found = [(*before, *part) for before, part in product(found, parts)]
        at += 1
    return found, at


def anywhere(phrases: Iterable[str], marks: Mapping[str, str]) -> str:
    """An expression for any of these phrases, also inside words. Of several at one place the longest is tried first.

    `marks` says what `…` and `<name>` stand for, as regular expressions.
    """
    return _rendered(_tree(one for phrase in phrases for one in spellings(phrase)), marks)


def whole_words(phrases: Iterable[str], marks: Mapping[str, str]) -> str:
    """As `anywhere`, but never beginning or ending inside a word; behind a `*` at its end a word may go on.

    Phrases in scripts without blanks are found anywhere.
    """
    at_word: list[Spelling] = []
    free: list[Spelling] = []
    for one in (one for phrase in phrases for one in spellings(phrase)):
        if _UNSPACED.search("".join(one)):
            free.append(one)
            continue
        body = one[:-1] if one[-1] == ANY_LETTERS else (*one, _END_OF_WORD) if _is_of_word(one[-1]) else one
        (at_word if _is_of_word(one[0]) else free).append(body)
    choices = [rf"\b{_rendered(_tree(at_word), marks)}" if at_word else "", _rendered(_tree(free), marks)]
    return f"(?:{'|'.join(choice for choice in choices if choice)})" if at_word or free else _NOTHING


def _is_of_word(sign: str) -> bool:
    return len(sign) > 1 or sign.isalnum()


_NOTHING = r"(?!)"
"""Matches no text."""


def _tree(found: Iterable[Spelling]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    for one in sorted(set(found)):
        node = root
        for sign in one:
            node = node.setdefault(sign, {})
        node[_END] = {}
    return root


def _rendered(tree: dict[str, Any], marks: Mapping[str, str]) -> str:
    return _branches(tree, marks) if tree else _NOTHING


def _branches(node: dict[str, Any], marks: Mapping[str, str]) -> str:
    """Longer ways first: the end of a word, then the end of the phrase come last."""
    longer = sorted(sign for sign in node if sign not in {_END, _END_OF_WORD})
    choices = _grouped([(sign, _token(sign, marks) + _branches(node[sign], marks)) for sign in longer])
    if _END_OF_WORD in node:
        choices.append(r"\b")
    if not choices:
        return ""
    ends = _END in node
    body = choices[0] if len(choices) == 1 and not ends else f"(?:{'|'.join(choices)})"
    return f"{body}?" if ends else body


def _grouped(choices: Sequence[tuple[str, str]]) -> list[str]:
    """The choices, those that begin with a letter of their own in groups behind a look at the next letter: the engine
    tries one choice after the other, and most places begin none of them.
    """
    found: list[str] = []
    for literal, run in groupby(choices, key=lambda one: len(one[0]) == 1 and one[0] not in {ANY_LETTERS, SOME_WORDS}):
        alike = list(run)
        found.extend(_by_letter(alike) if literal else (rendered for _, rendered in alike))
    return found


def _by_letter(choices: Sequence[tuple[str, str]]) -> list[str]:
    if len(choices) <= _GROUP:
        return [rendered for _, rendered in choices]
    size = _GROUP
    while len(choices) > size * _GROUP:
        size *= _GROUP
    groups = (choices[first : first + size] for first in range(0, len(choices), size))
    return [f"(?=[{_letters(group)}])(?:{'|'.join(_by_letter(group))})" for group in groups]


def _letters(group: Iterable[tuple[str, str]]) -> str:
    return "".join(_ALIKE.get(sign, f"[{re.escape(sign)}]")[1:-1] for sign, _ in group)


_GROUP = 6


def _token(sign: str, marks: Mapping[str, str]) -> str:
    if sign == ANY_LETTERS:
        return r"\w*"
    if sign == SOME_WORDS or len(sign) > 1:
        return marks[sign]
    return _ALIKE.get(sign) or re.escape(sign)
