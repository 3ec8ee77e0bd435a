"""What changed about products."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING

from common.store import ProductChange
from fleet.operations.json_objects import change_object
from fleet.operations.products.changes import shop_of
from fleet.terminal.csv_rows import names_of, print_pages
from fleet.terminal.offers.money_text import price_text
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.table import Column, Part, on_from
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from fleet.operations.products.changes import ChangesListed

COLUMNS = (
    Column("at"),
    Column("what"),
    Column("title", flexible=True),
    Column("price", right=True),
    Column("before", right=True),
    Column("change", right=True),
    Column("shop", beneath=True),
    Column("link", flexible=True, beneath=True),
)
WORDS = {"back": "back in stock", "sold_out": "sold out", "found_again": "found again"}


async def print_changes(pages: AsyncGenerator[Sequence[ProductChange], None], *, as_csv: bool) -> None:
    """An object or a row a change, as it comes."""
    await print_pages(pages, change_object, as_csv=as_csv, columns=names_of(ProductChange, "share"))


def show_changes(listed: ChangesListed, part: Part) -> None:
    """A table."""
    if not listed.page.rows and not part.before:
        print_line("no change in this time. `crawlfleet products changes --since 30d` looks back as far as that.")
        return
    print_lines(part.table.lines(COLUMNS, [_row(change) for change in listed.page.rows]))
    if part.last and listed.page.next:
        print_line(f"(more with --limit, or {on_from(listed.page.next)})")


def _row(change: ProductChange) -> list[str]:
    share = change.share
    return [
        utc(change.at)[:16],
        WORDS.get(change.kind, change.kind),
        change.title or "",
        price_text(change.price_minor, change.currency),
        price_text(change.price_before_minor, change.currency),
        "" if share is None else f"{share:+.1%}",
        shop_of(change.product_key, change.url_norm),
        change.url_norm,
    ]
