"""Which currency a text names."""

from __future__ import annotations

import re
from functools import lru_cache

from common.currencies import BY_CODE, CURRENCIES, WITHOUT_HINT
from common.reading.text.currencies.signs import HOME_BEFORE, HOME_BEHIND, SHARED_BY, WRITTEN, is_spaced

_WORDS_OF = {code: frozenset(one.code for one in CURRENCIES if one.words_of == code) for code in BY_CODE}
_CODE = re.compile(r"(?<![A-Za-z])[A-Z](?:[A-Z]{2}|[a-z]{2})(?![A-Za-z])")
_OWN_SIGNS = {
    sign: currency.code for currency in CURRENCIES for sign in (*currency.signs, *currency.before, *currency.behind)
}


_ALSO_IN_WORDS = frozenset("元円원")
_COUNTING = r"\d十百千万萬亿億만천백억"
_GOES_ON = "起整以税대"
"""What follows such a sign without a blank though one stands before it: "199 元起", "1,980 円税込"."""


def _as_word(sign: str) -> re.Pattern[str] | None:
    """Letters of a script that divides its words stand alone or against a digit as a sign: Rp384, RM 12; never inside a
    word: "бр." is no "р.". A letter of a script that does not divide them stands behind a number, or alone: "還元" and
    "元箱" are words, "회원" and "円形" as well. Other signs may stand anywhere.
    """
    if sign in _ALSO_IN_WORDS:
        return re.compile(rf"(?<=[{_COUNTING}]){sign}|(?<=\d\s){sign}(?=[{_GOES_ON}])|(?<![^\W_]){sign}(?![^\W\d_])")
    if sign.isascii() and sign.isalpha():
        return re.compile(rf"(?<![A-Za-z]){sign}(?![A-Za-z])")
    ends = r"(?![^\W\d_])" if sign[-1].isalpha() else ""
    return re.compile(rf"(?<![^\W\d_]){re.escape(sign)}{ends}", re.IGNORECASE) if is_spaced(sign) else None


_LONGEST_FIRST = [(sign, sign.lower(), _as_word(sign)) for sign in sorted(_OWN_SIGNS, key=len, reverse=True)]
_BY_LETTER: dict[str, list[tuple[int, str, str, re.Pattern[str] | None]]] = {}
"""The same, with their places in that order, by their first letters: a text has few of these."""
for _place, (_sign, _small, _word) in enumerate(_LONGEST_FIRST):
    _BY_LETTER.setdefault(_small[0], []).append((_place, _sign, _small, _word))
_SHARED = [(sign, _as_word(sign.lower())) for sign in sorted(SHARED_BY, key=len, reverse=True)]


@lru_cache(maxsize=512)
def currency_of(text: str, hint: str | None = None) -> str | None:
    """ISO 4217 of the currency that `text` names, by code or sign.

    `hint` (ISO 4217) decides between the currencies that share a sign, and is the answer where the text names none.
    None for a shared sign that the hint does not settle.
    """
    for code in _CODE.findall(text):
        if code in WRITTEN:
            return str(code).upper()
    lowered = text.lower()
    if (sign := _own_sign(text, lowered)) is not None:
        code = _OWN_SIGNS[sign]
        return hint if hint in _WORDS_OF.get(code, ()) and sign in BY_CODE[code].behind else code
    if _STRANGE_DOLLAR.search(text):
        return None  # no sign of these: "T$ 25"
    for sign, word in _SHARED:
        if word.search(lowered) if word else sign in text:
            return hint if hint in SHARED_BY[sign] else WITHOUT_HINT.get(sign)
    local = _LOCAL.search(text)
    if local is not None:
        return hint if hint in _AT_HOME_IN[(local[1] or local[2])] else None
    return hint


_STRANGE_DOLLAR = re.compile(r"(?<![^\W_])(?!C\$)[A-Z]{1,2}\$")


def _own_sign(text: str, lowered: str) -> str | None:
    """The longest sign in the text that one currency has, or that means one wherever it is no other country's word."""
    held = [one for letter in set(lowered) for one in _BY_LETTER.get(letter, ()) if one[2] in lowered]
    return next((sign for _, sign, _, word in sorted(held) if word is None or word.search(text)), None)


def certain_currency(text: str) -> str | None:
    """ISO 4217 of the currency that `text` names by a code, or by a sign that no other currency has: "S$", not "$" or
    "Rs", nor "lei", which are two countries'.
    """
    for code in _CODE.findall(text):
        if code in WRITTEN:
            return str(code).upper()
    sign = _own_sign(text, text.lower())
    if sign is None:
        return None
    code = _OWN_SIGNS[sign]
    return None if _WORDS_OF[code] and sign in BY_CODE[code].behind else code


def at_home_in(text: str) -> frozenset[str]:
    """The currencies that letters in this amount mean, each in its own country only; empty where it has none."""
    local = _LOCAL.search(text) if currency_of(text, "XXX") is None else None
    return _AT_HOME_IN[local[1] or local[2]] if local is not None else frozenset()


def share_a_sign(one: str, other: str) -> bool:
    """Whether pages print these two currencies with one and the same sign or word."""
    if one not in BY_CODE or other not in BY_CODE:
        return False
    words = {BY_CODE[one].words_of, BY_CODE[other].words_of} & {one, other}
    return bool(words or {*BY_CODE[one].shared} & {*BY_CODE[other].shared})


def says_toman(text: str) -> bool:
    """Whether this names the toman, ten rials, in which Iran's shops count. It has no code; what is declared in rials
    beside it may be counted in either.
    """
    return ("om" in text or "توم" in text) and _TOMAN.search(text) is not None  # few lines have even that


_TOMAN = re.compile(r"تومان|تومن|\b[Tt]om[ae]ns?\b")


_LOCAL = re.compile(rf"(?<![^\W\d])({HOME_BEFORE})\.?\s{{0,2}}\d|\d\s{{0,2}}({HOME_BEHIND})(?![^\W\d])")
_AT_HOME_IN = {
    sign: frozenset(one.code for one in CURRENCIES if sign in (*one.local_before, *one.local_behind))
    for currency in CURRENCIES
    for sign in (*currency.local_before, *currency.local_behind)
}
"""The currency that such letters mean, in its own country only."""
