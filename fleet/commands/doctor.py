"""`crawlfleet doctor`: every check on one line, with what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from common.errors import ConfigError
from fleet.commands.context import chosen, run, settings_of
from fleet.terminal.examples import examples
from fleet.terminal.output import print_json, print_line
from fleet.terminal.text import clean

if TYPE_CHECKING:
    from fleet.doctor.finding import Finding


def doctor(
    ctx: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    timeout: Annotated[float, typer.Option(min=0.1, max=300, help="Seconds for each group of checks.")] = 10.0,
) -> None:
    """Say what is wrong, stuck or at risk, and what to do next."""
    if run(_run(ctx, as_json, timeout)):
        raise typer.Exit(1)


async def _run(ctx: typer.Context, as_json: bool, timeout_seconds: float) -> int:
    """How many checks failed."""
    from fleet.doctor.examine import examine
    from fleet.doctor.finding import Level, failed

    levels: list[Level] = []

    def show(finding: Finding) -> None:
        levels.append(finding.level)
        if as_json:
            print_json(finding)
        else:
            print_line(_line(finding))

    try:
        settings = settings_of(ctx)
    except ConfigError as error:
        show(failed("config", str(error), "correct it; crawlfleet.example.toml shows every setting"))
    else:
        async for finding in examine(settings, _source(ctx), limit_seconds=timeout_seconds):
            show(finding)
    failures = levels.count(Level.FAILED)
    if not as_json:
        print_line(f"\n{levels.count(Level.OK)} ok, {levels.count(Level.WARNING)} to look at, {failures} failed")
    return failures


def _source(ctx: typer.Context) -> str:
    """Where the settings came from, for people."""
    from common.config import configured_path

    path = chosen(ctx).config or configured_path()
    return str(path) if path else "defaults and environment"


def _line(finding: Finding) -> str:
    text = f"{finding.level:<8} {finding.section:<12} {clean(finding.text)}"
    return text + (f"\n{'':<22}→ {finding.next_step}" if finding.next_step else "")


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("crawlfleet doctor", "crawlfleet --config fleet.toml doctor --json"))(doctor)
