"""`crawlfleet jobs add | list | show | requeue | cancel`."""

from __future__ import annotations

from typing import Annotated

import typer

from common.job import JobStatus
from common.shops.table import SHOPS
from fleet.commands.context import run, settings_of
from fleet.operations.selecting import Code, Json, Limit, NewerThan, OlderThan, Platform, Statuses, Wanted
from fleet.terminal.examples import examples

Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Job ids, their first letters, or links.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say which jobs it would be.")]

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Look at jobs and steer them.")


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
    from fleet.operations.adding import add_jobs

    run(add_jobs(settings_of(ctx), urls, priority=priority, as_json=as_json))


@app.command(
    "list",
    epilog=examples(
        "crawlfleet jobs list --status DEAD --platform shopee",
        "crawlfleet jobs list --error-code RATE_LIMITED --newer-than 2h",
        "crawlfleet jobs list --status RUNNING --older-than 30m --json",
        "crawlfleet jobs list --broken --platform shopee",
    ),
)
def list_(
    ctx: typer.Context,
    status: Statuses = None,
    platform: Platform = None,
    error_code: Code = None,
    older_than: OlderThan = None,
    newer_than: NewerThan = None,
    broken: Annotated[bool, typer.Option("--broken", help="Only links that failed five times running.")] = False,
    limit: Limit = 50,
    as_json: Json = False,
) -> None:
    """List jobs, the last changed first, and how many stand where."""
    from fleet.terminal.views.job_list import list_jobs

    wanted = Wanted(status or (), platform, error_code, older_than, newer_than, broken)
    run(list_jobs(settings_of(ctx), wanted, limit=limit, as_json=as_json))


@app.command(epilog=examples("crawlfleet jobs show k3v9q", "crawlfleet jobs show k3v9q --json"))
def show(
    ctx: typer.Context,
    job: Annotated[str, typer.Argument(metavar="ID", help="A job's id, its first letters, or its link.")],
    as_json: Json = False,
) -> None:
    """Show one job whole: its events, its posts, and what to type next."""
    from fleet.terminal.views.job import show_job

    run(show_job(settings_of(ctx), job, as_json=as_json))


@app.command(
    epilog=examples(
        "crawlfleet jobs requeue k3v9q",
        "crawlfleet jobs requeue --status DEAD --platform shopee --dry-run",
        "crawlfleet jobs requeue --error-code TIMEOUT --newer-than 1d",
    )
)
def requeue(
    ctx: typer.Context,
    ids: Ids = None,
    status: Statuses = None,
    platform: Platform = None,
    error_code: Code = None,
    older_than: OlderThan = None,
    newer_than: NewerThan = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Give DEAD and FAILED_PERMANENT jobs another chance."""
    from fleet.operations.steering import REQUEUE, steer

    wanted = Wanted(status or (), platform, error_code, older_than, newer_than)
    run(steer(settings_of(ctx), REQUEUE, ids or [], wanted, dry_run=dry_run, as_json=as_json))


@app.command(
    epilog=examples(
        'crawlfleet jobs cancel k3v9q --reason "not ours"',
        f"crawlfleet jobs cancel --status {JobStatus.NEW} --platform other --dry-run",
    )
)
def cancel(
    ctx: typer.Context,
    ids: Ids = None,
    status: Statuses = None,
    platform: Platform = None,
    error_code: Code = None,
    older_than: OlderThan = None,
    newer_than: NewerThan = None,
    reason: Annotated[str, typer.Option(help="Kept on the job's row.")] = "cancelled by an operator",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """End open jobs; a worker that still runs one loses its lease."""
    from fleet.operations.steering import cancelling, steer

    wanted = Wanted(status or (), platform, error_code, older_than, newer_than)
    run(steer(settings_of(ctx), cancelling(reason), ids or [], wanted, dry_run=dry_run, as_json=as_json))


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
    from fleet.operations.pausing import pause_shop

    run(pause_shop(settings_of(ctx), shop, reason))


@app.command(epilog=examples("crawlfleet jobs resume shopee", "crawlfleet jobs resume other/example.com"))
def resume(ctx: typer.Context, shop: Shop) -> None:
    """Go on with a paused shop."""
    from fleet.operations.pausing import resume_shop

    run(resume_shop(settings_of(ctx), shop))
