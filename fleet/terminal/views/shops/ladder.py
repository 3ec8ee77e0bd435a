"""One shop's ladder, what each way brought, and the review of its terms."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from common.output.typable import typable
from common.ways.way import Way
from fleet.doctor.shops.pauses import why_paused
from fleet.durations import ago, short_duration
from fleet.operations.json_objects import ladder_object, switched_ways_object
from fleet.terminal.output import print_json, print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import folded, utc

if TYPE_CHECKING:
    from common.store import Rung
    from fleet.operations.shops.ways import LadderShown, LadderSwitched, WayBrought

COLUMNS = (
    Column("way", whole=True),
    Column("state", whole=True),
    Column("read", right=True, beneath=True),
    Column("second look", right=True, beneath=True),
    Column("to next way", right=True, beneath=True),
    Column("not read", right=True, beneath=True),
    Column("waiting", right=True, beneath=True),
    Column("walls in a row", right=True, beneath=True),
    Column("last read", right=True, beneath=True),
    Column("off since", beneath=True),
)


def show_ladder(shown: LadderShown, *, as_json: bool) -> None:
    """A row a way, from the first to try; under it what failed most, budgets and pauses, and the terms' review."""
    if as_json:
        print_json(ladder_object(shown))
        return
    platform = typable(shown.platform, "SHOP")
    print_lines(render(COLUMNS, [_row(one, shown.now_ms) for one in shown.by_way]))
    print_lines(
        folded(
            f"Crawls of the last {shown.days} days. Second look: read, and held until another look says the same. "
            "To next way: it met a wall, or this way does not know the product.",
            first="",
            rest="",
        )
    )
    print_lines(_reasons(shown))
    for line in _standing(shown, platform):
        print_line(line)


def show_switched(done: LadderSwitched, *, as_json: bool) -> None:
    """How the ladder stands now."""
    rungs = done.rungs
    if as_json:
        print_json(switched_ways_object(done))
        return
    ways = (f"{rung.way} {_state(rung)}" + (f" since {_off_since(rung)}" if rung.off_at else "") for rung in rungs)
    so_already = "" if done.changed else "; it stood so already, nothing was changed"
    print_line(f"{rungs[0].platform}: {', '.join(ways)}{so_already}")
    if not any(rung.usable for rung in rungs):
        print_line("nothing of this shop is read now: no way that is on is named by crawl.ways of the dispatcher.")


def _state(rung: Rung) -> str:
    if rung.off_at is not None:
        return "off"
    return "on" if rung.in_use else "not in use (crawl.ways)"


def _off_since(rung: Rung) -> str:
    """When it was switched off, and why."""
    if rung.off_at is None:
        return ""
    return utc(rung.off_at) + (f": {rung.off_reason}" if rung.off_reason else "")


def _row(one: WayBrought, now_ms: int) -> list[str]:
    counts = (one.read, one.second_look, one.next_way, one.not_read, one.waiting, one.walls)
    return [
        one.rung.way,
        _state(one.rung),
        *(f"{count:,}" for count in counts),
        ago(one.last_read_at, now_ms) if one.last_read_at is not None else "",
        _off_since(one.rung),
    ]


def _reasons(shown: LadderShown) -> list[str]:
    """Why crawls gave nothing, the most frequent first."""
    failed: Counter[tuple[Way, str]] = Counter()
    for one in shown.brought:
        if one.error_code:
            failed[one.via or Way.HTTP, one.error_code] += one.count
    told = [f"  {way}: {count:,} {code}" for (way, code), count in failed.most_common(8)]
    return ["", "Why not:", *told] if told else []


def _standing(shown: LadderShown, platform: str) -> list[str]:
    lines, row = [""], shown.row
    if row and row.paused:
        lines.append(f"paused: {why_paused(row.paused_reason)} (`crawlfleet jobs resume {platform}`)")
    if row and row.requests_per_second:
        lines.append(f"budget: {row.requests_per_second:g} claims a second in the whole fleet, {row.burst} at once")
    for source in shown.sources:
        pause = (
            f"; left alone for {short_duration(source.paused_ms)}: {source.pause_reason}" if source.paused_ms else ""
        )
        lines.append(f"official {source.source}: {source.calls:,} calls in the last hour{pause}")
    if row and row.reviewed_at:
        lines.append(f"terms read by {row.reviewed_by} on {utc(row.reviewed_at)}: {row.review_note}")
    else:
        lines.append(
            f'terms: nobody has noted that they were read (`crawlfleet shops review {platform} --by NAME --note "…"`)'
        )
    return lines
