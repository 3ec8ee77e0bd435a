"""`crawlfleet shops`: each shop's switch, budget, and the windows of pages that were read."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from common.settings import PLATFORMS
from dispatcher.health import BAD_WINDOWS, is_full
from fleet.opening import opened_store
from fleet.terminal.output import print_json, print_line
from fleet.terminal.table import Column, render
from fleet.terminal.text import ago, clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.settings import Settings
    from common.store import ShopHealth, ShopRow, ShopWindow

COLUMNS = (
    Column("shop", flexible=True),
    Column("state"),
    Column("budget", right=True),
    Column("pages", right=True),
    Column("not read", right=True),
    Column("zero prices", right=True),
    Column("with price", right=True),
    Column("last success", right=True),
)


async def show_shops(settings: Settings, *, as_json: bool) -> None:
    """The figures are those of the last two full windows, which decide; else of the one that is filling."""
    async with opened_store(settings) as store:
        rows = {row.platform: row for row in await store.fleet.shops()}
        health = await store.health.standing()
        now_ms = await store.jobs.now_ms()
    names = sorted({*rows, *health}, key=_order)
    if as_json:
        for name in names:
            print_json(_object(name, rows.get(name), health.get(name)))
        return
    print_line(render(COLUMNS, [_row(name, rows.get(name), health.get(name), now_ms) for name in names]))
    for row in rows.values():
        if row.paused:
            print_line(f"\n{clean(row.platform)} is paused: {clean(row.paused_reason or 'no reason given')}")
            print_line(f"  crawlfleet jobs resume {clean(row.platform)}")


def _order(name: str) -> tuple[int, str]:
    platform = name.partition("/")[0]
    return (PLATFORMS.index(platform) if platform in PLATFORMS else len(PLATFORMS), name)


def _windows(health: ShopHealth | None) -> tuple[list[ShopWindow], ShopWindow | None]:
    """Since the shop was resumed: the full ones, the newest first, and the one that is filling."""
    counted = list(health.counted) if health else []
    filling = counted.pop() if counted and not is_full(counted[-1]) else None
    return counted[::-1], filling


def _rolling(full: Sequence[ShopWindow], filling: ShopWindow | None) -> dict[str, Any] | None:
    windows = full[:BAD_WINDOWS] or [one for one in (filling,) if one is not None]
    if not windows:
        return None
    pages = sum(one.pages for one in windows)
    return {
        "pages": pages,
        "failing_share": round(sum(one.failed for one in windows) / pages, 3),
        "zero_prices": sum(one.zero_prices for one in windows),
        "yield_share": round(sum(one.yielded for one in windows) / pages, 3),
    }


def _row(name: str, row: ShopRow | None, health: ShopHealth | None, now_ms: int) -> list[str]:
    rolling = _rolling(*_windows(health))
    return [
        name,
        "paused" if row and row.paused else "on",
        f"{row.requests_per_second:g}/s" if row and row.requests_per_second else "",
        *(
            [str(rolling["pages"]), f"{rolling['failing_share']:.0%}", str(rolling["zero_prices"])]
            if rolling
            else [""] * 3
        ),
        f"{rolling['yield_share']:.0%}" if rolling else "",
        ago(row.last_success_at, now_ms) if row and row.last_success_at else "",
    ]


def _object(name: str, row: ShopRow | None, health: ShopHealth | None) -> dict[str, Any]:
    policy = dataclasses.asdict(row) if row else {"paused": False, "paused_reason": None}
    policy.pop("platform", None)
    if "/" in name:  # jobs are counted by platform
        for counted in ("last_success_at", "succeeded_last_hour", "failed_last_hour", "waiting_retry"):
            policy.pop(counted, None)
    full, filling = _windows(health)
    return {
        "shop": name,
        **policy,
        "rolling": _rolling(full, filling),
        "windows": [_window(one) for one in full],
        "filling": _window(filling) if filling else None,
    }


def _window(window: ShopWindow) -> dict[str, Any]:
    told = dataclasses.asdict(window)
    del told["shop"]
    return told
