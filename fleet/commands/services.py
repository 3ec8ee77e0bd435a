"""`crawlfleet demo | up | ingest | dispatch | gateway | work`: the roles as commands; they run what is in fleet/run."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fleet.commands.context import settings_of
from fleet.commands.options import Since
from fleet.terminal.examples import examples
from fleet.terminal.output import overwrite, print_json, print_line

if TYPE_CHECKING:
    from dispatcher.service import DispatchSummary
    from ingestor.service import IngestSummary

Json = Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object.")]


def demo(
    folder: Annotated[
        Path | None, typer.Option(help="Put the database here instead of in a new temporary folder.")
    ] = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress, only the result.")] = False,
) -> None:
    """Run the main job on this machine alone: a local feed, local shops, a database file, two workers."""
    from fleet.demo.run import run_demo
    from fleet.demo.show import Progress, show_result

    result = run_demo(folder=folder, say=Progress(quiet=quiet or as_json))
    show_result(result, as_json=as_json)


def up(
    ctx: typer.Context,
    until_idle: Annotated[
        bool,
        typer.Option("--until-idle", help="Poll every feed once and end when no job owes a crawl; paused shops wait."),
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Workers in this process.")] = 1,
    as_json: Json = False,
) -> None:
    """Run ingestor, dispatcher and workers in one process."""
    from fleet.run.up import run_up

    progress = _progress if until_idle and sys.stderr.isatty() else None
    summary = run_up(settings_of(ctx), until_idle=until_idle, workers=workers, progress=progress)
    if as_json:
        print_json(summary.as_dict())
    else:
        print_line(summary.line())


def _progress(done: int, still_open: int) -> None:
    overwrite(f"{done} ended, {still_open} to go")


def ingest(
    ctx: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Poll every feed once and end.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Read posts once more, for shops named since, and end; needs --since.")
    ] = False,
    since: Since = None,
    as_json: Json = False,
) -> None:
    """Watch the configured feeds and write a job for every shop link."""
    from fleet.run.ingest import run_ingest

    if again != (since is not None):
        raise typer.BadParameter("--again and --since go together: crawlfleet ingest --again --since 7d")
    _show_summary(run_ingest(settings_of(ctx), once=once, again_ms=since), as_json=as_json)


def dispatch(
    ctx: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Publish what is due now and end.")] = False,
    as_json: Json = False,
) -> None:
    """Hand due jobs to the broker, and bring back those whose worker or message was lost."""
    from fleet.run.dispatch import run_dispatch

    _show_summary(run_dispatch(settings_of(ctx), once=once), as_json=as_json)


def work(
    ctx: typer.Context,
    until_idle: Annotated[bool, typer.Option("--until-idle", help="End when nothing is left to take.")] = False,
    concurrency: Annotated[int | None, typer.Option(min=1, max=1000, help="Crawls at a time.")] = None,
    as_json: Json = False,
) -> None:
    """Fetch and read pages, and record what they say: tasks come from the broker, or, on a PC that has joined a fleet,
    from its gateway."""
    settings = settings_of(ctx)
    if concurrency is not None:
        settings = settings.model_copy(update={"work": settings.work.model_copy(update={"concurrency": concurrency})})
    from worker.source.membership import MembershipFile

    if settings.broker.in_memory and (member := (file := MembershipFile()).read()) is not None:
        from fleet.run.volunteer import run_volunteer
        from fleet.terminal.live_line import live_line

        with live_line(wanted=not as_json) as show:
            tally = run_volunteer(settings, member, file, until_idle=until_idle, show=show)
    else:
        from fleet.run.work import run_work

        tally = run_work(settings, until_idle=until_idle)
    if as_json:
        print_json(tally.as_dict())
    else:
        print_line(f"work: {tally.line()}")


def gateway(ctx: typer.Context) -> None:
    """Serve the door through which volunteers' PCs take tasks and report."""
    from fleet.run.gateway import run_gateway

    run_gateway(settings_of(ctx))


def _show_summary(summary: IngestSummary | DispatchSummary | None, *, as_json: bool) -> None:
    """Of one round; a service that ran until it was stopped has none."""
    if summary is None:
        return
    if as_json:
        print_json(dataclasses.asdict(summary))
    else:
        print_line(summary.line())


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("crawlfleet demo", "crawlfleet demo --folder ./demo --json"))(demo)
    app.command(epilog=examples("crawlfleet up", "crawlfleet up --until-idle --workers 2 --json"))(up)
    app.command(
        epilog=examples(
            "crawlfleet ingest",
            "crawlfleet ingest --once --json",
            "crawlfleet ingest --again --since 7d   posts of before a shop was named",
        )
    )(ingest)
    app.command(epilog=examples("crawlfleet dispatch", "crawlfleet dispatch --once --json"))(dispatch)
    app.command(epilog=examples("crawlfleet gateway", "crawlfleet --config fleet.toml gateway"))(gateway)
    app.command(epilog=examples("crawlfleet work --concurrency 8", "crawlfleet work --until-idle --json"))(work)
