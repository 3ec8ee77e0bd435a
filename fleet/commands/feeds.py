"""`crawlfleet feeds list | poll | pause | resume | forget | unregistered`."""

from __future__ import annotations

from typing import Annotated

import typer

from common.accounts.networks import NETWORKS
from common.output.counting import counted
from common.output.typable import typable
from fleet.commands.typed.asking import agreed, asks
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import Csv, Json, Limit, Yes, words
from fleet.operations.selecting import NotFound
from fleet.terminal.examples import examples
from fleet.terminal.help_words import either

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The watched accounts, and what they posted.",
    epilog=examples("crawlfleet feeds list", "crawlfleet feeds poll @somebody"),
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


@app.command(epilog=examples("crawlfleet feeds poll @somebody"))
def poll(ctx: typer.Context, account: Account) -> None:
    """Have the running ingestor poll one account now."""
    from fleet.operations.feeds.accounts import poll_now
    from fleet.terminal.output import print_line

    shown = run(poll_now(settings_of(ctx), account))
    print_line(f"{shown} is polled within seconds by the ingestor that runs; `crawlfleet feeds list` says how it went")


@app.command(epilog=examples('crawlfleet feeds pause @somebody --reason "on holiday"'))
def pause(
    ctx: typer.Context,
    account: Account,
    reason: Annotated[str, typer.Option(callback=words, help="Why, for the next operator.")],
) -> None:
    """Poll one account no more, until it is resumed. Its cursor stays, so nothing of it is lost."""
    from fleet.operations.feeds.accounts import pause_account
    from fleet.terminal.output import print_line

    shown = run(pause_account(settings_of(ctx), account, reason))
    print_line(f"{shown} is polled no more; `crawlfleet feeds resume {typable(shown, 'ACCOUNT')}` ends that")


@app.command(epilog=examples("crawlfleet feeds resume @somebody"))
def resume(ctx: typer.Context, account: Account) -> None:
    """Go on with a paused account, where it was left."""
    from fleet.operations.feeds.accounts import resume_account
    from fleet.terminal.output import print_line

    print_line(f"{run(resume_account(settings_of(ctx), account))} is polled again")


@app.command(epilog=examples("crawlfleet feeds forget threads @somebody --dry-run", "crawlfleet feeds forget rss URL"))
def forget(
    ctx: typer.Context,
    source: Annotated[str, typer.Argument(metavar="NETWORK", help=f"{either(NETWORKS)}.")],
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="As it stood in the settings, whole.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many rows it would be.")] = False,
    yes: Yes = False,
) -> None:
    """Erase for good what an account posted. Which of its posts named which link, that is; jobs and products stay."""
    from fleet.operations.database.pruning import forget_account
    from fleet.terminal.output import print_line

    settings = settings_of(ctx)
    if asks(yes=yes) and not dry_run:
        planned = run(forget_account(settings, source, account, dry_run=True))
        agreed(f"erase {counted(planned, 'row')} of this account for good?", count=planned, yes=yes)
    erased = run(forget_account(settings, source, account, dry_run=dry_run))
    if dry_run:
        print_line(f"{erased} rows would be erased (--dry-run)")
    elif not erased:
        raise NotFound("nothing of this account is in the database. Is it written as it stood in the settings?")
    else:
        print_line(f"{erased} rows erased; the jobs stay. Backups and logs made before still hold the account.")


@app.command(
    epilog=examples("crawlfleet feeds unregistered", "crawlfleet feeds unregistered --limit 10 --json"),
)
def unregistered(ctx: typer.Context, limit: Limit = 50, as_json: Json = False, as_csv: Csv = False) -> None:
    """List domains that posts link to and that are no shop here. The most linked first."""
    from fleet.operations.feeds.unregistered import list_unregistered
    from fleet.terminal.views.links import show_unregistered

    domains, now_ms = run(list_unregistered(settings_of(ctx), limit=limit))
    show_unregistered(domains, now_ms, as_json=as_json, as_csv=as_csv)
