"""Characters as people see them, each of one or more code points, and how many columns of a terminal they take. Pure.

A letter and the marks upon it are one; so are an emoji with its skin tone or style, several joined to one picture (a
family), a flag of two letters or of tags, and a Korean syllable in parts. What is cut between them stays readable; cut
within, the rest is another character, or an escape six times as wide.

Columns are counted as terminals do that know emoji: two for one, however many it is made of. Those that do not (Linux'
console, older ones) show its parts beside one another, and the rest of that line further right.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_MARK = {"Mn", "Me", "Mc"}
_NO_COLUMN = {"Mn", "Me", "Cf"}
_BACKWARD = {"R", "AL", "AN"}
_SKIN_TONE = re.compile("[\U0001f3fb-\U0001f3ff]")
_FLAG_LETTER = re.compile("[\U0001f1e6-\U0001f1ff]")
_TAG = re.compile("[\U000e0020-\U000e007f]")
_PICTURE = re.compile("[\u203c-\u3299\U0001f000-\U0001faff]")
"""What may follow a joiner, or has a skin tone."""
_HANGUL = re.compile("[\u1100-\u11ff\ua960-\ua97c\uac00-\ud7fb]")
_HANGUL_BEHIND = re.compile("[\u1160-\u11ff\ud7b0-\ud7fb]")
"""A vowel or a final: a part of the syllable before it."""


def characters(text: str) -> Iterator[str]:
    """The pieces of `text` that are not cut; together they are the text."""
    if text.isascii():
        yield from text
        return
    begins = 0
    for at in range(1, len(text)):
        if not _belongs(text, begins, at):
            yield text[begins:at]
            begins = at
    if text:
        yield text[begins:]


def columns_of(character: str) -> int:
    """Of one of `characters`."""
    first = _columns(character[0])
    if len(character) == 1:
        return first
    if _FLAG_LETTER.match(character) or character[1] == _EMOJI_STYLE or _SKIN_TONE.match(character[1]):
        return 2
    if _PICTURE.match(character) and first == 2:
        return 2
    behind = (0 if _HANGUL_BEHIND.match(one) else _columns(one) for one in character[1:])
    return first + sum(behind)


def _belongs(text: str, begins: int, at: int) -> bool:
    """Whether the code point at `at` is a part of the character that begins at `begins`."""
    before, this = text[at - 1], text[at]
    if this.isascii():
        return False
    if this == _JOINER or _TAG.match(this) or unicodedata.category(this) in _MARK:
        return not before.isspace()
    if before == _JOINER:
        return bool(_PICTURE.match(this) and _PICTURE.match(text[begins]))
    if _SKIN_TONE.match(this):
        return bool(_PICTURE.match(before)) and not _SKIN_TONE.match(before)
    if _FLAG_LETTER.match(this):
        return at - begins == 1 and bool(_FLAG_LETTER.match(before))
    return bool(_HANGUL_BEHIND.match(this) and _HANGUL.match(before))


def _columns(code_point: str) -> int:
    if unicodedata.category(code_point) in _NO_COLUMN:
        return 0
    return 2 if unicodedata.east_asian_width(code_point) in {"W", "F"} else 1


def reads_backward(text: str) -> bool:
    """Whether something of it is read from right to left (Hebrew, Arabic), Arabic figures counted along."""
    return not text.isascii() and any(unicodedata.bidirectional(one) in _BACKWARD for one in text)
