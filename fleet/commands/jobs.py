"""`crawlfleet jobs add | list | errors | show | requeue | recheck | cancel | pause | resume`."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from common.errors import CrawlfleetError
from common.job import JobStatus
from common.output.counting import counted
from common.output.typable import typable
from common.shops.table import SHOPS
from fleet.commands.typed.asking import agreed
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import After, Csv, Json, Limit, OneJson, Yes, filtered, place, words
from fleet.operations.selecting import NotFound, Wanted
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from common.settings import Settings
    from fleet.operations.jobs.steering import JobFate

Ids = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Job ids, their first letters, or links.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say which jobs it would be.")]

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look at jobs and steer them.",
    epilog=examples(
        "crawlfleet jobs add https://shopee.tw/product/310001/9100001",
        "crawlfleet jobs list",
        "crawlfleet jobs show k3v9q",
    ),
)


class SomeRefused(CrawlfleetError):
    """Some of the given links became jobs, and others could not."""


class NoneAccepted(CrawlfleetError):
    """Not one of the given links could become a job."""


@app.command(
    epilog=examples(
        "crawlfleet jobs add https://shopee.tw/product/310001/9100001",
        "crawlfleet jobs add --priority 10 https://s.shopee.tw/abc",
        "crawlfleet jobs add - < links.txt",
    )
)
def add(
    ctx: typer.Context,
    urls: Annotated[list[str], typer.Argument(metavar="URL", help="Product or short links; - reads lines.")],
    priority: Annotated[int, typer.Option(min=-100, max=100, help="Higher ones are crawled first.")] = 0,
    as_json: Json = False,
) -> None:
    """Accept links as jobs; a link that is known stays one job."""
    from fleet.operations.jobs.adding import Accepted, add_jobs
    from fleet.terminal.views.jobs.changes import show_added

    links = _expanded(urls, sys.stdin)
    if not links:
        raise NoneAccepted("no job was added: standard input held no link.")
    answers = run(add_jobs(settings_of(ctx), links, priority=priority))
    show_added(answers, as_json=as_json)
    if not any(isinstance(answer, Accepted) for answer in answers):
        raise NoneAccepted("no job was added: none of the links names a product of a registered shop.")
    if refused := sum(not isinstance(answer, Accepted) for answer in answers):
        raise SomeRefused(f"{refused} of {counted(len(answers), 'link')} refused; the others are jobs.")


def _expanded(typed: Sequence[str], standard_input: Iterable[str]) -> list[str]:
    """The links as typed; `-` stands for the lines of standard input."""
    links: list[str] = []
    for word in typed:
        links += [line.strip() for line in standard_input if line.strip()] if word == "-" else [word]
    return links


@app.command(
    "list",
    epilog=examples(
        "crawlfleet jobs list --state DEAD --shop shopee",
        "crawlfleet jobs list --error-code RATE_LIMITED --newer-than 2h",
        "crawlfleet jobs list --state RUNNING --older-than 30m --json",
        "crawlfleet jobs list --broken --shop other/example.com",
        "crawlfleet jobs list --text 'blue mug' --oldest-first",
    ),
)
@filtered
def list_(
    ctx: typer.Context,
    wanted: Wanted,
    oldest_first: Annotated[bool, typer.Option("--oldest-first", help="The longest unchanged first.")] = False,
    limit: Limit = 50,
    after: After = None,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """List jobs, the last changed first, and how many stand where."""
    from fleet.operations.jobs.looking import each_page, list_jobs
    from fleet.terminal.views.jobs.jobs import print_jobs, show_jobs

    settings, start = settings_of(ctx), place(after)
    if as_json or as_csv:
        run(print_jobs(each_page(settings, wanted, limit=limit, after=start, oldest_first=oldest_first), as_csv=as_csv))
        return
    listed = list_jobs(settings, wanted, limit=limit, after=start, oldest_first=oldest_first)
    show_jobs(run(listed), narrowed=wanted.anything)


@app.command(
    epilog=examples(
        "crawlfleet jobs errors",
        "crawlfleet jobs errors --shop other --newer-than 1d",
        "crawlfleet jobs errors --state DEAD --csv",
    )
)
@filtered
def errors(ctx: typer.Context, wanted: Wanted, limit: Limit = 50, as_json: Json = False, as_csv: Csv = False) -> None:
    """Count failed jobs by shop, state and error. On the open web by domain; the most first."""
    from fleet.operations.jobs.looking import count_errors
    from fleet.terminal.views.jobs.jobs import show_errors

    show_errors(run(count_errors(settings_of(ctx), wanted, limit=limit)), as_json=as_json, as_csv=as_csv)


@app.command(epilog=examples("crawlfleet jobs show k3v9q", "crawlfleet jobs show k3v9q --json"))
def show(
    ctx: typer.Context,
    job: Annotated[str, typer.Argument(metavar="ID", help="A job's id, its first letters, or its link.")],
    as_json: OneJson = False,
) -> None:
    """Show one job whole: its events, its posts, and what to type next."""
    from fleet.operations.jobs.looking import show_job
    from fleet.terminal.views.jobs.job import show_whole

    show_whole(run(show_job(settings_of(ctx), job)), as_json=as_json)


@app.command(
    epilog=examples(
        "crawlfleet jobs requeue k3v9q",
        "crawlfleet jobs requeue --state DEAD --shop shopee --dry-run",
        "crawlfleet jobs requeue --error-code TIMEOUT --newer-than 1d",
    )
)
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


@app.command(
    epilog=examples(
        "crawlfleet jobs recheck https://shopee.tw/product/310001/9100001",
        "crawlfleet jobs recheck --shop other/example.com --older-than 7d --dry-run",
    )
)
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


@app.command(
    epilog=examples(
        'crawlfleet jobs cancel k3v9q --reason "not ours"',
        f"crawlfleet jobs cancel --state {JobStatus.NEW} --shop other --dry-run",
    )
)
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
    if planned.count:
        agreed(f"{verb} {planned.count} jobs?", yes=yes)
    return dataclasses.replace(wanted, as_of_ms=planned.as_of_ms)


def _answer(done: str, fates: Sequence[JobFate], *, dry_run: bool, as_json: bool) -> None:
    """Raises NotFound when jobs were meant and nothing could be done to any."""
    from fleet.terminal.views.jobs.changes import show_fates, show_total

    show_fates(done, fates, dry_run=dry_run, as_json=as_json)
    if fates and not any(fate.done for fate in fates):
        raise NotFound(f"no job was {done}. `crawlfleet jobs show ID` says how each one stands.")
    if not as_json:
        show_total(done, fates, dry_run=dry_run)


Shop = Annotated[str, typer.Argument(metavar="SHOP", help=f"{', '.join(SHOPS)}, or one shop: other/example.com.")]


@app.command(
    epilog=examples(
        'crawlfleet jobs pause shopee --reason "captchas since noon"',
        'crawlfleet jobs pause other/example.com --reason "they asked us to"',
    )
)
def pause(
    ctx: typer.Context,
    shop: Shop,
    reason: Annotated[str, typer.Option(callback=words, help="Why, for the next operator.")],
) -> None:
    """Stop publishing and claiming one shop's jobs, fleet-wide."""
    from fleet.operations.shops.standing import pause_shop
    from fleet.terminal.output import print_line

    name = run(pause_shop(settings_of(ctx), shop, reason))
    print_line(f"{name} is paused for the whole fleet; `crawlfleet jobs resume {typable(name, 'SHOP')}` ends that")


@app.command(epilog=examples("crawlfleet jobs resume shopee", "crawlfleet jobs resume other/example.com"))
def resume(ctx: typer.Context, shop: Shop) -> None:
    """Go on with a paused shop."""
    from fleet.operations.shops.standing import resume_shop, still_paused
    from fleet.terminal.output import print_line

    settings = settings_of(ctx)
    name = run(resume_shop(settings, shop))
    print_line(f"{name} goes on; the dispatcher publishes its jobs again")
    for other in run(still_paused(settings, name)):
        print_line(f"{other} is still paused; `crawlfleet jobs resume {typable(other, 'SHOP')}` ends that")
