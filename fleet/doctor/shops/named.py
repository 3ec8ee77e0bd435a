"""What the settings say of shops and nothing uses: `[shops.<name>]` takes names of the open web's shops alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from common.shops.registry import Shops
from common.shops.table import OPEN_WEB, SHOPS
from fleet.doctor.finding import Finding, warning

if TYPE_CHECKING:
    from common.settings import Settings

_ONLY_THERE = ("domains", "currencies")


def check_named(settings: Settings) -> Iterator[Finding]:
    """Domains that have rules of their own, and tables of such shops that name some."""
    shops = Shops(settings.shops)
    for domain in settings.shops.of(OPEN_WEB).domains:
        shop = shops.for_host(domain)
        if shop is not None and not shop.free_form:
            yield warning(
                "config",
                f"shops.{OPEN_WEB}.domains names {domain}, which is {shop.platform}'s own: its links are taken "
                f"already, by {shop.platform}'s rules",
                "take it out there; it changes nothing",
            )
    for name in SHOPS:
        told = settings.shops.of(name)
        unused = [key for key in _ONLY_THERE if name != OPEN_WEB and getattr(told, key)]
        if unused:
            keys = " and ".join(f"shops.{name}.{key}" for key in unused)
            yield warning(
                "config",
                f"{keys} {'are' if len(unused) > 1 else 'is'} used for nothing: {name} knows its own",
                f"take it out; shops of the open web are named in shops.{OPEN_WEB}.{unused[0]}",
            )
