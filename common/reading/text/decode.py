"""Bytes of a page to text."""

from __future__ import annotations

import codecs
import re
import unicodedata

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META = re.compile(rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.\-]{2,40})""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_:.\-]{2,40})""", re.IGNORECASE)
_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([A-Za-z0-9_:.\-]{2,40})""", re.IGNORECASE)
_LOOK_AT_BYTES = 8192
_OF_PAGES = frozenset(
    """
    utf-8 utf-16 utf-16-le utf-16-be utf-32 ascii cp866 koi8-r koi8-u mac-roman mac-cyrillic tis-620 cp874
    iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-11
    iso8859-13 iso8859-14 iso8859-15 iso8859-16 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258
    gbk gb2312 gb18030 hz big5 big5hkscs cp950 euc_jp iso2022_jp shift_jis cp932 euc_kr cp949
    """.split()
)
"""Python's names of the charsets that browsers know. Its other codecs (punycode, utf-7, unicode_escape, EBCDIC …) make
of a page what nobody sees, and punycode takes hours for it."""

# What browsers do with these labels: the declared set is a subset of what pages really use.
_WIDENED = {
    "gbk": "gb18030",
    "gb2312": "gb18030",
    "hz-gb-2312": "gb18030",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}


def decode(body: bytes, content_type: str | None = None) -> str:
    """Text by byte order mark, then valid UTF-8, then header, then meta, then a fallback. Never raises.

    Valid UTF-8 wins over a declared legacy charset because text in one is almost never valid UTF-8 by chance, while
    pages that declare the wrong one are common. Bytes that do not decode become U+FFFD.
    """
    for mark, name in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, errors="replace")
    text = _as_utf8(body)
    if text is not None:
        return text
    declared = (_from_header(content_type), _from_markup(body))
    for charset in declared:
        if charset and charset != "utf-8":
            try:
                return body.decode(charset, errors="replace")
            except (LookupError, UnicodeError):
                continue
    return body.decode("utf-8" if "utf-8" in declared else "cp1252", errors="replace")


def utf8_text(body: bytes) -> str | None:
    """The text of bytes that are UTF-8 to the last, without a byte order mark: written so again, it gives the same
    bytes. None for all others.
    """
    try:
        return None if body.startswith(codecs.BOM_UTF8) else body.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _as_utf8(body: bytes) -> str | None:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        # A page cut short in the middle of a character is still UTF-8.
        if error.start >= len(body) - 3 and error.start > 0:
            return body[: error.start].decode("utf-8")
        return None


def _from_header(content_type: str | None) -> str | None:
    found = _HEADER.search(content_type or "")
    return _known(found[1]) if found else None


def _from_markup(body: bytes) -> str | None:
    head = body[:_LOOK_AT_BYTES]
    found = _META.search(head) or _XML.search(head)
    return _known(found[1].decode("ascii")) if found else None


def _known(label: str) -> str | None:
    try:
        name = codecs.lookup(label.strip()).name
    except LookupError:
        return None
    if name in {"utf-16", "utf-16-le", "utf-16-be", "utf-32"}:
        return "utf-8"  # declared inside the bytes themselves, it cannot be true
    return _WIDENED.get(name, name) if name in _OF_PAGES else None


def in_whole_letters(text: str, source: bytes | None) -> str:
    """The text, each letter with what stands over or under it as one character, and the wide signs of dollar and pound
    as plain ones. `source`: the text in UTF-8, where that is at hand: whether there is any such letter is told by its
    bytes in no time.
    """
    if source is None or _WIDE_BEGINS in source:
        for wide, sign in _WIDE_SIGNS:
            if wide in text:
                text = text.replace(wide, sign)
    if source is not None and not _may_be_apart(source):
        return text
    if unicodedata.is_normalized("NFC", text):
        return text
    return _APART.sub(lambda letter: unicodedata.normalize("NFC", letter[0]), text)


def _may_be_apart(source: bytes) -> bool:
    """Whether a character may be one of those in _APART: they begin with bytes that begin few others."""
    if b"\xcc" in source or b"\xcd" in source or (b"\xe1" in source and _PART_OF_HANGUL.search(source) is not None):
        return True
    return b"\xe3" in source and (b"\xe3\x82\x99" in source or b"\xe3\x82\x9a" in source)


_PART_OF_HANGUL = re.compile(rb"\xe1[\x84-\x87]")
"""With the same byte begin the letters of Vietnam, whose pages have thousands, and those of Georgia."""
_WIDE_SIGNS, _WIDE_BEGINS = (("＄", "$"), ("￡", "£")), b"\xef"
_APART = re.compile("\\w[\u0300-\u036f\u3099\u309a]+|[\u1100-\u11ff]+")
"""A letter and what stands over or under it, each a character of its own, as a Mac writes them; parts of Hangul. Words
are looked for in whole letters. What India writes so stays as it is."""
