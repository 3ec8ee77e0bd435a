"""Shops: how each stands, its ways, and the domains of the open web."""

from __future__ import annotations

from common.store import Brought, Rung, ShopRow, ShopWindow, WaitingByWay, Walls
from common.store.official.values import SourceState
from fleet.console.api.shaping import Answer, listed, many, of
from fleet.operations.shops.domains import DomainShown
from fleet.operations.shops.standing import Rolling

Window = of("Window", ShopWindow, without={"shop"})
Shop = of(
    "Shop",
    ShopRow,
    without={"platform"},
    may_lack=True,
    more={"shop": str, "rolling": of("Rolling", Rolling) | None, "windows": many(Window), "filling": Window | None},
)
Shops = listed("Shops", Shop)


class Ladder(Answer):
    """A platform's ways, from the first to try, and what came of them in so many days."""

    shop: str
    ways: list[of("Rung", Rung, more={"usable": bool})]  # type: ignore[valid-type]
    walls: list[of("Walls", Walls)]  # type: ignore[valid-type]
    brought: list[of("Brought", Brought)]  # type: ignore[valid-type]
    waiting: list[of("WaitingByWay", WaitingByWay)]  # type: ignore[valid-type]
    official: list[of("OfficialSource", SourceState)]  # type: ignore[valid-type]
    paused: bool
    reviewed_at: int | None
    reviewed_by: str | None
    review_note: str | None
    days: int


class Domains(Answer):
    items: list[of("Domain", DomainShown)]  # type: ignore[valid-type]
    next: str | None


class DomainAdded(Answer):
    domain: str
    new: bool
    """False: it was a shop here already."""


class DomainRemoved(Answer):
    domain: str


class CurrencyKnown(Answer):
    domain: str
    """The registrable domain, by which a shop is known."""
    currency: str | None
    """ISO 4217; null: nobody says it any more."""
    changed: bool
    """False: it stood so already."""


class ShopNamed(Answer):
    shop: str
    """As the database has it."""


class ShopPaused(ShopNamed):
    paused: bool
    reason: str
    changed: bool
    """False: it stood so already, and nothing was changed."""
    shop_known: bool
    """False: no shop here bears this name, and no job is of it. Perhaps another was meant."""


class ShopResumed(ShopNamed):
    paused: bool
    changed: bool
    """False: it stood so already, and nothing was changed."""
    still_paused: list[str]
    """Other pauses that hold it, or parts of it: its platform's, or single shops'."""
