"""Whether an address still shows the product that it showed before. Pure.

In this order, the first that applies; what a page does not state says nothing:

1. Two GTINs whose check digits are right: the same one is the same product, another one is another product.
2. The same main picture, its size and the host it came from aside: the same product.
3. Names: OTHER when they share too little for one product's names as shops edit them (MOST_OF_ANOTHER), SAME when they
   share most (LEAST_OF_THE_SAME). Two brands that are no spelling of each other raise the first and stop the second.
4. Else UNSURE. A product without a name before or now is UNSURE.

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
from urllib.parse import urlsplit

from common.details.gtin import gtin_14

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
_SIZE = re.compile(
    r"[_-]?\d{2,4}x\d{2,4}(?:q\d+)?|_(?:small|medium|large|grande|thumb)\b|\.(?:jpe?g|png|webp|avif|gif)"
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
    pictures = picture(before.image_url), picture(now.image_url)
    if pictures[0] is not None and pictures[0] == pictures[1]:
        return Sameness.SAME
    shared = likeness(before.title, now.title)
    if shared is None:
        return Sameness.UNSURE
    brands_differ = _brands_differ(before.brand, now.brand)
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


def picture(url: str | None) -> str | None:
    """What of a picture's address names the picture: the last two parts of its path, without sizes and file type."""
    if not url:
        return None
    try:
        parts = [part for part in urlsplit(url).path.split("/") if part]
    except ValueError:
        return None
    name = _SIZE.sub("", "/".join(parts[-2:]).casefold())
    return name if sum(map(str.isalnum, name)) >= 12 else None


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
