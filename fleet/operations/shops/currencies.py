"""What a shop's prices are in where its pages do not say it: told by an operator, taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.currencies import currency_code
from common.errors import ConfigError, WrongUsage
from common.links.address import host_name
from common.links.shop_domain import whole_shop
from common.shops.table import OPEN_WEB
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, at_this_machine, recorded
from fleet.operations.shops.known import known_shops

if TYPE_CHECKING:
    from common.settings import Settings
    from common.shops.registry import Shops


@dataclass(frozen=True, slots=True)
class CurrencyTold:
    domain: str
    """Registrable."""
    currency: str | None
    """None: nobody says it any more."""
    changed: bool
    """False: it stood so already."""


async def tell_currency(
    settings: Settings, typed: str, currency: str | None, *, operator: Operator | None = None
) -> CurrencyTold:
    """Every process knows it within half a minute. `typed`: the shop's domain, a host of it, or the shop as listings
    name it (other/shop.example); `currency`: ISO 4217,
    None to take back what was told.

    Raises WrongUsage for what is no domain or no currency, ConfigError where it is no shop of the open web here, or
    where the settings say it; and what opened_store raises.
    """
    try:
        domain = whole_shop(typed.removeprefix(f"{OPEN_WEB}/"))
        code = currency_code(currency) if currency is not None else None
    except ValueError as error:
        raise WrongUsage(f"{typed}: {error}." if host_name(typed) is None else f"{error}.") from None
    async with opened_store(settings) as store:
        _is_open_shop(await known_shops(settings, store), domain)
        told_here = settings.shops.of(OPEN_WEB).told_currencies
        if (
            code is None
            and domain in told_here
            and domain not in {one.domain for one in await store.domains.currencies()}
        ):
            raise ConfigError(f"the settings say {told_here[domain]} of {domain}: take it out there, and restart.")
        async with recorded(store, operator, Action.SHOPS_CURRENCY, {"domain": domain, "currency": code}) as event:
            by = (operator or at_this_machine()).name
            if code is None:
                changed = await store.domains.forget_currency(domain)
            else:
                changed = await store.domains.tell_currency(domain, code, by=by)
            event.done = int(changed)
    return CurrencyTold(domain, code, changed)


def _is_open_shop(known: Shops, domain: str) -> None:
    """Raises ConfigError."""
    if known.sells_here(domain):
        return
    shop = known.for_host(domain)
    if shop is not None and not shop.free_form:
        raise ConfigError(f"{domain} is {shop.platform}'s own; its rules know what its prices are in.")
    raise ConfigError(f"{domain} is no shop here; `crawlfleet shops add-domain {domain}` makes it one.")
