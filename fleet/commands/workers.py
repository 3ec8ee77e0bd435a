"""`crawlfleet workers`."""

from __future__ import annotations

from typing import Annotated

import typer

from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.options import Csv, Json
from fleet.terminal.examples import examples


def register(app: typer.Typer) -> None:
    @app.command(epilog=examples("crawlfleet workers", "crawlfleet workers --all --json"))
    def workers(
        ctx: typer.Context,
        every: Annotated[bool, typer.Option("--all", help="Also those silent for more than a day.")] = False,
        as_json: Json = False,
        as_csv: Csv = False,
    ) -> None:
        """List the workers heard of in the last day. What each does now, or why it is idle."""
        from fleet.operations.workers import list_workers
        from fleet.terminal.views.workers import show_workers

        show_workers(run(list_workers(settings_of(ctx), every=every)), as_json=as_json, as_csv=as_csv)
