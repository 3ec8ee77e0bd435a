"""The work itself: what is stuck, since when, and why. The overview for somebody woken at night."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from common.job import OPEN, Job, JobStatus
from common.links.shown_account import without_queries
from common.output.counting import counted
from common.output.typable import typable
from common.store import ALIVE_MS, STOPPED
from common.store.values.feeds import MOVED, SMALLER_FEED
from common.timing.units import DAY_MS, HOUR_MS, MINUTE_MS
from fleet.doctor.finding import About, Finding, Topic, failed, ok, warning
from fleet.doctor.grouping import shared
from fleet.durations import ago, short_duration

if TYPE_CHECKING:
    from common.settings import Settings
    from common.settings_tables.feeds import FeedSettings
    from common.shops.registry import Shops
    from common.store import ErrorCount, FeedState, Leader, StatusCount, UnregisteredDomain, WorkerRow

ERRORS_TOLD = 3
LEASE_OVERDUE_MS = MINUTE_MS
NEW_WAITS_MS = 900_000
POLL_MISSED_TIMES = 3
MANY_POSTS = 20
LATELY_MS = 7 * DAY_MS


def _type(settings: Settings, word: str) -> str:
    """The command that does this part of the work: with the broker in memory only `up` can."""
    return "`crawlfleet up`" if settings.broker.in_memory else f"`crawlfleet {word}` (or up)"


def judge_feeds(settings: Settings, states: Iterable[FeedState], now_ms: int) -> Iterator[Finding]:
    """Each watched account's last poll."""
    by_account = {(state.source, state.account): state for state in states}
    for feed in settings.feeds:
        yield _judge_feed(settings, feed, by_account.get((feed.source, feed.account)), now_ms)


def _judge_feed(settings: Settings, feed: FeedSettings, state: FeedState | None, now_ms: int) -> Finding:
    if state is not None and state.paused_at is not None:
        reason = state.paused_reason or "no reason given"
        return warning(
            "feeds",
            f"{feed.shown} is paused: {reason}",
            f"crawlfleet feeds resume {typable(feed.shown, 'ACCOUNT')}",
            subject=feed.shown,
            cause=f"paused: {shared(reason, feed.shown, 'ACCOUNT')}",
        )
    if state is None or (state.last_polled_at is None and not state.failures):
        step = f"{_type(settings, 'ingest')} must run"
        return warning("feeds", f"{feed.shown}: never polled", step, subject=feed.shown, cause="never polled")
    if state.failures:
        said = without_queries(state.last_error or "nothing")
        others = ", and the other accounts go on" if len(settings.feeds) > 1 else ""
        return warning(
            "feeds",
            f"{feed.shown}: {counted(state.failures, 'poll')} failed in a row{_how_long(state, now_ms)}; "
            f"the last said: {said}",
            f"it is polled again by itself{others}; where the text asks for something, do that, then "
            f"`crawlfleet feeds poll {typable(feed.shown, 'ACCOUNT')}`",
            subject=feed.shown,
            cause=f"polls fail; the last said: {shared(said, feed.shown, 'ACCOUNT')}",
        )
    if state.day_spent_at is not None:
        return warning(
            "feeds",
            f"{feed.shown}: its {state.links_in_day} links of the day were taken "
            f"{ago(state.day_spent_at, now_ms)} ago; the rest is read after midnight UTC{_in_part(state)}",
            "links_per_day under [[feeds]] or [ingest] allows more",
        )
    late_ms = int(POLL_MISSED_TIMES * feed.poll_seconds * 1000)
    if state.last_polled_at is not None and now_ms - state.last_polled_at > late_ms:
        last = ago(state.last_polled_at, now_ms)
        text, step = f"{feed.shown}: last polled {last} ago", f"is {_type(settings, 'ingest')} running?"
        return warning("feeds", text, step, subject=feed.shown, cause="not polled for a while")
    if state.read_in_part is not None:
        text = f"{feed.shown}: polled {ago(state.last_polled_at, now_ms)} ago{_in_part(state)}"
        return warning("feeds", text, SMALLER_FEED, subject=feed.shown, cause="read in part")
    if state.moved_to is not None:
        text = f"{feed.shown}: polled {ago(state.last_polled_at, now_ms)} ago; it moved for good to {state.moved_to}"
        return warning("feeds", text, MOVED, subject=feed.shown, cause="moved for good")
    unreadable = counted(state.posts_skipped, "unreadable post")
    skipped = f", {unreadable} set aside" if state.posts_skipped else ""
    links, posts = counted(state.links_left_out, "link"), counted(state.posts_cut, "post")
    cut = f", {links} of {posts} left out" if state.posts_cut else ""
    return ok("feeds", f"{feed.shown}: polled {ago(state.last_polled_at, now_ms)} ago{skipped}{cut}")


def _how_long(state: FeedState, now_ms: int) -> str:
    """`, for 5h, and the next is in 3m`, as far as it is known. Of a next poll that is due nothing: it may go on."""
    since = f", for {ago(state.failing_since, now_ms)}" if state.failing_since is not None else ""
    soon = state.next_poll_at is not None and state.next_poll_at > now_ms
    return since + (f", and the next is in {short_duration((state.next_poll_at or 0) - now_ms)}" if soon else "")


def _in_part(state: FeedState) -> str:
    return f"; read in part: {state.read_in_part}" if state.read_in_part is not None else ""


def judge_unregistered(shops: Shops, domains: Iterable[UnregisteredDomain], now_ms: int) -> Iterator[Finding]:
    """The domain that most posts of the last week linked to without being a shop here, when they are many."""
    for one in domains:  # the most linked first
        if one.posts < MANY_POSTS:
            return
        if now_ms - one.last_seen_at <= LATELY_MS and shops.for_host(one.domain) is None:
            text = f"{one.posts:,} posts linked to {one.domain}, which is no shop here: `crawlfleet feeds unregistered`"
            yield ok("feeds", text)
            return


def judge_lead(
    settings: Settings, lead: Leader | None, still_open: int, now_ms: int, *, others_work: bool = False
) -> Finding:
    """Whether a dispatcher is at work: without one nothing is published, tried again or taken back.

    `others_work`: workers or volunteers' machines are there, so one is missed though nothing is open.
    """
    if lead is not None and lead.expires_at > now_ms:
        return _leads(settings, lead)
    if not still_open and not others_work:
        return ok("work", "no dispatcher leads, and nothing is open")
    last = f"; the last, {lead.holder}, did {ago(lead.expires_at, now_ms)} ago" if lead is not None else ""
    text = f"no dispatcher leads{last}; nothing is published, tried again or taken back, and {_for_that(still_open)}"
    return warning("work", text, f"start {_type(settings, 'dispatch')}")


def _for_that(still_open: int) -> str:
    if not still_open:
        return "what comes in or comes due again will wait for that"
    jobs = "1 open job waits" if still_open == 1 else f"{counted(still_open, 'open job')} wait"
    return f"{jobs} for that"


def _leads(settings: Settings, lead: Leader) -> Finding:
    """Programs of before 0.2.0 ask for the schema's version only when they start. One that runs while the database is
    brought forward keeps the lead, and does none of what came since."""
    if lead.schema_version is not None:
        return ok("work", "a dispatcher leads")
    text = (
        f"the dispatcher {lead.holder} leads and does not say its version, as programs before 0.2.0 do not: as long as "
        "it leads, no job goes another way, nobody is notified, and no second look is settled"
    )
    step = (
        f"end that process (its machine's name and its number) and start {_type(settings, 'dispatch')} of this version"
    )
    return failed("work", text, step)


def judge_workers(
    workers: Sequence[WorkerRow], still_open: int, now_ms: int, *, machines_seen: int = 0, alone: bool = False
) -> Iterator[Finding]:
    """The operator's own workers; `machines_seen`: those at the gateways, which do the work as well.

    `alone`: the broker is in memory, so that only `crawlfleet up` has workers.
    """
    alive = [one for one in workers if one.alive(now_ms)]
    if alive:
        running = sum(worker.running for worker in alive)
        yield ok(
            "workers",
            f"{len(alive)} seen in the last {short_duration(ALIVE_MS)}, {counted(running, 'crawl')} under way",
        )
        for worker in alive:
            if worker.state.startswith(("paused", "waiting", "no network", "no means", "no room")):
                yield warning("workers", f"{worker.worker_id}: {worker.state}", "see that machine")
        yield from _vanished(workers, now_ms)
    elif machines_seen:
        yield ok("workers", "none of the operator's own; machines at the gateway do the work")
    elif still_open:
        last = f"; the last, {workers[0].worker_id}, {ago(workers[0].last_seen_at, now_ms)} ago" if workers else ""
        yield warning(
            "workers",
            f"none seen lately{last}",
            "start `crawlfleet up`" if alone else "start `crawlfleet work` somewhere",
        )
    else:
        yield ok("workers", "none running, and nothing to do")


def _vanished(workers: Iterable[WorkerRow], now_ms: int) -> Iterator[Finding]:
    """Those that ended without a word within the hour: killed, cut off, or with their machine."""
    for one in workers:
        silent_ms = now_ms - one.last_seen_at
        if one.state != STOPPED and ALIVE_MS < silent_ms <= HOUR_MS:
            yield warning(
                "workers",
                f"{one.worker_id} fell silent {short_duration(silent_ms)} ago: it did not say that it stops",
                "see that machine, and start `crawlfleet work` there if none runs; what it held goes to others when "
                "its leases run out",
                subject=one.worker_id,
                cause="fell silent within the hour, without a word that they stop",
            )


def judge_jobs(
    settings: Settings,
    counts: Sequence[StatusCount],
    running: Sequence[Job],
    now_ms: int,
    errors: Sequence[ErrorCount] = (),
) -> Iterator[Finding]:
    """`running`: RUNNING jobs, for their leases. `errors`: the most frequent, by shop."""
    stuck = [job for job in running if job.lock_expires_at and now_ms - job.lock_expires_at > LEASE_OVERDUE_MS]
    if stuck:
        yield failed(
            "work",
            f"{counted(len(stuck), 'lease')} ran out and nobody took them back; one is {stuck[0].id}",
            f"no dispatcher works: start {_type(settings, 'dispatch')}",
        )
    for count in counts:
        queued = sum(one.count for one in counts if one.platform == count.platform and one.status == JobStatus.QUEUED)
        yield _judge_count(settings, count, now_ms, errors, queued)
    if not counts:
        yield ok("work", "no jobs yet")


def _judge_count(
    settings: Settings, count: StatusCount, now_ms: int, errors: Sequence[ErrorCount], queued: int
) -> Finding:
    """`queued`: how many of the platform's jobs are QUEUED, whatever `count` counts."""
    age_ms = now_ms - count.oldest_updated_at
    what = f"{count.platform}: {count.count:,} {count.status}, the oldest for {short_duration(max(0, age_ms))}"
    what += _mostly(errors, count)
    platform = typable(count.platform, "SHOP")
    listing = f"crawlfleet jobs list --state {count.status} --shop {platform}"
    about: About = {"topic": Topic.JOBS, "shop": count.platform, "status": count.status}
    if count.status in {JobStatus.NEW, JobStatus.QUEUED}:
        about["cause"] = f"{count.status} jobs wait for long"
    republish_ms = int(settings.dispatch.republish_after_seconds * 1000)
    if count.status == JobStatus.NEW and age_ms > NEW_WAITS_MS:
        step = f"paused shop, or no dispatcher: start {_type(settings, 'dispatch')}"
        if not settings.broker.in_memory:
            step += (
                "; where one leads, the broker refuses their messages, as a queue does that is full, also by a policy "
                "at RabbitMQ: the dispatcher's log has the queue, `crawlfleet broker status` what waits in it, "
                "`rabbitmqctl list_policies` the policies"
            )
        if queued >= settings.dispatch.window:
            about["cause"] = "NEW jobs wait for long behind a full window"
            step = (
                f"the window is full: {queued} are QUEUED. Either workers are too few (`crawlfleet workers`), or their "
                f"messages are lost: each is published again {short_duration(republish_ms)} after it was"
            )
        return warning("work", what, step, **about)
    if count.status == JobStatus.QUEUED and age_ms > 2 * republish_ms:
        return warning("work", what, f"too few workers, or none for this shop: {listing}", **about)
    if count.status == JobStatus.DEAD:
        if code := _most_of(errors, count):
            about["cause"] = f"jobs are DEAD, most of them by {code}"
        return warning("work", what, f"{listing}; crawlfleet jobs requeue --state DEAD --shop {platform}", **about)
    return ok("work", what, **about)


def _errors_of(errors: Sequence[ErrorCount], count: StatusCount) -> Iterator[ErrorCount]:
    for one in errors:
        if one.status == count.status and one.shop.partition("/")[0] == count.platform and one.error_code:
            yield one


def _most_of(errors: Sequence[ErrorCount], count: StatusCount) -> str | None:
    """The error of more than half of these jobs, over all shops of the platform."""
    by_code: dict[str, int] = {}
    for one in _errors_of(errors, count):
        by_code[one.error_code] = by_code.get(one.error_code, 0) + one.count
    code = max(by_code, key=lambda name: by_code[name], default=None)
    return code if code is not None and 2 * by_code[code] > count.count else None


def _mostly(errors: Sequence[ErrorCount], count: StatusCount) -> str:
    """`: pine.example TIMEOUT 312, oak.example HTTP_5XX 40`: the most frequent errors of these jobs."""
    found = [
        f"{one.shop.partition('/')[2]} {one.error_code} {one.count:,}".strip() for one in _errors_of(errors, count)
    ]
    return f": {', '.join(found[:ERRORS_TOLD])}" + (" …" if len(found) > ERRORS_TOLD else "") if found else ""


def open_jobs(counts: Iterable[StatusCount]) -> int:
    return sum(count.count for count in counts if count.status in OPEN)
