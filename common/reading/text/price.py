"""Price text to exact amounts: price-parser, with what it gets wrong for this fleet fixed around it.

Fixed here: full-width digits and signs, currencies named in CJK, ranges and "from" (price-parser takes the first number
as the price), thousand marks of currencies without minor units (1.500₫, Rp384.000), two prices in one text where one is
struck out by its words ("was", 原價), and the currency as ISO 4217 instead of a sign.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from common.money import exponent
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import at_home_in, currency_of
from common.reading.text.money import (
    MOST,
    SIGNS_WITH_DOT,
    WHOLE_PRICES,
    in_thousands,
    is_negative,
    number,
    with_whole_part,
)
from common.reading.words.wording import Wording

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


_NUMBER = r"\d[\d.,'’\u00a0\u202f ]{0,20}\d|\d"
_SIGN = r"[^\d\s.,~–—-]{0,6}"
_RANGE = Wording(
    rf"({_NUMBER})\s{{0,3}}{_SIGN}\s{{0,3}}(?:-|–|—|~|〜|～|<price.up_to:words>)\s{{0,3}}{_SIGN}\s{{0,3}}({_NUMBER})",
    ignore_case=False,
)
_FROM = Wording("<price.from:words>")
_COUNTED = re.compile(r"[^\d€$£]{0,30}\d{1,4}\s?(?:[^\W\d_]+[\W_]|%)")
_CENTS = re.compile(r"\s\d{2}")
_EXPONENT = re.compile(r"\d[eE][+-]?\d")
""""1.5E7 EUR" is not 1.50."""
_RAISED_DIGIT = re.compile(r"\d(?:[⁰¹²³⁴-⁹₀-₉]|\s?[¼-¾⅐-⅞])")
""""19⁹⁹ €" is not 1999, nor "10½" 101 or "1 ¼" 11; folded to plain digits they would be."""
_THOUSANDS = re.compile(r"(?<=\d)[٬’ʼ`´](?=\d{3}(?!\d))")
_DOT_OF_SIGN = re.compile(rf"(?<=[^\W\d_]|[/{SIGNS_WITH_DOT}])\.(?=\d)")
""""Rs.1,245" is not 0.1245, nor is "₹.499" half a rupee."""
_ARABIC_DECIMAL = re.compile(r"(\d)٫(\d{1,2}|\d{3}(?=\D{0,9}(?:KWD|BHD|OMR|JOD|IQD|LYD|TND)))(?!\d)")
_UNKNOWN_MARK = re.compile(r"\d(?:[٫٬·‧。、‚∙•⋅・’ʼ`´;_]|'(?!\d{3}(?!\d)))\d")
"""A mark that is neither one of thousands nor surely the decimal one: "12·50" is not 12."""
_FREE = Wording(r"^\W*(?:<price.free>)\W*$")
_ANY_NUMBER = re.compile(r"\d(?:[\d.,'’٫٬]|\s(?=\d{3}(?!\d)))*+(?!\s?%)")
_OF_PRICE = Wording(
    "<price.labels:words>|<price.sale_labels:words>|<price.called:words>|<price.from:words>|<price.up_to:words>|"
    "<tax.included:words>|<price.free:words>|<price.each>|<price.pieces>"
)
_LETTER = re.compile(r"[^\W\d_]")
_PER_CENT = re.compile(r"\d[\d.,]*\s?%|%\s?\d+")
_ADDED = re.compile(r"\s?[+＋±]|[^\w€$£]*(?:\d[\d.,]*\s?%|%\s?\d+)\W*\Z")
"""What comes on top, or a share and nothing else: no price."""


def parse_price(text: str, *, currency_hint: str | None = None) -> Money | PriceRange | None:
    """The price that `text` states; None when it states none. `currency_hint` is ISO 4217, used for ambiguous signs.

    A text that says "free" and nothing else is a price of zero.
    """
    if _RAISED_DIGIT.search(text[:MAX_TEXT_CHARS]):
        return None
    clean = _clean(text)
    if _EXPONENT.search(clean) or _UNKNOWN_MARK.search(clean):
        return None
    if _FREE.match(clean):
        return Money(Decimal(0), currency_hint)
    if not any(mark.isdigit() for mark in clean):
        return None
    currency = currency_of(clean, currency_hint)
    found = _RANGE.search(clean)
    apart = _apart_from(found, clean) if found else None
    if found and apart is None:
        low, high = number(found[1], currency), number(found[2], currency)
        if low is not None and high is not None and low < high:
            return PriceRange(low, high, currency)
    amount = _amount(apart or clean, currency)
    if amount is None:
        return None
    return PriceRange(amount, None, currency) if _FROM.search(clean) else Money(amount, currency)


def price_in_field(text: str, currency: str | None) -> Money | PriceRange | None:
    """The price that the text of a field for one states, in markup, in labels or in a page's state; None where it says
    something else, or has several numbers. Shops put "Save £5", "3 x 39.67" and "Was 149" there, too: a number counts
    only if nothing stands beside it but what may stand beside a price. So "149 119" states nothing, which may be the
    price before and the one now. `currency` is ISO 4217, for shared signs.
    """
    text = text[:MAX_TEXT_CHARS]
    if is_negative(text) or _ADDED.match(text) is not None or in_thousands(text):
        return None
    if may_be_two_prices(text, currency_of(text, currency)):
        return None
    stated = parse_price(text, currency_hint=currency)
    if stated is None or not _says_no_more(text):
        return None
    return None if isinstance(stated, Money) and len(set(_ANY_NUMBER.findall(text))) > 1 else stated


def may_be_two_prices(text: str, currency: str | None) -> bool:
    """Whether its one number may be two prices with a blank between, one at least half of the other. A blank that does
    not break a line is a mark of thousands, no price begins with a zero ("149 090"), and in some currencies (`currency`
    is ISO 4217) three digits buy nothing ("349 990 Ft").
    """
    found = _TWO_OR_THOUSANDS.search(text)
    if found is None or currency in _SMALL_UNITS:
        return False
    low, high = sorted((int(found[1]), int(found[2])))
    return low * _MOST_TIMES >= high


_TWO_OR_THOUSANDS = re.compile(r"(?<![\d.,'’])(?<!\d\s)([1-9]\d{1,2})[ \t\r\n]+([1-9]\d\d)(?!\d|[.,\s]\d)")
_MOST_TIMES = 2
_SMALL_UNITS = (WHOLE_PRICES | {"HUF", "KZT"}) - {"JPY", "TWD"}


def _says_no_more(text: str) -> bool:
    """Whether the text has no words but those of prices, taxes and pieces. Letters that are a currency's in its own
    country alone ("R 1250") count as such.
    """
    if _LETTER.search(text) is None:
        return True
    rest = text = _TAG.sub(" ", text)
    for amount in reversed(list(BESIDE_CURRENCY.finditer(text))):
        rest = f"{rest[: amount.start()]} {rest[amount.end() :]}"
    rest = " ".join(_PER_CENT.sub(" ", rest).split())  # the tax's: "inkl. 19 % MwSt."
    if _LETTER.search(rest) is None or _LETTER.search(_OF_PRICE.sub(" ", rest)) is None:
        return True
    return bool(at_home_in(text)) and len(_LETTER.findall(rest)) <= _MOST_OF_SIGN


_MOST_OF_SIGN = 5
_TAG = re.compile(r"<[^<>]{1,100}>")
"""What draws the price is stated with it: "<span>24,50</span> €"."""


def _apart_from(numbers: re.Match[str], text: str) -> str | None:
    """The one amount beside a sign, where it is none of these two numbers: "£24.50, ships in 2-3 days"."""
    beside = list(BESIDE_CURRENCY.finditer(text))
    if len(beside) != 1 or (beside[0].end() > numbers.start() and numbers.end() > beside[0].start()):
        return None
    return beside[0][0]


def _clean(text: str) -> str:
    # An acute accent that stands alone would be folded to a space and a combining one.
    folded = unicodedata.normalize("NFKC", text[:MAX_TEXT_CHARS].replace("´", "’")).replace("￥", "¥")
    seen = "".join(mark for mark in folded if unicodedata.category(mark) != "Cf")  # what nobody sees parts no number
    plain = _ARABIC_DECIMAL.sub(r"\1.\2", _THOUSANDS.sub("'", seen))
    plain = _DOT_OF_SIGN.sub(". ", plain)
    return with_whole_part(" ".join(plain.split()))


def _amount(text: str, currency: str | None) -> Decimal | None:
    from price_parser import Price  # noqa: PLC0415  a worker that reads JSON only never pays for it

    beside = list(BESIDE_CURRENCY.finditer(text))
    if len(beside) == 1 and (_is_led(text[: beside[0].start()]) or _is_followed(text[beside[0].end() :])):
        text = beside[0][1] or beside[0][2]  # "3 issues for 14,85 EUR": the number beside the sign
    parsed = Price.fromstring(text)
    if parsed.amount_text is None or parsed.amount is None:
        return None
    own = number(parsed.amount_text, currency) if "€" not in parsed.amount_text else None
    found: Decimal = own if own is not None else parsed.amount
    if len(beside) > 1 and (first := _joined_from(beside, found, currency)) is not None:
        found = first  # "$134.95, 2/$260.00"
    return found if found.is_finite() and found < MOST else None


def _joined_from(beside: Sequence[re.Match[str]], found: Decimal, currency: str | None) -> Decimal | None:
    """The first of several amounts, where what was read is none of them but digits of several."""
    amounts = [number(one[1] or one[2], currency) for one in beside]
    return amounts[0] if found not in amounts else None


def _is_led(before: str) -> bool:
    """Whether another number stands apart before the amount: "Pack of 5 £24.50", "code TV20: €5", not "1 245-00 €"."""
    return any(map(str.isdigit, before)) and (before[-1:].isspace() or _COUNTED.match(before) is not None)


def _is_followed(rest: str) -> bool:
    """Whether another number stands apart behind the amount: "24,50 € 12 reviews", "$134.95, 2 for $260", not "24 €50"
    or "24€ 50".
    """
    return (
        (rest[:1].isspace() or rest[:2] in {", ", "; "}) and any(map(str.isdigit, rest)) and not _CENTS.fullmatch(rest)
    )


def minor_units(amount: Decimal, currency: str) -> int:
    """Minor units, halves up: shops state computed discounts with more digits than money has."""
    step = Decimal(1).scaleb(-exponent(currency))
    return int(amount.quantize(step, rounding=ROUND_HALF_UP).scaleb(exponent(currency)))
