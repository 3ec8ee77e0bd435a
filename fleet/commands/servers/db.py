"""`crawlfleet db init | status | prune | reindex | backup | restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from common.output.counting import counted
from fleet.commands.typed.asking import agreed, asks
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import OneJson, Yes
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Make the database, see how it stands, keep it for years.",
    epilog=examples("crawlfleet db init", "crawlfleet db status", "crawlfleet db backup backup-2026-11-22.db"),
)


@app.command(
    epilog=examples(
        "crawlfleet db init",
        "crawlfleet db init --dry-run",
        "CRAWLFLEET_DATABASE_URL=http://db:8080 crawlfleet db init",
    )
)
def init(
    ctx: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done, and which programs could go on.")
    ] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Also while older programs' workers, which it ends, are at work.")
    ] = False,
    as_json: OneJson = False,
) -> None:
    """Create the schema, or bring an older one forward. Doing it twice does no harm."""
    from fleet.operations.database.schema import init_database, plan_migration
    from fleet.terminal.views.database import show_migration, show_plan

    settings = settings_of(ctx)
    if dry_run:
        show_plan(run(plan_migration(settings)), settings.database.url, as_json=as_json)
    else:
        show_migration(run(init_database(settings, anyway=anyway)), settings.database.url, as_json=as_json)


@app.command(epilog=examples("crawlfleet db status --json"))
def status(ctx: typer.Context, as_json: OneJson = False) -> None:
    """Show the schema's version and how many jobs stand where."""
    from fleet.operations.database.schema import database_status
    from fleet.terminal.views.database import show_status

    show_status(run(database_status(settings_of(ctx))), as_json=as_json)


@app.command(epilog=examples("crawlfleet db prune --dry-run", "crawlfleet db prune"))
def prune(
    ctx: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many rows it would be.")] = False,
    yes: Yes = False,
    as_json: OneJson = False,
) -> None:
    """Delete what is older than the settings' [keep] says. In small batches, beside a fleet that runs."""
    from fleet.operations.database.pruning import prune as run_prune
    from fleet.terminal.views.database import show_pruned

    settings = settings_of(ctx)
    if asks(yes=yes) and not dry_run:
        planned = run(run_prune(settings, dry_run=True))
        agreed(f"delete {counted(planned.total, 'row')} for good?", count=planned.total, yes=yes)
    show_pruned(run(run_prune(settings, dry_run=dry_run)), dry_run=dry_run, as_json=as_json)


@app.command(epilog=examples("crawlfleet db reindex"))
def reindex(ctx: typer.Context, as_json: OneJson = False) -> None:
    """Make the index of links and titles anew. In small batches, beside a fleet that runs."""
    from fleet.operations.database.reindexing import reindex as run_reindex
    from fleet.terminal.views.database import show_reindexed

    show_reindexed(run(run_reindex(settings_of(ctx))), as_json=as_json)


@app.command(epilog=examples("crawlfleet db backup backup-2026-11-22.db"))
def backup(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")],
    as_json: OneJson = False,
) -> None:
    """Write everything into one file of mode 0600. Stop the fleet first where the database is a server's."""
    from fleet.operations.database.backup import back_up
    from fleet.terminal.views.database import show_backed_up

    show_backed_up(run(back_up(settings_of(ctx), file)), as_json=as_json)


@app.command(epilog=examples("crawlfleet --config new.toml db restore backup-2026-11-22.db"))
def restore(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    as_json: OneJson = False,
) -> None:
    """Fill an empty database from a backup. The database may be a file or a server's; the schema is brought forward."""
    from fleet.operations.database.restore import restore as run_restore
    from fleet.terminal.views.database import show_restored

    settings = settings_of(ctx)
    show_restored(run(run_restore(settings, file)), settings.database.url, as_json=as_json)


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="db")
