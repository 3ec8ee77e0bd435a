"""`crawlfleet doctor`: every check on one line, with what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fleet.commands.context import chosen, run
from fleet.commands.options import Json
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from pathlib import Path

    from fleet.doctor.finding import Level


def doctor(
    ctx: typer.Context,
    as_json: Json = False,
    timeout: Annotated[float, typer.Option(min=0.1, max=300, help="Seconds for each group of checks.")] = 10.0,
) -> None:
    """Say what is wrong, stuck or at risk, and what to do next."""
    from fleet.doctor.finding import Level
    from fleet.terminal.views.findings import show_totals

    levels = run(_shown(chosen(ctx).config, timeout, as_json=as_json))
    if not as_json:
        show_totals(levels)
    if Level.FAILED in levels:
        raise typer.Exit(1)


async def _shown(config: Path | None, limit_seconds: float, *, as_json: bool) -> list[Level]:
    """Show each finding as it comes; their levels."""
    from fleet.operations.examining import findings
    from fleet.terminal.views.findings import show_finding

    levels = []
    async for finding in findings(config, limit_seconds=limit_seconds):
        show_finding(finding, as_json=as_json)
        levels.append(finding.level)
    return levels


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("crawlfleet doctor", "crawlfleet --config fleet.toml doctor --json"))(doctor)
