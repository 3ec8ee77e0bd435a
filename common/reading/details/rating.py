"""Mean rating and how many rated: schema.org's AggregateRating, and labels that name their scale.

A rating of something else (the shop, an entry of a list) is not the product's: itemReviewed tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from common.reading.declared.schema_node import SchemaNode
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded
from common.reading.text.json_text import amount, whole

_SCALE = 5
_ASSUMED_BEST = Decimal(5)
"""schema.org: "If bestRating is omitted, 5 is assumed"."""
_NUMBER = re.compile(
    r"\s{0,5}(\d{1,3}(?:[.,٫]\d{1,12})?)\s{0,3}(?:(%)|(?:/|out of|of|von|sur|de|su|z|av|/ )\s{0,3}(\d{1,3}))?\D{0,20}"
)
_COUNT = re.compile(r"\D{0,20}(\d{1,3}(?:[.,\s'’]\d{3}){1,3}|\d{1,10})\D{0,30}")
_NUMBER_CHARS = 60
_NEAR = Decimal("0.3")
"""Two statements of one rating may be rounded differently: 4.5 and 4.46, 4 and 4.3."""
_OTHERS = frozenset(
    "organization store localbusiness onlinestore onlinebusiness corporation brand person website webpage".split()
)
_MAX_RATINGS = 20


@dataclass(frozen=True, slots=True)
class Rating:
    """Hundredths on a scale up to 5; counts where they are stated."""

    hundredths: int | None = None
    ratings: int | None = None
    reviews: int | None = None

    def __bool__(self) -> bool:
        return any(value is not None for value in (self.hundredths, self.ratings, self.reviews))


def of_product(node: SchemaNode, name: str | None) -> Rating:
    """What a Product node's own aggregateRating states. Several that contradict each other state nothing."""
    own = [one for one in node.every("aggregateRating")[:_MAX_RATINGS] if _is_ours(one, name)]
    return _agreed(own)


def standing_alone(nodes: Iterable[SchemaNode], name: str | None) -> Rating:
    """What AggregateRating nodes outside any product state whose itemReviewed names this product."""
    own = [one for one in nodes if one.is_a("AggregateRating") and _reviewed(one) and _is_ours(one, name)]
    return _agreed(own[:_MAX_RATINGS])


def of_labels(document: Document) -> Rating:
    """og:rating with its scale, and og:rating_count."""
    value, best = _number(document.meta("og:rating")), _number(document.meta("og:rating_scale"))
    count = _counted(document.meta("og:rating_count") or document.meta("og:review_count"))
    return Rating(_hundredths(value, best) if best is not None and count != 0 else None, count)


def counts_of_state(nodes: Sequence[SchemaNode]) -> Rating:
    """The counts alone: pages' states seldom say what their ratings' scale is."""
    ratings = _first_count(nodes, ("ratingCount", "rating_count", "ratingsCount", "numberOfRatings"))
    reviews = _first_count(nodes, ("reviewCount", "review_count", "reviewsCount", "numberOfReviews", "numReviews"))
    return Rating(None, ratings, reviews)


def _first_count(nodes: Sequence[SchemaNode], names: Sequence[str]) -> int | None:
    said = (_counted(node.value(name)) for node in nodes for name in names)
    return next((count for count in said if count is not None), None)


def _agreed(own: Sequence[SchemaNode]) -> Rating:
    stated = [said for node in own if (said := _read(node))]
    if not stated:
        return Rating()
    valued = [one.hundredths for one in stated if one.hundredths is not None]
    if valued and _differ(valued):
        return Rating()
    return max(stated, key=lambda one: (one.hundredths is not None, (one.ratings or 0) + (one.reviews or 0)))


def _read(node: SchemaNode) -> Rating:
    ratings, reviews = _counted(node.value("ratingCount")), _counted(node.value("reviewCount"))
    all_best = [_number(one) for one in _values(node.value("bestRating"))]
    if len(set(all_best)) > 1:
        return Rating(None, ratings, reviews)
    best = all_best[0] if all_best else None
    counted = [count for count in (ratings, reviews) if count is not None]
    if counted and not any(counted):
        return Rating(None, ratings, reviews)  # shops fill in a rating that nobody gave
    found = [_of_five(one, best) for one in _values(node.value("ratingValue"))]
    valued = [one for one in found if one is not None]
    if not valued or len(valued) < len(found) or _differ(valued):
        return Rating(None, ratings, reviews)
    return Rating(valued[0], ratings, reviews)


def _of_five(stated: Any, best: Decimal | None) -> int | None:
    """What is stated, in hundredths of five. Its own words tell its scale ("92 %", "8 of 10") where `best` does not."""
    value = _number(stated)
    if best is None and isinstance(stated, str) and (found := _NUMBER.fullmatch(stated[:_NUMBER_CHARS])):
        best = Decimal(100) if found[2] else Decimal(found[3]) if found[3] else None
    return _hundredths(value, best if best is not None else _ASSUMED_BEST)


def _differ(valued: Sequence[int]) -> bool:
    return max(valued) - min(valued) > _NEAR * 100


def _hundredths(value: Decimal | None, best: Decimal | None) -> int | None:
    """In hundredths of a scale up to 5; None for what is not on its own scale, and for 0, also by rounding: nobody
    rated."""
    if value is None or best is None or not 0 < value <= best or best > 1000:
        return None
    return int((value * _SCALE * 100 / best).quantize(Decimal(1), rounding=ROUND_HALF_UP)) or None


def _values(value: Any) -> list[Any]:
    """What is stated: a list's values, at most some, or the one."""
    values = value[:_MAX_RATINGS] if isinstance(value, list) else [value]
    return [one for one in values if one not in (None, "")]


def _number(value: Any) -> Decimal | None:
    exact = amount(value)
    if exact is not None or not isinstance(value, str):
        return exact
    found = _NUMBER.fullmatch(value[:_NUMBER_CHARS])
    return Decimal(found[1].replace(",", ".").replace("٫", ".")) if found else None


def _counted(value: Any) -> int | None:
    """A count, also with marks of thousands and words beside it ("1.234 Bewertungen"); the one that all of a list's
    values that state any agree on."""
    if isinstance(value, list):
        counts = {count for one in _values(value) if not isinstance(one, list) and (count := _counted(one)) is not None}
        return counts.pop() if len(counts) == 1 else None
    exact = whole(value)
    if exact is not None:
        return exact if exact >= 0 else None
    found = _COUNT.fullmatch(value[:80]) if isinstance(value, str) else None
    return int(re.sub(r"\D", "", found[1])) if found else None


def _reviewed(node: SchemaNode) -> list[SchemaNode]:
    return node.every("itemReviewed")


def _is_ours(node: SchemaNode, name: str | None) -> bool:
    """Whether the rating says nothing of what it is about, or names this product."""
    for one in _reviewed(node):
        if one.types() & _OTHERS:
            return False
        reviewed = folded((one.text("name") or "")[:_NAME_CHARS])
        own = folded((name or "")[:_NAME_CHARS])
        if reviewed and own and reviewed not in own and own not in reviewed:
            return False
        if not reviewed and not own:
            return False
    return True


_NAME_CHARS = 300
