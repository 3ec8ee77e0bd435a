"""`crawlfleet read`: a saved page or answer, read as a worker would, without network or database; or, with --via, one
look at a product's link by one of the ways."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from common.errors import WrongUsage
from common.output.printable import printable
from common.ways.way import Way
from fleet.commands.typed.context import settings_of
from fleet.commands.typed.options import OneJson
from fleet.terminal.examples import examples
from fleet.terminal.output import print_json

if TYPE_CHECKING:
    from common.settings import Settings


def read(
    ctx: typer.Context,
    file: Annotated[
        str,
        typer.Argument(metavar="FILE|-|URL", help="A saved page; - reads JSON lines {file, url}; a link with --via."),
    ],
    url: Annotated[str | None, typer.Option(help="Where the page came from.")] = None,
    via: Annotated[Way | None, typer.Option(help="Look at the link by this way, now.")] = None,
    as_json: OneJson = False,
) -> None:
    """Read a saved page as a worker would, or look at a link. Of HTML or JSON, gzip too; the look is by one way, now.

    Ends with 1 when one page or look gave no product; with - each line has its answer, and the end is 0.
    """
    from asyncio import run

    settings = settings_of(ctx)
    if via is not None:
        _show(run(_look(settings, file, via)), as_json=as_json)
        return
    if file == "-":
        run(_read_lines(settings))
        return
    if url is None and file.startswith(("https://", "http://")):
        raise WrongUsage("a link needs --via http (or official, browser): crawlfleet read LINK --via http")
    if url is None:
        raise WrongUsage("read FILE needs --url: where the page came from decides which shop reads it.")
    if not url.startswith(("https://", "http://")):
        raise WrongUsage(f"--url {printable(url)}: an address begins with https:// or http://.")
    _show(run(_read_one(settings, file, url)), as_json=as_json)


def _show(answer: dict[str, Any], *, as_json: bool) -> None:
    from fleet.terminal.views.saved_page import show_answer

    if as_json:
        print_json(answer)
    else:
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


async def _look(settings: Settings, url: str, way: Way) -> dict[str, Any]:
    from common.errors import CrawlError
    from fleet.operations.read_saved import looked, refused
    from fleet.run.look import look

    try:
        return looked(await look(settings, url, way))
    except CrawlError as error:
        return refused(error.code, error.detail)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "crawlfleet read page.html.gz --url https://shopee.tw/product/310001/9100001",
            "crawlfleet read - --json < pages.jsonl",
            "crawlfleet read https://shopee.tw/product/310001/9100001 --via official",
            "crawlfleet read https://shopee.tw/product/310001/9100001 --via browser",
        )
    )(read)
