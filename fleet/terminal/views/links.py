"""Links that were found in a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fleet.terminal.output import print_json, print_line, print_lines
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from common.shops.base import ShopLink

_FIELDS = ("url", "url_norm", "platform", "region", "shop_id", "item_id")

COLUMNS = (Column("shop"), Column("seller"), Column("item"), Column("link", flexible=True))


def show_links(links: Sequence[ShopLink], *, as_json: bool) -> None:
    """A table, or a JSON object a link; without any link a sentence, or nothing."""
    if as_json:
        for link in links:
            print_json({name: getattr(link, name) for name in _FIELDS} | {"short": link.short})
        return
    if not links:
        print_line("no link of a registered shop.")
        return
    rows = [[f"{link.platform}.{link.region}", link.shop_id or "", link.item_id or "", link.url_norm] for link in links]
    print_lines(render(COLUMNS, rows))
