"""What is looked for in texts of ASCII alone is found as by the whole pattern, to the letter."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import product

import pytest

from common.compiled.engine import HAS_ENGINE
from common.reading.text.availability import of_phrase
from common.reading.words import wording
from common.reading.words.kept import Kept
from common.reading.words.of_ascii import for_ascii

SIGNS = "aKi5 \x1c\n:"
TEXTS = ["".join(signs) for length in range(5) for signs in product(SIGNS, repeat=length)]
EXPRESSIONS = (
    "a|é|aé|k",
    "(?:é|ж)|(a)",
    "ж",
    "(?P<word>aé|a)(?P<other>ж)?5",
    "(?=[aж])(?:a[kж]|ж)",
    "(?<![éa])i|(?<!ж)k",
    "(?!é)a",
    "(?:éa){0,2}k",
    "(?:éa)+|(?>ж|a)i",
    "[жéa]+[^é]",
    "[^жa]i",
    "[^é]5",
    "[à-ÿ]|[!-ж]5",
    "[à-ɏ]a",
    "[^à-ɏ]a",
    "ı5|ſa|\N{KELVIN SIGN}i",
    "(?-i:ı)5|(?-i:i)a",
    r"\bk\b|\w:|\s5|a\S",
    r"[\s:]\Z|[^\S]a|\A.",
    "(a)?(?(1)i|k)",
)


@pytest.mark.parametrize("flags", [re.IGNORECASE, re.NOFLAG])
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_the_same_is_found(expression: str, flags: int) -> None:
    of_all = re.compile(expression, flags)
    of_ascii = Kept(None).pattern((expression, "", int(flags | re.ASCII)), lambda: expression)
    for text in TEXTS:
        for one, other in ((of_all.search, of_ascii.search), (of_all.fullmatch, of_ascii.fullmatch)):
            expected, found = one(text), other(text)
            assert (found and (found.regs, found.groupdict())) == (
                expected and (expected.regs, expected.groupdict())
            ), repr(text)


def test_four_letters_of_other_scripts_are_taken_for_those_of_ascii() -> None:
    """Where case is ignored. With a new Python there may be more."""
    alike = [sign for sign in map(chr, range(0x80, 0x110000)) if re.fullmatch("[a-z]", sign, re.IGNORECASE)]
    assert [sign for sign in alike if _is_dead(sign, re.IGNORECASE)] == []
    assert all(_is_dead(sign, re.NOFLAG) for sign in alike)
    assert _is_dead("é", re.IGNORECASE)


def _is_dead(expression: str, flags: int) -> bool:
    return str(for_ascii(import_module("re._parser").parse(expression, flags))) == "[(FAILURE, ())]"


@pytest.mark.skipif(not HAS_ENGINE, reason="an interpreter without the engine that patterns are handed to")
def test_words_of_other_scripts_are_left_out() -> None:
    looked_for = wording.Wording(r"(?:ж{1,9}|é|<stock.in:words>)\s?:")
    wording._used.remove(looked_for)
    assert looked_for.of_ascii.flags & re.ASCII
    assert not looked_for.compiled.flags & re.ASCII
    for text in ("in stock :", "ж:", "auf Lager:", "в наличии:"):
        found = looked_for.search(text, 0, len(text))
        assert found is not None, text
        assert found.re is (looked_for.of_ascii if text.isascii() else looked_for.compiled), text
    assert str(of_phrase("Nur noch 3 auf Lager")) == "IN_STOCK"
