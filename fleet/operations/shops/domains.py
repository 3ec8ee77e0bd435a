"""Shops of the open web: listed, added and removed without a restart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError, WrongUsage
from common.links.domains import registrable_domain
from common.links.shop_domain import shop_domain
from common.shops.table import OPEN_WEB
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, at_this_machine, recorded
from fleet.operations.shops.known import known_shops

if TYPE_CHECKING:
    from common.settings import Settings
    from common.shops.registry import Shops
    from common.store import Store


class NotAdded(ConfigError):
    """What is to be removed was not added by command."""

    def __init__(self, domains: Sequence[str]) -> None:
        verb = "was" if len(domains) == 1 else "were"
        super().__init__(
            f"{', '.join(domains)} {verb} not added here. `crawlfleet shops domains` lists those that were."
        )


@dataclass(frozen=True, slots=True)
class DomainShown:
    """A shop of the open web. `added_at` and `added_by` are None for one that the settings name."""

    domain: str
    added_at: int | None
    added_by: str | None
    currency: str | None
    """What an operator, or the settings, say that its prices are in where its pages do not say it."""


@dataclass(frozen=True, slots=True)
class DomainsListed:
    """Domains by name."""

    domains: Sequence[DomainShown]
    found: int
    """How many there are, on all pages."""
    next: str | None
    """The last one's name, when there are more."""


async def list_domains(
    settings: Settings, *, text: str = "", limit: int | None = None, after: str = ""
) -> DomainsListed:
    """Those with `text` in their name: `limit` of them behind `after`, all without a limit. Raises as opened_store
    does."""
    here = settings.shops.of(OPEN_WEB)
    async with opened_store(settings) as store:
        added = {one.domain: one for one in await store.domains.added()}
        told = {**here.told_currencies, **{one.domain: one.currency for one in await store.domains.currencies()}}

    def shown(domain: str) -> DomainShown:
        currency = told.get(registrable_domain(domain) or domain)
        if domain in here.domains:
            return DomainShown(domain, None, None, currency)
        return DomainShown(domain, added[domain].added_at, added[domain].added_by, currency)

    names = sorted(name for name in {*here.domains, *added} if text in name)
    behind = [name for name in names if name > after]
    page = behind[:limit]
    return DomainsListed([shown(name) for name in page], len(names), page[-1] if len(page) < len(behind) else None)


async def add_domain(settings: Settings, typed: str, *, operator: Operator | None = None) -> tuple[str, bool]:
    """The domain as the database has it, and whether it is new. Raises as add_domains does."""
    ((domain, new),) = await add_domains(settings, [typed], operator=operator)
    return domain, new


async def add_domains(
    settings: Settings, typed: Sequence[str], *, operator: Operator | None = None
) -> Sequence[tuple[str, bool]]:
    """Each domain once, as the database has it, and whether it is new. Every process knows them within half a minute.

    Raises ConfigError for what is no domain, or belongs to a shop with rules of its own, before any is added; and what
    opened_store raises.
    """
    domains = _domains(typed)
    async with opened_store(settings) as store:
        known = await known_shops(settings, store)
        for domain in domains:
            _not_of_its_own(known, domain)
        told: list[tuple[str, bool]] = []
        for domain in domains:
            if told and told[-1][1]:  # the one just added owns what stands below it
                known = await known_shops(settings, store)
            told.append((domain, known.for_host(domain) is None and await _added(store, domain, operator)))
        return told


async def _added(store: Store, domain: str, operator: Operator | None) -> bool:
    """Whether it is new."""
    async with recorded(store, operator, Action.SHOPS_ADD_DOMAIN, {"domain": domain}) as event:
        added = await store.domains.add(domain, by=(operator or at_this_machine()).name)
        event.done = int(added)
    return added


def _not_of_its_own(known: Shops, domain: str) -> None:
    shop = known.for_host(domain)
    if shop is not None and not shop.free_form:
        raise ConfigError(f"{domain} is {shop.platform}'s own; its links are taken already.")


async def remove_domain(settings: Settings, typed: str, *, operator: Operator | None = None) -> str:
    """The domain as the database had it. Raises as remove_domains does, and NotAdded."""
    domains, missing = await remove_domains(settings, [typed], operator=operator)
    if missing:
        raise NotAdded(missing)
    return domains[0]


async def remove_domains(
    settings: Settings, typed: Sequence[str], *, operator: Operator | None = None
) -> tuple[Sequence[str], Sequence[str]]:
    """Their links are taken no more; their jobs stay and wait. Those that went, and those that were not added by
    command. Raises ConfigError for one of the settings' before any goes."""
    domains = _domains(typed)
    gone: list[str] = []
    async with opened_store(settings) as store:
        if here := [one for one in domains if one in settings.shops.of(OPEN_WEB).domains]:
            raise ConfigError(f"{here[0]} stands in the settings: take it out of shops.other.domains, and restart.")
        for domain in domains:
            async with recorded(store, operator, Action.SHOPS_REMOVE_DOMAIN, {"domain": domain}) as event:
                removed = await store.domains.remove(domain)
                event.done = int(removed)
            gone += [domain] if removed else []
    return gone, [domain for domain in domains if domain not in gone]


def _domains(typed: Sequence[str]) -> list[str]:
    """Each once."""
    return list(dict.fromkeys(_domain(one) for one in typed))


def _domain(typed: str) -> str:
    try:
        return shop_domain(typed)
    except ValueError as error:
        raise WrongUsage(f"{typed}: {error}.") from None
