"""The proxies, and what came of trying one. No password reaches this file."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from fleet.durations import ago, short_duration
from fleet.operations.proxies.shown import PROXY_FIELDS, proxy_object
from fleet.terminal.csv_rows import print_objects
from fleet.terminal.output import print_json, print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from common.store.proxies.values import ProxyRow
    from fleet.operations.proxies.steering import ProxiesListed
    from fleet.operations.proxies.trying import Tried

COLUMNS = (
    Column("proxy", whole=True),
    Column("state"),
    Column("mean", right=True),
    Column("answered", right=True),
    Column("failed", right=True),
    Column("used", right=True),
    Column("serves", flexible=True, beneath=True),
    Column("address", flexible=True, beneath=True),
    Column("last failure", flexible=True, beneath=True),
    Column("off because", flexible=True, beneath=True),
)


def show_proxies(listed: ProxiesListed, *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a proxy."""
    if as_json or as_csv:
        print_objects(map(proxy_object, listed.proxies), as_csv=as_csv, columns=PROXY_FIELDS)
    elif listed.proxies:
        print_lines(render(COLUMNS, [_row(one, listed.now_ms) for one in listed.proxies]))
    else:
        print_line("no proxy: every page is fetched from the workers' own addresses.")
        print_line("`crawlfleet proxies add NAME ADDRESS` adds one; docs/proxies.md")


def _row(one: ProxyRow, now_ms: int) -> list[str]:
    state = f"off for {short_duration(one.off_ms)}" if one.off_ms and one.proxy.on else one.state
    failed = f"{ago(one.last_failed_at, now_ms)}: {one.last_error}" if one.last_failed_at and one.last_error else ""
    return [
        one.proxy.name,
        state,
        f"{one.mean_ms} ms" if one.mean_ms is not None else "",
        f"{one.answered:,}",
        f"{one.failed:,}",
        ago(one.last_used_at, now_ms) if one.last_used_at else "never",
        ", ".join(one.proxy.domains) or "every domain",
        one.proxy.shown,
        failed,
        "" if one.proxy.on else one.switched_off_reason or "no reason given",
    ]


def show_tried(tried: Tried, *, as_json: bool) -> None:
    """One line, or an object."""
    if as_json:
        print_json(dataclasses.asdict(tried))
    elif tried.problem is None:
        print_line(f"{tried.name}: {tried.url} answered {tried.status} in {tried.milliseconds} ms.")
    else:
        print_line(f"{tried.name}: nothing came of {tried.url} in {tried.milliseconds} ms: {tried.problem}")
