"""`crawlfleet feeds unregistered`."""

from __future__ import annotations

import typer

from fleet.commands.context import run, settings_of
from fleet.commands.options import Json, Limit
from fleet.terminal.examples import examples

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="What the watched accounts posted.")


@app.callback()
def _feeds() -> None:
    """Keeps `unregistered` a word of its own while it is the only one."""


@app.command(
    epilog=examples("crawlfleet feeds unregistered", "crawlfleet feeds unregistered --limit 10 --json"),
)
def unregistered(ctx: typer.Context, limit: Limit = 50, as_json: Json = False) -> None:
    """List the domains that posts link to and that are no shop here, the most linked first."""
    from fleet.operations.unregistered import list_unregistered
    from fleet.terminal.views.links import show_unregistered

    domains, now_ms = run(list_unregistered(settings_of(ctx), limit=limit))
    show_unregistered(domains, now_ms, as_json=as_json)
