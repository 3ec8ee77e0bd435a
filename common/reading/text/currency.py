"""Which currency a text names, and what an amount beside a currency looks like in running text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from common.currencies import BY_CODE, CURRENCIES, WITHOUT_HINT

_WORDS_OF = {code: frozenset(one.code for one in CURRENCIES if one.words_of == code) for code in BY_CODE}
_CODE = re.compile(r"(?<![A-Za-z])[A-Z](?:[A-Z]{2}|[a-z]{2})(?![A-Za-z])")
_TITLED = frozenset(
    "Aud Bhd Brl Chf Czk Dkk Egp Eur Gbp Hkd Idr Inr Jpy Kes Kwd Kzt Myr Ngn Nok Nzd Pkr Pln Qar Sgd Twd Uah Ugx "
    "Usd Zar".split()
)
"""Codes written as names are, where those are no words, as "Sek" is one of German (seconds): "Dkk 1,250.00"."""
_WRITTEN = frozenset({*(one.code for one in CURRENCIES if not one.is_word), *_TITLED})
_OWN_SIGNS = {
    sign: currency.code for currency in CURRENCIES for sign in (*currency.signs, *currency.before, *currency.behind)
}
_SHARED_BY = {
    sign: frozenset(currency.code for currency in CURRENCIES if sign in currency.shared)
    for sign in dict.fromkeys(sign for currency in CURRENCIES for sign in currency.shared)
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
    return re.compile(rf"(?<![^\W\d_]){re.escape(sign)}{ends}", re.IGNORECASE) if _is_spaced(sign) else None


def _is_spaced(sign: str) -> bool:
    """Whether this begins with a letter of a script that divides its words: inside a word it means nothing."""
    return sign[0].isalpha() and sign[0] < "\u2e80" and not "\u0e00" <= sign[0] <= "\u0e7f"


_LONGEST_FIRST = [(sign, sign.lower(), _as_word(sign)) for sign in sorted(_OWN_SIGNS, key=len, reverse=True)]
_BY_LETTER: dict[str, list[tuple[int, str, str, re.Pattern[str] | None]]] = {}
"""The same, with their places in that order, by their first letters: a text has few of these."""
for _place, (_sign, _small, _word) in enumerate(_LONGEST_FIRST):
    _BY_LETTER.setdefault(_small[0], []).append((_place, _sign, _small, _word))
_SHARED = [(sign, _as_word(sign.lower())) for sign in sorted(_SHARED_BY, key=len, reverse=True)]


@lru_cache(maxsize=512)
def currency_of(text: str, hint: str | None = None) -> str | None:
    """ISO 4217 of the currency that `text` names, by code or sign.

    `hint` (ISO 4217) decides between the currencies that share a sign, and is the answer where the text names none.
    None for a shared sign that the hint does not settle.
    """
    for code in _CODE.findall(text):
        if code in _WRITTEN:
            return str(code).upper()
    lowered = text.lower()
    if (sign := _own_sign(text, lowered)) is not None:
        code = _OWN_SIGNS[sign]
        return hint if hint in _WORDS_OF.get(code, ()) and sign in BY_CODE[code].behind else code
    if _STRANGE_DOLLAR.search(text):
        return None  # no sign of these: "T$ 25"
    for sign, word in _SHARED:
        if word.search(lowered) if word else sign in text:
            return hint if hint in _SHARED_BY[sign] else WITHOUT_HINT.get(sign)
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
        if code in _WRITTEN:
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


_EITHER_SIDE = {sign for currency in CURRENCIES for sign in (*currency.signs, *currency.shared)}
_MARKS = "".join(sorted({sign for sign in _EITHER_SIDE if len(sign) == 1} | {"￥"}))
_LETTER_MARKS = "".join(filter(str.isalpha, _MARKS))
_PLAIN_MARKS = "".join(mark for mark in _MARKS if not mark.isalpha())
_MARK_BEFORE = rf"[{_PLAIN_MARKS}]|(?<!\w)[{_LETTER_MARKS}]"
"""Letters behind others end a word or a number there: "千元5G手机" is a 5G phone."""
_NAMES = {sign for sign in _EITHER_SIDE if len(sign) > 1}
_WORDS = {*_WRITTEN, *filter(_is_spaced, _NAMES)}
_HOME_BEFORE_SIGNS = {sign for currency in CURRENCIES for sign in currency.local_before}
_HOME_BEHIND_SIGNS = {sign for currency in CURRENCIES for sign in currency.local_behind}
_BEFORE_SIGNS = _WORDS.union(*(currency.before for currency in CURRENCIES))
_FRANCS = "Fr."
_BEFORE_WORDS = _any_of(_BEFORE_SIGNS - {_FRANCS})
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
_HOME_BEFORE = _any_of(_HOME_BEFORE_SIGNS)
# Few letters begin such a word: looking for those first makes the search twice as fast.
_LETTERS = _first_letters(_BEFORE_SIGNS | _HOME_BEFORE_SIGNS)
_HOME_BEHIND = _any_of(_HOME_BEHIND_SIGNS)
_AT_HOME = rf"(?:{_HOME_BEFORE})\.?(?=\s{{0,2}}(?:\d{{1,3}}(?:[., ]\d{{3}})+|\d{{1,7}}[.,]\d{{2}})(?![\d]))"
"""Letters of one country before an amount that is surely one: "R 1,250.00" and "R185.00", not "R17" or "R134a"."""
_LOCAL = re.compile(rf"(?<![^\W\d])({_HOME_BEFORE})\.?\s{{0,2}}\d|\d\s{{0,2}}({_HOME_BEHIND})(?![^\W\d])")
_AT_HOME_IN = {
    sign: frozenset(one.code for one in CURRENCIES if sign in (*one.local_before, *one.local_behind))
    for currency in CURRENCIES
    for sign in (*currency.local_before, *currency.local_behind)
}
"""The currency that such letters mean, in its own country only."""
_AMOUNT_ENDED = r"(?:(?<=[.,]\d\d)|(?<=[.,]\d\d\s)|(?<=[.,\s]\d\d\d)|(?<=[.,\s]\d\d\d\s))"
_OTHER_THINGS = {"dram", "rand", "Rand", "soles"}
_HOME_WORDS = _any_of({sign for sign in _HOME_BEHIND_SIGNS if len(sign) > 3} - _OTHER_THINGS)
"""Whole words, which are hardly ever something else behind two digits: "250 pesos"; "12 soles" are of shoes."""
_BEHIND_AT_HOME = (
    rf"(?=[{_first_letters(_HOME_BEHIND_SIGNS)}])"
    rf"(?:{_AMOUNT_ENDED}(?:{_HOME_BEHIND})|(?:(?<=\d\d)|(?<=\d\d\s))(?:{_HOME_WORDS})|"
    rf"(?:(?<=\d{{3}})|(?<=\d{{3}}\s))(?:{_any_of(_OTHER_THINGS)}))(?![^\W\d])"
)
_CODE_BEHIND = r"\d+[^\W\d_]\d"
"""LE37B550 is a model, no amount."""
_DOLLARS = "|".join(sorted(one.code for one in CURRENCIES if "$" in one.shared))
"""A dollar's code before its sign belongs to it: "AUD $12.00"; so does one behind: "$12.00 AUD"."""
_SIGN = rf"(?:(?<![^\W\d])(?:{_DOLLARS})\s?)?(?:{_MARK_BEFORE}|[€£]\.(?=\s\d|\d[\d.]{{0,9}}[.,]\d\d))"
"""Some write a full stop behind a sign as behind a word: "€. 2.900,00"; "£.99" is 99 pence."""
_WORD = rf"(?=[{_LETTERS}])(?<![^\W\d])(?<![^\W\d][-–])(?:(?:{_BEFORE_WORDS})(?!{_CODE_BEHIND})\.?|{_FRANC}|{_AT_HOME})"
_BEFORE = rf"(?:{_SIGN}|{_WORD}|{_EURO}|{_UNSPACED})"
_BEHIND = rf"(?:[{_MARKS}]|(?:{_BEHIND_WORDS})(?![^\W\d])|{_UNSPACED}|{_BEHIND_AT_HOME})"
_GAP = (
    r"(?<![.,]\d\d)(?<![.,])\s(?=\d{3}(?!\d|\s?(?:g|gr|ml|mg|mm|cm)\b))|\s(?=[.,]\s?\d)|"
    r"(?<=[.,])(?<![.,]\d\d[.,])\s(?=\d{2,3}(?!\d))"
)
"""A blank inside a number stands before three digits that end a group of thousands, or beside the decimal mark: what
else follows an amount is a number of its own ("£24.50 2 year warranty", "£5 200 g", "$134.95, 2 for $260.00").
"""
_NUMBER = rf"\d(?:[\d.,'’٫٬]|{_GAP}){{0,14}}\d|\d"
DASHED_CENTS = r"(?:[.,](?:[-–—]{1,2}|=)|:-|/[-=])"
"""Behind a whole number: 245,- or 24.– or 129:- or 1250/-."""
_NO_CENTS = r"(?:[-=]00(?!\d)|=)"
"""Behind a whole number and before its sign: "350-00 руб", "6 800= руб."."""

_SIGNS_ENDING_IN: dict[str, tuple[str, ...]] = {}
"""Whatever may stand before an amount, by its last letter."""
for _sign in sorted({sign.rstrip(".") for sign in (*_BEFORE_SIGNS, *_HOME_BEFORE_SIGNS, *_EITHER_SIDE, "uro", "EURO")}):
    _SIGNS_ENDING_IN[_sign[-1]] = (*_SIGNS_ENDING_IN.get(_sign[-1], ()), _sign)


def may_go_on(text: str) -> bool:
    """Whether an amount that begins in this text may end in the next piece: not where it ends in a word that is no
    currency's sign.
    """
    last = text[-1:]
    return not last.isalpha() or text.endswith(_SIGNS_ENDING_IN.get(last, ()))


_DIGIT = re.compile(r"\d")
_MOST_BEFORE = 2 * max(map(len, (*_BEFORE_SIGNS, *_HOME_BEFORE_SIGNS, *_EITHER_SIDE)))
"""Characters before an amount's first digit, and more: its sign, a dollar's code before that, and blanks."""
_KNOWN_TEXTS, _KNOWN_CHARS = 4096, 400
"""At most 2 MB of lines whose amounts are kept."""


class _BesideCurrency:
    """A pattern that is looked for only where there is a digit at all: most lines of a page have none. A number that
    stands before a sign with its own number is no amount: "code TV20 €5", "Pack of 5 £24.50".
    """

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern)
        self.fullmatch = self._pattern.fullmatch
        # A line is asked about again and again.
        self._known = lru_cache(maxsize=_KNOWN_TEXTS)(lambda text: tuple(self._found(text)))

    def search(self, text: str) -> re.Match[str] | None:
        if len(text) > _KNOWN_CHARS:
            return next(self._found(text), None)
        known = self._known(text)
        return known[0] if known else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return iter(self._known(text)) if len(text) <= _KNOWN_CHARS else self._found(text)

    def _found(self, text: str) -> Iterator[re.Match[str]]:
        at = 0
        # Looked for from shortly before the next digit on, if there is one: to look for digits alone takes no time.
        while (digit := _DIGIT.search(text, at)) is not None:
            one = self._pattern.search(text, max(at, digit.start() - _MOST_BEFORE))
            if one is None:
                return
            if (apart := _number_apart(one)) is not None:
                one = self._pattern.search(text, one.start(), apart) or one
            at = one.end()
            if _leaves_its_sign(one):
                at = one.end(2)  # the sign belongs to what follows
            elif not _is_size(one):
                yield one

    def findall(self, text: str) -> list[tuple[str, str]]:
        """The two groups of each."""
        return [(found[1] or "", found[2] or "") for found in self.finditer(text)]


def _number_apart(found: re.Match[str]) -> int | None:
    """Where the amount ends that another number follows behind a comma and a blank: "$5, 10 or 20", "£5, 100 sheets".
    Of dollars and pounds only, whose cents stand behind a dot; not where nothing follows: "$1, 299".
    """
    last = _LAST_BEHIND_COMMA.search(found[1] or "")
    if last is None or not found[0].startswith(_DOTTED) or _ENDS.match(found.string, found.end()):
        return None
    return found.start(1) + last.start()


_LAST_BEHIND_COMMA = re.compile(r",\s\d{2,3}\Z")
_DOTTED = ("$", "£", "US$", "CA$", "C$", "AU$", "A$", "NZ$", "HK$", "S$")
_ENDS = re.compile(r"\s*\Z|\s?[^\w\s,;/]")


def _leaves_its_sign(found: re.Match[str]) -> bool:
    text, start, end = found.string, found.start(2), found.end()
    if start < 0 or end == len(text) or not text[end].isdigit() or text[end - 1] not in _PLAIN_MARKS:
        return False
    if start and text[start - 1].isascii() and text[start - 1].isalpha():
        return True
    if text[end - 1] == "€" and (_CENTS.match(text, end) or _DECIMALS.search(found[2])):
        return False
    return text[end - 2].isspace()


def _is_size(found: re.Match[str]) -> bool:
    """Whether it is a size of shoes, told in other countries' sizes as well: "EUR 42 / UK 8"."""
    return found[0][:3].upper() == "EUR" and _OTHER_SIZES.match(found.string, found.end()) is not None


_OTHER_SIZES = re.compile(r"[\s/|,;(=-]{1,4}(?:UK|US|USA|CM|cm)\s?\d")
_CENTS, _DECIMALS = re.compile(r"\d\d(?![\d.,])"), re.compile(r"[.,]\d\d\Z")
"""Behind the sign, as French pages write them: "12 €50"; before it, where it stands behind amounts: "24,50 €"."""
_BEGINS = rf"(?=[\d{_MARKS}{_LETTERS}Ee{_first_letters(_NAMES - _WORDS)}])"
"""Few letters begin an amount: most places of a text are passed over by this alone."""
_WHOLE_NUMBER = rf"(?>{_NUMBER})"
"""No currency's sign begins with what stands inside a number: nothing is found behind the half of one, and none is
looked for from its second digit on.
"""
BESIDE_CURRENCY = _BesideCurrency(
    rf"{_BEGINS}(?:(?!\d){_BEFORE}\s{{0,2}}({_WHOLE_NUMBER})(?:{DASHED_CENTS}(?!\d))?(?:\s?(?:{_DOLLARS})(?![^\W\d]))?|"
    rf"(?<!\d)({_WHOLE_NUMBER})(?:(?:{DASHED_CENTS}|{_NO_CENTS})?\s{{0,2}}{_BEHIND}(?:\s(?:{_DOLLARS})(?![^\W\d]))?|"
    rf"\s?{DASHED_CENTS}(?!\s?\d)(?!(?<=/[-=])\s?[^\W\d_])))"
)
"""An amount in running text with its currency, or with a dash for its cents, which is money without a sign: "740/-",
not the model "740/-S". The number stands in the first group, or in the second."""

_ENDS_WORD = r"\b"
SHARED_SIGN = re.compile(
    "|".join(
        rf"\b{re.escape(sign)}{_ENDS_WORD if sign[-1].isalnum() else ''}" if _is_spaced(sign) else re.escape(sign)
        for sign in (*_SHARED_BY, "￥")
    )
)
"""A sign of several currencies."""


def says_toman(text: str) -> bool:
    """Whether this names the toman, ten rials, in which Iran's shops count. It has no code; what is declared in rials
    beside it may be counted in either.
    """
    return _TOMAN.search(text) is not None


_TOMAN = re.compile(r"تومان|تومن|\b[Tt]om[ae]ns?\b")
