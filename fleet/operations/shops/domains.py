"""Shops of the open web: listed, added and removed without a restart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError, WrongUsage
from common.links.shop_domain import shop_domain
from common.shops.table import OPEN_WEB
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, at_this_machine, recorded
from fleet.operations.shops.known import known_shops

if TYPE_CHECKING:
    from common.settings import Settings


@dataclass(frozen=True, slots=True)
class DomainShown:
    """A shop of the open web. `added_at` and `added_by` are None for one that the settings name."""

    domain: str
    added_at: int | None
    added_by: str | None


async def list_domains(settings: Settings) -> Sequence[DomainShown]:
    """By name. Raises as opened_store does."""
    async with opened_store(settings) as store:
        added = [DomainShown(one.domain, one.added_at, one.added_by) for one in await store.domains.added()]
    named = [DomainShown(domain, None, None) for domain in settings.shops.of(OPEN_WEB).domains]
    taken = {one.domain for one in named}
    return sorted([*named, *(one for one in added if one.domain not in taken)], key=lambda one: one.domain)


async def add_domain(settings: Settings, typed: str, *, operator: Operator | None = None) -> tuple[str, bool]:
    """The domain as the database has it, and whether it is new. Every process knows it within half a minute.

    Raises ConfigError for what is no domain, or belongs to a shop with rules of its own; and what opened_store raises.
    """
    domain = _domain(typed)
    async with opened_store(settings) as store:
        shop = (await known_shops(settings, store)).for_host(domain)
        if shop is not None:
            if shop.free_form:
                return domain, False
            raise ConfigError(f"{domain} is {shop.platform}'s own; its links are taken already.")
        async with recorded(store, operator, Action.SHOPS_ADD_DOMAIN, {"domain": domain}) as event:
            added = await store.domains.add(domain, by=(operator or at_this_machine()).name)
            event.done = int(added)
        return domain, added


async def remove_domain(settings: Settings, typed: str, *, operator: Operator | None = None) -> str:
    """Its links are taken no more; its jobs stay and wait. Raises ConfigError for one that was not added by command."""
    domain = _domain(typed)
    async with opened_store(settings) as store:
        if domain in settings.shops.of(OPEN_WEB).domains:
            raise ConfigError(f"{domain} stands in the settings: take it out of shops.other.domains, and restart.")
        async with recorded(store, operator, Action.SHOPS_REMOVE_DOMAIN, {"domain": domain}) as event:
            removed = await store.domains.remove(domain)
            event.done = int(removed)
    if not removed:
        raise ConfigError(f"{domain} was not added here. `crawlfleet shops domains` lists those that were.")
    return domain


def _domain(typed: str) -> str:
    try:
        return shop_domain(typed)
    except ValueError as error:
        raise WrongUsage(f"{typed}: {error}.") from None
