"""`crawlfleet links`: every shop link in a text, without a database."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from fleet.commands.context import settings_of
from fleet.terminal.examples import examples
from fleet.terminal.output import print_json, print_line
from fleet.terminal.table import Column, render

_FIELDS = ("url", "url_norm", "platform", "region", "shop_id", "item_id")

COLUMNS = (Column("shop"), Column("seller"), Column("item"), Column("link", flexible=True))


def links(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="[TEXT|-]", help="The text; - reads standard input.")] = "-",
    html: Annotated[bool, typer.Option("--html", help="The text is HTML: look at attributes too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Find every shop link in a text."""
    from common.finding.find import find_links, find_links_html
    from common.shops.registry import Shops

    shops = Shops(settings_of(ctx).shops)
    given = sys.stdin.buffer.read().decode("utf-8", "replace") if text == "-" else text
    found = find_links_html(given, shops) if html else find_links(given, shops)
    if as_json:
        for link in found:
            print_json({name: getattr(link, name) for name in _FIELDS} | {"short": link.short})
        return
    if not found:
        print_line("no link of a registered shop.")
        return
    rows = [[f"{link.platform}.{link.region}", link.shop_id or "", link.item_id or "", link.url_norm] for link in found]
    print_line(render(COLUMNS, rows))


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            'crawlfleet links "look: https://shopee.tw/product/310001/9100001"',
            "crawlfleet links --html --json - < page.html",
        )
    )(links)
