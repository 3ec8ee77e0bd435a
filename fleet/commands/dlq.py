"""`crawlfleet dlq list | requeue | drop`."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

import typer

from common.errors import BrokerUnavailable, StoreUnavailable
from common.output.counting import counted
from fleet.commands.typed.asking import agreed, asks
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.listing import tell_of_more
from fleet.commands.typed.options import USUAL_LIMIT, Csv, Json, Limit, OneJson, Yes, filtered
from fleet.operations.selecting import NotFound, Wanted
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Dead letters: messages nobody could handle.",
    epilog=examples("crawlfleet dlq list", "crawlfleet dlq requeue --all --dry-run"),
)

T = TypeVar("T")
Ids = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Job ids, or their first letters.")]


@app.command(
    "list",
    epilog=examples("crawlfleet dlq list", "crawlfleet dlq list --shop shopee --error-code TIMEOUT --json"),
)
@filtered
def list_(
    ctx: typer.Context, wanted: Wanted, limit: Limit = USUAL_LIMIT, as_json: Json = False, as_csv: Csv = False
) -> None:
    """List dead letters, with what is known of their jobs. It changes nothing."""
    from fleet.operations.dead_letters.acting import list_letters
    from fleet.terminal.views.jobs.dead_letters import show_letters

    found = _read(list_letters(settings_of(ctx), wanted, limit=limit + 1))
    show_letters(found[:limit], wanted, more=len(found) > limit, as_json=as_json, as_csv=as_csv)
    if as_json or as_csv:
        tell_of_more(len(found), limit, beside=True)


DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say which letters it would be.")]


@app.command(
    epilog=examples(
        "crawlfleet dlq requeue k3v9q",
        "crawlfleet dlq requeue --shop shopee --error-code TIMEOUT --dry-run",
        "crawlfleet dlq requeue --all",
    )
)
@filtered
def requeue(
    ctx: typer.Context,
    wanted: Wanted,
    ids: Ids = None,
    all_: Annotated[bool, typer.Option("--all", help="Every dead letter whose job can be requeued.")] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Give jobs of dead letters another chance. Their letters are removed then."""
    from fleet.operations.dead_letters.acting import requeue_letters
    from fleet.terminal.live_line import foot_line
    from fleet.terminal.output import note
    from fleet.terminal.views.jobs.dead_letters import (
        BROKEN_OFF,
        count_of,
        how_far,
        question_of,
        show_fates,
        show_totals,
    )

    settings, typed = settings_of(ctx), ids or []
    if asks(yes=yes) and not ids and not dry_run:
        planned = _read(requeue_letters(settings, typed, wanted, every=all_, dry_run=True))
        agreed(question_of(planned), count=count_of(planned, "requeued", "removed"), yes=yes)
    begun = False
    try:
        with foot_line(wanted=not as_json) as show:

            def told(done: int, of: int) -> None:
                nonlocal begun
                begun = True
                show(how_far(done, of))

            show(how_far(0, None))
            requeued = run(requeue_letters(settings, typed, wanted, every=all_, dry_run=dry_run, told=told))
    except KeyboardInterrupt:
        if not dry_run:
            note(BROKEN_OFF)
        raise
    except (StoreUnavailable, BrokerUnavailable):
        if begun and not dry_run:
            note(BROKEN_OFF)
        raise
    fates = requeued.fates
    show_fates(fates, as_json=as_json, dry_run=dry_run)
    if fates and not all_ and all(fate.fate == "kept" for fate in fates):
        raise NotFound("none of these dead letters could be requeued. `crawlfleet dlq drop` removes them.")
    if not as_json:
        show_totals(requeued, dry_run=dry_run)


@app.command(
    epilog=examples(
        "crawlfleet dlq drop k3v9q",
        "crawlfleet dlq drop --error-code CONTENT_REMOVED --older-than 7d",
        "crawlfleet dlq drop --no-job",
        "crawlfleet dlq drop --all",
    )
)
@filtered
def drop(
    ctx: typer.Context,
    wanted: Wanted,
    ids: Ids = None,
    all_: Annotated[bool, typer.Option("--all", help="Every dead letter, malformed ones too.")] = False,
    no_job: Annotated[
        bool, typer.Option("--no-job", help="Only malformed ones, and those of jobs that this database does not have.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: OneJson = False,
) -> None:
    """Remove dead letters for good. Their jobs stay in the database as they are."""
    from fleet.operations.dead_letters.acting import drop_letters
    from fleet.terminal.output import print_done

    settings, typed = settings_of(ctx), ids or []
    if asks(yes=yes) and not ids and not dry_run:
        planned = _read(drop_letters(settings, typed, wanted, every=all_, no_job=no_job, dry_run=True))
        agreed(f"remove {counted(planned.dropped, 'dead letter')} for good?", count=planned.dropped, yes=yes)
    done = _read(drop_letters(settings, typed, wanted, every=all_, no_job=no_job, dry_run=dry_run))
    said = f"{done.dropped} dropped, {done.left} left; their jobs stay in the database as they are"
    if dry_run:
        said = f"{done.dropped} would be dropped (--dry-run) of {done.left}"
    told = {"dropped": 0 if dry_run else done.dropped, "left": done.left, "dry_run": dry_run, "meant": done.dropped}
    print_done(told, said, as_json=as_json)


def _read(doing: Coroutine[Any, Any, T]) -> T:
    """What reads many letters says so on a terminal: a hundred thousand take half a minute."""
    from fleet.terminal.live_line import foot_line
    from fleet.terminal.views.jobs.dead_letters import how_far

    with foot_line(wanted=True) as show:
        show(how_far(0, None))
        return run(doing)


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="dlq")
