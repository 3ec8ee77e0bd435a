"""Words that would make a table wide: where they may be broken."""

from __future__ import annotations

from fleet.console.rendering import WHOLE, breakable


def test_a_long_word_in_a_table_may_be_broken_after_each_so_many_characters() -> None:
    piece = "x" * WHOLE
    long = f"<table><td>{piece}{piece}y</td></table>"
    assert breakable(long) == f"<table><td>{piece}<wbr>{piece}<wbr>y</td></table>"
    whole = f"<table><td>{piece} {piece}</td></table>"
    assert breakable(whole) == whole


def test_a_sign_that_is_written_as_several_is_one() -> None:
    said = breakable(f"<table><td>{'&amp;' * (WHOLE + 1)}</td></table>")
    assert said == f"<table><td>{'&amp;' * WHOLE}<wbr>&amp;</td></table>"


def test_what_tags_hold_and_what_stands_in_no_table_stays() -> None:
    word = "x" * (3 * WHOLE)
    for page in (f"<title>{word}</title><p>{word}</p>", f'<table><td><a href="{word}">y</a></td></table><p>{word}</p>'):
        assert breakable(page) == page
