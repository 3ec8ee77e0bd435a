"""`crawlfleet db init | status`."""

from __future__ import annotations

import dataclasses
from typing import Annotated

import typer

from fleet.commands.context import run, settings_of
from fleet.terminal.examples import examples
from fleet.terminal.output import print_json, print_line

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Make the database, or see how it stands.")
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command(epilog=examples("crawlfleet db init", "CRAWLFLEET_DATABASE_URL=http://db:8080 crawlfleet db init"))
def init(ctx: typer.Context, as_json: Json = False) -> None:
    """Create the schema, or bring an older one forward; doing it twice does no harm."""
    from common.store import init_schema

    settings = settings_of(ctx).database
    report = run(init_schema(settings))
    if as_json:
        print_json(dataclasses.asdict(report) | {"url": settings.url})
    elif report.before is None:
        print_line(f"{settings.url}: schema version {report.after} created")
    elif report.before == report.after:
        print_line(f"{settings.url}: schema version {report.after} was there already")
    else:
        print_line(f"{settings.url}: schema brought from version {report.before} to {report.after}")


@app.command(epilog=examples("crawlfleet db status --json"))
def status(ctx: typer.Context, as_json: Json = False) -> None:
    """Show the schema's version and how many jobs stand where."""
    from fleet.terminal.views.database import show_status

    run(show_status(settings_of(ctx), as_json=as_json))
