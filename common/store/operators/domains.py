"""DomainStore: shops of the open web that operators added while the fleet runs, and the money they say a shop asks.

Its values stand here, because every worker asks for them, and of what else operators ask it loads nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from common.store import rows
from common.store.database.database import Database


@dataclass(frozen=True, slots=True)
class AddedDomain:
    """A shop of the open web that an operator added."""

    domain: str
    added_at: int
    added_by: str


@dataclass(frozen=True, slots=True)
class ToldCurrency:
    """What an operator says that a shop's prices are in where its pages do not say it."""

    domain: str
    """Registrable."""
    currency: str
    """ISO 4217."""
    told_at: int
    told_by: str


@dataclass(frozen=True, slots=True)
class WithoutCurrency:
    """How many products of a shop of the open web have a price whose currency no page said."""

    domain: str
    """Registrable."""
    products: int


class DomainStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def added(self) -> list[AddedDomain]:
        """By name. Those of the settings are not among them."""
        return [rows.build(AddedDomain, row) for row in (await self._db.one("added_domains")).rows]

    async def add(self, domain: str, *, by: str) -> bool:
        """`domain` as common.links.shop_domain writes it. False when it was there."""
        return bool((await self._db.one("add_domain", domain=domain, by=by)).rows)

    async def remove(self, domain: str) -> bool:
        """False when it was not there. Jobs of it stay, and wait for a worker that knows the shop."""
        return bool((await self._db.one("remove_domain", domain=domain)).rows)

    async def currencies(self) -> list[ToldCurrency]:
        """By domain."""
        return [rows.build(ToldCurrency, row) for row in (await self._db.one("told_currencies")).rows]

    async def tell_currency(self, domain: str, currency: str, *, by: str) -> bool:
        """`domain`: registrable; `currency`: ISO 4217. False when that was told already."""
        return bool((await self._db.one("tell_currency", domain=domain, currency=currency, by=by)).rows)

    async def forget_currency(self, domain: str) -> bool:
        """False when none was told."""
        return bool((await self._db.one("forget_currency", domain=domain)).rows)

    async def without_currency(self, *, limit: int) -> list[WithoutCurrency]:
        """Shops of the open web whose pages do not say what their prices are in, and of which nobody told it here; the
        most products first. What the settings say is not looked at, nor products whose page is gone."""
        return [rows.build(WithoutCurrency, row) for row in (await self._db.one("without_currency", limit=limit)).rows]

    async def for_shops(self) -> tuple[list[str], dict[str, str]]:
        """Domains that operators added, and domain → the currency that they told: what `Shops.add_domains` takes."""
        added = [one.domain for one in await self.added()]
        return added, {one.domain: one.currency for one in await self.currencies()}
