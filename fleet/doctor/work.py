"""The work itself: what is stuck, since when, and why. The overview for somebody woken at night."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from common.job import OPEN, Job, JobStatus
from common.links.shown_account import without_queries
from common.output.typable import typable
from fleet.doctor.finding import Finding, failed, ok, warning
from fleet.durations import ago, short_duration

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import FeedState, ShopRow, StatusCount, UnregisteredDomain, WorkerRow

WORKER_SILENT_MS = 120_000
LEASE_OVERDUE_MS = 60_000
NEW_WAITS_MS = 900_000
POLL_MISSED_TIMES = 3
MANY_POSTS = 20
LATELY_MS = 7 * 86_400_000


def judge_feeds(settings: Settings, states: Iterable[FeedState], now_ms: int) -> Iterator[Finding]:
    """Each watched account's last poll."""
    by_account = {(state.source, state.account): state for state in states}
    for feed in settings.feeds:
        state = by_account.get((feed.source, feed.account))
        late_ms = int(POLL_MISSED_TIMES * feed.poll_seconds * 1000)
        if state is None:
            yield warning("feeds", f"{feed.shown}: never polled", "crawlfleet ingest (or up) must run")
        elif state.failures:
            yield warning(
                "feeds",
                f"{feed.shown}: {state.failures} polls failed in a row; the last said: "
                + without_queries(state.last_error or "nothing"),
                "the other accounts go on; it is polled again by itself, unless the text asks for a person",
            )
        elif state.day_spent_at is not None:
            yield warning(
                "feeds",
                f"{feed.shown}: its {state.links_in_day} links of the day were taken "
                f"{ago(state.day_spent_at, now_ms)} ago; the rest is read after midnight UTC",
                "links_per_day under [[feeds]] or [ingest] allows more",
            )
        elif state.last_polled_at is not None and now_ms - state.last_polled_at > late_ms:
            last = ago(state.last_polled_at, now_ms)
            yield warning("feeds", f"{feed.shown}: last polled {last} ago", "is `crawlfleet ingest` running?")
        else:
            skipped = f", {state.posts_skipped} unreadable posts set aside" if state.posts_skipped else ""
            cut = f", {state.links_left_out} links of {state.posts_cut} posts left out" if state.posts_cut else ""
            yield ok("feeds", f"{feed.shown}: polled {ago(state.last_polled_at, now_ms)} ago{skipped}{cut}")


def judge_unregistered(settings: Settings, domains: Iterable[UnregisteredDomain], now_ms: int) -> Iterator[Finding]:
    """The domain that most posts of the last week linked to without being a shop here, when they are many."""
    from common.shops.registry import Shops

    shops = Shops(settings.shops)
    for one in domains:  # the most linked first
        if one.posts < MANY_POSTS:
            return
        if now_ms - one.last_seen_at <= LATELY_MS and shops.for_host(one.domain) is None:
            text = f"{one.posts} posts linked to {one.domain}, which is no shop here: crawlfleet feeds unregistered"
            yield ok("feeds", text)
            return


def judge_shops(shops: Iterable[ShopRow]) -> Iterator[Finding]:
    for shop in shops:
        if shop.paused:
            yield warning(
                "shops",
                f"{shop.platform} is paused: {shop.paused_reason or 'no reason given'}",
                f"crawlfleet jobs resume {typable(shop.platform, 'SHOP')}",
            )
        elif shop.failed_last_hour >= 10 and shop.failed_last_hour > 3 * shop.succeeded_last_hour:
            yield warning(
                "shops",
                f"{shop.platform}: {shop.failed_last_hour} failed and {shop.succeeded_last_hour} succeeded in the last "
                "hour",
                f"crawlfleet jobs list --platform {typable(shop.platform.partition('/')[0], 'SHOP')} --newer-than 1h",
            )


def judge_workers(workers: Sequence[WorkerRow], still_open: int, now_ms: int) -> Iterator[Finding]:
    alive = [worker for worker in workers if now_ms - worker.last_seen_at <= WORKER_SILENT_MS]
    if alive:
        running = sum(worker.running for worker in alive)
        yield ok(
            "workers", f"{len(alive)} seen in the last {short_duration(WORKER_SILENT_MS)}, {running} crawls under way"
        )
        for worker in alive:
            if worker.state.startswith(("paused", "waiting", "no network")):
                yield warning("workers", f"{worker.worker_id}: {worker.state}", "see that machine")
    elif still_open:
        last = f"; the last, {workers[0].worker_id}, {ago(workers[0].last_seen_at, now_ms)} ago" if workers else ""
        yield warning("workers", f"none seen lately{last}", "start `crawlfleet work` somewhere")
    else:
        yield ok("workers", "none running, and nothing to do")


def judge_jobs(
    settings: Settings, counts: Sequence[StatusCount], running: Sequence[Job], now_ms: int
) -> Iterator[Finding]:
    """`running`: RUNNING jobs, for their leases."""
    republish_ms = int(settings.dispatch.republish_after_seconds * 1000)
    stuck = [job for job in running if job.lock_expires_at and now_ms - job.lock_expires_at > LEASE_OVERDUE_MS]
    if stuck:
        yield failed(
            "work",
            f"{len(stuck)} leases ran out and nobody took them back; one is {stuck[0].id}",
            "no dispatcher works: start `crawlfleet dispatch` (or up)",
        )
    for count in counts:
        age_ms = now_ms - count.oldest_updated_at
        what = f"{count.platform}: {count.count} {count.status}, the oldest for {short_duration(max(0, age_ms))}"
        platform = typable(count.platform, "SHOP")
        listing = f"crawlfleet jobs list --status {count.status} --platform {platform}"
        if count.status == JobStatus.NEW and age_ms > NEW_WAITS_MS:
            yield warning("work", what, "paused shop, full window or no dispatcher: start `crawlfleet dispatch`")
        elif count.status == JobStatus.QUEUED and age_ms > 2 * republish_ms:
            yield warning("work", what, f"too few workers, or none for this shop: {listing}")
        elif count.status == JobStatus.DEAD:
            yield warning("work", what, f"{listing}; crawlfleet jobs requeue --status DEAD --platform {platform}")
        else:
            yield ok("work", what)
    if not counts:
        yield ok("work", "no jobs yet")


def open_jobs(counts: Iterable[StatusCount]) -> int:
    return sum(count.count for count in counts if count.status in OPEN)
