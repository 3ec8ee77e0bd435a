"""`crawlfleet products list | show | history`."""

from __future__ import annotations

from typing import Annotated

import typer

from common.offer import VerdictStatus
from fleet.commands.context import run, settings_of
from fleet.commands.options import Json, Limit, NewerThan, OlderThan, Platform
from fleet.terminal.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What is known of products, and their prices.")

Product = Annotated[str, typer.Argument(metavar="PRODUCT", help="A product's key, its job's id (or first letters).")]


@app.command(
    "list",
    epilog=examples(
        "crawlfleet products list --query mug",
        "crawlfleet products list --platform taobao --json",
        "crawlfleet products list --verdict quarantine --newer-than 1d",
        "crawlfleet products list --gone",
    ),
)
def list_(
    ctx: typer.Context,
    query: Annotated[str | None, typer.Option(help="Look for this in title, link, key and GTIN.")] = None,
    platform: Platform = None,
    older_than: OlderThan = None,
    newer_than: NewerThan = None,
    verdict: Annotated[VerdictStatus | None, typer.Option(help="Only what was last judged so.")] = None,
    reason: Annotated[str | None, typer.Option(metavar="REASON", help="Only this, e.g. AMBIGUOUS_PRICE.")] = None,
    gone: Annotated[bool, typer.Option("--gone", help="Only those whose page is gone.")] = False,
    limit: Limit = 50,
    as_json: Json = False,
) -> None:
    """List products, the last seen first."""
    from fleet.operations.products import ProductsWanted, list_products
    from fleet.terminal.views.products import show_products

    wanted = ProductsWanted(query, platform, older_than, newer_than, verdict, reason, gone)
    show_products(run(list_products(settings_of(ctx), wanted, limit=limit)), as_json=as_json)


@app.command(epilog=examples("crawlfleet products show shopee:tw:9100001", "crawlfleet products show k3v9q --json"))
def show(ctx: typer.Context, product: Product, as_json: Json = False) -> None:
    """Show what is known of one product now."""
    from fleet.operations.products import show_product
    from fleet.terminal.views.products import show_whole

    show_whole(run(show_product(settings_of(ctx), product)), as_json=as_json)


@app.command(epilog=examples("crawlfleet products history shopee:tw:9100001 --json"))
def history(ctx: typer.Context, product: Product, limit: Limit = 50, as_json: Json = False) -> None:
    """List a product's recorded prices, the newest first."""
    from fleet.operations.products import show_product
    from fleet.terminal.views.products import show_prices

    show_prices(run(show_product(settings_of(ctx), product, prices=limit)), as_json=as_json)
