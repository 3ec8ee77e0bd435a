"""Values of what operators ask: a place in a listing, a page of it, and what an operator did."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from common.job import Job, JobStatus

T = TypeVar("T")

END_MS = 9_000_000_000_000_000
"""Later than any moment that a database knows."""

_TYPED = re.compile(r"(\d{1,16})\.(.{0,500})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a listing whose last changed come first: behind the row of this moment and this name.

    Rows that change while one pages move to the front, so none is met twice, and one that changed may be missed.
    """

    at: int = END_MS
    name: str = ""

    def __str__(self) -> str:
        return f"{self.at}.{self.name}"

    @classmethod
    def parse(cls, text: str) -> Cursor:
        """Raises ValueError for what no listing gave out."""
        if not (found := _TYPED.fullmatch(text)):
            raise ValueError(f"{text!r} is no place in a listing; take the one that the page before named")
        return cls(int(found[1]), found[2])


START = Cursor()


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Rows in order. `next` is where the following page begins; None when this is the last."""

    rows: Sequence[T]
    next: Cursor | None


@dataclass(frozen=True, slots=True)
class JobName:
    """What names a job, and how it stands."""

    id: str
    url_norm: str
    status: JobStatus
    updated_at: int


JobsPage = Page[Job]


@dataclass(frozen=True, slots=True)
class ProductChange:
    """Something that changed about a product, and the product as it is now."""

    id: int
    product_key: str
    at: int
    kind: str
    """drop, rise, back (in stock again), sold_out, gone, found_again."""
    price_before_minor: int | None
    """Only of drop and rise."""
    price_minor: int | None
    currency: str | None
    title: str | None
    url_norm: str
    job_id: str

    @property
    def share(self) -> float | None:
        """By how much the price changed: -0.2 is a fifth less. None where it did not."""
        if not self.price_before_minor or self.price_minor is None:
            return None
        return self.price_minor / self.price_before_minor - 1


@dataclass(frozen=True, slots=True)
class ChangeCount:
    """How many changes of one kind there were on one day (UTC, days since 1970)."""

    day: int
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class FailureCount:
    """How many attempts ended so on one day (UTC, days since 1970) at one shop: a platform, or other/<domain>."""

    shop: str
    error_code: str
    day: int
    count: int


@dataclass(frozen=True, slots=True)
class FailuresCounted:
    """Attempts that did not work, of the newest `looked_at` that ended, the oldest of those at `oldest`."""

    failures: Sequence[FailureCount]
    looked_at: int
    oldest: int | None


@dataclass(frozen=True, slots=True)
class ErrorCount:
    """How many jobs stand so at one shop: a platform, or other/<registrable domain>."""

    shop: str
    status: str
    error_code: str
    count: int


@dataclass(frozen=True, slots=True)
class OperatorEvent:
    """Something that an operator did to any number of things."""

    id: str
    at: int
    operator: str
    through: str
    """`command line`, or the name of whatever else asked."""
    action: str
    """What was done, as the command line calls it: `jobs requeue`."""
    target: str
    """To what, as JSON: the filters, or the ids and names."""
    meant: int | None
    """How many it was to be, counted before; None where nothing was counted."""
    done: int
    ended_at: int | None
    """None: it goes on, or it broke off."""
