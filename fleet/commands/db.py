"""`crawlfleet db init | status`."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.context import run, settings_of
from fleet.terminal.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Make the database, or see how it stands.")
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command(epilog=examples("crawlfleet db init", "CRAWLFLEET_DATABASE_URL=http://db:8080 crawlfleet db init"))
def init(ctx: typer.Context, as_json: Json = False) -> None:
    """Create the schema, or bring an older one forward; doing it twice does no harm."""
    from fleet.operations.database import init_database
    from fleet.terminal.views.database import show_migration

    settings = settings_of(ctx)
    show_migration(run(init_database(settings)), settings.database.url, as_json=as_json)


@app.command(epilog=examples("crawlfleet db status --json"))
def status(ctx: typer.Context, as_json: Json = False) -> None:
    """Show the schema's version and how many jobs stand where."""
    from fleet.operations.database import database_status
    from fleet.terminal.views.database import show_status

    show_status(run(database_status(settings_of(ctx))), as_json=as_json)
