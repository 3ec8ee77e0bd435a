"""Amounts of money as pages print them: digits with their marks to exact numbers, alone or beside a currency."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from common.currencies import BY_CODE
from common.reading.text.currencies.amounts import BESIDE_CURRENCY, DASHED_CENTS
from common.reading.text.currencies.named import currency_of

_LONG_NAMES = "|".join(
    re.escape(name)
    for name in sorted(
        {name for row in BY_CODE.values() for name in (*row.signs, *row.behind, *row.local_behind) if len(name) > 4},
        key=lambda name: (-len(name), name),
    )
)
MONEY_LINE = re.compile(
    r"[^\d\w]{0,3}(?:[^\W\d]{1,4}\.?|(?!R\$)[^\W\d]{1,3}[$£/]\.?|[^\w\s]{1,3})?\s?\d[\d.,'’\s٫٬]{0,14}"
    rf"(?:[,.][-–—]{{1,2}}|/[-=]|[-=]00|=)?\s?(?:[^\d]{{0,5}}|(?:{_LONG_NAMES})\W{{0,2}})"
)
"""A line that is an amount and hardly anything else: fullmatch. "R$ 124,50" alone on a line is left to rules that look
at what is said beside it: in Brazil the line is as often of one payment, or what is paid at once.
"""

DASHES = "-\N{MINUS SIGN}\N{EN DASH}\N{FIGURE DASH}\N{SMALL HYPHEN-MINUS}\N{FULLWIDTH HYPHEN-MINUS}"
"""What pages write for a minus. For a class of a regular expression: the hyphen stands first."""
LOWER_END = re.compile(rf"\s*\d[\d.,]{{0,12}}\s?[{DASHES}~～〜]\s?")
"""Of a range whose currency stands behind its upper end alone: "16,500～22,000 円"."""
_MOST_AMOUNTS = 400
_LONGEST_CHARS = 200
WHOLE_PRICES = frozenset(code for code, row in BY_CODE.items() if row.digits == 0 or row.whole_prices)
"""Currencies whose prices have no cents (ISO 4217)."""
_THREE_DIGITS = frozenset(code for code, row in BY_CODE.items() if row.digits == 3 and not row.whole_prices)
_COMMA_IN_THOUSANDS = frozenset({"KWD", "BHD", "OMR", "JOD"})
"""Of these the ones whose countries write a full stop before the fraction; others write a comma."""
_MAX_DIGITS, _MOST_WHOLE = 24, 15
MOST = Decimal(10**_MOST_WHOLE)
"""No amount is so much or more: with three digits behind its mark it would no longer fit into 64 bits."""
_MOST_BEHIND = 3


@lru_cache(maxsize=2048)
def number(text: str, currency: str | None = None) -> Decimal | None:
    """The number that this text of digits and marks writes; None when it writes none, or one of more than 24 marks.

    A lone mark with three digits behind it is one of thousands ("4.990" is 4990), except in a currency with three
    digits behind the decimal mark (12.500 KWD, not 1,250 KWD) and behind a lone zero ("0.999").
    """
    digits = re.sub(r"[\s'’٬]", "", text).replace("٫", ".").rstrip(".,")
    if digits[:1] in {".", ","}:
        digits = "0." + digits.lstrip(".,")
    if not digits or len(digits) > _MAX_DIGITS:
        return None
    last = max(digits.rfind("."), digits.rfind(","))
    if last == -1:
        return Decimal(digits) if digits.isdecimal() and len(digits) <= _MOST_WHOLE else None
    mark, tail = digits[last], digits[last + 1 :]
    head = digits[:last]
    both = ("." in head + tail and mark == ",") or ("," in head + tail and mark == ".")
    thousands = (len(tail) == 3 and not both) or head.count(mark) > 0
    if currency in WHOLE_PRICES and len(tail) == 3:
        thousands = not (both and BY_CODE[currency or ""].digits == len(tail))
    if currency in _THREE_DIGITS and len(tail) == 3 and head.count(mark) == 0:
        thousands = mark == "," and currency in _COMMA_IN_THOUSANDS
    if head == "0":
        thousands = False
    plain = re.sub(r"[.,]", "", head)
    joined = plain + tail if thousands else f"{plain or '0'}.{tail}"
    found = Decimal(joined) if re.fullmatch(r"\d+(?:\.\d+)?", joined) else None
    return found if found is not None and found < MOST else None


def as_meant(exact: Decimal, currency: str | None) -> Decimal | None:
    """The amount that was meant by a number in a field for numbers, None where it may mean two. Some shops put the text
    that they print into it: with one mark and three digits behind it "150.000" dong are thousands, and "1.299" euros
    may be 1299 as well as 1.30.
    """
    row = BY_CODE.get(currency or "")
    if row is None or exact.as_tuple().exponent != -_GROUP or not 1 <= exact < _THOUSAND:
        return exact
    if currency in WHOLE_PRICES:
        return exact * _THOUSAND
    return exact if row.digits == _GROUP else None


_GROUP, _THOUSAND = 3, 1000


def is_negative(text: str) -> bool:
    """Whether a minus stands before the text's first amount: "-10 €", "−£5.00". "-,99 €" is 99 cents."""
    return _NEGATIVE.match(text) is not None


_NEGATIVE = re.compile(rf"[(\s]{{0,2}}[{DASHES}]\s?[^\w\s.,]{{0,3}}\s?\d")


def dashed(text: str, currency: str | None = None) -> Decimal | None:
    """The whole number of a text that is one with a dash for its cents, None for any other: 18 495,- or 129:- or 24.–
    is money without a sign in the north and the middle of Europe, 1250/- in India. `currency` (ISO 4217) as in
    number().
    """
    return number(text.rstrip("-–—:,./= "), currency) if _DASHED.fullmatch(text) else None


_DASHED = re.compile(rf"(?:\d[\d.'’ ]{{0,12}}|\d{{1,3}}(?:,\d{{3}})+ ?){DASHED_CENTS}")


def in_thousands(text: str) -> bool:
    """Whether a word that stands for thousands or more follows a number: "Rp 245 ribu", "R$ 25 mil", "₹1.2 लाख"."""
    # Asked first: behind most amounts stands no letter, and the words are many.
    return _LETTER_BEHIND.search(text) is not None and _MANY.search(text) is not None


_LETTER_BEHIND = re.compile(r"[\d.,]\s?[^\W\d_]")

THOUSANDS = "rb|ribu|jt|juta|k|mil|mi|tr|tys|lakh|cr"
"""Those of these words, of languages in Latin letters, that also stand in an element of their own behind the number."""
_MANY = re.compile(
    rf"\d(?:\s?(?:{THOUSANDS}|lakhs|crores?|milh(?:ão|ões)|mill[oó]n(?:es)?|mdp|lucas|tis|тыс|тис|млн|mln|nghìn|ngàn|triệu|"
    r"tỷ)|w)(?![^\W_])|\d\s?(?:[萬万億亿]|천|만|억|千(?![克瓦]))|"
    r"\d\s?(?:लाख|हज\u093c?ार|ह\u095bार|करो|লাখ|লক্ষ|হাজার|কোটি|พัน(?!ธ)|หมื่น|แสน|ล้าน|ພັນ|ໝື່ນ|ແສນ|ລ້ານ|ពាន់|ម៉ឺន|សែន|លាន|"
    r"ထောင်|သောင်း|သိန်း|သန်း)|[$₱₹P]\s?\d[\d.,]{0,9}(?-i:\s?M(?!\.?\s?N)|L)(?![^\W_])",
    re.IGNORECASE,
)
"""A lone "L" only behind rupees, which count in lakhs, as a size has a blank before it."""


def rounded(amount: Decimal, currency: str | None) -> Decimal:
    """The amount in whole minor units of its currency (ISO 4217): shops state what they computed, 249.996001 for 250.
    Without a known currency only what has more than three digits behind the mark is rounded, to two.
    """
    row = BY_CODE.get(currency or "")
    behind = -int(amount.as_tuple().exponent)
    digits = row.digits if row is not None else 2
    if behind <= (digits if row is not None else _MOST_BEHIND):
        return amount
    return amount.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def amount_of(match: re.Match[str], currency: str | None = None) -> Decimal | None:
    """The number of a match of BESIDE_CURRENCY, with its marks as its own currency writes them: 12.500 KWD is 12.5,
    4.990 ISK is 4990; ",99 €" is 99 cents. `currency` (ISO 4217) is the one meant by a sign that several share.
    """
    group = 1 if match[1] else 2
    at = match.start(group)
    is_cents = _CENTS.match(match[group]) is not None and at > 0 and _CENTS_ALONE.match(match.string, at - 1)
    return number(f"0.{match[group]}" if is_cents else match[group], currency_of(match[0], currency))


def with_whole_part(text: str) -> str:
    """The text with a zero before cents that stand alone behind their mark: "0,99 €" for ",99 €" and for "-,99 €"."""
    return _CENTS_ALONE.sub(r"0\1", text) if _TWO_BEHIND_MARK.search(text) is not None else text


_CENTS, _TWO_BEHIND_MARK = re.compile(r"\d\d\Z"), re.compile(r"[.,]\d\d(?!\d)")
SIGNS_WITH_DOT = "\u20a8\u20b9\u09f3\u0941\u0dd4"
"""The ends of signs of rupees and takas that are no letters and are written with a full stop, as "Rs." is: "₹.99"."""
_CENTS_ALONE = re.compile(rf"(?<![^\W_])(?<![/{SIGNS_WITH_DOT}])(?<!\d\s)(?<![.,])(?:[-–—]\s?)?([.,])(?=\d\d(?!\d))")


def is_amount(text: str) -> bool:
    """Whether a text is an amount with its currency and no more."""
    return BESIDE_CURRENCY.search(text) is not None and MONEY_LINE.fullmatch(text) is not None


def amounts_in(texts: Iterable[str], currency: str | None = None) -> frozenset[Decimal]:
    """Every number beside a currency, also where the two stand in neighbouring pieces of text. At most 400. `currency`
    as in amount_of().
    """
    found: set[Decimal] = set()
    before = ""
    is_near = False
    """Whether the piece before has a digit: of two pieces without one nothing more is asked."""
    for text in texts:
        if len(found) >= _MOST_AMOUNTS:
            break
        was_near, is_near = is_near, _DIGIT.search(text) is not None
        beside = f"{before} {text}" if (is_near or was_near) and len(text) <= _LONGEST_CHARS else ""
        for match in BESIDE_CURRENCY.finditer(beside) if beside else ():
            value = amount_of(match, currency)
            if value is not None:
                found.add(value)
        before = text[-20:]
    return frozenset(found)


_DIGIT = re.compile(r"\d")
