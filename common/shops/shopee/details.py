"""Rating, category, condition and description of one item object of Shopee's answers."""

from __future__ import annotations

import dataclasses
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from common.details import written
from common.details.kinds import Condition, Details
from common.details.limits import BEST_RATING, MAX_CATEGORY_STEPS
from common.offer import Offer
from common.reading.details.description import plain
from common.reading.found import STATE
from common.reading.text.json_text import amount, object_at, text_of, whole

_CONDITIONS = {1: Condition.NEW, 2: Condition.USED}
"""The item's `condition`, as the shop's pages write it out."""


def details_of(item: dict[str, Any], detail: dict[str, Any]) -> Details:
    """What the answer states. An item that nobody rated has no rating; stars are out of 5 in every market."""
    review = object_at(item, "item_rating") or object_at(detail, "product_review")
    stars = amount(review.get("rating_star"))
    stars = stars if stars is not None else amount(item.get("rating_star"))
    ratings = _rated(review, item)
    return Details(
        rating_hundredths=_hundredths(stars) if ratings != 0 else None,
        rating_count=ratings,
        review_count=_count(item.get("cmt_count")),
        category=_category(item),
        condition=_CONDITIONS.get(whole(item.get("condition")) or 0),
        description=plain(item.get("description")),
    )


def both_details(stated: Offer, state: Offer) -> dict[str, Any]:
    """`details` and `came_from` of the offer of a page's node, with what only that of the page's state states."""
    own = written.stated(stated.details)
    more = {name: getattr(state.details, name) for name in written.stated(state.details) if name not in own}
    came_from = stated.came_from | {name: state.came_from.get(name, STATE) for name in more}
    return {"details": dataclasses.replace(stated.details, **more), "came_from": came_from}


def _rated(review: dict[str, Any], item: dict[str, Any]) -> int | None:
    """The first of `rating_count` is the sum; the five behind it count 1 to 5 stars."""
    counts = review.get("rating_count")
    first = counts[0] if isinstance(counts, list) and counts else counts
    for value in (first, review.get("total_rating_count"), item.get("rating_count_total")):
        if (count := _count(value)) is not None:
            return count
    return None


def _count(value: Any) -> int | None:
    count = whole(value)
    return count if count is not None and count >= 0 else None


def _hundredths(stars: Decimal | None) -> int | None:
    if stars is None or not 0 < stars <= 5:
        return None
    return min(int((stars * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP)), BEST_RATING)


def _category(item: dict[str, Any]) -> tuple[str, ...]:
    """The names of the path; its numbers where the answer has no names."""
    for key in ("fe_categories", "categories"):
        rows = item.get(key)
        rows = [row for row in rows[:MAX_CATEGORY_STEPS] if isinstance(row, dict)] if isinstance(rows, list) else []
        if names := tuple(name for row in rows if (name := text_of(row.get("display_name")))):
            return names
    number = _count(item.get("catid"))
    return (str(number),) if number else ()
