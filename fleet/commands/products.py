"""`crawlfleet products list | show | history | changes`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer

from common.offer import VerdictReason, VerdictStatus
from fleet.commands.typed.completing import among
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.listing import Listing, in_pages, tell_of_more
from fleet.commands.typed.options import (
    USUAL_LIMIT,
    Csv,
    Json,
    Limit,
    OneJson,
    SeenBefore,
    SeenSince,
    Shop,
    one_of,
    typed_age,
    typed_words,
)
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="What is known of products, and their prices.",
    epilog=examples("crawlfleet products list", "crawlfleet products changes --since 1d"),
)

Product = Annotated[
    str, typer.Argument(metavar="PRODUCT", help="A product's key, its job's id, how one begins, or a link.")
]


def typed_verdict(text: str) -> VerdictStatus:
    """Raises BadParameter."""
    return VerdictStatus(one_of(text, list(VerdictStatus), "verdict"))


def _kinds() -> Sequence[str]:
    from fleet.operations.products.changes import KINDS

    return KINDS


def typed_reason(text: str) -> VerdictReason:
    """Raises BadParameter."""
    return VerdictReason(one_of(text, list(VerdictReason), "reason"))


@app.command(
    "list",
    epilog=examples(
        "crawlfleet products list --text 'blue mug'",
        "crawlfleet products list --shop other/example.com --json",
        "crawlfleet products list --verdict quarantine --newer-than 1d",
        "crawlfleet products list --reason UNCONFIRMED_PRICE --csv > doubted.csv",
        "crawlfleet products list --gone",
        "crawlfleet products list --pending",
    ),
)
@in_pages
def list_(
    ctx: typer.Context,
    query: Annotated[str | None, typer.Option("--query", hidden=True)] = None,
    text: Annotated[
        str | None,
        typer.Option(
            "--text",
            parser=typed_words,
            metavar="WORDS",
            help="Only with each of these words in title, link, key or GTIN.",
        ),
    ] = None,
    shop: Shop = None,
    older_than: SeenBefore = None,
    newer_than: SeenSince = None,
    verdict: Annotated[
        VerdictStatus | None,
        typer.Option(parser=typed_verdict, metavar="VERDICT", help="Only what was judged ok, drop or quarantine."),
    ] = None,
    reason: Annotated[
        VerdictReason | None,
        typer.Option(parser=typed_reason, metavar="REASON", help="Only what was not stored for this: NO_PRICE."),
    ] = None,
    gone: Annotated[bool, typer.Option("--gone", help="Only those whose page is gone.")] = False,
    pending: Annotated[bool, typer.Option("--pending", help="Only those that wait for a second look.")] = False,
    *,
    listing: Listing,
) -> None:
    """List products, the last seen first."""
    from fleet.operations.products.looking import ProductsWanted, each_product, list_products
    from fleet.terminal.views.products.products import print_products, show_products

    settings = settings_of(ctx)
    wanted = ProductsWanted(query, shop, older_than, newer_than, verdict, reason, gone, pending, text)
    listing.answer(
        partial(list_products, settings, wanted),
        partial(show_products, wanted=wanted),
        each=partial(each_product, settings, wanted),
        print_=print_products,
    )


@app.command(epilog=examples("crawlfleet products show shopee:tw:9100001", "crawlfleet products show k3v9q --json"))
def show(ctx: typer.Context, product: Product, as_json: OneJson = False) -> None:
    """Show what is known of one product now."""
    from fleet.operations.products.looking import show_product
    from fleet.terminal.views.products.products import show_whole

    show_whole(run(show_product(settings_of(ctx), product)), as_json=as_json)


@app.command(epilog=examples("crawlfleet products history shopee:tw:9100001 --json"))
def history(
    ctx: typer.Context, product: Product, limit: Limit = USUAL_LIMIT, as_json: Json = False, as_csv: Csv = False
) -> None:
    """List a product's recorded prices, the newest first.

    Those below a line "another product" (JSON and CSV: of_former_product) are of what the address showed before.
    """
    from fleet.operations.products.looking import show_product
    from fleet.terminal.views.products.prices import show_prices

    shown = run(show_product(settings_of(ctx), product, prices=limit + 1))
    show_prices(shown.product, shown.prices[:limit], as_json=as_json, as_csv=as_csv)
    tell_of_more(len(shown.prices), limit, which="last", beside=as_json or as_csv)


@app.command(
    epilog=examples(
        "crawlfleet products changes --since 1d",
        "crawlfleet products changes --kind drop --kind back --shop other/example.com",
        "crawlfleet products changes --since 30d --csv > changes.csv",
    )
)
@in_pages
def changes(
    ctx: typer.Context,
    since: Annotated[int | None, typer.Option(parser=typed_age, metavar="AGE", help="How far back, e.g. 7d.")] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND", autocompletion=among(_kinds), help="Only drop, rise, back, sold_out, gone, found_again."
        ),
    ] = None,
    shop: Shop = None,
    *,
    listing: Listing,
) -> None:
    """List what changed: prices, in stock or sold out, gone. Prices that fell or rose too; the last first."""
    from fleet.operations.products.changes import ChangesWanted, each_change, list_changes
    from fleet.terminal.views.products.product_changes import print_changes, show_changes

    settings, wanted = settings_of(ctx), ChangesWanted(since, kind or (), shop)
    listing.answer(
        partial(list_changes, settings, wanted),
        show_changes,
        each=partial(each_change, settings, wanted),
        print_=print_changes,
    )


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="products")
