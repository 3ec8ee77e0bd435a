"""`crawlfleet read`: a saved page or answer, read as a worker would, without network or database."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from common.errors import ConfigError
from fleet.commands.context import settings_of
from fleet.commands.options import Json
from fleet.terminal.examples import examples
from fleet.terminal.output import print_json

if TYPE_CHECKING:
    from common.settings import Settings


def read(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A saved page; - reads JSON lines {file, url}.")],
    url: Annotated[str | None, typer.Option(help="Where the page came from.")] = None,
    as_json: Json = False,
) -> None:
    """Read a saved page (HTML or JSON, gzip too) as a worker would."""
    from asyncio import run

    from fleet.terminal.views.saved_page import show_answer

    settings = settings_of(ctx)
    if file == "-":
        run(_read_lines(settings))
        return
    if url is None:
        raise ConfigError("read FILE needs --url: where the page came from decides which shop reads it.")
    answer = run(_read_one(settings, file, url))
    if as_json:
        print_json(answer)
        return
    show_answer(answer)
    if not answer["ok"]:
        raise typer.Exit(1)


async def _read_lines(settings: Settings) -> None:
    from common.shops.reading import READERS
    from common.shops.registry import Shops
    from fleet.operations.read_saved import read_lines
    from fleet.run.parts import parsing_child

    async with parsing_child(settings, READERS) as child:
        async for answer in read_lines(sys.stdin.buffer, Shops(settings.shops), child):
            print_json(answer)


async def _read_one(settings: Settings, file: str, url: str) -> dict[str, Any]:
    from common.shops.reading import READERS
    from common.shops.registry import Shops
    from fleet.operations.read_saved import read_file
    from fleet.run.parts import parsing_child

    async with parsing_child(settings, READERS) as child:
        return await read_file(file, url, Shops(settings.shops), child)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "crawlfleet read page.html.gz --url https://shopee.tw/product/310001/9100001",
            "crawlfleet read - --json < pages.jsonl",
        )
    )(read)
