"""Which charset a page may name: those that a browser knows, and no other codec that Python happens to have."""

from __future__ import annotations

import pytest

from common.reading.text.decode import decode
from tests.growth import assert_linear

PYTHONS_OWN = "punycode idna unicode_escape raw_unicode_escape utf-7 cp037 rot13 base64 undefined".split()


@pytest.mark.parametrize("charset", PYTHONS_OWN)
def test_pythons_own_codecs_are_no_pages_charset(charset: str) -> None:
    """A reader that knows them sees another page than a person does."""
    page = b"<h1>Caf\xe9</h1> \\x31 +ADE- 5 zl-abc"
    as_browsers_read_it = "<h1>Café</h1> \\x31 +ADE- 5 zl-abc"
    assert decode(page, f"text/html; charset={charset}") == as_browsers_read_it
    meta = f'<meta charset="{charset}">'
    assert decode(meta.encode() + page) == meta + as_browsers_read_it


def test_reading_a_charset_takes_time_in_proportion() -> None:
    """160 KB in punycode, which inserts letter by letter, took 11 s."""

    def page(size: int) -> bytes:
        return b"<p>\xff" + size * b"x" + b"-" + size * b"a"

    assert_linear(lambda body: decode(body, "text/html; charset=punycode"), page, 40_000)


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("windows-1251", "Кружка 5 руб"),
        ("koi8-r", "Кружка"),
        ("gbk", "杯子 价格"),
        ("gb2312", "杯子"),
        ("big5", "杯子 價格"),
        ("shift_jis", "価格 カップ"),
        ("euc-jp", "価格 カップ"),
        ("euc-kr", "가격"),
        ("iso-8859-2", "Hrníček něco"),
        ("iso-8859-15", "5 € gratis"),
        ("windows-1255", "מחיר"),
        ("tis-620", "ราคา"),
        ("macintosh", "prix réduit"),
        ("ibm866", "Цена"),
    ],
)
def test_charsets_of_pages_are_read(charset: str, text: str) -> None:
    assert decode(text.encode(charset), f"text/html; charset={charset}") == text
    assert decode(f'<meta charset="{charset}">{text}'.encode(charset)).endswith(text)
