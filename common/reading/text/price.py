"""Price text to exact amounts: price-parser, with what it gets wrong for this fleet fixed around it.

Fixed here: full-width digits and signs, currencies named in CJK, ranges and "from" (price-parser takes the first number
as the price), thousand marks of currencies without minor units (1.500₫, Rp384.000), two prices in one text where one is
struck out by its words ("was", 原價), and the currency as ISO 4217 instead of a sign.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from common.money import EXPONENTS, exponent

MAX_TEXT_CHARS = 300
"""No price needs more; what is longer is cut."""


@dataclass(frozen=True, slots=True)
class Money:
    """`currency` is ISO 4217, or None when the text names none (or names an ambiguous sign without a hint)."""

    amount: Decimal
    currency: str | None


@dataclass(frozen=True, slots=True)
class PriceRange:
    """From `low` up to `high`; `high` is None for "from …"."""

    low: Decimal
    high: Decimal | None
    currency: str | None


_SIGNS = {
    "NT$": "TWD", "新台幣": "TWD", "新臺幣": "TWD", "US$": "USD", "US $": "USD", "U$S": "USD",
    "R$": "BRL", "S$": "SGD", "RM": "MYR",
    "HK$": "HKD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "MX$": "MXN", "CLP$": "CLP",
    "COL$": "COP", "AR$": "ARS", "人民币": "CNY", "RMB": "CNY", "CN¥": "CNY", "CNY": "CNY", "円": "JPY", "원": "KRW",
    "₩": "KRW", "฿": "THB", "บาท": "THB", "₫": "VND", "đ": "VND", "vnđ": "VND", "Rp": "IDR", "₱": "PHP", "€": "EUR",
    "euro": "EUR", "£": "GBP", "zł": "PLN", "Kč": "CZK", "₽": "RUB", "руб": "RUB", "р.": "RUB", "₴": "UAH",
    "грн": "UAH", "kn": "HRK", "ر.س": "SAR", "د.إ": "AED", "ج.م": "EGP", "د.ك": "KWD", "ر.ق": "QAR",
    "د.ب": "BHD", "ر.ع": "OMR", "د.أ": "JOD", "د.م": "MAD", "₹": "INR", "₺": "TRY", "TL": "TRY", "₪": "ILS",
    "₦": "NGN", "лв": "BGN", "lei": "RON",
    "Ft": "HUF", "S/.": "PEN", "₸": "KZT", "₾": "GEL", "₡": "CRC", "₲": "PYG", "﷼": "SAR", "ريال": "SAR",
}  # fmt: skip
_AMBIGUOUS = {
    "$": frozenset("USD TWD SGD HKD AUD CAD NZD MXN CLP COP ARS UYU".split()),
    "元": frozenset("CNY TWD HKD".split()),
    "¥": frozenset("CNY JPY".split()),
    "kr": frozenset("SEK NOK DKK ISK".split()),
    "Rs": frozenset("INR PKR LKR NPR MUR".split()),
}
_WITHOUT_HINT = {"元": "CNY", "Rs": "INR"}
CODES = frozenset(
    "AED HRK LKR MAD MUR NPR PKR ARS AUD BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS "
    "INR ISK JOD JPY KRW KWD KZT MXN "
    "MYR NOK NZD OMR PEN PHP PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR".split()
)
# Marks of thousands in currencies whose prices have no fraction in practice, whatever ISO 4217 says.
_NO_FRACTION = frozenset(EXPONENTS) - frozenset(c for c, digits in EXPONENTS.items() if digits) | {"IDR", "COP", "TWD"}

_NUMBER = r"\d[\d.,'’\u00a0\u202f ]{0,20}\d|\d"
_SIGN = r"[^\d\s.,~–—-]{0,6}"
_RANGE = re.compile(
    rf"({_NUMBER})\s{{0,3}}{_SIGN}\s{{0,3}}(?:-|–|—|~|〜|～|至|到|\bto\b|\ba\b|\bbis\b|"
    rf"\bđến\b)\s{{0,3}}{_SIGN}\s{{0,3}}({_NUMBER})"
)
_FROM = re.compile(
    r"\b(?:from|ab|desde|a partir de|à partir de|dès|mulai|vanaf|starting at|as low as|od|från|"
    r"fra)\b|起|より|から|เริ่มต้น|chỉ từ",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])")
_BESIDE = r"(?:EUR|USD|GBP|CHF|TWD|SGD|MYR|THB|VND|PHP|IDR|BRL|CNY|JPY|[€£$¥₫₱฿₩₹₽])"
_BESIDE_SIGN = re.compile(rf"({_NUMBER})\s?{_BESIDE}|{_BESIDE}\s?({_NUMBER})")
_COUNTED = re.compile(r"[^\d€$£]{0,30}\d{1,4} [A-Za-z]?[a-zà-ÿ]{3,}")
_FREE = re.compile(r"^\W*(?:free|gratis|kostenlos|gratuit|免费|免費)\W*$", re.IGNORECASE)


def parse_price(text: str, *, currency_hint: str | None = None) -> Money | PriceRange | None:
    """The price that `text` states; None when it states none. `currency_hint` is ISO 4217, used for ambiguous signs.

    A text that says "free" and nothing else is a price of zero.
    """
    clean = _clean(text)
    if _FREE.match(clean):
        return Money(Decimal(0), currency_hint)
    if not any(mark.isdigit() for mark in clean):
        return None
    currency = currency_of(clean, currency_hint)
    found = _RANGE.search(clean)
    if found:
        low, high = number(found[1], currency), number(found[2], currency)
        if low is not None and high is not None and low < high:
            return PriceRange(low, high, currency)
    amount = _amount(clean, currency)
    if amount is None:
        return None
    return PriceRange(amount, None, currency) if _FROM.search(clean) else Money(amount, currency)


def _clean(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text[:MAX_TEXT_CHARS]).replace("￥", "¥")
    return " ".join(folded.split())


@lru_cache(maxsize=512)
def currency_of(text: str, hint: str | None = None) -> str | None:
    """ISO 4217 of the currency that `text` names, by code or sign."""
    for code in _CODE.findall(text):
        if code in CODES:
            return str(code)
    lowered = text.lower()
    for sign in sorted(_SIGNS, key=len, reverse=True):
        if (sign.isascii() and sign.isalpha() and _word(sign, text)) or (
            not (sign.isascii() and sign.isalpha()) and sign.lower() in lowered
        ):
            return _SIGNS[sign]
    for sign, choices in _AMBIGUOUS.items():
        if sign in text if not sign.isascii() or not sign.isalpha() else _word(sign.lower(), lowered):
            return hint if hint in choices else _WITHOUT_HINT.get(sign)
    return hint


def _word(sign: str, text: str) -> bool:
    """Letters as a sign stand alone or against a digit: Rp384, RM 12, 50Kč; never inside a word."""
    return re.search(rf"(?<![A-Za-z]){re.escape(sign)}(?![A-Za-z])", text) is not None


def _amount(text: str, currency: str | None) -> Decimal | None:
    from price_parser import Price  # noqa: PLC0415  a worker that reads JSON only never pays for it

    beside = _BESIDE_SIGN.findall(text)
    if len(beside) == 1 and _COUNTED.match(text):
        text = next(part for part in beside[0] if part)  # "3 issues for 14,85 EUR": the number beside the sign
    parsed = Price.fromstring(text)
    if parsed.amount_text is None or parsed.amount is None:
        return None
    own = number(parsed.amount_text, currency) if "€" not in parsed.amount_text else None
    found: Decimal = own if own is not None else parsed.amount
    return found if found.is_finite() and found < 10**15 else None


def number(text: str, currency: str | None = None) -> Decimal | None:
    """A number with thousand and decimal marks. What a lone mark with three digits means depends on the currency."""
    digits = re.sub(r"[\s'’]", "", text).rstrip(".,")
    if digits[:1] in {".", ","}:
        digits = "0." + digits.lstrip(".,")
    if not digits or len(digits) > 24:
        return None
    last = max(digits.rfind("."), digits.rfind(","))
    if last == -1:
        return Decimal(digits) if digits.isdecimal() else None
    mark, tail = digits[last], digits[last + 1 :]
    head = digits[:last]
    both = ("." in head + tail and mark == ",") or ("," in head + tail and mark == ".")
    thousands = (len(tail) == 3 and not both) or head.count(mark) > 0
    if currency in _NO_FRACTION and len(tail) == 3:
        thousands = True
    if currency is not None and exponent(currency) == 3 and len(tail) == 3 and head.count(mark) == 0:
        thousands = False
    if head == "0":
        thousands = False
    plain = re.sub(r"[.,]", "", head)
    joined = plain + tail if thousands else f"{plain or '0'}.{tail}"
    return Decimal(joined) if re.fullmatch(r"\d+(?:\.\d+)?", joined) else None


def minor_units(amount: Decimal, currency: str) -> int:
    """Minor units, halves up: shops state computed discounts with more digits than money has."""
    step = Decimal(1).scaleb(-exponent(currency))
    return int(amount.quantize(step, rounding=ROUND_HALF_UP).scaleb(exponent(currency)))
