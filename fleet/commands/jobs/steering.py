"""What changes jobs: `crawlfleet jobs requeue | recheck | cancel | pause | resume`."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from common.job import JobStatus
from common.output.counting import counted
from common.output.typable import typable
from common.shops.table import SHOPS
from fleet.commands.typed.asking import agreed
from fleet.commands.typed.completing import among
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.options import Json, OneJson, Yes, filtered, words
from fleet.operations.selecting import NotFound, Wanted
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from common.settings import Settings
    from fleet.operations.jobs.steering import JobFate

Ids = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Job ids, their first letters, or links.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say which jobs it would be.")]
Shop = Annotated[
    str,
    typer.Argument(
        metavar="SHOP", autocompletion=among(SHOPS), help=f"{', '.join(SHOPS)}, or one shop: other/example.com."
    ),
]


@filtered
def requeue(
    ctx: typer.Context,
    wanted: Wanted,
    ids: Ids = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Give DEAD and FAILED_PERMANENT jobs another chance."""
    from fleet.operations.jobs.steering import requeue_jobs

    settings = settings_of(ctx)
    wanted = _asked(settings, "requeue", ids, wanted, dry_run=dry_run, yes=yes)
    fates = run(requeue_jobs(settings, ids or [], wanted, dry_run=dry_run))
    _answer("requeued", fates, dry_run=dry_run, as_json=as_json)


@filtered
def recheck(
    ctx: typer.Context,
    wanted: Wanted,
    ids: Ids = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Crawl jobs that ended, SUCCEEDED ones too, again now."""
    from fleet.operations.jobs.steering import recheck_jobs

    settings = settings_of(ctx)
    wanted = _asked(settings, "recheck", ids, wanted, dry_run=dry_run, yes=yes)
    fates = run(recheck_jobs(settings, ids or [], wanted, dry_run=dry_run))
    _answer("rechecked", fates, dry_run=dry_run, as_json=as_json)


@filtered
def cancel(
    ctx: typer.Context,
    wanted: Wanted,
    ids: Ids = None,
    reason: Annotated[str, typer.Option(callback=words, help="Kept on the job's row.")] = "cancelled by an operator",
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """End open jobs; a worker that still runs one loses its lease."""
    from fleet.operations.jobs.steering import cancel_jobs

    settings = settings_of(ctx)
    wanted = _asked(settings, "cancel", ids, wanted, dry_run=dry_run, yes=yes)
    fates = run(cancel_jobs(settings, ids or [], wanted, reason=reason, dry_run=dry_run))
    _answer("cancelled", fates, dry_run=dry_run, as_json=as_json)


def pause(
    ctx: typer.Context,
    shop: Shop,
    reason: Annotated[str, typer.Option(callback=words, help="Why, for the next operator.")],
    as_json: OneJson = False,
) -> None:
    """Stop publishing and claiming one shop's jobs, fleet-wide."""
    from fleet.operations.json_objects import paused_object
    from fleet.operations.shops.standing import pause_shop
    from fleet.terminal.output import note, print_done
    from fleet.terminal.switched import paused_already, unknown_shop

    done = run(pause_shop(settings_of(ctx), shop, reason))
    ends = f"`crawlfleet jobs resume {typable(done.name, 'SHOP')}` ends that"
    said = f"{done.name} is paused for the whole fleet; {ends}" if done.changed else f"{paused_already(done)} {ends}"
    print_done(paused_object("shop", done, reason=reason), said, as_json=as_json)
    if done.unknown:
        note(unknown_shop(done.name))


def resume(ctx: typer.Context, shop: Shop, as_json: OneJson = False) -> None:
    """Go on with a paused shop."""
    from fleet.operations.json_objects import paused_object
    from fleet.operations.shops.standing import resume_shop, still_paused
    from fleet.terminal.output import print_done
    from fleet.terminal.switched import not_paused

    settings = settings_of(ctx)
    done = run(resume_shop(settings, shop))
    others = run(still_paused(settings, done.name))
    said = f"{done.name} goes on; the dispatcher publishes its jobs again" if done.changed else not_paused(done)
    still = [f"{one} is still paused; `crawlfleet jobs resume {typable(one, 'SHOP')}` ends that" for one in others]
    print_done(paused_object("shop", done) | {"still_paused": others}, said, *still, as_json=as_json)


def _asked(
    settings: Settings, verb: str, ids: Sequence[str] | None, wanted: Wanted, *, dry_run: bool, yes: bool
) -> Wanted:
    """The filters, bound to the jobs that the person was told the number of. Jobs that were named are not asked about.

    Raises NotAgreed.
    """
    if dry_run or ids:
        return wanted
    from fleet.operations.jobs.steering import plan

    planned = run(plan(settings, verb, wanted))
    agreed(f"{verb} {counted(planned.count, 'job')}?", count=planned.count, yes=yes)
    return dataclasses.replace(wanted, as_of_ms=planned.as_of_ms)


def _answer(done: str, fates: Sequence[JobFate], *, dry_run: bool, as_json: bool) -> None:
    """Raises NotFound when jobs were meant and nothing could be done to any."""
    from fleet.terminal.views.jobs.changes import show_fates, show_total

    show_fates(done, fates, dry_run=dry_run, as_json=as_json)
    if fates and not any(fate.done for fate in fates):
        raise NotFound(f"no job was {done}. `crawlfleet jobs show ID` says how each one stands.")
    if not as_json:
        show_total(done, fates, dry_run=dry_run)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "crawlfleet jobs requeue k3v9q",
            "crawlfleet jobs requeue --state DEAD --shop shopee --dry-run",
            "crawlfleet jobs requeue --error-code TIMEOUT --newer-than 1d",
        )
    )(requeue)
    app.command(
        epilog=examples(
            "crawlfleet jobs recheck https://shopee.tw/product/310001/9100001",
            "crawlfleet jobs recheck --shop other/example.com --older-than 7d --dry-run",
        )
    )(recheck)
    app.command(
        epilog=examples(
            'crawlfleet jobs cancel k3v9q --reason "not ours"',
            f"crawlfleet jobs cancel --state {JobStatus.NEW} --shop other --dry-run",
        )
    )(cancel)
    app.command(
        epilog=examples(
            'crawlfleet jobs pause shopee --reason "captchas since noon"',
            'crawlfleet jobs pause other/example.com --reason "they asked us to" --json',
        )
    )(pause)
    app.command(epilog=examples("crawlfleet jobs resume shopee", "crawlfleet jobs resume other/example.com"))(resume)
