"""What kind of firm a maker is, behind its name: "Pinewood GmbH", "Pinewood Trading Co., Ltd."."""

from __future__ import annotations

import re

_SHORTENED = (
    r"Ltd|Inc|Corp|Co|Bros|L\.?L\.?C|L\.?L\.?P|Pty|e\.?\s?K|S\.?p\.?A|S\.?A(?:\.?\s?de\s?C\.?V|\.?R\.?L|\.?S)?|S\.?L|"
    r"S\.?r\.?l|Ltda|B\.?V|N\.?V|Sp\.?\s?z\.?\s?o\.?\s?o|s\.?\s?r\.?\s?o|a\.\s?s|d\.?o\.?o|A\.?Ş|Ltd\.?\s?Şti"
)
_IN_FULL = r"Limited|Incorporated|Corporation|Company|PLC|GmbH|GbR|AG|KG(?:aA)?|OHG|UG|A/?S|ApS|AB|Oyj?|Kft|Zrt"
"""What firms of Europe, America and Asia are by law. Behind those that are shortened stands a dot, or none."""
_FORM = rf"(?:(?:{_SHORTENED})\.?|(?:{_IN_FULL})(?!\w))"
_LAST = re.compile(rf"[,\s]+(?:(?:&|and|und|et|y|e)\s)?{_FORM}\W*\Z", re.IGNORECASE)
_LAST_WITH_DOT = re.compile(rf"(?<!\w)(?:{_SHORTENED})\.\Z", re.IGNORECASE)
_FIRST = re.compile(rf"\s?{_FORM}(?!\w)", re.IGNORECASE)
_OF_FIRMS = re.compile(
    r"(?:Group|Groupe|Gruppe|Gruppo|Grupo|Holdings?|International|Internacional|Global|Worldwide|Industries|Industry|"
    r"Trading|Handels|Vertriebs?|Products|Brands|Manufacturing|Electronics?|Europe|Europa|Deutschland|Germany|France|"
    r"Italia|Italy|Iberica|España|Nederland|Polska|Österreich|Schweiz|Switzerland|UK|USA|America|Japan|China|Korea|"
    r"Nordic|Benelux|Asia|Pacific)\Z",
    re.IGNORECASE,
)
"""Words that stand between a maker's name and what kind of firm it is."""
_MAX_WORDS, _FORM_CHARS = 6, 12


def ends_in_dot_of_form(value: str) -> bool:
    """Whether this ends in what kind of firm it is, with the dot that belongs to that: "Pinewood Ltd."."""
    return _LAST_WITH_DOT.search(value[-_FORM_CHARS:]) is not None


def begins_with_form(value: str) -> bool:
    """Whether this text, which stands behind a comma, goes on with what kind of firm was named: "Ltd., England"."""
    return _FIRST.match(value) is not None


def without_form(maker: str) -> str | None:
    """The name without the last word for what kind of firm it is: "Pinewood Co" of "Pinewood Co, LLC"; None where it
    ends in no such word.
    """
    form = _LAST.search(maker)
    return maker[: form.start()] if form is not None else None


def as_named(maker: str, heading: str) -> str:
    """The maker's name as the product's name begins with it, without what kind of firm it is and the words of firms
    before that: "Pinewood" of "Pinewood Europe GmbH" for a "Pinewood oak table". The maker as it stands where the
    heading does not begin so, or says the whole of it.
    """
    said, name = f"{heading.casefold()} ", without_form(maker)
    if name is None or maker.casefold() in said:
        return maker
    while (shorter := without_form(name)) is not None:
        name = shorter
    words = name.split()[:_MAX_WORDS]
    while words:
        name = " ".join(words)
        begin = name.casefold()  # may be longer: "ß" becomes two letters
        if said.startswith(begin) and not said[len(begin)].isalnum():
            return name
        if _OF_FIRMS.match(words.pop()) is None:
            break
    return maker
