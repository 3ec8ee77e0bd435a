"""`crawlfleet jobs pause | resume`: one shop's jobs, for the whole fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.errors import ConfigError
from fleet.opening import opened_store
from fleet.output import print_line
from fleet.selecting import Wanted

if TYPE_CHECKING:
    from common.settings import Settings


def _check(shop: str) -> None:
    platform, slash, single = shop.partition("/")
    Wanted(platform=platform).filter()
    if slash and (not single or "/" in single or ":" in single):
        raise ConfigError(f"{shop}: a single shop is written other/example.com or shopee/12345.")


async def pause_shop(settings: Settings, platform: str, reason: str) -> None:
    """Crawls under way end as they would; nothing new is published or claimed. Raises ConfigError for no such shop.

    `platform` is one, or <platform>/<shop id> for a single shop of it: other/example.com, shopee/12345.
    """
    _check(platform)
    async with opened_store(settings) as store:
        await store.fleet.pause_shop(platform, reason)
    print_line(f"{platform} is paused for the whole fleet; `crawlfleet jobs resume {platform}` ends that")


async def resume_shop(settings: Settings, platform: str) -> None:
    """Its health is judged anew from now on. Raises ConfigError for no such shop."""
    _check(platform)
    async with opened_store(settings) as store:
        await store.fleet.resume_shop(platform)
    print_line(f"{platform} goes on; messages put aside meanwhile come back within five minutes")
