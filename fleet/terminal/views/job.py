"""One job whole, and what to type next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.job import Job, JobStatus, Sighting
from common.links.shown_account import shown_account
from common.output.typable import typable
from fleet.durations import ago, short_duration
from fleet.operations.json_objects import event_object, job_object, result_of, sighting_object
from fleet.terminal.money_text import candidates_text, price_text
from fleet.terminal.output import print_json, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from common.store import JobEvent
    from fleet.operations.jobs.looking import JobShown


def show_whole(shown: JobShown, *, as_json: bool) -> None:
    """The row, its events, the posts that named it, and what to type next."""
    job, now_ms = shown.job, shown.now_ms
    if as_json:
        events = [event_object(event) for event in shown.events]
        answer = job_object(job) | {"events": events, "sightings": [sighting_object(seen) for seen in shown.sightings]}
        print_json(answer | {"next": next_steps(job, now_ms)})
        return
    print_lines((*facts(job, now_ms), *_events(shown.events), *_sightings(shown.sightings), "", "What to type next:"))
    print_lines(f"  {line}" for line in next_steps(job, now_ms))


def facts(job: Job, now_ms: int) -> list[str]:
    """The row, one fact a line."""
    item = f", item {job.item_id}" if job.item_id else ""
    seller = f", seller {job.shop_id}" if job.shop_id else ""
    lines = [
        f"Job {job.id}",
        _fact("link", job.url_norm),
        _fact("shop", f"{job.platform}.{job.region}{seller}{item}"),
        _fact("status", f"{job.status} since {ago(job.updated_at, now_ms)}, try {job.attempt} of {job.max_attempts}"),
        _fact("accepted", f"{utc(job.created_at)}, first from {job.source} {shown_account(job.source_account)}"),
    ]
    if job.url != job.url_norm:
        lines.insert(2, _fact("as posted", job.url))
    if job.error_code or job.last_error:
        lines.append(_fact("error", ": ".join(part for part in (job.error_code, job.last_error) if part)))
    if job.locked_by and job.lock_expires_at:
        left = job.lock_expires_at - now_ms
        until = f"{short_duration(left)} left" if left > 0 else f"ran out {ago(job.lock_expires_at, now_ms)} ago"
        lines.append(_fact("lease", f"held by {job.locked_by}, {until}"))
    lines += _result(job)
    if job.broken_at:
        lines.append(_fact("broken", f"since {utc(job.broken_at)}: {job.failures} attempts in a row failed"))
    if job.gone:
        lines.append(_fact("gone", f"looks in a row that found no page: {job.gone}"))
    if job.next_crawl_at:
        lines.append(_fact("again", f"crawled again after {utc(job.next_crawl_at)}"))
    return lines


def _result(job: Job) -> list[str]:
    result = result_of(job)
    if result is None:
        return []
    offer, verdict = result.get("offer") or {}, result.get("verdict") or {}
    price = price_text(offer.get("price_minor"), offer.get("currency"))
    seen = [offer.get("title"), price, offer.get("availability")]
    reason = f" ({verdict['reason']})" if verdict.get("reason") else ""
    may_be = candidates_text(offer) if verdict.get("status") != "ok" else ""
    return [
        _fact("product", ", ".join(str(part) for part in seen if part)),
        _fact("verdict", f"{verdict.get('status', 'none')}{reason}"),
        *([_fact("may be", may_be)] if may_be else []),
    ]


def _fact(name: str, text: str) -> str:
    return f"  {name:<10}{text}"


def _events(events: Sequence[JobEvent]) -> list[str]:
    columns = (Column("at"), Column("from"), Column("to"), Column("try", right=True), Column("worker"), Column("error"))
    rows = [
        [
            utc(event.at),
            str(event.from_status or ""),
            str(event.to_status),
            str(event.attempt),
            event.worker or "",
            event.error_code or "",
        ]
        for event in events
    ]
    return ["", "Events:", *_indented(render(columns, rows))] if rows else []


def _sightings(sightings: Sequence[Sighting]) -> list[str]:
    columns = (Column("network"), Column("account"), Column("posted"), Column("post", flexible=True))
    rows = [
        [
            seen.source,
            shown_account(seen.source_account),
            utc(seen.posted_at) if seen.posted_at is not None else "",
            seen.post_url or seen.source_post_id,
        ]
        for seen in sightings
    ]
    return ["", "Posts that named it:", *_indented(render(columns, rows))] if rows else []


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def next_steps(job: Job, now_ms: int) -> list[str]:
    """What an operator can type now, each line with why."""
    named = typable(job.id, "ID")
    cancel = f'crawlfleet jobs cancel {named} --reason "…"   # to end it'
    if job.status in {JobStatus.DEAD, JobStatus.FAILED_PERMANENT}:
        others = f"crawlfleet jobs list --status {job.status} --error-code {typable(job.error_code or '', 'CODE')}"
        return [
            f"crawlfleet jobs requeue {named}   # to try again from the start",
            f"{others}   # to see whether others ended the same way",
        ]
    if job.status == JobStatus.SUCCEEDED:
        return [f"crawlfleet products show {named}   # what is known of the product, and its prices"]
    return [_meanwhile(job, now_ms), cancel]


def _meanwhile(job: Job, now_ms: int) -> str:
    """What an open job waits for."""
    if job.status == JobStatus.NEW:
        return "crawlfleet dispatch --once   # if no dispatcher runs: it hands the job to the broker"
    if job.status == JobStatus.QUEUED:
        return "crawlfleet broker status   # is anybody consuming its queue?"
    if job.status == JobStatus.FAILED_RETRYABLE:
        return f"nothing: it is tried again in {short_duration(max(0, (job.next_run_at or now_ms) - now_ms))}"
    if job.lock_expires_at and job.lock_expires_at <= now_ms:
        return "crawlfleet dispatch --once   # its lease ran out; the dispatcher brings it back"
    return "nothing: a worker holds it, and the dispatcher brings it back if that worker vanishes"
