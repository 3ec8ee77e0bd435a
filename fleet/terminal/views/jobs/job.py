"""One job whole, and what to type next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.errors import ErrorCode
from common.job import Job, JobStatus, Sighting
from common.links.shown_account import shown_account
from common.output.typable import typable
from common.shops.listed import shop_listed
from common.shops.table import OPEN_WEB
from common.trust.states import ResultState
from fleet.durations import ago, short_duration
from fleet.operations.json_objects import (
    result_of,
    whole_job_object,
)
from fleet.terminal.facts import fact_lines
from fleet.terminal.offers.grounds_text import grounds_text
from fleet.terminal.offers.money_text import candidates_text, price_text
from fleet.terminal.output import print_json, print_lines, print_steps
from fleet.terminal.table import Column, render_indented
from fleet.terminal.text import folded, utc
from fleet.terminal.views.jobs.pending import next_look_text, pending_text
from fleet.terminal.views.jobs.reports import reports_lines
from fleet.terminal.views.jobs.rounds import rounds_told_once

if TYPE_CHECKING:
    from common.store import JobEvent
    from fleet.operations.jobs.looking import JobShown


def show_whole(shown: JobShown, *, as_json: bool) -> None:
    """The row, its events, what volunteers said, the posts that named it, and what to type next."""
    job, now_ms = shown.job, shown.now_ms
    if as_json:
        print_json(whole_job_object(shown) | {"next": _steps(shown)})
        return
    waits = {"pending": pending_text(shown.pending), "next look": next_look_text(shown.pending)}
    pending = [line for name, text in waits.items() if text for line in _fact(name, text)]
    parts = (*pending, *_events(shown.events), *reports_lines(shown.reports), *_sightings(shown.sightings))
    print_lines((*facts(job, now_ms), *parts))
    print_steps(_steps(shown))


def facts(job: Job, now_ms: int) -> list[str]:
    """The row, one fact beneath the other."""
    item = f", item {job.item_id}" if job.item_id else ""
    shop = shop_listed(job.platform, job.region, job.url_norm)
    seller = f", seller {job.shop_id}" if job.shop_id and job.platform != OPEN_WEB else ""
    lines = [
        f"Job {job.id}",
        *_fact("link", job.url_norm),
        *(_fact("as posted", job.url) if job.url != job.url_norm else ()),
        *_fact("shop", f"{shop}{seller}{item}"),
        *_fact("state", f"{job.status} for {ago(job.updated_at, now_ms)}, try {job.attempt} of {job.max_attempts}"),
        *_fact("accepted", f"{utc(job.created_at)}, first from {_first_from(job)}"),
    ]
    if job.via:
        lines += _fact("way", job.via)
    if job.error_code or job.last_error:
        lines += _fact("error", ": ".join(part for part in (job.error_code, job.last_error) if part))
    if job.locked_by and job.lock_expires_at:
        left = job.lock_expires_at - now_ms
        until = f"{short_duration(left)} left" if left > 0 else f"ran out {ago(job.lock_expires_at, now_ms)} ago"
        lines += _fact("lease", f"held by {job.locked_by}, {until}")
    lines += _result(job)
    if job.broken_at:
        lines += _fact("broken", f"since {utc(job.broken_at)}: {job.failures} attempts in a row failed")
    if job.gone:
        lines += _fact("gone", f"looks in a row that found no page: {job.gone}")
    if again := again_text(job):
        lines += _fact("again", again)
    return lines


def again_text(job: Job) -> str:
    """When an ended job is crawled again, or that it never is unless somebody orders it; nothing of an open one."""
    if job.next_crawl_at:
        if_open = ", if robots.txt allows it by then" if job.error_code == ErrorCode.ROBOTS_DISALLOWED else ""
        return f"crawled again after {utc(job.next_crawl_at)}{if_open}"
    if job.status is JobStatus.FAILED_PERMANENT:
        return "never by itself: requeue it to try it from the start"
    return ""


def _first_from(job: Job) -> str:
    """`rss https://pine.example/feed`; a link that an operator added is of no account."""
    return job.source if job.source == job.source_account else f"{job.source} {shown_account(job.source_account)}"


def _result(job: Job) -> list[str]:
    result = result_of(job)
    if result is None:
        return []
    offer, verdict = result.get("offer") or {}, result.get("verdict") or {}
    price = price_text(offer.get("price_minor"), offer.get("currency"))
    seen = [offer.get("title"), price, offer.get("availability")]
    reason = f" ({verdict['reason']})" if verdict.get("reason") else ""
    is_doubted = verdict.get("status") != "ok"
    evidence, may_be = (grounds_text(offer), candidates_text(offer)) if is_doubted else ("", "")
    return [
        *_fact("product", ", ".join(str(part) for part in seen if part)),
        *_fact("verdict", f"{verdict.get('status', 'none')}{reason}"),
        *(_fact("evidence", evidence) if evidence else ()),
        *(_fact("may be", may_be) if may_be else ()),
    ]


def _fact(name: str, text: str) -> list[str]:
    return fact_lines(name, text, named=10, indent="  ")


def _events(events: Sequence[JobEvent]) -> list[str]:
    columns = (
        Column("at", whole=True),
        Column("from", whole=True),
        Column("to", whole=True),
        Column("try", right=True, whole=True),
        Column("way", whole=True),
        Column("worker", beneath=True),
        Column("why", beneath=True),
    )
    rows, told = [], []
    for once, times, ended_at in rounds_told_once(events):
        rows += [_event(event) for event in once]
        told += [_detail(event) for event in once if event.detail]
        if times > 1:
            rows[-1][-1] = f"{rows[-1][-1]} ×{times}".lstrip()
            told.append(f"×{times}: {times} times in a row, from {utc(once[0].at)} to {utc(ended_at)}")
    beneath = [line for one in told for line in folded(one, first="  ", rest="    ")]
    return ["", "Events:", *render_indented(columns, rows), *beneath] if rows else []


def _event(event: JobEvent) -> list[str]:
    return [
        utc(event.at),
        str(event.from_status or ""),
        str(event.to_status),
        str(event.attempt),
        event.via or "",
        event.worker or "",
        event.why,
    ]


def _detail(event: JobEvent) -> str:
    if event.to_status is JobStatus.QUEUED:
        return f"given back by {event.worker or 'its machine'}: {event.detail}"
    return f"{event.via} did not do: {event.detail}"


def _sightings(sightings: Sequence[Sighting]) -> list[str]:
    columns = (Column("network"), Column("account"), Column("posted"), Column("post", flexible=True, beneath=True))
    rows = [
        [
            seen.source,
            shown_account(seen.source_account),
            utc(seen.posted_at) if seen.posted_at is not None else "",
            seen.post_url or seen.source_post_id,
        ]
        for seen in sightings
    ]
    return ["", "Posts that named it:", *render_indented(columns, rows)] if rows else []


def _steps(shown: JobShown) -> list[str]:
    """As next_steps; a job that waits for a second look waits for whoever may give it, when it is due."""
    steps = next_steps(shown.job, shown.now_ms, led=shown.led)
    due_ms = (shown.job.next_run_at or 0) - shown.now_ms
    if shown.pending and shown.job.status is JobStatus.NEW and due_ms > 0:
        steps[0] = _in_time("the second look is due", due_ms, led=shown.led)
    waits = any(report.state is ResultState.WAITING for report in shown.reports)
    if waits and shown.job.status in {JobStatus.NEW, JobStatus.QUEUED}:
        steps[0] = "crawlfleet work   # your own worker gives the look that is waited for"
    return steps


def next_steps(job: Job, now_ms: int, *, led: bool) -> list[str]:
    """What an operator can type now, each line with why. `led`: a dispatcher leads, so what is due will be done."""
    named = typable(job.id, "ID")
    cancel = f'crawlfleet jobs cancel {named} --reason "…"   # to end it'
    if job.status in {JobStatus.DEAD, JobStatus.FAILED_PERMANENT}:
        others = f"crawlfleet jobs list --state {job.status} --error-code {typable(job.error_code or '', 'CODE')}"
        return [
            f"crawlfleet jobs requeue {named}   # to try again from the start",
            f"{others}   # to see whether others ended the same way",
        ]
    if job.status == JobStatus.SUCCEEDED:
        return [f"crawlfleet products show {named}   # what is known of the product, and its prices"]
    return [_meanwhile(job, now_ms, led=led), cancel]


def _meanwhile(job: Job, now_ms: int, *, led: bool) -> str:
    """What an open job waits for. Only steps that a fleet in one process (`up`) can take as well."""
    if job.status == JobStatus.NEW:
        return "crawlfleet doctor   # is its shop paused, its queue full, or does no dispatcher run?"
    if job.status == JobStatus.QUEUED:
        return "crawlfleet doctor   # does no worker take from its queue, or has it no network?"
    if job.status == JobStatus.FAILED_RETRYABLE:
        left_ms = (job.next_run_at or now_ms) - now_ms
        if left_ms > 0:
            return _in_time("it is tried again", left_ms, led=led)
        return "crawlfleet doctor   # it is due: is its shop paused, or does no dispatcher run?"
    if job.lock_expires_at and job.lock_expires_at <= now_ms:
        return "crawlfleet doctor   # its lease ran out, and a dispatcher brings it back: does none run?"
    if not led:
        return "crawlfleet doctor   # a worker holds it, and no dispatcher runs to bring it back if that one vanishes"
    return "nothing: a worker holds it, and the dispatcher brings it back if that worker vanishes"


def _in_time(what: str, left_ms: int, *, led: bool) -> str:
    """`what`, a whole sentence, is for a dispatcher to do when the time has come."""
    in_ = f"{what} in {short_duration(left_ms)}"
    return f"nothing: {in_}" if led else f"crawlfleet doctor   # {in_} if a dispatcher runs by then: none does now"
