"""Domains that posts link to and that are no shop here."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fleet.durations import ago
from fleet.terminal.output import print_json, print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from common.store import UnregisteredDomain

COLUMNS = (
    Column("domain", flexible=True),
    Column("posts", right=True),
    Column("first seen", right=True),
    Column("last seen", right=True),
)


def show_unregistered(domains: Sequence[UnregisteredDomain], now_ms: int, *, as_json: bool) -> None:
    """A table with what to do next, or a JSON object a domain."""
    if as_json:
        for one in domains:
            print_json(dataclasses.asdict(one))
        return
    if not domains:
        print_line("no link to a domain that is no shop here.")
        return
    print_lines(render(COLUMNS, [_row(one, now_ms) for one in domains]))
    print_line("To take one, add it to shops.other.domains and restart ingestors and workers;")
    print_line("crawlfleet ingest --again --since 7d reads the posts that were passed over.")


def _row(one: UnregisteredDomain, now_ms: int) -> list[str]:
    return [one.domain, str(one.posts), ago(one.first_seen_at, now_ms), ago(one.last_seen_at, now_ms)]
