"""`crawlfleet jobs pause | resume`: one shop's jobs, for the whole fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.output import print_line
from fleet.selecting import Wanted

if TYPE_CHECKING:
    from common.settings import Settings


async def pause_shop(settings: Settings, platform: str, reason: str) -> None:
    """Crawls under way end as they would; nothing new is published or claimed. Raises ConfigError for no such shop."""
    Wanted(platform=platform).filter()
    async with opened_store(settings) as store:
        await store.fleet.pause_shop(platform, reason)
    print_line(f"{platform} is paused for the whole fleet; `crawlfleet jobs resume {platform}` ends that")


async def resume_shop(settings: Settings, platform: str) -> None:
    """Raises ConfigError for no such shop."""
    Wanted(platform=platform).filter()
    async with opened_store(settings) as store:
        await store.fleet.resume_shop(platform)
    print_line(f"{platform} goes on; messages put aside meanwhile come back within five minutes")
