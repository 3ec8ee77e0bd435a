"""`crawlfleet broker init | status`."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.context import run, settings_of
from fleet.terminal.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Make the queues, or see how full they are.")
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


@app.command(epilog=examples("crawlfleet broker init"))
def init(ctx: typer.Context, as_json: Json = False) -> None:
    """Declare every exchange, queue and binding; doing it twice does no harm."""
    from fleet.terminal.views.queues import declare

    run(declare(settings_of(ctx), as_json=as_json))


@app.command(epilog=examples("crawlfleet broker status", "crawlfleet broker status --json"))
def status(ctx: typer.Context, as_json: Json = False) -> None:
    """Show how many messages wait in each queue, and who consumes it."""
    from fleet.terminal.views.queues import show_depths

    run(show_depths(settings_of(ctx), as_json=as_json))
