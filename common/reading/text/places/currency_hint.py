"""Which currency a page is likely to state its prices in, for bare numbers and for signs that several currencies share:
by the country of its address or language, by what its scripts name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from common.currencies import BY_CODE
from common.reading.text.address_parts import host_of

_BY_ENDING = {
    "co.uk": "GBP", "uk": "GBP", "com.au": "AUD", "ca": "CAD", "co.nz": "NZD", "com.ar": "ARS", "cl": "CLP",
    "com.mx": "MXN",
    "com.co": "COP", "tw": "TWD", "sg": "SGD", "hk": "HKD", "jp": "JPY", "cn": "CNY", "kr": "KRW",
    "se": "SEK", "no": "NOK",
    "dk": "DKK", "is": "ISK", "com.br": "BRL", "pl": "PLN", "cz": "CZK", "hu": "HUF",
    "ch": "CHF", "in": "INR", "ru": "RUB",
    "ua": "UAH", "kz": "KZT", "com.tr": "TRY", "vn": "VND", "co.th": "THB", "co.id": "IDR",
    "com.my": "MYR", "ph": "PHP",
    "co.za": "ZAR", "ae": "AED", "pk": "PKR", "ro": "RON", "rs": "RSD", "il": "ILS", "uy": "UYU",
    "ar": "ARS", "mx": "MXN", "br": "BRL", "au": "AUD", "nz": "NZD", "za": "ZAR", "tr": "TRY", "th": "THB", "my": "MYR",
    "pe": "PEN", "eg": "EGP", "sa": "SAR", "qa": "QAR", "kw": "KWD", "ma": "MAD", "ng": "NGN", "ge": "GEL", "lk": "LKR",
    "np": "NPR", "uz": "UZS", "cr": "CRC", "py": "PYG", "tn": "TND", "om": "OMR", "bh": "BHD", "jo": "JOD",
    "dz": "DZD", "ke": "KES", "bd": "BDT", "by": "BYN", "md": "MDL", "mk": "MKD", "az": "AZN", "mn": "MNT",
    "gt": "GTQ", "bo": "BOB", "jm": "JMD", "tt": "TTD", "tz": "TZS", "ug": "UGX", "et": "ETB", "li": "CHF",
    "al": "ALL", "ba": "BAM", "kg": "KGS", "tj": "TJS", "mm": "MMK", "gh": "GHS", "zm": "ZMW", "mw": "MWK", "bw": "BWP",
    "gm": "GMD", "hn": "HNL", "ni": "NIO", "do": "DOP", "bb": "BBD", "bn": "BND", "fj": "FJD", "na": "NAD", "pg": "PGK",
    "mv": "MVR", "mz": "MZN", "ao": "AOA", "mg": "MGA", "bi": "BIF", "rw": "RWF", "gn": "GNF", "gy": "GYD",
    "nc": "XPF", "pf": "XPF", "sd": "SDG", "iq": "IQD", "ht": "HTG",
    "ec": "USD", "sv": "USD", "pr": "USD", "us": "USD", "fo": "DKK", "gl": "DKK", "mu": "MUR",
    **dict.fromkeys("sn ci bj tg bf ne".split(), "XOF"), **dict.fromkeys("cm ga cg td".split(), "XAF"),
    # Bulgaria has had the euro since 2026; older pages print their own sign.
    **dict.fromkeys("de fr es it nl be at ie pt fi gr si sk hr bg lt lv ee lu mt cy eu".split(), "EUR"),
}  # fmt: skip
_BY_COUNTRY = {"us": "USD", "gb": "GBP", "au": "AUD", "ca": "CAD", "nz": "NZD", "mx": "MXN", "ar": "ARS", "cl": "CLP",
               "tw": "TWD", "hk": "HKD", "sg": "SGD", "jp": "JPY", "cn": "CNY", "co": "COP",
               **{country: code for country, code in _BY_ENDING.items() if len(country) == 2 and country != "eu"},
               "br": "BRL", "tr": "TRY", "th": "THB", "id": "IDR", "my": "MYR", "za": "ZAR"}  # fmt: skip


_BY_LANGUAGE = {"ja": "JPY", "ko": "KRW", "th": "THB", "vi": "VND"}
"""Spoken in one country that matters here."""
_KANA = re.compile(r"[\u3041-\u309f\u30a1-\u30fa]")
"""Without the dot and the dash that lie among them: Chinese shops set those between words, too."""
_SCRIPTS = (
    ("ja", _KANA),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("th", re.compile("[\u0e01-\u0e4e]")),
)
"""Of these languages and no other."""
_LATIN = re.compile("[A-Za-z]")
_PATH_ALONE = re.compile(r"^https?://[^/]+/(us|gb|sg|hk|tw|au|nz|mx|jp|cn|ph|za)/", re.IGNORECASE)
"""Countries whose letters are no language's: "/sg/item/2719"; "/ca/" may be in Catalan."""
_PATH_COUNTRY = re.compile(r"^https?://[^/]+/([a-z]{2})([-_/])([a-z]{2})(?=[/?#]|$)", re.IGNORECASE)


def currency_hint(url: str, language: str | None) -> str | None:
    """The currency of the country that the address ends in, else of the language tag's country ("en-US")."""
    labels = host_of(url).split(".")
    for ending in (".".join(labels[-2:]), labels[-1]):
        if ending in _BY_ENDING:
            return _BY_ENDING[ending]
    tag, _, country = (language or "").replace("_", "-").lower().rpartition("-")
    by_place = _BY_COUNTRY.get(country if tag else "") or _of_parts(labels[0], url)
    return by_place or _BY_LANGUAGE.get(tag.partition("-")[0] or country)


def whose_crown(language: str | None) -> str | None:
    """Whose crown "kr" is by the language of the page. Swedish is spoken in Finland, too, which has no crown."""
    return _CROWNS.get((language or "").strip()[:2].lower())


_CROWNS = {"sv": "SEK", "nb": "NOK", "nn": "NOK", "no": "NOK", "da": "DKK", "fo": "DKK", "is": "ISK"}


def language_of_script(text: str) -> str | None:
    """The language whose script this is written in, where it has one of its own: for pages that name none. None where
    more than half of the letters are Latin ones: "Totoro トトロ mug" is no Japanese.
    """
    if 2 * len(_LATIN.findall(text)) > sum(map(str.isalpha, text)):
        return None
    return next((language for language, letter in _SCRIPTS if letter.search(text)), None)


def _of_parts(label: str, url: str) -> str | None:
    """Of a host that begins with a country ("tw.shop.com"), else of a path that does ("/us/en/", "/en-us/")."""
    if label in _BY_COUNTRY:
        return _BY_COUNTRY[label]
    found = _PATH_COUNTRY.search(url)
    if found is None:
        alone = _PATH_ALONE.search(url)
        return _BY_COUNTRY[alone[1].lower()] if alone is not None else None
    # The country stands first in "/us/en/", last in "/en-us/" and "/es/mx/".
    first, last = found[1].lower(), found[3].lower()
    if found[2] != "/" or (first in _LANGUAGES and last not in _LANGUAGES) or (first, last) in _SPOKEN_ABROAD:
        first, last = last, first
    return _BY_COUNTRY.get(first) or _BY_COUNTRY.get(last)


_LANGUAGES = frozenset(
    "ar bg bs ca cs da de el en es et fa fi fr he hi hr hu id is it ja ka kk ko lt lv mk ms nb nl no pl pt ro ru sk sl "
    "sq sr sv th tr uk uz vi zh".split()
)
_SPOKEN_ABROAD = frozenset({("fr", "ca"), ("es", "ar"), ("pt", "br")})
"""A language with a country whose letters are a language's, too: Canada's are also Catalan's."""


# Each begins with one mark, the one between the two: looking for letters first would stop at every word, and looking
# for either mark at once takes four times as long.
_LOCALES = tuple(
    re.compile(rf"{mark}(?<=(?<![A-Za-z])[a-z]{{2}}.)(US|CA|AU|NZ|SG|HK|TW|MX|CL|CO|AR|JP|CN)(?![A-Za-z])")
    for mark in "_-"
)


def named_country(text: str, language: str | None = None) -> str | None:
    """The currency of the one country whose locale ("en_US") the page names; None when it names several. Neither a
    locale in another language than the page's counts, nor the one in which a tracker is loaded everywhere.
    """
    own = (language or "").strip()[:2].lower()
    found = chain.from_iterable(locale.finditer(text) for locale in _LOCALES)
    named = {match[1].lower() for match in found if _is_pages_own(match, own)}
    return _BY_COUNTRY.get(named.pop()) if len(named) == 1 else None


def _is_pages_own(locale: re.Match[str], language: str) -> bool:
    start = locale.start() - 2
    if locale.string.endswith(_TRACKERS, max(0, start - _TRACKER_CHARS), start):
        return False
    return not language or locale.string[start : start + 2] == language


_TRACKERS, _TRACKER_CHARS = ("facebook.net/", "facebook.net\\/"), 16
"""Their scripts are loaded in English of the United States by shops of every country."""


def whose_yen(texts: Iterable[str]) -> str | None:
    """Whose sign "¥" is by the script that the page is written in: Japan's where a line of it has kana, China's where
    some have Chinese characters and none kana. None for other scripts.
    """
    chinese = 0
    for text in texts:
        if _KANA.search(text):
            return "JPY"
        chinese += _HAN.search(text) is not None
    return "CNY" if chinese >= _LEAST_CHINESE else None


_HAN = re.compile(r"[\u4e00-\u9fff]")
_LEAST_CHINESE = 3
"""Lines: a name in Chinese characters stands on pages in other languages, too."""

# Begins with letters of one case: those are looked for many times faster than a choice.
_NAMED = {
    word: re.compile(
        rf"{word}(?:_?(?:code|Code|CODE|iso|Iso|ISO))?[\"']?\s{{0,3}}[:=]\s{{0,3}}"
        rf"(?:\{{\s{{0,3}}[\"']?code[\"']?\s?:\s?)?\\?[\"']([A-Z]{{3}})\\?[\"']"
    )
    for word in ("urrency", "URRENCY")
}
"""Word → what names a currency and begins with it."""
_BEFORE = re.compile(r"\b(?:price_?)?c\Z", re.IGNORECASE)
_BEFORE_CHARS = 8


_RIAL = "IRR"
"""Iran's shops name it and count in tomans, ten rials each: a bare number beside it may be in either."""


def named_currency(text: str) -> str | None:
    """The one currency that the page's scripts and attributes name ("currencyCode": "USD"); None when not one."""
    named = {
        match[1]
        for word, pattern in _NAMED.items()
        if word in text  # a page has megabytes, and few have the second
        for match in pattern.finditer(text)
        if match[1] in BY_CODE
        and match[1] != _RIAL
        and _BEFORE.search(text, max(0, match.start() - _BEFORE_CHARS), match.start())
    }
    return named.pop() if len(named) == 1 else None
