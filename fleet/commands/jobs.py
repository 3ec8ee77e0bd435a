"""`crawlfleet jobs add | list | show | requeue | cancel | pause | resume`."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from common.errors import CrawlfleetError
from common.job import JobStatus
from common.output.typable import typable
from common.shops.table import SHOPS
from fleet.commands.context import run, settings_of
from fleet.commands.options import Json, Limit, filtered
from fleet.operations.selecting import NotFound, Wanted
from fleet.terminal.examples import examples

if TYPE_CHECKING:
    from fleet.operations.jobs.steering import JobFate

Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Job ids, their first letters, or links.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say which jobs it would be.")]

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Look at jobs and steer them.")


class NoneAccepted(CrawlfleetError):
    """Not one of the given links could become a job."""


@app.command(
    epilog=examples(
        "crawlfleet jobs add https://shopee.tw/product/310001/9100001",
        "crawlfleet jobs add --priority 10 https://s.shopee.tw/abc https://item.taobao.com/item.htm?id=1",
        "crawlfleet jobs add - < links.txt",
    )
)
def add(
    ctx: typer.Context,
    urls: Annotated[list[str], typer.Argument(metavar="URL...", help="Product or short links; - reads lines.")],
    priority: Annotated[int, typer.Option(min=-100, max=100, help="Higher ones are crawled first.")] = 0,
    as_json: Json = False,
) -> None:
    """Accept links as jobs; a link that is known stays one job."""
    from fleet.operations.jobs.adding import Accepted, add_jobs
    from fleet.terminal.views.changes import show_added

    answers = run(add_jobs(settings_of(ctx), _expanded(urls, sys.stdin), priority=priority))
    show_added(answers, as_json=as_json)
    if not any(isinstance(answer, Accepted) for answer in answers):
        raise NoneAccepted("no job was added: none of the links names a product of a registered shop.")


def _expanded(typed: Sequence[str], standard_input: Iterable[str]) -> list[str]:
    """The links as typed; `-` stands for the lines of standard input."""
    links: list[str] = []
    for word in typed:
        links += [line.strip() for line in standard_input if line.strip()] if word == "-" else [word]
    return links


@app.command(
    "list",
    epilog=examples(
        "crawlfleet jobs list --status DEAD --platform shopee",
        "crawlfleet jobs list --error-code RATE_LIMITED --newer-than 2h",
        "crawlfleet jobs list --status RUNNING --older-than 30m --json",
        "crawlfleet jobs list --broken --platform shopee",
    ),
)
@filtered
def list_(
    ctx: typer.Context,
    wanted: Wanted,
    broken: Annotated[bool, typer.Option("--broken", help="Only links that failed five times running.")] = False,
    limit: Limit = 50,
    as_json: Json = False,
) -> None:
    """List jobs, the last changed first, and how many stand where."""
    from fleet.operations.jobs.looking import list_jobs
    from fleet.terminal.views.jobs import show_jobs

    wanted = dataclasses.replace(wanted, broken=broken)
    listed = run(list_jobs(settings_of(ctx), wanted, limit=limit, count=not as_json))
    show_jobs(listed, narrowed=wanted.anything, limit=limit, as_json=as_json)


@app.command(epilog=examples("crawlfleet jobs show k3v9q", "crawlfleet jobs show k3v9q --json"))
def show(
    ctx: typer.Context,
    job: Annotated[str, typer.Argument(metavar="ID", help="A job's id, its first letters, or its link.")],
    as_json: Json = False,
) -> None:
    """Show one job whole: its events, its posts, and what to type next."""
    from fleet.operations.jobs.looking import show_job
    from fleet.terminal.views.job import show_whole

    show_whole(run(show_job(settings_of(ctx), job)), as_json=as_json)


@app.command(
    epilog=examples(
        "crawlfleet jobs requeue k3v9q",
        "crawlfleet jobs requeue --status DEAD --platform shopee --dry-run",
        "crawlfleet jobs requeue --error-code TIMEOUT --newer-than 1d",
    )
)
@filtered
def requeue(
    ctx: typer.Context,
    wanted: Wanted,
    ids: Ids = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Give DEAD and FAILED_PERMANENT jobs another chance."""
    from fleet.operations.jobs.steering import requeue_jobs

    fates = run(requeue_jobs(settings_of(ctx), ids or [], wanted, dry_run=dry_run))
    _answer("requeued", fates, dry_run=dry_run, as_json=as_json)


@app.command(
    epilog=examples(
        'crawlfleet jobs cancel k3v9q --reason "not ours"',
        f"crawlfleet jobs cancel --status {JobStatus.NEW} --platform other --dry-run",
    )
)
@filtered
def cancel(
    ctx: typer.Context,
    wanted: Wanted,
    ids: Ids = None,
    reason: Annotated[str, typer.Option(help="Kept on the job's row.")] = "cancelled by an operator",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """End open jobs; a worker that still runs one loses its lease."""
    from fleet.operations.jobs.steering import cancel_jobs

    fates = run(cancel_jobs(settings_of(ctx), ids or [], wanted, reason=reason, dry_run=dry_run))
    _answer("cancelled", fates, dry_run=dry_run, as_json=as_json)


def _answer(done: str, fates: Sequence[JobFate], *, dry_run: bool, as_json: bool) -> None:
    """Raises NotFound when jobs were meant and nothing could be done to any."""
    from fleet.terminal.views.changes import show_fates, show_total

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
    reason: Annotated[str, typer.Option(help="Why, for the next operator.")],
) -> None:
    """Stop publishing and claiming one shop's jobs, fleet-wide."""
    from fleet.operations.shops import pause_shop
    from fleet.terminal.output import print_line

    name = run(pause_shop(settings_of(ctx), shop, reason))
    print_line(f"{name} is paused for the whole fleet; `crawlfleet jobs resume {typable(name, 'SHOP')}` ends that")


@app.command(epilog=examples("crawlfleet jobs resume shopee", "crawlfleet jobs resume other/example.com"))
def resume(ctx: typer.Context, shop: Shop) -> None:
    """Go on with a paused shop."""
    from fleet.operations.shops import resume_shop
    from fleet.terminal.output import print_line

    name = run(resume_shop(settings_of(ctx), shop))
    print_line(f"{name} goes on; messages put aside meanwhile come back within five minutes")
