"""Text of strangers as it may be shown: one escaping for terminals, logs, JSON lines, metrics and systemd. Pure.

Titles, ids, addresses and error texts are written by whoever posts or sells. Shown as they are, they could command a
terminal (escape sequences), forge lines (line breaks), reorder what stands beside them (bidi controls), or hide
(invisible characters). What writes calls this, not its callers: fleet/terminal/output.py, log_lines.py and
served/labels.py beside this, fleet/run/standing/sd_notify.py.

Stays as it is: every letter, digit, mark, symbol and space of any script, emoji sequences and flags included.
Becomes a visible escape (\\x1b, \\u202e, \\U000e0041): C0, DEL, C1, line and paragraph separators, bidi controls,
zero-width characters, lone surrogates, private use, unassigned code points, fillers that look like nothing.
A backslash stays single, so the text of an escape and an escape look alike: this is for eyes; JSON is for programs.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Set

MARKS_IN_A_ROW = 4
"""More marks on one letter than any script in use writes; a flood of them grows over the lines around it."""

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters by their category, nothing to the eye."""
_MAYBE_NEWER = (range(0x1F000, 0x1FB00), range(0x20000, 0x2FFFE), range(0x30000, 0x3FFFE))
"""Set aside for emoji and Han characters: what this Python's tables do not know yet may be one."""
_NOT_PLAIN = re.compile(r"[^ -~]+")
"""Of a line most is printable ASCII, which stays as it is; a hundred thousand lines are looked at only elsewhere."""
_TAGGED_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
"""The flags of England, Scotland and Wales: a black flag and invisible letters."""


def printable(text: str) -> str:
    """`text` on one line, harmless to look at. Marks beyond MARKS_IN_A_ROW are left out. Applying it twice changes
    nothing; time is linear."""
    if text.isascii() and text.isprintable():
        return text
    return _escaped(text, _visible, cut=True)


def printable_json(value: object) -> str:
    """One line of JSON that parses to the same value as plain json.dumps would write, with the same characters
    escaped (as \\uXXXX). What JSON does not know is written as its str()."""
    line = json.dumps(value, ensure_ascii=False, default=str)
    if line.isascii() and line.isprintable():
        return line
    # Outside of its strings JSON is plain ASCII, so what is escaped here stands in a string.
    return _escaped(line, _as_json, cut=False)


def _escaped(text: str, escape: Callable[[str], str], *, cut: bool) -> str:
    in_flags = {at for flag in _TAGGED_FLAG.finditer(text) for at in range(*flag.span())}

    def written(part: re.Match[str]) -> str:
        return "".join(_part(text, range(*part.span()), in_flags, escape, cut=cut))

    return _NOT_PLAIN.sub(written, text)


def _part(text: str, part: range, in_flags: Set[int], escape: Callable[[str], str], *, cut: bool) -> Iterator[str]:
    """What is written for each character of a part in which none is plain. No mark stands on one before it, for the
    part begins behind a plain one."""
    marks = 0
    for at in part:
        character = text[at]
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me", "Mc"} else 0
        if marks > MARKS_IN_A_ROW:
            if not cut:
                yield escape(character)
        elif _stays(character) or at in in_flags or (character == _JOINER and _joins_emoji(text, at)):
            yield character
        else:
            yield escape(character)


def _stays(character: str) -> bool:
    if character.isprintable():
        return character not in _FILLERS
    category = unicodedata.category(character)
    return category == "Zs" or (category == "Cn" and any(ord(character) in block for block in _MAYBE_NEWER))


def _joins_emoji(text: str, at: int) -> bool:
    """Whether the joiner at `at` stands between two parts of one emoji, like those of a family."""
    if not 0 < at < len(text) - 1:
        return False
    before, after = text[at - 1], text[at + 1]
    return (before == _EMOJI_STYLE or ord(before) in _SKIN_TONES or _symbol(before)) and _symbol(after)


def _symbol(character: str) -> bool:
    return not character.isascii() and (
        unicodedata.category(character) in {"So", "Sm"} or ord(character) in _MAYBE_NEWER[0]
    )


def _visible(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _as_json(character: str) -> str:
    return json.dumps(character)[1:-1]
