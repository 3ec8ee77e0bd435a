"""`crawlfleet shops`: each shop's switch, budget, and the windows of pages that were read."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from common.settings import PLATFORMS
from fleet.opening import opened_store
from fleet.output import print_json, print_line
from fleet.table import Column, render
from fleet.text import ago, clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.settings import Settings
    from common.store import ShopRow, ShopWindow

COLUMNS = (
    Column("shop", flexible=True),
    Column("state"),
    Column("budget", right=True),
    Column("pages", right=True),
    Column("not read", right=True),
    Column("zero prices", right=True),
    Column("prices", right=True),
    Column("last success", right=True),
)
WINDOWS = 2


async def show_shops(settings: Settings, *, as_json: bool) -> None:
    """The window shown is the last full one, else the one that is filling."""
    async with opened_store(settings) as store:
        rows = {row.platform: row for row in await store.fleet.shops()}
        full = await store.health.last_windows(each=WINDOWS)
        filling = await store.health.open_windows(PLATFORMS)
        now_ms = await store.jobs.now_ms()
    names = sorted({*rows, *(one.shop for one in full), *(one.shop for one in filling)}, key=_order)
    for name in names if as_json else ():
        print_json(_object(name, rows.get(name), full, filling))
    if as_json:
        return
    print_line(render(COLUMNS, [_row(name, rows.get(name), full, filling, now_ms) for name in names]))
    for row in rows.values():
        if row.paused:
            print_line(f"\n{clean(row.platform)} is paused: {clean(row.paused_reason or 'no reason given')}")
            print_line(f"  crawlfleet jobs resume {clean(row.platform)}")


def _order(name: str) -> tuple[int, str]:
    platform = name.partition("/")[0]
    return (PLATFORMS.index(platform) if platform in PLATFORMS else len(PLATFORMS), name)


def _of(name: str, windows: Sequence[ShopWindow]) -> list[ShopWindow]:
    return [one for one in windows if one.shop == name]


def _row(
    name: str, row: ShopRow | None, full: Sequence[ShopWindow], filling: Sequence[ShopWindow], now_ms: int
) -> list[str]:
    window = next(iter([*_of(name, full), *_of(name, filling)]), None)
    pages = window.pages if window else 0
    share = f"{round(100 * window.failed / pages)} %" if window and pages else ""
    return [
        name,
        "paused" if row and row.paused else "on",
        f"{row.requests_per_second:g}/s" if row and row.requests_per_second else "",
        str(pages) if window else "",
        share,
        str(window.zero_prices) if window else "",
        str(window.yielded) if window else "",
        ago(row.last_success_at, now_ms) if row and row.last_success_at else "",
    ]


def _object(
    name: str, row: ShopRow | None, full: Sequence[ShopWindow], filling: Sequence[ShopWindow]
) -> dict[str, Any]:
    policy = dataclasses.asdict(row) if row else {"paused": False, "paused_reason": None}
    policy.pop("platform", None)
    return {
        "shop": name,
        **policy,
        "windows": [_window(one) for one in _of(name, full)],
        "filling": next((_window(one) for one in _of(name, filling)), None),
    }


def _window(window: ShopWindow) -> dict[str, Any]:
    told = dataclasses.asdict(window)
    del told["shop"]
    return told | {"failing_share": round(window.failed / window.pages, 3) if window.pages else None}
