"""Amounts by weight, volume or length, and those of one piece of the several that another amount is for.

Signs of measures ("/ kg", "je m²") stand here; measures spelled out ("per metre", "méterenként") in the files of words.
"""

from __future__ import annotations

import re

from common.reading.parsed.letters import EAST_ASIAN
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.words.wording import Wording

_WEIGHTS = (
    r"κιλ\w{1,3}|γρ|λίτρ\w{1,2}|กรัม|กก|ลิตร|มล|גרם|ק[\"״]ג|קילו|ליטר|מ[\"״]ל"
    r"|جم|جرام|غرام|كجم|كغ|كيلو|لتر|مل|公斤|公克|克|台?斤|毫升|公升"
)
_DOSES = (
    r"capsules?|c[áa]psulas?|capsula|g[ée]lules?|kapsel|kapsułkę|kapsli|tablets?|tablett[ei]|comprimé|таблетку|капсулу"
)
_LONG_MEASURES = (
    r"(?:mill?i|[cz]enti|de[cz]i)(?:lit|gram)\w{1,5}|(?:mill?i|[cz]enti|de[cz]i|lauf|quadrat|kubik|(?<=\d\s))m[eéè]t(?:er|re|ro|r[aiu]?|rov?)s?|"
    r"lfm|мл|(?:милли|мили)?литр\w?|(?<=\d\s)метр\w{0,2}|(?:кило)?грамм?\w?|(?:кіло)?грам\w?|μέτρο"
)
ENDS = r"(?:(?![^\W_])|(?=起|より|から|あたり|当たり|当り|당|부터|税|含|包))"
"""Behind a measure or a time. In scripts without blanks what says "from", "per" or "with tax" follows at once."""
_MEASURE = re.compile(
    r"[.,\s*†‡¹²³–—-]{0,6}(?:(?:(?:per|pro|je|par|por|za|på|pr)\s)?[/／]|"
    r"(?:per|pro|je|par|por|pe|al|el|il|le|za|за|на|na|på|pr|ανά|το|setiap|mỗi|لكل)\.?\s|ל-?)\s?(?:\d{1,4}\s?)?"
    r"(?:kg|kilo\w*|chilo|gr?|gram\w*|mg|l|lit\w{1,4}|ml|cl|dl|m[²2³3p]?|cm|mm|ft|oz|fl\.? ?oz|lbs?|pounds?|ounces?|"
    r"yds?|yards?|sq\.? ?(?:ft|m|yd)|ft²|sqm|sqft|cwt|tonn?\w{0,3}|tona|tuna|quintal\w?|q\.le|"
    r"st[eè]res?|ster|srm|prm|acre|cord|m[l1]|m\. ?l\.|lf?m|lpm|jm|l?bm|fm|m[bt]|erdei m3|тонн\w?|т|пог\. ?м|п\. ?м|마|"
    rf"кг|л|гр?|{_LONG_MEASURES}|{_WEIGHTS}|{_DOSES}){ENDS}",
    re.IGNORECASE,
)
"""Behind an amount: by weight, volume or length. A price a piece is the price."""
_MEASURE_BEFORE = re.compile(
    r"(?<![^\W_])(?:kg|kilo|gr?|l|lit\w{1,4}|ml|m[²2³3]?|cm|oz|lbs?|кг|л|гр?)\s?=\s{0,2}\Z|"
    r"(?:\d\s?(?:k?g|m?l|c?m)\s?당|(?:每|ต่อ)\s?\d{0,4}\s?(?:k?g|m?l|克|公克|公斤|毫升|公升|กรัม))\W{0,3}\Z",
    re.IGNORECASE,
)
"""Before an amount: "1 kg = ", "100g당"."""
_MEASURE_LABEL = re.compile(
    r"(?<![^\W_])(?:(?:(?:per|pro|je|par|por|pe|al|au|už|á|za|за|на|na|på|pr|ανά|setiap|mỗi|لكل)\.?\s|ל-)(?:"
    rf"(?:\d{{1,4}}\s?)?(?:kg|kilo\w*|l|lit\w{{1,4}}|m[²2³3]|oz|lbs?|кг|л|{_WEIGHTS})|"
    r"100\s?(?:gr?|ml|cl|cm|гр?|мл|см|غ))|"
    r"100\s?(?:g|q|ml|г|მლ|გ|գ)\s(?:kohta|fiyatı|qiyməti|narxi|бағасы|үнэ|ფასი|գինը))\W{0,3}\Z",
    re.IGNORECASE,
)
"""Before an amount: "Price per kg: ". Of grams only a hundred: for 250 g it may be the price of the pack."""
_PER_WORD = (
    r"(?:[/／]|(?:<price.per_measure>)\.?\s)\s?(?:\d{1,4}\s?)?(?:<price.measures:words>)|"
    r"(?:1\s?)?<price.by_measure:words>"
)
_SPELLED = Wording(rf"[.,\s*†‡¹²³–—(（-]{{0,6}}(?:{_PER_WORD}){ENDS}")
"""Behind an amount on its line: "per metre", "le mètre carré", "méterenként"."""
_CLAUSE_ENDS = (
    rf"\W{{0,4}}\Z|\s?[.,;(（|*·–—-]|\s[\u0e00-\u0e7f{EAST_ASIAN}]|"
    r"\s(?:<tax.included:words>|<tax.net:words>|<price.extras:words>|<price.from:words>|<price.only_so_many:words>)"
)
_SPELLED_LINE = Wording(
    r"\W{0,4}(?:(?:<price.labels:words>|<price.called:words>)\s)?"
    rf"(?:{_PER_WORD})(?![^\W_])(?={_CLAUSE_ENDS})"
)
"""The same as a line of its own: no more of the clause follows. "The metre rule is of beech" tells of the goods. In
Thai, Chinese, Japanese and Korean a blank may end a clause."""
_ALONE = Wording(r"\W{0,4}(?:<price.measures:words>)\W{0,4}")
"""The whole of what stands behind an amount: "m²", "metre". With a number before it would be a size of the thing."""
_SPELLED_LABEL = Wording(rf"(?<![^\W_])(?:{_PER_WORD})\W{{0,4}}\Z|<price.by_measure:words>\W{{0,4}}\Z")
"""Ends what stands before an amount: "Prix au mètre", "Price per metre:"."""
_NAMED = Wording(r"\W{0,4}(?!<price.per_measure>\s)(?:1\s?)?(?:<price.by_measure:words>)\W{0,4}")
"""One word that a price stands behind or before: "Kilopreis". "Per foot" stands behind it."""
_MOST_OF_LABEL, _MOST_OF_LINE, _SIZE_CHARS = 40, 80, 12
_TAX_SAID_FIRST = Wording(r"\A\W{0,4}<tax.included:words>")
"""Between an amount and its measure: "12 € incl. VAT / kg"."""
_PIECE_OF_SIZE = Wording(
    r"[.,\s*†‡]{0,3}(?:/|／|(?:<price.per_measure>|per|pro|je|par|por|za|za|за|på|pr)\.?\s)\s?\d{1,4}(?:[.,]\d{1,3})?[\s-]?"
    r"(?:k?g|gr|gram\w*|m?l|cl|oz|lbs?|кг|г|гр|мл|л)[\s-](?:<price.packed_in>)(?![^\W_])"
)
"""Behind an amount: what a piece of that size costs, which is what is sold: "per 100g ball"."""
_PIECE_IN_BRACKETS = Wording(r"[\s*†‡¹²³]{0,4}/\s?(?:1\s)?(?:<stock.pieces>)[\s*]{0,2}[)）]")
"""What one costs of the several that stand before the bracket: "6: £39.00 (£6.50 / piece)"."""


def begins_with_measure(text: str) -> bool:
    """Whether the text, which stands behind an amount, begins with a measure: "/ kg", "per metre"."""
    return _MEASURE.match(text) is not None or _SPELLED_LINE.match(text) is not None


def names_measure(text: str) -> bool:
    """Whether the text is a word for what stands by a measure, which may stand before an amount or behind it."""
    return _NAMED.fullmatch(text) is not None


def labels_measure(text: str) -> bool:
    """Whether this line, which stands before an amount, says by what measure that is asked: "Prix au mètre"."""
    if len(text) > _MOST_OF_LABEL or BESIDE_CURRENCY.search(text):
        return False
    return _MEASURE_LABEL.search(text) is not None or _MEASURE_BEFORE.search(text) is not None or _ends_in_word(text)


def _ends_in_word(ahead: str) -> bool:
    return _SPELLED_LABEL.search(ahead, max(0, len(ahead) - _MOST_OF_LABEL)) is not None


def is_by_measure(text: str, behind: str = "") -> bool:
    """Whether a weight, volume or length stands right behind the text's amount, or before it with "=" between."""
    match = BESIDE_CURRENCY.search(text)
    ahead = text[: match.start()] if match is not None else ""
    if _MEASURE_BEFORE.search(ahead) or _MEASURE_LABEL.search(ahead) or _ends_in_word(ahead):
        return True
    if match is None:
        return False
    if _PIECE_IN_BRACKETS.match(text, match.end()) and ahead.rstrip().endswith(("(", "（")):
        return True
    rest = f"{text[match.end() :]} {behind}".lstrip()
    if any(map(str.isdigit, rest[:_SIZE_CHARS])) and _PIECE_OF_SIZE.match(rest):
        return False
    if any(_MEASURE.match(said) for said in (rest, _TAX_SAID_FIRST.sub("", rest, 1))):
        return True
    return _is_spelled_behind(text[match.end() :], behind)


def _is_spelled_behind(rest: str, behind: str) -> bool:
    """Whether a measure's word stands behind an amount: in the rest of its line, or else as the line behind, unless
    that goes on to an amount of its own."""
    own = _TAX_SAID_FIRST.sub("", rest, 1).lstrip()
    if any(map(str.isalnum, own)):
        return _SPELLED.match(own) is not None or _ALONE.fullmatch(own) is not None
    if len(behind) > _MOST_OF_LINE or behind.endswith((":", "：")) or BESIDE_CURRENCY.search(behind):
        return False
    return _SPELLED_LINE.match(behind) is not None or _ALONE.fullmatch(behind) is not None
