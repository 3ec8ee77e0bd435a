"""`crawlfleet jobs add | list | errors | show`, and the words of steering.py."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated

import typer

from common.errors import CrawlfleetError
from common.output.counting import counted
from fleet.commands.jobs import steering
from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.listing import Listing, in_pages, tell_of_more
from fleet.commands.typed.options import USUAL_LIMIT, Csv, Json, Limit, OneJson, filtered
from fleet.commands.typed.secret_text import MARK
from fleet.operations.selecting import Wanted
from fleet.terminal.examples import examples

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
    """The links as typed; `-` stands for the lines of standard input, which an editor's mark may stand before."""
    links: list[str] = []
    for word in typed:
        lines = (line.removeprefix(MARK).strip() for line in standard_input) if word == "-" else (word,)
        links += [line for line in lines if line or word != "-"]
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
@in_pages
def list_(
    ctx: typer.Context,
    wanted: Wanted,
    oldest_first: Annotated[bool, typer.Option("--oldest-first", help="The longest unchanged first.")] = False,
    *,
    listing: Listing,
) -> None:
    """List jobs, the last changed first, and how many stand where."""
    from fleet.operations.jobs.looking import count_all, each_page, list_jobs
    from fleet.terminal.views.jobs.jobs import print_jobs, show_jobs, show_standing

    settings = settings_of(ctx)
    listing.answer(
        partial(list_jobs, settings, wanted, oldest_first=oldest_first, count=False),
        partial(show_jobs, narrowed=wanted.anything),
        each=partial(each_page, settings, wanted, oldest_first=oldest_first),
        print_=print_jobs,
    )
    if not listing.for_programs:
        show_standing(*run(count_all(settings)), narrowed=wanted.anything)


@app.command(
    epilog=examples(
        "crawlfleet jobs errors",
        "crawlfleet jobs errors --shop other --newer-than 1d",
        "crawlfleet jobs errors --state DEAD --csv",
    )
)
@filtered
def errors(
    ctx: typer.Context, wanted: Wanted, limit: Limit = USUAL_LIMIT, as_json: Json = False, as_csv: Csv = False
) -> None:
    """Count failed jobs by shop, state and error. On the open web by domain; the most first."""
    from fleet.operations.jobs.looking import count_errors
    from fleet.terminal.views.jobs.jobs import show_errors

    counts = run(count_errors(settings_of(ctx), wanted, limit=limit + 1))
    show_errors(counts[:limit], narrowed=wanted.anything, as_json=as_json, as_csv=as_csv)
    tell_of_more(len(counts), limit, beside=as_json or as_csv)


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


steering.register(app)


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="jobs")
