"""`crawlfleet demo | up | ingest | dispatch | gateway | work`: the roles as commands; they run what is in fleet/run."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from common.errors import ConfigError, CrawlfleetError
from common.output.counting import counted
from common.private_files import found
from common.timing.units import HOUR_MS
from common.ways.way import Way
from fleet.commands.typed.context import settings_of
from fleet.commands.typed.options import Since
from fleet.commands.typed.paths import at_home
from fleet.durations import short_duration
from fleet.terminal.examples import examples
from fleet.terminal.output import note, print_json, print_last, print_line

if TYPE_CHECKING:
    from common.settings import Settings
    from dispatcher.summary import DispatchSummary
    from fleet.run.up.how_far import HowFar
    from ingestor.summary import IngestSummary
    from worker.source.membership import Membership, MembershipFile

DEMO_LINK_LASTS_MS = HOUR_MS

Json = Annotated[bool, typer.Option("--json", help="Print the summary as one JSON object.")]


def demo(
    folder: Annotated[
        Path | None,
        typer.Option(callback=at_home, help="Put the database here instead of in a new temporary folder."),
    ] = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress, only the result.")] = False,
    console: Annotated[
        bool, typer.Option("--console", help="Then serve the console over it until Ctrl-C, and print a link to it.")
    ] = False,
) -> None:
    """Show the whole way on this machine alone. A local feed, local shops, a database file, two workers."""
    if console:
        from fleet.run.console import require_console_extra

        require_console_extra()
    from fleet.demo.run import run_demo
    from fleet.demo.show import Progress, show_result

    result = run_demo(folder=folder, say=Progress(quiet=quiet or as_json))
    show_result(result, as_json=as_json)
    if console:
        import asyncio

        from fleet.demo.look_around import look_around

        asyncio.run(look_around(result.database, invite=_demo_link, say=note if as_json else print_line))


async def _demo_link(settings: Settings) -> str:
    """Good once, for the one person who looks around."""
    from common.store import ConsoleRole
    from fleet.operations.console.people import invite_person

    made = await invite_person(settings, "demo", role=ConsoleRole.OPERATOR, expires_in_ms=DEMO_LINK_LASTS_MS)
    return made.link


def how_far(now: HowFar) -> str:
    """One line for `up --until-idle`: half an hour may go by between two tries of the only job that is left, and hours
    without a network."""
    again_ms = now.again_ms
    wait = f"; nothing to do until the next try in {short_duration(again_ms)}" if again_ms and again_ms > 0 else ""
    held = f"; held by a paused shop: {counted(now.held, 'job')}" if now.held else ""
    rests = f"; {now.rests}" if now.rests else wait
    return f"{counted(now.ended, 'crawl')} ended, {counted(now.still_open, 'job')} to go{rests}{held}"


def up(
    ctx: typer.Context,
    until_idle: Annotated[
        bool,
        typer.Option(
            "--until-idle",
            help="Poll every feed once; end when no job owes a crawl. Paused shops are left; a network is waited for.",
        ),
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Workers in this process.")] = 1,
    as_json: Json = False,
) -> None:
    """Run ingestor, dispatcher and workers in one process. Gateway and console too, where the settings say listen."""
    from fleet.run.up.up import run_up
    from fleet.terminal.live_line import foot_line

    settings = settings_of(ctx)
    with foot_line(wanted=until_idle) as show:
        summary = run_up(
            settings,
            until_idle=until_idle,
            workers=workers,
            progress=lambda now: show(how_far(now)),
        )
    if as_json:
        print_json(summary.as_dict())
    else:
        print_last(summary.line())
    _fail_without_a_feed(summary.ingest)


def ingest(
    ctx: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Poll every feed once and end.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Read posts once more, for shops named since, and end; needs --since.")
    ] = False,
    since: Since = None,
    as_json: Json = False,
) -> None:
    """Watch the configured feeds, and make jobs of shop links."""
    from fleet.run.ingest import run_ingest

    if again != (since is not None):
        raise typer.BadParameter("--again and --since go together: crawlfleet ingest --again --since 7d")
    summary = run_ingest(settings_of(ctx), once=once, again_ms=since)
    _show_summary(summary, as_json=as_json)
    _fail_without_a_feed(summary)


def dispatch(
    ctx: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Publish what is due now and end.")] = False,
    as_json: Json = False,
) -> None:
    """Hand due jobs to the broker, and bring back lost ones. Lost is a job whose worker or message is."""
    from fleet.run.dispatch import run_dispatch

    _show_summary(run_dispatch(settings_of(ctx), once=once), as_json=as_json)


def _joined(settings: Settings) -> tuple[MembershipFile, Membership] | None:
    """The fleet that this PC has joined; None where it has joined none. Raises ConfigError where nobody can tell; where
    a broker is set that does not matter, for then this works there."""
    from worker.source.home import MEMBERSHIP, home

    try:
        if found(home() / MEMBERSHIP) is False:
            return None
        from worker.source.membership import MembershipFile

        file = MembershipFile()
        member = file.read()
    except ConfigError:
        if settings.broker.in_memory:
            raise
        return None
    return None if member is None else (file, member)


def work(
    ctx: typer.Context,
    until_idle: Annotated[
        bool, typer.Option("--until-idle", help="End when no task may be had. It waits for a network.")
    ] = False,
    concurrency: Annotated[int | None, typer.Option(min=1, max=1000, help="Crawls at a time.")] = None,
    ways: Annotated[
        str | None, typer.Option(metavar="WAY,…", help="Offer only these of official, http and browser.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Fetch and read pages, and record what they say. Tasks come from the broker, or, on a PC that has joined a fleet,
    from its gateway."""
    settings = settings_of(ctx)
    told: dict[str, object] = {}
    if concurrency is not None:
        told["concurrency"] = concurrency
    if ways is not None:
        told["ways"] = _ways(ways)
    if told:
        settings = settings.model_copy(update={"work": settings.work.model_copy(update=told)})
    joined = _joined(settings)
    if joined is not None and settings.broker.in_memory:
        from fleet.run.volunteer.service import run_volunteer
        from fleet.terminal.live_line import live_line
        from fleet.turned_away import after
        from worker.source.calls import TurnedAway

        file, member = joined
        try:
            with live_line(wanted=not as_json) as show:
                tally = run_volunteer(settings, member, file, until_idle=until_idle, show=show)
        except TurnedAway as error:
            raise CrawlfleetError(f"{error}; next: {after(error)}") from None
    else:
        from fleet.run.work import run_work

        if joined is not None:  # settings that name a broker may be another fleet's
            gateway = joined[1].gateway
            note(f"broker.url is set, so this works there, and not for {gateway}, which this PC has joined")
        tally = run_work(settings, until_idle=until_idle)
    if as_json:
        print_json(tally.as_dict())
    else:
        print_last(f"work: {tally.line()}")


def _ways(text: str) -> tuple[Way, ...]:
    try:
        return tuple(Way(name.strip()) for name in text.split(","))
    except ValueError as error:
        raise typer.BadParameter(f"{error}; there are {', '.join(Way)}", param_hint="--ways") from None


def gateway(ctx: typer.Context) -> None:
    """Serve the door for volunteers' PCs. They take tasks there and report what they read."""
    from fleet.run.gateway import run_gateway

    run_gateway(settings_of(ctx))


def _show_summary(summary: IngestSummary | DispatchSummary | None, *, as_json: bool) -> None:
    """Of one round; a service that ran until it was stopped has none."""
    if summary is None:
        return
    if as_json:
        print_json(dataclasses.asdict(summary))
    else:
        print_last(summary.line())


def _fail_without_a_feed(summary: IngestSummary | None) -> None:
    """A round in which no account at all could be read is a failure, whatever else was done."""
    if summary is None or not summary.accounts or summary.failures < summary.accounts:
        return
    which = "the only account watched" if summary.accounts == 1 else f"none of the {summary.accounts} accounts watched"
    could = "could not be read" if summary.accounts == 1 else "could be read"
    note(f"{which} {could}: the log says why, and `crawlfleet doctor` what to do.")
    raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples("crawlfleet demo", "crawlfleet demo --console", "crawlfleet demo --folder ./demo --json")
    )(demo)
    app.command(epilog=examples("crawlfleet up", "crawlfleet up --until-idle --workers 2 --json"))(up)
    app.command(
        epilog=examples(
            "crawlfleet ingest",
            "crawlfleet ingest --once --json",
            "crawlfleet ingest --again --since 7d   # posts of before a shop was named",
        )
    )(ingest)
    app.command(epilog=examples("crawlfleet dispatch", "crawlfleet dispatch --once --json"))(dispatch)
    app.command(epilog=examples("crawlfleet gateway", "crawlfleet --config fleet.toml gateway"))(gateway)
    app.command(
        epilog=examples(
            "crawlfleet work --concurrency 8",
            "crawlfleet work --ways http,browser",
            "crawlfleet work --until-idle --json",
        )
    )(work)
