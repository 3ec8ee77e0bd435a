"""`crawlfleet shops [show | ways | review | domains | add-domain | remove-domain | currency]`."""

from __future__ import annotations

from typing import Annotated

import typer

from common.output.typable import typable
from common.shops.table import SHOPS
from common.ways.way import Way
from fleet.commands.typed.completing import among
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import Csv, Json, OneJson, words
from fleet.terminal.examples import examples
from fleet.terminal.help_words import either

Domains = Annotated[list[str], typer.Argument(metavar="DOMAIN", help="A shop's own domain: shop.example; or several.")]

app = typer.Typer(
    cls=Group,
    invoke_without_command=True,
    rich_markup_mode=None,
    help="Show each shop, and add shops of the open web. Paused or not, its budget, how reading its pages went lately.",
    epilog=examples(
        "crawlfleet shops",
        "crawlfleet shops --json | jq 'select(.paused)'",
        "crawlfleet shops show shopee",
        "crawlfleet shops add-domain shop.example",
        "crawlfleet jobs resume shopee        # turn a shop's reading on again",
    ),
)


@app.callback(invoke_without_command=True)
def shops(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    if ctx.invoked_subcommand is not None:
        return
    from fleet.operations.shops.standing import list_shops
    from fleet.terminal.views.shops.shops import show_shops

    show_shops(run(list_shops(settings_of(ctx))), as_json=as_json, as_csv=as_csv)


@app.command(epilog=examples("crawlfleet shops domains", "crawlfleet shops domains --json"))
def domains(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """List the shops of the open web. Those of the settings, and those that were added."""
    from fleet.operations.shops.domains import list_domains
    from fleet.terminal.views.shops.domains import show_domains

    show_domains(run(list_domains(settings_of(ctx))).domains, as_json=as_json, as_csv=as_csv)


Shop = Annotated[
    str, typer.Argument(metavar="SHOP", autocompletion=among(SHOPS), help=f"A platform: {', '.join(SHOPS)}.")
]
Only = Annotated[
    list[Way] | None,
    typer.Option(metavar="WAY", help=f"Switch all others off: {either(Way)} is left; may be repeated."),
]
Off = Annotated[list[Way] | None, typer.Option(metavar="WAY", help="Switch this one off; may be repeated.")]
On = Annotated[list[Way] | None, typer.Option(metavar="WAY", help="Switch this one on; may be repeated.")]


@app.command(epilog=examples("crawlfleet shops show shopee", "crawlfleet shops show shopee --days 30 --json"))
def show(
    ctx: typer.Context,
    shop: Shop,
    days: Annotated[int, typer.Option(min=1, max=366, help="How far back.")] = 7,
    as_json: OneJson = False,
) -> None:
    """Show a shop's ways, and what each brought lately. With budgets, pauses, and the review of its terms."""
    from fleet.operations.shops.ways import show_ladder
    from fleet.terminal.views.shops.ladder import show_ladder as shown

    shown(run(show_ladder(settings_of(ctx), shop, days=days)), as_json=as_json)


@app.command(
    epilog=examples(
        "crawlfleet shops ways shopee --only official",
        'crawlfleet shops ways shopee --off browser --reason "too dear"',
        "crawlfleet shops ways shopee --on browser",
    )
)
def ways(
    ctx: typer.Context,
    shop: Shop,
    only: Only = None,
    off: Off = None,
    on: On = None,
    reason: Annotated[str, typer.Option(help="Kept, and shown with the ladder.")] = "",
    as_json: OneJson = False,
) -> None:
    """Switch a shop's ways off and on. Jobs that wait for one that is off go another way, or end."""
    from fleet.operations.shops.ways import switch_ways
    from fleet.terminal.views.shops.ladder import show_switched

    if bool(only) == bool(off or on):
        raise typer.BadParameter("give --only, or --off and --on")
    if both := set(off or ()) & set(on or ()):
        raise typer.BadParameter(f"both on and off: {', '.join(sorted(both))}")
    switched = switch_ways(settings_of(ctx), shop, only=only or (), off=off or (), on=on or (), reason=reason)
    show_switched(run(switched), as_json=as_json)


@app.command(epilog=examples('crawlfleet shops review shopee --by Ada --note "section 6 allows it"'))
def review(
    ctx: typer.Context,
    shop: Shop,
    by: Annotated[str, typer.Option(callback=words, help="Who has read the shop's terms.")],
    note: Annotated[str, typer.Option(callback=words, help="What they say of reading its pages.")],
    as_json: OneJson = False,
) -> None:
    """Note that somebody has read a shop's terms today."""
    from fleet.operations.shops.ways import review_shop
    from fleet.terminal.output import print_done

    name = run(review_shop(settings_of(ctx), shop, by=by, note=note))
    said = f"{name}: its terms were read by {by}; `crawlfleet shops show {name}` says so."
    print_done({"shop": name, "by": by, "note": note}, said, as_json=as_json)


@app.command("add-domain", epilog=examples("crawlfleet shops add-domain shop.example other.example"))
def add_domain(ctx: typer.Context, domains: Domains, as_json: Json = False) -> None:
    """Take links to shops of the open web from now on. In the whole fleet, without a restart."""
    from fleet.operations.shops.domains import add_domains
    from fleet.terminal.output import print_done, print_line

    added = run(add_domains(settings_of(ctx), domains))
    for name, new in added:
        known = "is a shop now; every process knows it within half a minute" if new else "is a shop here already"
        print_done({"domain": name, "new": new}, f"{name} {known}.", as_json=as_json)
    count = sum(new for _, new in added)
    if count and not as_json:
        them = "it" if count == 1 else "them"
        print_line(f"  crawlfleet ingest --again --since 7d   # reads posts of before once more, for links to {them}")


@app.command("remove-domain", epilog=examples("crawlfleet shops remove-domain shop.example"))
def remove_domain(ctx: typer.Context, domains: Domains, as_json: Json = False) -> None:
    """Take no more links to shops that were added. What is known of them stays."""
    from fleet.operations.shops.domains import NotAdded, remove_domains
    from fleet.terminal.output import print_done

    gone, missing = run(remove_domains(settings_of(ctx), domains))
    for name in gone:
        shop = typable(f"other/{name}", "SHOP")
        said = f"{name} is no shop any more. Its open jobs wait: `crawlfleet jobs cancel --shop {shop}`"
        print_done({"domain": name}, said, as_json=as_json)
    if missing:
        raise NotAdded(missing)


@app.command(
    epilog=examples("crawlfleet shops currency shop.example AUD", "crawlfleet shops currency shop.example --none")
)
def currency(
    ctx: typer.Context,
    domain: Annotated[
        str, typer.Argument(metavar="DOMAIN", help="A shop of the open web: shop.example, or other/shop.example.")
    ],
    code: Annotated[str | None, typer.Argument(metavar="CODE", help="Of ISO 4217: USD, AUD, SEK …")] = None,
    none: Annotated[bool, typer.Option("--none", help="Take back what was told.")] = False,
    as_json: OneJson = False,
) -> None:
    """Tell what a shop's prices are in where its pages do not say it. What a page says itself goes before it."""
    from fleet.operations.shops.currencies import tell_currency
    from fleet.terminal.views.shops.domains import show_told

    if (code is None) is not none:
        raise typer.BadParameter("give a CODE, such as AUD, or --none")
    show_told(run(tell_currency(settings_of(ctx), domain, code)), as_json=as_json)


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="shops")
