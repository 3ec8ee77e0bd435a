"""`crawlfleet shops`."""

from __future__ import annotations

import typer

from fleet.commands.context import run, settings_of
from fleet.commands.options import Json
from fleet.terminal.examples import examples


def register(app: typer.Typer) -> None:
    @app.command(
        epilog=examples(
            "crawlfleet shops",
            "crawlfleet shops --json | jq 'select(.paused)'",
            "crawlfleet jobs resume shopee        turn a shop's reading on again",
        )
    )
    def shops(ctx: typer.Context, as_json: Json = False) -> None:
        """Show each shop: paused or not, its budget, and how reading its pages went lately."""
        from fleet.operations.shops import list_shops
        from fleet.terminal.views.shops import show_shops

        show_shops(run(list_shops(settings_of(ctx))), as_json=as_json)
