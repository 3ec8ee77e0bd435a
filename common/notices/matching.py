"""Whether a rule meets a change of a product. Pure.

A price is below a mark when it falls from the mark or above to under it: a price that was under it already and falls
further is no second event, nor is the first price that is ever seen of a product. A change is named by its product, its
moment and what it came to, so the same one read again is the same event.
"""

from __future__ import annotations

from dataclasses import dataclass

from common.notices.values import Kind, Met, Rule
from common.notices.wording import product_line

_CHANGES = {
    Kind.PRICE_BELOW: "drop",
    Kind.PRICE_DROP: "drop",
    Kind.BACK_IN_STOCK: "back",
    Kind.GONE: "gone",
}


@dataclass(frozen=True, slots=True)
class Change:
    """What changed about a product, and whose it is."""

    id: int
    product_key: str
    at: int
    kind: str
    """drop, rise, back, sold_out, gone, found_again."""
    price_before_minor: int | None
    price_minor: int | None
    currency: str | None
    title: str | None
    url_norm: str
    platform: str
    shop_id: str | None


def met(rule: Rule, change: Change) -> Met | None:
    """The event, where the rule looks for it and has not read on beyond it."""
    if change.id <= rule.read_to or _CHANGES.get(rule.kind) != change.kind or not _of(rule, change):
        return None
    if rule.kind is Kind.PRICE_BELOW and not _crosses(rule, change):
        return None
    if rule.kind is Kind.PRICE_DROP and not _falls_enough(rule, change):
        return None
    line = product_line(
        change.title,
        change.url_norm,
        rule.kind,
        now_minor=change.price_minor,
        before_minor=change.price_before_minor,
        currency=change.currency,
        mark_minor=rule.below_minor,
    )
    return Met(rule.id, f"{change.product_key}@{change.at} {change.kind} {change.price_minor}", change.at, line)


def _of(rule: Rule, change: Change) -> bool:
    if rule.product_key is not None:
        return rule.product_key == change.product_key
    if rule.shop is None:
        return True
    platform, slash, single = rule.shop.partition("/")
    if platform != change.platform:
        return False
    return not slash or change.shop_id == single or change.product_key.startswith(f"other:{single}:")


def _crosses(rule: Rule, change: Change) -> bool:
    mark, before, now = rule.below_minor, change.price_before_minor, change.price_minor
    if mark is None or before is None or now is None or rule.currency != change.currency:
        return False
    return now < mark <= before


def _falls_enough(rule: Rule, change: Change) -> bool:
    before, now = change.price_before_minor, change.price_minor
    if not before or now is None or rule.by_percent is None:
        return False
    return (before - now) * 100 >= rule.by_percent * before
