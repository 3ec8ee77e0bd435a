"""Where an address in a text ends: at white space, where the next one starts, where prose is glued on. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

TOKEN_CHARS = 4096
OUTSIDE = r"\s<>\"`\\\x00-\x1f\u200b\u2028\u2029\ufeff"
_MARKS = "，。！？；、「」『』【】（）《》〈〉"
_TOKEN = re.compile(rf"[^{OUTSIDE}]{{1,{TOKEN_CHARS}}}")
_FOREIGN = re.compile(rf"[^{OUTSIDE}{_MARKS}]{{1,{TOKEN_CHARS}}}")
_NEXT_LINK = re.compile(r"(?<![=?&/:%#@+])https?://|,(?=(?:[a-z0-9-]{1,20}\.){1,3}[a-z]{2,6}/)", re.IGNORECASE)
_GLUED = re.compile(r"[\[({,+@]|/(?=https?://)", re.IGNORECASE)
"""Marks that no id and no short code holds: what follows was written behind the link."""
_RUN_END = re.compile(r"(?<=[\x21-\x7e])(?![\x21-\x7e])")
_BRACKET = re.compile(r"[()\[\]{}]")
TRAILING = ".,;:!?'\"*~|^([{<\\"
TRAILING_MORE = TRAILING + "_-=+$&#/"
_CLOSING = {")": "(", "]": "[", "}": "{"}
_MAX_CUTS = 24
_MAX_NESTED = 5


_CUT_SHORT = re.compile(r"%E2%80%A6|%2E%2E", re.IGNORECASE)


class Ends:
    """Where tokens of one text end. Remembers where the next link starts, so that glued links stay linear."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next_start = 0

    def of(self, begin: int, form: re.Pattern[str] = _TOKEN) -> int:
        """The end of the token at `begin`: where its form ends, or where the next link starts inside it."""
        if self._next_start < begin + 8:
            following = _NEXT_LINK.search(self._text, begin + 8)
            self._next_start = following.start() if following else len(self._text)
        token = form.match(self._text, begin, self._next_start)
        return token.end() if token else begin + 1

    def of_foreign(self, begin: int) -> int:
        """As `of`, however long: what stands in another site's address is no link of its own."""
        end = self.of(begin, _FOREIGN)
        while end - begin == TOKEN_CHARS and end < self._next_start:
            begin, end = end, self.of(end, _FOREIGN)
        return end


def bounded(token: str) -> str:
    """The token up to where a fifth address starts in it: wrappers do not nest deeper in plain sight."""
    at = 8
    for _ in range(_MAX_NESTED):
        at = token.find("://", at) + 3
        if at == 2:
            return token
    return token[: at - 3]


def cuts(token: str) -> Iterator[int]:
    """Where the address may end, nearest first: where ASCII stops, at an unopened bracket, at the token's end."""
    brackets = _Brackets(token)
    for found, _ in zip(_RUN_END.finditer(token), range(_MAX_CUTS), strict=False):
        if (bracket := brackets.unopened_before(found.start())) is not None:
            yield bracket
        yield found.start()
    if (bracket := brackets.unopened_before(len(token))) is not None:
        yield bracket
    yield len(token)


def may_be_glued(token: str) -> bool:
    """Whether there is any mark for `glued_cuts`; most tokens have none."""
    return "%" in token or _GLUED.search(token, 8) is not None


def glued_cuts(token: str) -> Iterator[int]:
    """Where the address may end when none of the `cuts` gives one: before text that was glued on in ASCII."""
    for found, _ in zip(_GLUED.finditer(token, 8), range(_MAX_CUTS), strict=False):
        yield found.start()
    if (encoded := token.find("%")) != -1 and not _CUT_SHORT.match(token, encoded):
        yield encoded


class _Brackets:
    """Finds the first closing bracket that nothing in the token opened, reading no further than asked."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._depth = dict.fromkeys(_CLOSING.values(), 0)
        self._read = 0

    def unopened_before(self, end: int) -> int | None:
        """Its place when it lies before `end`; told once."""
        for bracket in _BRACKET.finditer(self._token, self._read, end):
            letter = bracket[0]
            if letter in self._depth:
                self._depth[letter] += 1
                continue
            self._depth[_CLOSING[letter]] -= 1
            if self._depth[_CLOSING[letter]] < 0:
                self._read = len(self._token)
                return bracket.start()
        self._read = max(self._read, end)
        return None


def free_form_end(token: str) -> int:
    """For a shop whose pages may have any path: text is glued on where it follows a letter or digit directly.

    Not so a letter of a script that parts words by blanks (an accented Latin one, a Cyrillic one): nobody who writes
    in it leaves the blank behind an address out, so there the same word goes on.
    """
    depth = dict.fromkeys(_CLOSING.values(), 0)
    segment_may_end = True
    for index in range(max(token.find("/", 8), 1), len(token)):
        letter = token[index]
        if letter in "/?&=#":
            segment_may_end = True
        elif letter in depth:
            depth[letter] += 1
        elif letter in _CLOSING:
            depth[_CLOSING[letter]] -= 1
            if depth[_CLOSING[letter]] < 0:
                return index
        elif not letter.isascii():
            follows_word = token[index - 1].isalnum() or _sign_of_a_word(token[index - 1])
            if follows_word and _parted_by_blanks(letter):
                continue
            if letter in _MARKS or (segment_may_end and follows_word):
                return index
            segment_may_end = segment_may_end and _parted_by_blanks(letter)
    return len(token)


def _sign_of_a_word(letter: str) -> bool:
    """Whether it is an accent or a vowel that its script writes as a mark on a letter, not a mark on a picture."""
    return "\u0300" <= letter < "\ufe00" and category(letter) in ("Mn", "Mc")


def _parted_by_blanks(letter: str) -> bool:
    """Whether it belongs to a word of a script that puts blanks between words: all of them up to Sinhala, not Thai,
    Hangul or Han. Their accents and vowel signs count, figures above the line do not."""
    return (letter < "\u0e00" or "\u1e00" <= letter < "\u2000") and (letter.isalpha() or _sign_of_a_word(letter))


def trimmed(url: str, trailing: str) -> str:
    while url:
        last = url[-1]
        odd_mark = not last.isascii() and not last.isalnum() and not _sign_of_a_word(last)
        unopened = last in _CLOSING and url.count(last) > url.count(_CLOSING[last])
        if not (last in trailing or odd_mark or unopened):
            break
        url = url[:-1]
    return url
