"""`crawlfleet links`: every shop link in a text, without a database."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from fleet.commands.typed.context import settings_of
from fleet.commands.typed.options import Csv, Json
from fleet.terminal.examples import examples


def links(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT|-", help="The text; - reads standard input.")] = "-",
    html: Annotated[bool, typer.Option("--html", help="The text is HTML: look at attributes too.")] = False,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Find every shop link in a text."""
    from common.finding.find import find_links, find_links_html
    from common.shops.registry import Shops
    from fleet.terminal.views.links import show_links

    shops = Shops(settings_of(ctx).shops)
    given = sys.stdin.buffer.read().decode("utf-8", "replace") if text == "-" else text
    found = find_links_html(given, shops) if html else find_links(given, shops)
    show_links(found, as_json=as_json, as_csv=as_csv)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            'crawlfleet links "look: https://shopee.tw/product/310001/9100001"',
            "crawlfleet links --html --json - < page.html",
        )
    )(links)
