"""Whose dollar "$" is on a page whose address and language name no country: by addresses, telephone numbers and names
of places that it prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from common.reading.text.places.american_shop import is_american_shop

_STATES = re.compile(
    r"\bU\.?\s?S\.?\s?A\b|\bU\.S\.(?!\w)|\bUnited States\b|\bUSPS\b|\bUS [Dd]ollars?\b|\bAlaska\b|"
    r"\b(?:[Aa]ll|[Ll]ower|[Cc]ontiguous|[Cc]ontinental) (?:50|48|US)\b|"
    r"(?i:\bfree (?:[^.!?\x00]{0,30} )?(?:in|within|across) the US\b|\bfree US shipping\b)"
)
_AT_HOME = re.compile(
    r"\b(?:outside|within|throughout)(?: of)? the (?:\w+ )?(?:U\.?S\b|United States\b)", re.IGNORECASE
)
_ZIP_CODE = re.compile(r"\bZIP[ -]?codes?\b", re.IGNORECASE)
_POSTCODE = re.compile(r"\bpost(?:al)?[ -]?codes?\b", re.IGNORECASE)
"""What other countries call it: a form that names both is for all of them."""
_ADDRESS = re.compile(
    r"\b(?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|"
    r"W[AIVY])\.?,?\s\d{5}(?:-\d{4})?(?!\d)"
)
"""The end of an address of the United States: the state and the ZIP code."""
_CITY = re.compile(
    r"\b(?:New York|Brooklyn|Buffalo|Rochester|Queens|Bronx|Los Angeles|San (?:Francisco|Diego|Jose|Antonio)|Oakland|"
    r"Sacramento|Berkeley|Pasadena|Long Beach|Santa (?:Monica|Cruz|Barbara|Rosa)|Irvine|Anaheim|Fresno|Chicago|"
    r"Houston|Dallas|Austin|Fort (?:Worth|Lauderdale)|El Paso|Miami|Orlando|Tampa|Jacksonville|Seattle|Tacoma|Spokane|"
    r"Portland|Eugene|Boston|Cambridge|Atlanta|Philadelphia|Pittsburgh|Denver|Boulder|Phoenix|Tucson|Tempe|Scottsdale|"
    r"Las Vegas|Reno|Detroit|Ann Arbor|Grand Rapids|Minneapolis|(?:St\.?|Saint) (?:Paul|Louis)|Cleveland|Columbus|"
    r"Cincinnati|Dayton|Toledo|Nashville|Memphis|Knoxville|Charlotte|Raleigh|Durham|Asheville|Salt Lake City|Baltimore|"
    r"Kansas City|Milwaukee|Madison|Indianapolis|New Orleans|Honolulu|Louisville|Boise|Newark|Albuquerque),? "
    r"(?:NY|CA|TX|IL|FL|WA|OR|MA|GA|PA|CO|AZ|NV|MI|MN|OH|TN|NC|UT|MD|MO|KS|WI|IN|LA|HI|KY|ID|NJ|NM)\b(?!-)"
)
"""A large city with its state, as the United States write it: an address without a ZIP code."""
_OTHER_DOLLARS = re.compile(
    r"\b(?:Canada|Canadian|Australian?|New Zealand|Singapore|Hong Kong|CAD|AUD|NZD|SGD|HKD|"
    r"British Columbia|Alberta|Saskatchewan|Manitoba|Ontario|Qu[eé]bec|Nova Scotia|Newfoundland|"
    r"New South Wales|Queensland|Tasmania)\b"
)
"""Countries, codes, and provinces and states of two of them that are named alone by shops there."""
CANADIAN_POSTCODE = re.compile(r"\b[ABCEGHJ-NPR-TVXY]\d[A-Z]\s\d[A-Z]\d\b")
"""A Canadian postal code."""
_OTHER_ADDRESS = re.compile(r"\b(?:NSW|VIC|QLD|WA|SA|TAS|ACT),?\s\d{4}\b|\bABN\b|\b(?:CAD|AUD|NZD|SGD)\b")
"""The end of an address of Australia, or the code of another dollar."""
_AUSTRALIAN = re.compile(r"\b(?:NSW|VIC|QLD|TAS),?\s\d{4}\b|\bABN:?\s?\d{2}\s?\d{3}\s?\d{3}\s?\d{3}\b")
"""The end of an Australian address, or an Australian company's number."""
_TELEPHONE = re.compile(
    r"(?<![\w.+-])(\+\d{1,3}[ .-]?)?(?:1[ .-]?)?(?:\(([2-9]\d\d)\)\s?[2-9]\d\d[ .-]|([2-9]\d\d)([.-])[2-9]\d\d\4|"
    r"(?<=1[ .-])([2-9]\d\d) [2-9]\d\d |([2-9]\d\d) [2-9]\d\d-)\d{4}(?![\w-])"
)
"""As they are written in the countries that share the prefix 1. The first group may be another country's."""
_NO_AREA = re.compile(r".9.|37.|96.")
"""No area codes begin so: the numbering plan keeps them back. Mexico and Colombia group some of theirs alike."""
_CANADIAN_AREAS = frozenset(
    "204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 460 468 474 506 514 "
    "519 537 548 568 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 "
    "905 942".split()
)
_ISLANDS_AREAS = frozenset(
    "242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876".split()
)
_FREE_AREAS = frozenset("800 833 844 855 866 877 888".split())
"""Of the North American Numbering Plan (nanpa.com, 2025): of Canada, of other countries, of both and free to call."""
_ENGLISH = re.compile(r"\b(?:the|and|with|your|this)\b", re.IGNORECASE)
_NOT_ENGLISH = re.compile(r"\b(?:de|que|para|con|los|el|la|und|les|des)\b", re.IGNORECASE)
_MAX_CHARS = 160


def named_place(texts: Iterable[str], host: str = "") -> str | None:
    """Which dollar these lines of a page at this host mean by the places they name: USD, CAD or None.

    USD when they give an address or a telephone number in the United States, ask for a ZIP code, or speak of what is
    inside or outside the United States, and give no address in another country that has a dollar. Also when they name
    no such country, and name the United States, a toll-free number there, or say of the shop what places it there
    (american_shop.py). CAD when they give an address or number in Canada and nothing of the United States. Another
    country that is only named says little, since shops of the United States link to their branch there. Telephone
    numbers count on English pages only: Mexico writes its own alike.
    """
    several = list(texts)
    said = joined(several)
    if _OTHER_ADDRESS.search(said):
        return None
    short = joined(text for text in several if len(text) <= _MAX_CHARS)
    areas = {*_areas_in(short)}
    if areas and not are_english(several):
        areas.clear()
    is_american = (
        bool(_american_areas(areas))
        or _ADDRESS.search(short) is not None
        or _AT_HOME.search(said) is not None
        or (_ZIP_CODE.search(said) is not None and not _POSTCODE.search(said))
    )
    if areas & _CANADIAN_AREAS or CANADIAN_POSTCODE.search(said):
        return None if is_american or _STATES.search(said) else "CAD"
    if areas & _ISLANDS_AREAS:
        return None
    if is_american:
        return "USD"
    if _OTHER_DOLLARS.search(said):
        return None
    names_it = areas & _FREE_AREAS or _STATES.search(said) or _CITY.search(short) or is_american_shop(short, host)
    return "USD" if names_it else None


def joined(texts: Iterable[str]) -> str:
    """The lines as one text with marks between them that no pattern here matches: to search in one text takes half as
    long as in each line.
    """
    return "\x00".join(texts)


def are_english(texts: Iterable[str]) -> bool:
    """Whether more lines have words of English than words of its neighbours."""
    return sum(bool(_ENGLISH.search(text)) - bool(_NOT_ENGLISH.search(text)) for text in texts) > 0


def names_other_dollar(text: str) -> bool:
    """Whether a line, or several that are joined, names a country with a dollar of its own, its dollar, or gives an
    address there.
    """
    return _OTHER_DOLLARS.search(text) is not None or _OTHER_ADDRESS.search(text) is not None


def of_another_country(texts: Iterable[str]) -> str | None:
    """CAD or AUD when these lines of a page give an address, a company's number or telephone numbers in Canada or
    Australia and none in the United States. Other traces of the United States' dollar may come from a theme that nobody
    changed.
    """
    said = list(texts)
    if _AUSTRALIAN.search(joined(said)):
        short = joined(text for text in said if len(text) <= _MAX_CHARS)
        american = _ADDRESS.search(short) or _american_areas(_areas_in(short))
        return None if american else "AUD"
    return "CAD" if named_place(said) == "CAD" else None


def is_of_the_states(texts: Sequence[str]) -> bool:
    """Whether lines of a page name the United States, or give an address or a telephone number there."""
    said = joined(texts)
    places = (_STATES, _AT_HOME, _ADDRESS, _CITY)
    return any(one.search(said) for one in places) or bool(_american_areas({*_areas_in(said)}) and are_english(texts))


def is_in_another_language(texts: Iterable[str]) -> bool:
    """Whether lines of a page are in another language than English: more of them have words of its neighbours than of
    English, or more than half of their letters are not Latin ones.
    """
    several = list(texts)
    others = sum(len(_OTHER_SCRIPTS.findall(text)) for text in several if not text.isascii())
    if others > _MANY_LETTERS and 2 * others > sum(sum(map(str.isalpha, text)) for text in several):
        return True
    return sum(bool(_NOT_ENGLISH.search(text)) - bool(_ENGLISH.search(text)) for text in several) > 0


_OTHER_SCRIPTS = re.compile("[\u0370-\u1dff\u2e80-\ud7ff\uf900-\ufaff]")
"""Letters that are not Latin ones: Greek, Cyrillic, Hebrew, Arabic, those of India, Thai, Chinese, Japanese, Korean."""
_MANY_LETTERS = 12


def _american_areas(areas: Iterable[str]) -> set[str]:
    return set(areas) - _CANADIAN_AREAS - _ISLANDS_AREAS - _FREE_AREAS


def _areas_in(text: str) -> Iterator[str]:
    """Their area codes, of numbers without the prefix of a country that does not share theirs."""
    for one in _TELEPHONE.finditer(text):
        area = one[2] or one[3] or one[5] or one[6]
        if one[1] in _OWN_PREFIXES and not _NO_AREA.fullmatch(area):
            yield area


_OWN_PREFIXES = frozenset({None, "+1", "+1 ", "+1.", "+1-"})
