"""`crawlfleet feeds list | show | poll | pause | resume | forget | unregistered`."""

from __future__ import annotations

from typing import Annotated

import typer

from common.accounts.networks import NETWORKS
from common.output.counting import counted
from common.output.typable import typable
from fleet.commands.typed.asking import agreed, asks
from fleet.commands.typed.completing import among
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.listing import tell_of_more
from fleet.commands.typed.options import USUAL_LIMIT, Csv, Json, Limit, OneJson, Yes, words
from fleet.operations.selecting import NotFound
from fleet.terminal.examples import examples
from fleet.terminal.help_words import either

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The watched accounts, and what they posted.",
    epilog=examples("crawlfleet feeds list", "crawlfleet feeds show @somebody", "crawlfleet feeds poll @somebody"),
)


Account = Annotated[
    str, typer.Argument(metavar="ACCOUNT", help="As `feeds list` shows it, its name, or its page's address.")
]


@app.command("list", epilog=examples("crawlfleet feeds list", "crawlfleet feeds list --json"))
def list_(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """List the watched accounts, and how their polls went. With the next poll, errors and links taken today."""
    from fleet.operations.feeds.accounts import list_accounts
    from fleet.terminal.views.feeds import show_accounts

    show_accounts(run(list_accounts(settings_of(ctx))), as_json=as_json, as_csv=as_csv)


@app.command(epilog=examples("crawlfleet feeds show @somebody", "crawlfleet feeds show @somebody --json"))
def show(ctx: typer.Context, account: Account, as_json: OneJson = False) -> None:
    """Show how one account stands. Since when it fails and why, when it is polled next, and what to type."""
    from fleet.operations.feeds.accounts import show_account
    from fleet.terminal.views.feeds import show_one

    show_one(run(show_account(settings_of(ctx), account)), as_json=as_json)


@app.command(epilog=examples("crawlfleet feeds poll @somebody"))
def poll(ctx: typer.Context, account: Account, as_json: OneJson = False) -> None:
    """Have the running ingestor poll one account now."""
    from fleet.operations.feeds.accounts import poll_now
    from fleet.terminal.output import print_done

    shown = run(poll_now(settings_of(ctx), account))
    said = f"{shown} is polled within seconds by the ingestor that runs; `crawlfleet feeds list` says how it went"
    print_done({"account": shown}, said, as_json=as_json)


@app.command(epilog=examples('crawlfleet feeds pause @somebody --reason "on holiday"'))
def pause(
    ctx: typer.Context,
    account: Account,
    reason: Annotated[str, typer.Option(callback=words, help="Why, for the next operator.")],
    as_json: OneJson = False,
) -> None:
    """Poll one account no more, until it is resumed. Its cursor stays, so nothing of it is lost."""
    from fleet.operations.feeds.accounts import pause_account
    from fleet.operations.json_objects import paused_object
    from fleet.terminal.output import print_done
    from fleet.terminal.switched import paused_already

    done = run(pause_account(settings_of(ctx), account, reason))
    ends = f"`crawlfleet feeds resume {typable(done.name, 'ACCOUNT')}` ends that"
    said = f"{done.name} is polled no more; {ends}" if done.changed else f"{paused_already(done)} {ends}"
    print_done(paused_object("account", done, reason=reason), said, as_json=as_json)


@app.command(epilog=examples("crawlfleet feeds resume @somebody"))
def resume(ctx: typer.Context, account: Account, as_json: OneJson = False) -> None:
    """Go on with a paused account, where it was left."""
    from fleet.operations.feeds.accounts import resume_account
    from fleet.operations.json_objects import paused_object
    from fleet.terminal.output import print_done
    from fleet.terminal.switched import not_paused

    done = run(resume_account(settings_of(ctx), account))
    said = f"{done.name} is polled again" if done.changed else not_paused(done)
    print_done(paused_object("account", done), said, as_json=as_json)


@app.command(epilog=examples("crawlfleet feeds forget threads @somebody --dry-run", "crawlfleet feeds forget rss URL"))
def forget(
    ctx: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="NETWORK", autocompletion=among(NETWORKS), help=f"{either(NETWORKS)}.")
    ],
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="As it stood in the settings, whole.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many rows it would be.")] = False,
    yes: Yes = False,
    as_json: OneJson = False,
) -> None:
    """Erase for good what an account posted. Which of its posts named which link, that is; jobs and products stay."""
    from fleet.operations.database.pruning import forget_account
    from fleet.terminal.output import print_done

    settings = settings_of(ctx)
    if asks(yes=yes) and not dry_run:
        planned = run(forget_account(settings, source, account, dry_run=True))
        agreed(f"erase {counted(planned, 'row')} of this account for good?", count=planned, yes=yes)
    erased = run(forget_account(settings, source, account, dry_run=dry_run))
    if not erased and not dry_run:
        raise NotFound("nothing of this account is in the database. Is it written as it stood in the settings?")
    rows = counted(erased, "row")
    said = f"{rows} erased; the jobs stay. Backups and logs made before still hold the account."
    if dry_run:
        said = f"{rows} would be erased (--dry-run)"
    print_done({"erased": 0 if dry_run else erased, "dry_run": dry_run, "meant": erased}, said, as_json=as_json)


@app.command(
    epilog=examples("crawlfleet feeds unregistered", "crawlfleet feeds unregistered --limit 10 --json"),
)
def unregistered(ctx: typer.Context, limit: Limit = USUAL_LIMIT, as_json: Json = False, as_csv: Csv = False) -> None:
    """List domains that posts link to and that are no shop here. The most linked first."""
    from fleet.operations.feeds.unregistered import list_unregistered
    from fleet.terminal.views.links import show_unregistered

    domains, now_ms = run(list_unregistered(settings_of(ctx), limit=limit + 1))
    show_unregistered(domains[:limit], now_ms, as_json=as_json, as_csv=as_csv)
    tell_of_more(len(domains), limit, beside=as_json or as_csv)


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="feeds")
