"""Whatever stands in a text has all its pieces in the text's: the index never hides what a look would find."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.store.texts.grams import MOST_ASKED, asked_grams, grams, indexed

TEXT = st.text(st.sampled_from("abKß茶壺紅 -/:İé.https"), max_size=40)


@given(TEXT, st.data())
def test_a_part_of_a_word_has_only_pieces_of_the_text(text: str, data: st.DataObject) -> None:
    words = text.split()
    if not words:
        assert not grams(text)
        return
    word = data.draw(st.sampled_from(words))
    begin = data.draw(st.integers(0, len(word)))
    end = data.draw(st.integers(begin, len(word)))
    part = word[begin:end]
    if part.casefold() in text.casefold():
        assert grams(part) <= grams(text)


@pytest.mark.parametrize(
    ("typed", "many"),
    [("ok", 0), ("mug", 1), ("Tasse", 3), ("茶壺", 1), ("紅茶壺", 2), ("https://", 0), ("a b c", 0), ("茶", 0)],
)
def test_how_many_pieces_words_have(typed: str, many: int) -> None:
    assert len(asked_grams(typed.split())) == many


def test_pieces_are_words_of_letters_and_digits_alone() -> None:
    asked = asked_grams(['a"b*c', "x" * 500, "-- OR NEAR(", "\udcff\udcff\udcff"])
    assert all(piece.isalnum() and piece.isascii() for piece in asked)
    assert len(asked_grams([f"{number:04}" for number in range(200)])) == MOST_ASKED
    assert set(asked_grams(["teapot"])) <= set(indexed("a blue TEAPOT of glass").split())
