"""Each shop's switch, budget and the windows of pages that were read; stopping a shop, and letting it go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.shops.table import OPEN_WEB, SHOPS
from common.store import JobFilter
from dispatcher.health import BAD_WINDOWS, is_full
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.shops.known import known_shops
from fleet.operations.shops.names import shop_name, shop_named
from fleet.operations.switched import Switched

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ShopHealth, ShopRow, ShopWindow, Store


@dataclass(frozen=True, slots=True)
class Rolling:
    """How reading went in the windows that decide; shares are fractions of `pages`."""

    pages: int
    failing_share: float
    zero_prices: int
    yield_share: float
    """Pages that gave a price."""


@dataclass(frozen=True, slots=True)
class ShopShown:
    """A platform (shopee), or a single shop of one (other/example.com), with its windows since it was resumed."""

    name: str
    row: ShopRow | None
    """None for a single shop that was read and never paused."""
    full: Sequence[ShopWindow]
    """The newest first."""
    filling: ShopWindow | None

    @property
    def rolling(self) -> Rolling | None:
        """Of the last two full windows, which decide; else of the one that is filling; None without any page."""
        windows = self.full[:BAD_WINDOWS] or [one for one in (self.filling,) if one is not None]
        if not windows:
            return None
        pages = sum(one.pages for one in windows)
        return Rolling(
            pages,
            round(sum(one.failed for one in windows) / pages, 3),
            sum(one.zero_prices for one in windows),
            round(sum(one.yielded for one in windows) / pages, 3),
        )


@dataclass(frozen=True, slots=True)
class ShopsListed:
    """Platforms in their fixed order, each followed by its single shops."""

    shops: Sequence[ShopShown]
    now_ms: int
    """The database's clock when it was asked."""
    next: str | None = None
    """The last one's name, when there are more."""


async def list_shops(
    settings: Settings, *, limit: int | None = None, after: str = "", only: str | None = None
) -> ShopsListed:
    """Platforms, and single shops that were paused or whose pages were read: `limit` of them behind `after`, all
    without a limit, or `only` one, if there is such a one. Raises as opened_store does."""
    async with opened_store(settings) as store:
        rows = {row.platform: row for row in await store.fleet.shops()}
        names = sorted({*rows, *await store.health.shops()}, key=_order)
        if only is not None:
            names = [name for name in names if name == only]
        elif after:
            names = [name for name in names if _order(name) > _order(after)]
        shown = names[:limit]
        everything = limit is None and only is None and not after
        health = await store.health.standing(None if everything else shown)
        now_ms = await store.jobs.now_ms()
    listed = [ShopShown(name, rows.get(name), *_windows(health.get(name))) for name in shown]
    return ShopsListed(listed, now_ms, shown[-1] if len(shown) < len(names) else None)


def _order(name: str) -> tuple[int, str]:
    platform = name.partition("/")[0]
    known = tuple(SHOPS)
    return (known.index(platform) if platform in known else len(known), name)


def _windows(health: ShopHealth | None) -> tuple[list[ShopWindow], ShopWindow | None]:
    """The full ones, the newest first, and the one that is filling."""
    counted = list(health.counted) if health else []
    filling = counted.pop() if counted and not is_full(counted[-1]) else None
    return counted[::-1], filling


@dataclass(frozen=True, slots=True)
class ShopPaused(Switched):
    unknown: bool
    """See is_unknown."""


async def pause_shop(settings: Settings, shop: str, reason: str, *, operator: Operator | None = None) -> ShopPaused:
    """Crawls under way end as they would; nothing new is published or claimed. The name is the database's.

    `shop` is a platform, or <platform>/<shop id> for a single shop of it: other/example.com, shopee/12345.
    Where that pause stands already, for this reason, nothing is changed.

    Raises ConfigError for a shop that does not exist, and what opened_store raises.
    """
    shop = shop_name(*shop_named(shop))
    async with opened_store(settings) as store:
        unknown = await is_unknown_in(store, settings, shop)
        row = await _paused(store, shop)
        if row is not None and row.paused_reason == reason:
            return ShopPaused(shop, changed=False, unknown=unknown)
        async with recorded(store, operator, Action.JOBS_PAUSE, {"shop": shop, "reason": reason}) as event:
            await store.fleet.pause_shop(shop, reason)
            event.done = 1
    return ShopPaused(shop, changed=True, unknown=unknown)


async def is_unknown(settings: Settings, shop: str) -> bool:
    """Whether nothing bears this name of the database's: no shop of the open web here, and no job. What was typed may
    have meant another. Raises as opened_store does."""
    async with opened_store(settings) as store:
        return await is_unknown_in(store, settings, shop)


async def is_unknown_in(store: Store, settings: Settings, shop: str) -> bool:
    """As is_unknown, in an opened database."""
    platform, _, single = shop.partition("/")
    if platform != OPEN_WEB or not single:
        return False
    if (await known_shops(settings, store)).sells_here(single):
        return False
    return not await store.listing.jobs(JobFilter(platform=platform, single=single), limit=1)


async def resume_shop(settings: Settings, shop: str, *, operator: Operator | None = None) -> Switched:
    """Its health is judged anew from now on, and its jobs are published again at once. Where it is not paused nothing
    is changed. Raises as pause_shop does."""
    shop = shop_name(*shop_named(shop))
    async with opened_store(settings) as store:
        if await _paused(store, shop) is None:
            return Switched(shop, changed=False)
        async with recorded(store, operator, Action.JOBS_RESUME, {"shop": shop}) as event:
            await store.fleet.resume_shop(shop)
            event.done = 1
    return Switched(shop, changed=True)


async def _paused(store: Store, shop: str) -> ShopRow | None:
    """The shop's row, if it is paused itself."""
    return next((row for row in await store.fleet.shops() if row.platform == shop and row.paused), None)


async def still_paused(settings: Settings, shop: str) -> Sequence[str]:
    """Other pauses that bear on a shop by its name in the database: its platform's, or those of single shops of it."""
    async with opened_store(settings) as store:
        paused = [row.platform for row in await store.fleet.shops() if row.paused]
    return [name for name in paused if shop.startswith(f"{name}/") or name.startswith(f"{shop}/")]
