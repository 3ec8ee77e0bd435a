"""Amounts by weight, volume or length, and those of one piece of the several that another amount is for."""

from __future__ import annotations

import re

from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.words.wording import Wording

_WEIGHTS = r"κιλ\w{1,3}|γρ|λίτρ\w{1,2}|กรัม|กก|ลิตร|גרם|ק[\"״]ג|קילו|ליטר|جم|جرام|غرام|كجم|كغ|كيلو|لتر|公斤|公克|克"
_DOSES = (
    r"capsules?|c[áa]psulas?|capsula|g[ée]lules?|kapsel|kapsułkę|kapsli|tablets?|tablett[ei]|comprimé|таблетку|капсулу"
)
_LONG_MEASURES = (
    r"(?:mill?i|[cz]enti|de[cz]i)(?:lit|gram)\w{1,5}|(?:mill?i|[cz]enti|de[cz]i|lauf|quadrat|kubik|(?<=\d\s))m[eéè]t(?:er|re|ro|r[aiu]?|rov?)s?|"
    r"lfm|мл|(?:милли|мили)?литр\w?|(?<=\d\s)метр\w{0,2}|(?:кило)?грамм?\w?|(?:кіло)?грам\w?|μέτρο"
)
_MEASURE = re.compile(
    r"[.,\s*†‡¹²³–—-]{0,6}(?:/|／|(?:per|pro|je|par|por|pe|al|el|il|le|za|за|на|na|på|pr|ανά|το)\.?\s|ל-?)\s?(?:\d{1,4}\s?)?"
    r"(?:kg|kilo\w*|chilo|gr?|gram\w*|mg|l|lit\w{1,4}|ml|cl|dl|m[²2³3p]?|cm|mm|ft|oz|fl\.? ?oz|lbs?|pounds?|ounces?|"
    rf"кг|л|гр?|{_LONG_MEASURES}|{_WEIGHTS}|{_DOSES})"
    r"(?![^\W_])",
    re.IGNORECASE,
)
"""Behind an amount: by weight, volume or length. A price a piece is the price, and so is one a metre in full and
without a number: cloth is sold so."""
_MEASURE_BEFORE = re.compile(
    r"(?<![^\W_])(?:kg|kilo|gr?|l|lit\w{1,4}|ml|m[²2³3]?|cm|oz|lbs?|кг|л|гр?)\s?=\s{0,2}\Z|"
    r"(?:\d\s?(?:k?g|m?l|c?m)\s?당|每\s?\d{0,4}\s?(?:k?g|m?l|克|公克|公斤|毫升|公升))\W{0,3}\Z",
    re.IGNORECASE,
)
"""Before an amount: "1 kg = ", "100g당"."""
_MEASURE_LABEL = re.compile(
    r"(?<![^\W_])(?:(?:per|pro|je|par|por|pe|al|au|za|за|на|na|på|pr|ανά)\.?\s|ל-)(?:\d{1,4}\s?)?"
    rf"(?:kg|kilo\w*|l|lit\w{{1,4}}|m[²2³3]|oz|lbs?|кг|л|{_WEIGHTS})\W{{0,3}}\Z",
    re.IGNORECASE,
)
"""Before an amount: "Price per kg: "."""
_TAX_SAID_FIRST = Wording(r"\A\W{0,4}<tax.included:words>")
"""Between an amount and its measure: "12 € incl. VAT / kg"."""
_PIECE_IN_BRACKETS = Wording(r"[\s*†‡¹²³]{0,4}/\s?(?:1\s)?(?:<stock.pieces>)[\s*]{0,2}[)）]")
"""What one costs of the several that stand before the bracket: "6: £39.00 (£6.50 / piece)"."""


def begins_with_measure(text: str) -> bool:
    """Whether the text, which stands behind an amount, begins with a measure: "/ kg"."""
    return _MEASURE.match(text) is not None


def is_by_measure(text: str, behind: str = "") -> bool:
    """Whether a weight, volume or length stands right behind the text's amount, or before it with "=" between."""
    match = BESIDE_CURRENCY.search(text)
    ahead = text[: match.start()] if match is not None else ""
    if _MEASURE_BEFORE.search(ahead) or _MEASURE_LABEL.search(ahead):
        return True
    if match is None:
        return False
    if _PIECE_IN_BRACKETS.match(text, match.end()) and ahead.rstrip().endswith(("(", "（")):
        return True
    rest = f"{text[match.end() :]} {behind}".lstrip()
    return any(_MEASURE.match(said) for said in (rest, _TAX_SAID_FIRST.sub("", rest, 1)))
