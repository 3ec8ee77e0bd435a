"""Whether an address still shows the product that it showed before. Pure.

In this order, the first that applies; what a page does not state says nothing:

1. Two GTINs whose check digits are right: the same one is the same product, another one is another product.
2. Names that say OTHER by rule 4, with brands of one script that differ: another product. A shop may give two products
   one picture, but not both another name and another brand to one product.
3. The same main picture, its size and the host it came from aside: the same product (common/outcome/pictures.py).
4. Names: OTHER when they share too little for one product's names as shops edit them (MOST_OF_ANOTHER), SAME when they
   share most (LEAST_OF_THE_SAME). Two brands that are no spelling of each other raise the first and stop the second.
5. Else UNSURE. A product without a name before or now is UNSURE.

What a shop does to a name without selling another thing: it adds a campaign or a colour, cuts it, turns its words
round, writes it in capitals or with other marks. Its names of two products share the shop's own words. The bounds were
measured on pairs of both kinds (benchmarks/identity.py; docs/second-sight.md has the table): OTHER is to be said of no
edited name, because a confirmed OTHER ends a history.

Words are compared for scripts that divide them, pairs of neighbouring characters for those that do not (Chinese,
Japanese, Korean, Thai …), so that a name that changes its script altogether shares nothing and is told by the rest.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from common.details.gtin import gtin_14
from common.outcome.pictures import picture_named

MOST_OF_ANOTHER = 0.2
"""Names that share at most this much are of two products."""
MOST_OF_ANOTHER_BRAND = 0.4
"""The same where the brands differ."""
LEAST_OF_THE_SAME = 0.6
"""Names that share at least this much are one product's."""
_NAME_CHARACTERS = 300
_LEAST_WHOLE = 4
_WORD = re.compile(r"\w+")
_UNDIVIDED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)


class Sameness(StrEnum):
    SAME = "same"
    OTHER = "other"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Identity:
    """What of an offer says which product it is."""

    title: str | None = None
    brand: str | None = None
    gtin: str | None = None
    image_url: str | None = None


def compare(before: Identity, now: Identity) -> Sameness:
    """See the module. Never raises; symmetric."""
    gtins = gtin_14(before.gtin), gtin_14(now.gtin)
    if all(gtins):
        return Sameness.SAME if gtins[0] == gtins[1] else Sameness.OTHER
    brands_differ = _brands_differ(before.brand, now.brand)
    named = _by_name(likeness(before.title, now.title), brands_differ=brands_differ)
    is_clear = named is Sameness.OTHER and brands_differ and _share_a_script(before.brand, now.brand)
    pictures = picture_named(before.image_url), picture_named(now.image_url)
    if not is_clear and pictures[0] is not None and pictures[0] == pictures[1]:
        return Sameness.SAME
    return named


def _by_name(shared: float | None, *, brands_differ: bool) -> Sameness:
    if shared is None:
        return Sameness.UNSURE
    if shared <= (MOST_OF_ANOTHER_BRAND if brands_differ else MOST_OF_ANOTHER):
        return Sameness.OTHER
    return Sameness.SAME if shared >= LEAST_OF_THE_SAME and not brands_differ else Sameness.UNSURE


def likeness(one: str | None, other: str | None) -> float | None:
    """How much of the shorter name the longer one holds, by length of what they share: 0 to 1. None without a name.

    A name that stands whole in the other one, blanks and marks aside, is held wholly (one cut within a word).
    """
    a, b = _pieces(one), _pieces(other)
    if not a or not b:
        return None
    short, long = sorted(("".join(a), "".join(b)), key=len)
    if len(short) >= _LEAST_WHOLE and short in long:
        return 1.0
    shared = sum(count * len(piece) for piece, count in (a & b).items())
    return shared / min(_length(a), _length(b))


def _pieces(name: str | None) -> Counter[str]:
    text = unicodedata.normalize("NFKD", (name or "")[:_NAME_CHARACTERS]).casefold()
    text = unicodedata.normalize("NFC", "".join(mark for mark in text if not unicodedata.combining(mark)))
    pieces: Counter[str] = Counter()
    for word in _WORD.findall(text):
        for run in _UNDIVIDED.findall(word):
            pieces.update([run] if len(run) < 2 else (run[at : at + 2] for at in range(len(run) - 1)))
        pieces.update(_UNDIVIDED.sub(" ", word).split())
    return pieces


def _length(pieces: Counter[str]) -> int:
    return sum(count * len(piece) for piece, count in pieces.items())


def _brands_differ(one: str | None, other: str | None) -> bool:
    """Neither is part of the other, capitals, marks and blanks aside."""
    a, b = ("".join(_pieces(brand)) for brand in (one, other))
    return bool(a and b) and a not in b and b not in a


def _share_a_script(one: str | None, other: str | None) -> bool:
    """Whether the two could be held against each other at all: a brand in Latin letters and one in Chinese may be one
    brand, on a page that was answered in another language."""
    return bool(_scripts(one) & _scripts(other))


def _scripts(name: str | None) -> set[str]:
    """The first words of its letters' names: LATIN, CYRILLIC, CJK …"""
    letters = filter(str.isalpha, (name or "")[:_NAME_CHARACTERS])
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
