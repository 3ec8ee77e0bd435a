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
    shop = _named(settings, shop)
    async with opened_store(settings) as store:
        await store.fleet.pause_shop(shop, reason)
    print_line(f"{shop} is paused for the whole fleet; `crawlfleet jobs resume {shop}` ends that")


async def resume_shop(settings: Settings, shop: str) -> None:
    """Its health is judged anew from now on. Raises ConfigError for no such shop."""
    shop = _named(settings, shop)
    async with opened_store(settings) as store:
        await store.fleet.resume_shop(shop)
    print_line(f"{shop} goes on; messages put aside meanwhile come back within five minutes")


def _named(settings: Settings, shop: str) -> str:
    """As the database names it; of a single shop its platform says how."""
    platform, slash, single = shop.partition("/")
    Wanted(platform=platform).filter()
    if not slash:
        return platform
    from common.shops.registry import Shops

    known = Shops(settings.shops).for_platform(platform).single_shop(single)
    if not known or "/" in known or ":" in known:
        raise ConfigError(f"{shop}: a single shop is written other/example.com or shopee/12345.")
    return f"{platform}/{known}"
