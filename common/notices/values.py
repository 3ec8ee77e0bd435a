"""A rule, what it meets, and a target that messages go to. Times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a rule looks for."""

    PRICE_BELOW = "price-below"
    PRICE_DROP = "price-drop"
    BACK_IN_STOCK = "back-in-stock"
    GONE = "gone"
    SHOP_OFF = "shop-off"
    FEED_FAILING = "feed-failing"
    DEAD_LETTERS = "dead-letters"
    NOTHING_RECORDED = "nothing-recorded"


OF_PRODUCTS = frozenset({Kind.PRICE_BELOW, Kind.PRICE_DROP, Kind.BACK_IN_STOCK, Kind.GONE})
"""They meet what changed about a product; the others meet a state of the fleet, once each time that it begins."""

TITLES = {
    Kind.PRICE_BELOW: "price below the mark",
    Kind.PRICE_DROP: "price down",
    Kind.BACK_IN_STOCK: "back in stock",
    Kind.GONE: "gone",
    Kind.SHOP_OFF: "shop paused",
    Kind.FEED_FAILING: "feed failing",
    Kind.DEAD_LETTERS: "dead letters growing",
    Kind.NOTHING_RECORDED: "nothing recorded",
}


@dataclass(frozen=True, slots=True)
class Timing:
    """When a rule's messages may go. Minutes of a day are wall time in `zone`, an IANA name."""

    zone: str = "UTC"
    quiet_from: int | None = None
    """Minute of the day at which the quiet hours begin; None: there are none."""
    quiet_to: int | None = None
    digest_minutes: int | None = None
    """What is met is collected for so long after the first of it."""
    digest_at: int | None = None
    """What is met is collected until this minute of the day."""


@dataclass(frozen=True, slots=True)
class NewRule:
    """What an operator asks for. `product_key` and `shop` None: all of them."""

    kind: Kind
    target: str
    product_key: str | None = None
    shop: str | None = None
    """A platform, or <platform>/<shop id> for a single shop."""
    below_minor: int | None = None
    currency: str | None = None
    by_percent: int | None = None
    least: int | None = None
    """Failed polls in a row, dead jobs within an hour, or minutes without a record."""
    timing: Timing = Timing()


@dataclass(frozen=True, slots=True)
class Rule(NewRule):
    """A rule as it stands. A number is never given twice."""

    id: int = 0
    off_at: int | None = None
    added_at: int = 0
    added_by: str = ""
    read_to: int = 0
    """Changes of products up to this one were looked at."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where messages go; `url` is a secret."""

    name: str
    url: str
    added_at: int
    failures: int
    """Tries in a row that failed."""
    failing_since: int | None
    last_error: str | None
    last_sent_at: int | None
    not_before: int
    """No try before this, after one that failed."""

    def __repr__(self) -> str:
        return f"Target({self.name!r})"


@dataclass(frozen=True, slots=True)
class Met:
    """One event that a rule met. `event` names it for ever: the same rule tells of it once."""

    rule: int
    event: str
    at: int
    line: str
    """Its words, on one line."""
