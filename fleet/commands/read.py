"""`crawlfleet read`: a saved page or answer, read as a worker would, without network or database."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from common.errors import ConfigError
from fleet.commands.context import settings_of
from fleet.commands.options import Json
from fleet.terminal.examples import examples
from fleet.terminal.output import print_json


def read(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A saved page; - reads JSON lines {file, url}.")],
    url: Annotated[str | None, typer.Option(help="Where the page came from.")] = None,
    as_json: Json = False,
) -> None:
    """Read a saved page (HTML or JSON, gzip too) as a worker would."""
    from common.shops.registry import Shops
    from fleet.operations.read_saved import read_file, read_lines
    from fleet.terminal.views.saved_page import show_answer

    shops = Shops(settings_of(ctx).shops)
    if file == "-":
        for answer in read_lines(sys.stdin.buffer, shops):
            print_json(answer)
        return
    if url is None:
        raise ConfigError("read FILE needs --url: where the page came from decides which shop reads it.")
    answer = read_file(file, url, shops)
    if as_json:
        print_json(answer)
        return
    show_answer(answer)
    if not answer["ok"]:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "crawlfleet read page.html.gz --url https://shopee.tw/product/310001/9100001",
            "crawlfleet read - --json < pages.jsonl",
        )
    )(read)
