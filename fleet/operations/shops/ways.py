"""One shop's ladder: what each way brought, switching ways off and on, and the review of the shop's terms."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError, WrongUsage
from common.job import JobStatus
from common.shops.registry import Shops
from common.store.values.ladders import Rung
from common.timing.units import DAY_MS
from common.ways.way import Way
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.shops.names import shop_named

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Brought, ShopRow, Store, WaitingByWay, Walls
    from common.store.official.values import SourceState


@dataclass(frozen=True, slots=True)
class LadderShown:
    """A platform's ways, from the first to try, and what came of them."""

    platform: str
    row: ShopRow | None
    rungs: Sequence[Rung]
    """As these settings have them, until a dispatcher has led."""
    walls: Sequence[Walls]
    """Of the platform, and of single shops of it."""
    brought: Sequence[Brought]
    waiting: Sequence[WaitingByWay]
    sources: Sequence[SourceState]
    """Its official interfaces, with their budgets and pauses."""
    days: int
    now_ms: int

    @property
    def by_way(self) -> Sequence[WayBrought]:
        """Each way, from the first to try."""
        return [self._brought(rung) for rung in self.rungs]

    def _brought(self, rung: Rung) -> WayBrought:
        ended = [one for one in self.brought if (one.via or Way.HTTP) is rung.way]
        read = [one for one in ended if one.to_status is JobStatus.SUCCEEDED]
        back = [one for one in ended if one.to_status is JobStatus.NEW]
        return WayBrought(
            rung,
            read=_count(read),
            second_look=_count([one for one in back if one.error_code is None]),
            next_way=_count([one for one in back if one.error_code is not None]),
            not_read=_count(ended) - _count(read) - _count(back),
            waiting=sum(one.count for one in self.waiting if one.via is rung.way),
            walls=max((one.walls for one in self.walls if one.way is rung.way), default=0),
            last_read_at=max((one.last_at for one in read), default=None),
        )


@dataclass(frozen=True, slots=True)
class WayBrought:
    """How the crawls by one way ended, and what of it waits. Each crawl is counted once."""

    rung: Rung
    read: int
    second_look: int
    """Read too: what they saw is doubted, or a volunteer's, and waits for a second look."""
    next_way: int
    """They met a wall, or this way does not know the product: the job went on to the next way."""
    not_read: int
    waiting: int
    """Jobs that wait for this way."""
    walls: int
    """In a row, at the shop where most were met."""
    last_read_at: int | None


@dataclass(frozen=True, slots=True)
class LadderSwitched:
    """The ladder afterwards."""

    rungs: Sequence[Rung]
    changed: bool
    """False: it stood so already. Nothing was changed, and nothing noted among what operators did."""


def _count(ended: Sequence[Brought]) -> int:
    return sum(one.count for one in ended)


async def show_ladder(settings: Settings, shop: str, *, days: int) -> LadderShown:
    """Raises ConfigError for a shop that does not exist, and as opened_store does."""
    platform = _platform(shop)
    async with opened_store(settings) as store:
        rows = {row.platform: row for row in await store.fleet.shops()}
        walls = await store.ways.walls(least=1)
        return LadderShown(
            platform=platform,
            row=rows.get(platform),
            rungs=await _rungs(store, platform) or _to_be(settings, platform),
            walls=[one for one in walls if one.shop.partition("/")[0] == platform],
            brought=await store.ways.brought(platform, since_ms=days * DAY_MS),
            waiting=[one for one in await store.ways.waiting() if one.platform == platform],
            sources=[one for one in await store.official.states() if one.source.partition("/")[0] == platform],
            days=days,
            now_ms=await store.jobs.now_ms(),
        )


async def switch_ways(
    settings: Settings,
    shop: str,
    *,
    only: Collection[Way] = (),
    off: Collection[Way] = (),
    on: Collection[Way] = (),
    reason: str,
    operator: Operator | None = None,
) -> LadderSwitched:
    """`only`: these and no others; `off` and `on` change what they name.

    Jobs that wait for a way that is off go another way, or end with the reason of the wall that sent them there. Raises
    ConfigError for a shop that does not exist or has no such way, and as opened_store does.
    """
    platform = _platform(shop)
    async with opened_store(settings) as store:
        rungs = await _rungs(store, platform)
        if not rungs:
            # Before anything was ever read of it is the best time to say how it may be: as a dispatcher would write it.
            await store.ways.put_ladders({platform: _ways(settings, platform)}, settings.crawl.ways)
            rungs = await _rungs(store, platform)
        if unknown := {*only, *off, *on} - {rung.way for rung in rungs}:
            raise ConfigError(
                f"{platform} is not read by {', '.join(sorted(unknown))}; its ways are "
                f"{', '.join(rung.way for rung in rungs)}."
            )
        were_off = {rung.way for rung in rungs if rung.off_at is not None}
        now_off = {rung.way for rung in rungs} - set(only) if only else (were_off | set(off)) - set(on)
        anew = [rung for rung in rungs if reason and rung.way in off and rung.off_reason != reason]
        if now_off == were_off and not anew:
            return LadderSwitched(rungs, changed=False)
        target = {"shop": platform, "off": sorted(now_off), "reason": reason}
        async with recorded(store, operator, Action.SHOPS_WAYS, target) as event:
            await store.ways.switch(platform, off=now_off, reason=reason, anew=off if reason else ())
            event.done = 1
        return LadderSwitched(await _rungs(store, platform), changed=True)


async def review_shop(settings: Settings, shop: str, *, by: str, note: str, operator: Operator | None = None) -> str:
    """Somebody has read the shop's terms now; the platform's name. Raises as show_ladder."""
    platform = _platform(shop)
    target = {"shop": platform, "by": by, "note": note}
    async with opened_store(settings) as store, recorded(store, operator, Action.SHOPS_REVIEW, target) as event:
        await store.fleet.review(platform, by=by, note=note)
        event.done = 1
    return platform


async def _rungs(store: Store, platform: str) -> list[Rung]:
    return [rung for rung in await store.ways.ladders() if rung.platform == platform]


def _ways(settings: Settings, platform: str) -> Sequence[Way]:
    return Shops(settings.shops).for_platform(platform).ways


def _to_be(settings: Settings, platform: str) -> list[Rung]:
    """The ladder that a dispatcher with these settings will write."""
    return [
        Rung(platform, way, step, in_use=way in settings.crawl.ways, off_at=None, off_reason=None)
        for step, way in enumerate(_ways(settings, platform), start=1)
    ]


def _platform(shop: str) -> str:
    platform, single = shop_named(shop)
    if single:
        raise WrongUsage(f"a ladder is a whole platform's: crawlfleet shops show {platform}")
    return platform
