"""Links that were found in a text, and domains that posts link to and that are no shop here."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.output.typable import typable
from common.store import UnregisteredDomain
from fleet.durations import ago
from fleet.terminal.csv_rows import names_of, print_objects
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from common.shops.base import ShopLink

_FIELDS = ("url", "url_norm", "platform", "region", "shop_id", "item_id", "short")

COLUMNS = (Column("shop"), Column("seller"), Column("item"), Column("link", flexible=True, beneath=True))


def show_links(links: Sequence[ShopLink], *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a link; without any link a sentence, or nothing."""
    if as_json or as_csv:
        objects = ({name: getattr(link, name) for name in _FIELDS} for link in links)
        print_objects(objects, as_csv=as_csv, columns=_FIELDS)
        return
    if not links:
        print_line("no link of a registered shop (of those that the settings name; the database is not asked).")
        return
    rows = [[f"{link.platform}.{link.region}", link.shop_id or "", link.item_id or "", link.url_norm] for link in links]
    print_lines(render(COLUMNS, rows))


DOMAIN_COLUMNS = (
    Column("domain", flexible=True, again=True),
    Column("posts", right=True),
    Column("first seen", right=True),
    Column("last seen", right=True),
)


def show_unregistered(domains: Sequence[UnregisteredDomain], now_ms: int, *, as_json: bool, as_csv: bool) -> None:
    """A table with what to do next, or an object a domain."""
    if as_json or as_csv:
        print_objects(map(dataclasses.asdict, domains), as_csv=as_csv, columns=names_of(UnregisteredDomain))
        return
    if not domains:
        print_line("no link to a domain that is no shop here.")
        return
    print_lines(render(DOMAIN_COLUMNS, [_domain_row(one, now_ms) for one in domains]))
    named = typable(domains[0].domain, "DOMAIN")
    print_line(f"crawlfleet shops add-domain {named}   # takes one, without a restart")
    print_line("crawlfleet ingest --again --since 7d   # then reads older posts")


def _domain_row(one: UnregisteredDomain, now_ms: int) -> list[str]:
    return [one.domain, f"{one.posts:,}", ago(one.first_seen_at, now_ms), ago(one.last_seen_at, now_ms)]
