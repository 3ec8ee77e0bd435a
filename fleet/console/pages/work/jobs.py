"""Jobs by filters that live in the address, and what is done to all that they find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from common.job import JobStatus
from common.output.counting import counted as number_of
from common.shops.table import SHOPS
from common.store import Cursor
from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.pages.work import asking
from fleet.console.pages.work.asking import Question
from fleet.durations import age_ms
from fleet.guessing import instead
from fleet.operations.jobs.looking import count_jobs, list_jobs
from fleet.operations.jobs.steering import cancel_jobs, plan, recheck_jobs, requeue_jobs
from fleet.operations.selecting import Wanted

PAGE = 50
MOST_COUNTED = 10_000
MOST_TEXT = 300
AGES = ("10m", "1h", "6h", "1d", "7d", "30d")
VERBS = ("requeue", "recheck", "cancel")
CANCEL_REASON = "cancelled by an operator at the console"
MEANS = {
    "requeue": asking.AGAIN,
    "recheck": "They are crawled again now, whatever their next crawl would have waited for.",
    "cancel": "They end as FAILED_PERMANENT, and are crawled no more until somebody requeues them.",
}
LEFT_OUT = "Jobs that change until you answer are left out."
FILTERS = ("status", "shop", "error", "source", "account", "text", "older", "newer", "broken")
BESIDE = ("after", "order")
"""What the address of a list holds besides its filters."""


async def show(console: Console, request: Request, who: Who) -> Response:
    fields = filters(request.query_params)
    wanted = wanted_by(fields)
    oldest_first = request.query_params.get("order") == "oldest"
    found = await list_jobs(
        console.settings,
        wanted,
        limit=PAGE,
        after=place(request.query_params),
        count=False,
        oldest_first=oldest_first,
    )
    after = request.query_params.get("after", "")
    if found.next is None and not after:  # all of them are here
        counted = len(found.jobs)
    else:
        counted = await count_jobs(console.settings, wanted, most=MOST_COUNTED + 1)
    return console.shown(
        request,
        "jobs.html",
        who,
        fields=fields,
        found=found,
        counted=f"{MOST_COUNTED:,}+" if counted > MOST_COUNTED else f"{counted:,}",
        narrowed=wanted.anything,
        order="oldest" if oldest_first else "",
        statuses=list(JobStatus),
        shops=list(SHOPS),
        ages=AGES,
        verbs=VERBS,
        further=after,
    )


async def ask(console: Console, request: Request, who: Who, form: Form) -> Response:
    """How many exactly, and yes or no. What was counted stays here; the answer names only its number."""
    verb = one(form, "verb")
    if verb not in VERBS:
        raise Refused("There is no such action.")
    fields = filters({name: values[-1] for name, values in form.items()} | {"status": form.get("status", [])})
    wanted = wanted_by(fields)
    meant = await plan(console.settings, verb, wanted)
    about = replace(wanted, as_of_ms=meant.as_of_ms)
    none = "None of these jobs is in a state that allows it."
    question = Question(verb, about, meant.count, "job", (MEANS[verb], LEFT_OUT), none, "/jobs", fields)
    return asking.ask(console, request, who, question)


async def do(console: Console, request: Request, who: Who, form: Form) -> Response:
    asked, about = asking.answered(console, who, form, Wanted)
    doing: dict[str, Any] = {"dry_run": False, "operator": who.operator}
    if asked.verb == "cancel":
        action = cancel_jobs(console.settings, (), about, reason=CANCEL_REASON, **doing)
    else:
        steer = requeue_jobs if asked.verb == "requeue" else recheck_jobs
        action = steer(console.settings, (), about, **doing)
    console.actions.run(f"{asked.verb} of {number_of(asked.count, 'job')} by {who.name}", action)
    return asking.to_the_audit(who)


def filters(given: QueryParams | Mapping[str, Any]) -> dict[str, Any]:
    """The filters of an address or a form by name, as they were typed; `status` is a list. Raises Refused, also for a
    name in an address that is no filter: a typing error must not show, and offer to end, everything."""
    if isinstance(given, QueryParams) and (unknown := [name for name in given if name not in {*FILTERS, *BESIDE}]):
        raise Refused(f"there is no filter {unknown[0][:40]!r}{instead(unknown[0], FILTERS)}")
    statuses = given.getlist("status") if isinstance(given, QueryParams) else list(given.get("status", []))
    fields: dict[str, Any] = {name: str(given.get(name) or "").strip() for name in FILTERS if name != "status"}
    fields["text"] = fields["text"][:MOST_TEXT]
    fields["broken"] = ticked(fields["broken"])
    return {"status": [status.upper() for status in statuses if status]} | fields


def ticked(typed: str) -> str:
    """`yes` or nothing. Raises Refused for anything else: a page must not name a filter that filters nothing."""
    if typed not in {"", "yes"}:
        raise Refused(f"{typed[:40]!r} is no answer to whether a filter holds; write yes, or leave it out.")
    return typed


def _state(typed: str) -> JobStatus:
    try:
        return JobStatus(typed)
    except ValueError:
        raise ValueError(f"there is no state {typed[:40]!r}{instead(typed, tuple(JobStatus))}") from None


def wanted_by(fields: Mapping[str, Any]) -> Wanted:
    """Raises Refused for a state or an age that is none, ConfigError for such a shop."""
    try:
        statuses = [_state(status.upper()) for status in fields["status"]]
        older, newer = (age_ms(fields[name]) if fields[name] else None for name in ("older", "newer"))
    except ValueError as error:
        raise Refused(str(error)) from None
    wanted = Wanted(
        statuses=statuses,
        shop=fields["shop"] or None,
        error_code=fields["error"] or None,
        older_than_ms=older,
        newer_than_ms=newer,
        source=fields["source"] or None,
        account=fields["account"] or None,
        text=fields["text"] or None,
        broken=fields["broken"] == "yes",
    )
    wanted.filter()
    return wanted


def place(given: QueryParams) -> Cursor | None:
    """Where the list goes on. Raises Refused."""
    after = given.get("after")
    try:
        return Cursor.parse(after) if after else None
    except ValueError:
        raise Refused("This place of the list is none. Begin at its first page.") from None
