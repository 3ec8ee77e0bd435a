"""Each shop's switch, budget, and how reading its pages went lately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.output.typable import typable
from fleet.doctor.shops.pauses import switched_off, why_paused
from fleet.durations import ago
from fleet.operations.json_objects import shop_object
from fleet.terminal.csv_rows import print_objects
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from fleet.operations.shops.standing import ShopShown, ShopsListed

COLUMNS = (
    Column("shop", whole=True),
    Column("state", whole=True),
    Column("budget", right=True, beneath=True),
    Column("pages", right=True, beneath=True),
    Column("not read", right=True, beneath=True),
    Column("zero prices", right=True, beneath=True),
    Column("with price", right=True, beneath=True),
    Column("last success", right=True, whole=True),
)


def show_shops(listed: ShopsListed, *, as_json: bool, as_csv: bool) -> None:
    """The figures are those of the last two full windows, which decide; else of the one that is filling."""
    if as_json or as_csv:
        print_objects(map(shop_object, listed.shops), as_csv=as_csv)
        return
    print_lines(render(COLUMNS, [_row(shop, listed.now_ms) for shop in listed.shops]))
    rows = [shop.row for shop in listed.shops if shop.row]
    for row in sorted(rows, key=lambda row: row.platform):
        if row.paused:
            print_line()
            print_line(f"{row.platform} is paused: {why_paused(row.paused_reason)}")
            when = "   # when its pages are read again" if switched_off(row.paused_reason) else ""
            print_line(f"  crawlfleet jobs resume {typable(row.platform, 'SHOP')}{when}")


def _row(shop: ShopShown, now_ms: int) -> list[str]:
    row, rolling = shop.row, shop.rolling
    return [
        shop.name,
        "paused" if row and row.paused else "on",
        f"{row.requests_per_second:g}/s" if row and row.requests_per_second else "",
        *([str(rolling.pages), f"{rolling.failing_share:.0%}", str(rolling.zero_prices)] if rolling else [""] * 3),
        f"{rolling.yield_share:.0%}" if rolling else "",
        ago(row.last_success_at, now_ms) if row and row.last_success_at else "",
    ]
