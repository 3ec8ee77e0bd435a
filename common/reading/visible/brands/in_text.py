"""The brand inside running text, between others of its kind: "Of clay. Brand: Pinewood. Dishwasher safe."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, takewhile

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.known.names import MADE_FOR, is_known
from common.reading.visible.brands.written.firms import begins_with_form, ends_in_dot_of_form
from common.reading.visible.lines import Line
from common.reading.words.wording import Wording

_COLON = re.compile(r"\s?[:：]\s?")
_END = re.compile(r"[;|,，、。•·\n]|(?<=\w{3})\.(?=\s|\Z)|\.\Z|\s[-–—]\s")
"""Where a sentence or an entry ends; a dot behind one or two letters is an abbreviation's ("Dr. Oak")."""
_SHORT = re.compile(
    r"(?:^|\s)(?:ach|alb|ant|aug|chr|cia|fam|gebr|herm|ing|inż|joh|jos|ludw|phil|prof|soc|sta|sto|wilh)\Z",
    re.IGNORECASE,
)
"""First names, and words for who a family or a firm is, cut short: "Gebr. Oak", "Ach. Brito"."""
_BEFORE = re.compile(r"[;|,，、。•·\n]|\.\s|\s[-–—]\s")
"""What may stand before a label: any sentence's end, too ("400 V. Brand: …")."""
_LABEL = Wording(r"(?:<brand.labels>|<brand.maker_labels>)")
_LABEL_LAST = Wording(r"(?<=[\s/(])(?:<brand.labels>|<brand.maker_labels>)\Z")
"""Behind other labels with their values: "Model: T60 Brand: Pinewood"."""
_NEXT = re.compile(r"\s\S+\s?[:：]|\s/\s")
"""The next label of the line."""
_WITHOUT_COLON = Wording(
    r"(?:^|[.;|•·]\s)(?P<label>(?:<brand.labels>))\s(?P<said>\w[\w&'’-]+(?:\s\w[\w&'’-]+)?)\s?(?:[.;|]|$)"
)
_OTHER_SCRIPT = Wording(
    r"(?P<label><brand.labels>|<brand.maker_labels>)\s(?P<said>[^\W\d_][\w&'’.-]+(?:\s[^\W_][\w&'’.-]*){0,2})"
)
"""A label in one script and a name in Latin letters behind it: "Марка Pinewood"."""
_NOT_LATIN = re.compile(r"[\u0370-\u1cff\u1f00-\u1fff\u2c00-\ufeff]")
"""Letters of other scripts than the Latin one, with marks or without."""
_MADE_BY = Wording(r"(?:<brand.made_by>)\s(?P<said>[^\d\W][\w&.'’ -]{1,38}?)\s?\.?")
_MADE_BY_AT_END = Wording(
    r"(?<=\s)(?:<brand.made_by>)\s(?P<said>[^\d\W][\w&'’-]{1,20}(?:\s[^\d\W][\w&'’-]{1,20}){0,2})\.?\Z"
)
"""A short sentence that ends so: "This table is manufactured by Pinewood."."""
_TOLD_BY = Wording(r"(?:<brand.told_by:words>|<brand.made_by>)\s[\"“„«'‘]?(?=\w)")
_OF_SITES = re.compile(r"\b(?:web|site|page|photo|theme|template)", re.IGNORECASE)
_NO_NAME = Wording(r"<brand.not_a_name:words>|\d")
_MAX_CHARS, _MAX_WORDS = 40, 4
_MAX_COLONS = 12
_MAX_LABEL_CHARS = 30


def brand_in_text(shown: Iterable[Line]) -> str | None:
    """The first name behind a label that begins a sentence or an entry and ends in a colon; in capitals only, one that
    follows a label without a colon and ends its sentence ("Brand PINEWOOD."); all that a line says behind "made by"; or
    a name in Latin letters behind a label in others.
    """
    found = (
        name
        for line in shown
        for name in chain(_behind_colons(line.text), _in_capitals(line.text), _made_by(line.text))
    )
    return next(found, None)


def brand_in_sentence(texts: Iterable[str], named: str) -> str | None:
    """The name behind words for a maker in a sentence ("… of the brand Pinewood, …"), as the text writes it, when what
    names the product holds those very words, too. Not where such words follow what the product is made for.
    """
    for text in texts:
        for found in islice(_TOLD_BY.finditer(text), _MAX_COLONS):
            name = _also_in(named, text[found.end() : found.end() + 2 * _MAX_CHARS])
            if name is not None and MADE_FOR.search(_BEFORE.split(text[: found.start()])[-1]) is None:
                return brand_of(name)
    return None


def _also_in(named: str, text: str) -> str | None:
    """The longest beginning of the text that is a name and stands in what names the product."""
    words = text.split()[:_MAX_WORDS]
    runs = (" ".join(words[:end]).strip(_MARKS) for end in range(len(words), 0, -1))
    names = (run for run in runs if is_name(run) and not is_no_name(run))
    return next((one for one in names if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", named, re.I)), None)


_MARKS = ".,;:!?\"“”„«»'‘’()®™ "


def cut(value: str) -> str:
    """The text up to the end of its sentence or entry; what kind of firm it is belongs to the name: "Oak Co., Ltd."."""
    ends = _END.finditer(value)
    end = next((one for one in ends if not _goes_on(value, one)), None)
    if end is not None and ends_in_dot_of_form(value[: end.start() + 1]):
        return value[: end.start() + 1].strip()
    return value[: end.start()].strip() if end is not None else value.strip()


def _goes_on(value: str, end: re.Match[str]) -> bool:
    """Whether the name does behind this mark: with its form of firm, or with what "Gebr." is short for."""
    if end[0] == ",":
        return begins_with_form(value[end.end() :])
    return end[0] == "." and _SHORT.search(value, 0, end.start()) is not None and value[end.end() :].strip() != ""


def is_name(value: str) -> bool:
    """Whether this may be a name: short, of few words, and not beginning with a small letter."""
    return (
        1 < len(value) <= _MAX_CHARS
        and value.count(" ") < _MAX_WORDS
        and value[0].isalnum()
        and not value[0].islower()
        and not value.isdigit()
        and BESIDE_CURRENCY.search(value) is None
    )


def is_no_name(text: str) -> bool:
    """Whether it begins as texts beside a product do that are no brand: "See all", "Warranty", "2 years". People know
    some makers that are called so, too: "Shop-Vac", "3M".
    """
    return _NO_NAME.match(text) is not None and not is_known(text)


def _behind_colons(text: str) -> Iterator[str]:
    for colon in islice(_COLON.finditer(text), _MAX_COLONS):
        before = text[max(0, colon.start() - _MAX_LABEL_CHARS) : colon.start()]
        label = _BEFORE.split(before)[-1].strip()
        is_label = bool(label) and _LABEL.fullmatch(label) is not None
        if is_label or (_COLON.search(text, 0, colon.start()) and _LABEL_LAST.search(before) is not None):
            value = cut(_NEXT.split(text[colon.end() : colon.end() + 2 * _MAX_CHARS])[0])
            found = brand_of(value) if is_name(value) else None
            if found is not None and _COLON.search(found) is None:
                yield found


def _made_by(text: str) -> Iterator[str]:
    if len(text) > 2 * _MAX_CHARS or _OF_SITES.search(text):
        return
    other = None if text.isascii() else _OTHER_SCRIPT.fullmatch(text)
    if other is not None and _is_name_behind(other["label"], other["said"]):
        yield other["said"]
    by = _MADE_BY.fullmatch(text) or _MADE_BY_AT_END.search(text)
    said = " ".join(takewhile(lambda word: not word[0].islower(), by["said"].split())) if by is not None else ""
    named = brand_of(said) if is_name(said) else None
    if named is not None:
        yield named


def _is_name_behind(label: str, said: str) -> bool:
    """Whether a name in plain Latin letters follows a label in others: any in another script, and behind a Latin one
    with marks one that begins with a capital; in "Producător procesor" the label goes on."""
    if label.isascii() or not said.isascii():
        return False
    return not said[0].islower() or _NOT_LATIN.search(label) is not None


def _in_capitals(text: str) -> Iterator[str]:
    found = _WITHOUT_COLON.search(text)
    if found is not None and found["said"].isupper() and not found["label"].isupper() and is_name(found["said"]):
        named = brand_of(found["said"])
        if named is not None:
            yield named
