"""Text as pieces that an index can hold: three characters each, two where a script writes without spaces. Pure.

Whatever is found in a text has all its pieces in the text's, upper and lower case aside; so an index of pieces leaves
few texts to look at, and a look tells which. Pieces travel as hexadecimal words, which every tokenizer leaves alone.
"""

from __future__ import annotations

from collections.abc import Iterator

CJK_FROM = "\u2e80"
"""From here on scripts whose words have one or two characters."""
MOST_ASKED = 24
"""Pieces of a question: more leave no fewer texts to look at."""


def grams(text: str) -> set[str]:
    """The pieces of a text, word by word; of what every link begins with, none."""
    return {piece for word in text.casefold().split() for piece in _pieces(word)} - _EVERYWHERE


def asked_grams(words: list[str]) -> list[str]:
    """Some pieces of what is looked for, evenly taken; empty when it has none: then the index knows nothing of it."""
    found = sorted(set().union(*(grams(word) for word in words)) if words else ())
    step = max(1, len(found) // MOST_ASKED)
    return [_word(piece) for piece in found[::step][:MOST_ASKED]]


def indexed(text: str) -> str:
    """The pieces of a text as the index is given them."""
    return " ".join(map(_word, sorted(grams(text))))


def _pieces(word: str) -> Iterator[str]:
    for at in range(len(word)):
        two, three = word[at : at + 2], word[at : at + 3]
        if len(two) == 2 and min(two) >= CJK_FROM:
            yield two
        if len(three) == 3 and min(three) < CJK_FROM:
            yield three


def _word(piece: str) -> str:
    return piece.encode("utf-8", "surrogatepass").hex()


_EVERYWHERE = frozenset({*_pieces("https://"), *_pieces("http://")})
