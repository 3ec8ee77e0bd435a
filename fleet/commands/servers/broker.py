"""`crawlfleet broker init | status | user`."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.servers import broker_user
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import Csv, Json, OneJson
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Queues and accounts: made, looked at.",
    epilog=examples("crawlfleet broker init", "crawlfleet broker status", "crawlfleet broker user list"),
)
app.add_typer(broker_user.app, name="user")


@app.command(epilog=examples("crawlfleet broker init", "crawlfleet broker init --rebuild"))
def init(
    ctx: typer.Context,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make anew what has other arguments; dead letters are carried over.")
    ] = False,
    as_json: OneJson = False,
) -> None:
    """Declare every exchange, queue and binding. Doing it twice does no harm."""
    from fleet.operations.queues import declare_topology
    from fleet.terminal.views.queues import show_declared

    settings = settings_of(ctx)
    depths = run(declare_topology(settings, rebuild=rebuild))
    show_declared(depths, rebuilt=settings.dispatch if rebuild else None, as_json=as_json)


@app.command(epilog=examples("crawlfleet broker status", "crawlfleet broker status --csv"))
def status(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """Show how many messages wait in each queue, and who consumes it."""
    from fleet.operations.queues import depths_and_alarm
    from fleet.terminal.views.queues import show_depths

    settings = settings_of(ctx)
    depths, alarm = run(depths_and_alarm(settings))
    show_depths(depths, alarm, holds=settings.broker.queue_max_length, as_json=as_json, as_csv=as_csv)


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="broker")
