"""`crawlfleet jobs pause | resume`: one shop's jobs, for the whole fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.errors import ConfigError
from fleet.opening import opened_store
from fleet.operations.selecting import Wanted
from fleet.terminal.output import print_line

if TYPE_CHECKING:
    from common.settings import Settings


async def pause_shop(settings: Settings, shop: str, reason: str) -> None:
    """Crawls under way end as they would; nothing new is published or claimed. Raises ConfigError for no such shop.

    `shop` is a platform, or <platform>/<shop id> for a single shop of it: other/example.com, shopee/12345.
    """
    shop = _named(shop)
    async with opened_store(settings) as store:
        await store.fleet.pause_shop(shop, reason)
    print_line(f"{shop} is paused for the whole fleet; `crawlfleet jobs resume {shop}` ends that")


async def resume_shop(settings: Settings, shop: str) -> None:
    """Its health is judged anew from now on. Raises ConfigError for no such shop."""
    shop = _named(shop)
    async with opened_store(settings) as store:
        await store.fleet.resume_shop(shop)
    print_line(f"{shop} goes on; messages put aside meanwhile come back within five minutes")


def _named(shop: str) -> str:
    """As the database names it. An `other` shop goes by its registrable domain, whichever of its hosts was typed."""
    platform, slash, single = shop.partition("/")
    Wanted(platform=platform).filter()
    if not slash:
        return platform
    if platform == "other":
        from common.links.address import host_name
        from common.net.domains import registrable_domain

        single = registrable_domain(host_name(single) or "") or ""
    if not single or "/" in single or ":" in single:
        raise ConfigError(f"{shop}: a single shop is written other/example.com or shopee/12345.")
    return f"{platform}/{single}"
