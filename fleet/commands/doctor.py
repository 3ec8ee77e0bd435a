"""`crawlfleet doctor`: every check on one line, with what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fleet.commands.typed.context import chosen, run
from fleet.commands.typed.options import Csv, Json
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fleet.doctor.finding import Finding, Level


def doctor(
    ctx: typer.Context,
    as_json: Json = False,
    as_csv: Csv = False,
    wrong: Annotated[bool, typer.Option("--wrong", help="Show only what is not ok.")] = False,
    timeout: Annotated[
        float | None,
        typer.Option(min=0.1, max=300, help="Seconds for each group of checks; else 10, on a lent PC 25."),
    ] = None,
    ctl: Annotated[
        str | None,
        typer.Option(
            "--rabbitmqctl", metavar="COMMAND", help="Also look at RabbitMQ's policies, by this: 'sudo rabbitmqctl'."
        ),
    ] = None,
) -> None:
    """Say what is wrong, stuck or at risk, and what to do next."""
    from fleet.doctor.finding import Level
    from fleet.operations.examining import findings
    from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
    from fleet.terminal.views.findings import show_totals

    policies_by = None if ctl is None else rabbitmqctl(ctl)
    found = findings(chosen(ctx).config, limit_seconds=timeout, policies_by=policies_by)
    levels = run(_shown(found, wrong=wrong, as_json=as_json, as_csv=as_csv))
    if not (as_json or as_csv):
        show_totals(levels)
    if Level.FAILED in levels:
        raise typer.Exit(1)


async def _shown(found: AsyncIterator[Finding], *, wrong: bool, as_json: bool, as_csv: bool) -> list[Level]:
    """Show each finding as it comes, for people those of one cause as one, or those alone that are `wrong`; the levels
    of all."""
    from fleet.doctor.finding import Finding, Level
    from fleet.doctor.grouping import in_groups
    from fleet.terminal.csv_rows import ObjectRows, names_of
    from fleet.terminal.views.findings import as_object, show_group

    levels = []
    if not (as_json or as_csv):
        async for group in in_groups(found):
            if not wrong or group.level is not Level.OK:
                show_group(group)
            levels.append(group.level)
        return levels
    rows = ObjectRows(as_csv=as_csv, columns=names_of(Finding) if as_csv else None)
    async for finding in found:
        if not wrong or finding.level is not Level.OK:
            rows.put(as_object(finding))
        levels.append(finding.level)
    rows.end()
    return levels


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "crawlfleet doctor --wrong",
            "crawlfleet --config fleet.toml doctor --json",
            "crawlfleet doctor --wrong --rabbitmqctl 'sudo rabbitmqctl'",
        )
    )(doctor)
