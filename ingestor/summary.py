"""What came of polls: added up for one run, counted for the metrics, and written to the log."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from common.output.counting import counted
from common.settings_tables.feeds import FeedSettings
from common.store import PollOutcome, SkippedPost
from ingestor import metrics
from ingestor.finding.extract import Harvest

log = logging.getLogger("crawlfleet.ingestor")


@dataclass(frozen=True, slots=True)
class RecordedPoll:
    """A poll that the database holds."""

    feed: FeedSettings
    posts: int
    skipped: Sequence[SkippedPost]
    """Posts that could not be read, by the source or by the search for links."""
    found: Harvest
    outcome: PollOutcome
    unregistered: int
    """Links to domains that are no shop here."""
    duration_ms: int


@dataclass(slots=True)
class IngestSummary:
    """What one run read and recorded."""

    accounts: int = 0
    posts: int = 0
    links: int = 0
    jobs_added: int = 0
    sightings_added: int = 0
    skipped: int = 0
    left_out: int = 0
    """Links beyond the limit of their post, or of their account's day."""
    failures: int = 0
    """Accounts whose last poll failed."""

    def add(self, poll: RecordedPoll) -> None:
        self.posts += poll.posts
        self.links += poll.found.links
        self.jobs_added += poll.outcome.jobs_added
        self.sightings_added += poll.outcome.sightings_added
        self.skipped += len(poll.skipped)
        self.left_out += sum(post.links_left_out for post in poll.found.cut) + poll.outcome.links_waiting

    def line(self) -> str:
        left_out = f"{counted(self.left_out, 'link')} left out, " if self.left_out else ""
        return (
            f"ingest: {counted(self.accounts, 'account')}, {counted(self.posts, 'post')} read, "
            f"{counted(self.links, 'link')}, {counted(self.jobs_added, 'new job')}, "
            f"{counted(self.sightings_added, 'sighting')}, {counted(self.skipped, 'post')} skipped, "
            f"{left_out}{counted(self.failures, 'account')} failed"
        )


def count(poll: RecordedPoll) -> None:
    """Its figures, in the metrics of this process."""
    source = poll.feed.source
    metrics.posts.labels(source).inc(poll.posts)
    metrics.jobs_added.labels(source).inc(poll.outcome.jobs_added)
    metrics.sightings_added.labels(source).inc(poll.outcome.sightings_added)
    metrics.unregistered.labels(source).inc(poll.unregistered)
    for post in poll.skipped:
        metrics.skipped.labels(source, post.reason.split(":", 1)[0]).inc()
    for post in poll.found.cut:
        metrics.left_out.labels(source, "post").inc(post.links_left_out)
    if poll.outcome.links_waiting:
        metrics.left_out.labels(source, "day").inc(poll.outcome.links_waiting)


def tell(poll: RecordedPoll, *, first: bool) -> None:
    """A line of the log for the poll, and one for whatever of it was left out. `first`: of this account since the
    start. Later a poll that brought nothing is left out: thousands of accounts would make hundreds of thousands of such
    lines a day."""
    fields = {"source": poll.feed.source, "account": poll.feed.account}
    for post in poll.skipped:
        log.warning("post %s skipped: %s", post.source_post_id, post.reason, extra=fields | {"reason": post.reason})
    for post in poll.found.cut:
        log.warning("post %s: %s", post.source_post_id, post.reason, extra=fields)
    brought = poll.outcome.jobs_added or poll.outcome.sightings_added
    log.log(
        logging.INFO if first or brought else logging.DEBUG,
        "polled: %s, %s, %s",
        counted(poll.posts, "post"),
        counted(poll.found.links, "link"),
        counted(poll.outcome.jobs_added, "new job"),
        extra=fields | {"count": poll.posts, "duration_ms": poll.duration_ms},
    )
    if poll.outcome.links_waiting:
        log.warning(
            "the account's links for today are taken (links_per_day): %d wait for tomorrow (UTC), the cursor stays",
            poll.outcome.links_waiting,
            extra=fields | {"count": poll.outcome.links_waiting},
        )
