"""What stands for a currency beside an amount: the signs, codes and words of all, as patterns for running text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from common.currencies import CURRENCIES

_TITLED = frozenset(
    "Aud Bhd Brl Chf Czk Dkk Egp Eur Gbp Hkd Idr Inr Jpy Kes Kwd Kzt Myr Ngn Nok Nzd Pkr Pln Qar Sgd Twd Uah Ugx "
    "Usd Zar".split()
)
"""Codes written as names are, where those are no words, as "Sek" is one of German (seconds): "Dkk 1,250.00"."""
WRITTEN = frozenset({*(one.code for one in CURRENCIES if not one.is_word), *_TITLED})


def is_spaced(sign: str) -> bool:
    """Whether this begins with a letter of a script that divides its words: inside a word it means nothing."""
    return sign[0].isalpha() and sign[0] < "\u2e80" and not "\u0e00" <= sign[0] <= "\u0e7f"


def _any_of(signs: Iterable[str]) -> str:
    """A pattern for any of these, the longest first, grouped by their first letters: else two hundred would be tried at
    every place of a text. A full stop at the end of one is left out.
    """
    by_letter: dict[str, list[str]] = {}
    for sign in sorted(set(signs), key=lambda sign: (-len(sign), sign)):
        by_letter.setdefault(sign[0], []).append(re.escape(sign.rstrip(".")[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(ends)})" for first, ends in by_letter.items())


def _first_letters(signs: Iterable[str]) -> str:
    return "".join(sorted({sign[0] for sign in signs}))


EITHER_SIDE = {sign for currency in CURRENCIES for sign in (*currency.signs, *currency.shared)}
_MARKS = "".join(sorted({sign for sign in EITHER_SIDE if len(sign) == 1} | {"￥"}))
_LETTER_MARKS = "".join(filter(str.isalpha, _MARKS))
PLAIN_MARKS = "".join(mark for mark in _MARKS if not mark.isalpha())
_MARK_BEFORE = rf"[{PLAIN_MARKS}]|(?<!\w)[{_LETTER_MARKS}]"
"""Letters behind others end a word or a number there: "千元5G手机" is a 5G phone."""
_NAMES = {sign for sign in EITHER_SIDE if len(sign) > 1}
_WORDS = {*WRITTEN, *filter(is_spaced, _NAMES)}
HOME_BEFORE_SIGNS = {sign for currency in CURRENCIES for sign in currency.local_before}
_HOME_BEHIND_SIGNS = {sign for currency in CURRENCIES for sign in currency.local_behind}
BEFORE_SIGNS = _WORDS.union(*(currency.before for currency in CURRENCIES))
_FRANCS = "Fr."
_BEFORE_WORDS = _any_of(BEFORE_SIGNS - {_FRANCS})
_FRANC = r"Fr\.(?!\s?\d{1,2}\.(?:\s?\d{1,2}\.|\s[^\W\d]))"
"""Its full stop is part of it, and a date may stand behind: "Fr 14:00", "Fr. 12.5." and "Fr. 12. Mai" are Fridays."""
_BEHIND_WORDS = _any_of(_WORDS.union(*(currency.behind for currency in CURRENCIES)))
_UNSPACED = _any_of(_NAMES - _WORDS)
_EURO = (
    r"(?=[Ee])(?:(?<![^\W\d])(?:[Ee]uro|EURO)(?=\s{0,2}\d[\d.]{0,9},\d{2}(?!\d))|"
    r"\A(?:[Ee]uro|EURO)s?(?=\s{1,2}(?:[1-9]\d{2}|\d{1,3}[.' ]\d{3})\Z))"
)
"""The name stands before an amount in cents, or of three digits that is all of the text, too: "Euro 6" is a norm and
"Euro 2024" a tournament."""
HOME_BEFORE = _any_of(HOME_BEFORE_SIGNS)
# Few letters begin such a word: looking for those first makes the search twice as fast.
_LETTERS = _first_letters(BEFORE_SIGNS | HOME_BEFORE_SIGNS)
HOME_BEHIND = _any_of(_HOME_BEHIND_SIGNS)
_AT_HOME = rf"(?:{HOME_BEFORE})\.?(?=\s{{0,2}}(?:\d{{1,3}}(?:[., ]\d{{3}})+|\d{{1,7}}[.,]\d{{2}})(?![\d]))"
"""Letters of one country before an amount that is surely one: "R 1,250.00" and "R185.00", not "R17" or "R134a"."""
_AMOUNT_ENDED = r"(?:(?<=[.,]\d\d)|(?<=[.,]\d\d\s)|(?<=[.,\s]\d\d\d)|(?<=[.,\s]\d\d\d\s))"
_OTHER_THINGS = {"dram", "rand", "Rand", "soles"}
_HOME_WORDS = _any_of({sign for sign in _HOME_BEHIND_SIGNS if len(sign) > 3} - _OTHER_THINGS)
"""Whole words, which are hardly ever something else behind two digits: "250 pesos"; "12 soles" are of shoes."""
_BEHIND_AT_HOME = (
    rf"(?=[{_first_letters(_HOME_BEHIND_SIGNS)}])"
    rf"(?:{_AMOUNT_ENDED}(?:{HOME_BEHIND})|(?:(?<=\d\d)|(?<=\d\d\s))(?:{_HOME_WORDS})|"
    rf"(?:(?<=\d{{3}})|(?<=\d{{3}}\s))(?:{_any_of(_OTHER_THINGS)}))(?![^\W\d])"
)
_CODE_BEHIND = r"\d+[^\W\d_]\d"
"""LE37B550 is a model, no amount."""
DOLLARS = "|".join(sorted(one.code for one in CURRENCIES if "$" in one.shared))
"""A dollar's code before its sign belongs to it: "AUD $12.00"; so does one behind: "$12.00 AUD"."""
_SIGN = rf"(?:(?<![^\W\d])(?:{DOLLARS})\s?)?(?:{_MARK_BEFORE}|[€£]\.(?=\s\d|\d[\d.]{{0,9}}[.,]\d\d))"
"""Some write a full stop behind a sign as behind a word: "€. 2.900,00"; "£.99" is 99 pence."""
_WORD = rf"(?=[{_LETTERS}])(?<![^\W\d])(?<![^\W\d][-–])(?:(?:{_BEFORE_WORDS})(?!{_CODE_BEHIND})\.?|{_FRANC}|{_AT_HOME})"
BEFORE = rf"(?:{_SIGN}|{_WORD}|{_EURO}|{_UNSPACED})"
BEHIND = rf"(?:[{_MARKS}]|(?:{_BEHIND_WORDS})(?![^\W\d])|{_UNSPACED}|{_BEHIND_AT_HOME})"
"""What may stand right before an amount, and right behind it: patterns."""
BEGINS = rf"(?=[\d{_MARKS}{_LETTERS}Ee{_first_letters(_NAMES - _WORDS)}])"
"""Few letters begin an amount: most places of a text are passed over by this alone."""
_EUROS = ("Euro", "EURO", "Euros", "EUROs")
_BEFORE_ANY = {sign.rstrip(".") for sign in (*BEFORE_SIGNS, *HOME_BEFORE_SIGNS, *EITHER_SIDE, *_EUROS, *_MARKS)}
_BEHIND_ANY = {*WRITTEN, *EITHER_SIDE, *_HOME_BEHIND_SIGNS, *_MARKS}.union(*(one.behind for one in CURRENCIES))


def _any_pair(pairs: Iterable[str]) -> str:
    """A pattern for any of these pairs of letters, grouped by the first; one that is a letter alone stands for all."""
    by_letter: dict[str, set[str]] = {}
    for pair in sorted(pairs):
        by_letter.setdefault(pair[0], set()).add(pair[1:])
    return "|".join(
        re.escape(first) + ("" if "" in seconds else f"[{re.escape(''.join(sorted(seconds)))}]")
        for first, seconds in by_letter.items()
    )


def _set_of(letters: Iterable[str]) -> str:
    return f"[{re.escape(''.join(sorted(set(letters))))}]"


_LAST_BEFORE = _set_of(sign[-1] for sign in _BEFORE_ANY)
_ALONE_BEFORE = _set_of(sign for sign in _BEFORE_ANY if len(sign) == 1)
_PAIR_BEFORE = _any_pair(sign[-2:] for sign in _BEFORE_ANY if len(sign) > 1)
_BEHIND_SIGN = "|".join(
    rf"(?<={_LAST_BEFORE}{gap}\d)(?:(?<={_ALONE_BEFORE}{gap}\d)|(?<=(?:{_PAIR_BEFORE}){gap}\d))"
    for gap in ("", r"\s", r"\s\s", r"\.", r"\.\s", r"\.\s\s")
)
MAY_STAND_BESIDE = (
    rf"\d(?:(?<!\d\d)(?:{_BEHIND_SIGN})|\s?[.,:/][-–—=]|(?:[-=]00|=)?\s{{0,2}}"
    rf"(?={_set_of(sign[0] for sign in _BEHIND_ANY)})(?:{_any_pair(sign.rstrip('.')[:2] for sign in _BEHIND_ANY)}))"
)
"""A digit right behind what BEFORE may end in, or right before what BEHIND may begin with or a dash for cents. A text
without such a digit holds no amount, which it takes a quarter of the time to find out so.
"""
SHARED_BY = {
    sign: frozenset(currency.code for currency in CURRENCIES if sign in currency.shared)
    for sign in dict.fromkeys(sign for currency in CURRENCIES for sign in currency.shared)
}
"""Sign → the currencies that have it in common."""
