"""What the store answers about prices: recorded ones, and sights that wait. Times are UTC milliseconds by its clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.outcome.second_sight import Doubt


class LookBy(StrEnum):
    """Whose the next look at what is doubted is."""

    ANYBODY = "anybody"
    ANOTHER_WORKER = "another_worker"
    ANOTHER_PERSON = "another_person"
    """Anybody's but the volunteer's who saw it."""
    OPERATOR = "operator"
    """An operator's own worker's: volunteers differ."""


@dataclass(frozen=True, slots=True)
class PendingSight:
    """What one crawl saw and nobody believes yet: it waits for a second sight."""

    lease_token: str
    job_id: str
    product_key: str
    worker: str
    """Who saw it: a worker, or a machine."""
    person: str | None
    """The volunteer whose machine it is; None: the operator's own."""
    doubt: Doubt
    title: str | None
    price_minor: int | None
    currency: str | None
    price_kind: str | None
    availability: str
    seen_at: int
    was_title: str | None
    """As it is recorded, like the following ones."""
    was_price_minor: int | None
    was_currency: str | None
    was_price_kind: str | None
    again_at: int | None
    """When the next look is due; None: never, and the wait will be ended."""
    look_by: LookBy
    """Who may take it."""
    another_until: int | None
    """Until when it is another worker's or machine's alone; then it is anybody's. None: it is not."""


@dataclass(frozen=True, slots=True)
class PriceObservation:
    """One price as one crawl saw it; never changed afterwards."""

    id: int
    product_key: str
    job_id: str
    lease_token: str
    price_minor: int
    currency: str
    list_price_minor: int | None
    price_kind: str | None
    availability: str
    observed_at: int
    generation: int
    """Of the product then: prices of two generations are of two products."""
    first_seen_at: int | None
    """When it was seen first, of a price that was doubted and seen again at `observed_at`."""
    via: str | None = None
    """The way by which the page was read; None: plain HTTP, before there was another."""
