"""One poll's posts searched for links, and written to the database with its cursor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from common.parsing.task import Parser
from common.settings_tables.feeds import FeedSettings, IngestSettings
from common.shops.registry import Shops
from common.store.feeds import FeedStore
from ingestor.finding.extract import ShortLinkExpander, harvest
from ingestor.finding.reading import find_in_posts
from ingestor.sources.base import Poll
from ingestor.summary import IngestSummary, RecordedPoll, count, tell


class PollRecorder:
    """Records polls, adds each up, counts it in the metrics and tells of it in the log."""

    def __init__(
        self,
        settings: IngestSettings,
        feeds: FeedStore,
        shops: Shops,
        parser: Parser,
        expander: ShortLinkExpander | None,
        *,
        monotonic: Callable[[], float],
    ) -> None:
        """`expander` None: short links become jobs as they are."""
        self._settings = settings
        self._feeds = feeds
        self._shops = shops
        self._parser = parser
        self._expander = expander
        self._monotonic = monotonic
        self._told: set[tuple[str, str]] = set()
        """Accounts of the settings whose first poll since the start was told."""

    async def record(
        self, feed: FeedSettings, poll: Poll, summary: IngestSummary, started: float, *, again: bool = False
    ) -> Poll:
        """The poll, with what the account's limit for the day makes of when it is polled next.

        `started`: when it began, on the monotonic clock. `again`: what is no shop here was counted when these posts
        were read first. Raises StoreError and ParsingUnavailable.
        """
        per_post, unsearched = await find_in_posts(self._parser, poll.posts, self._shops.settings, account=feed.label)
        links = [one.links for one in per_post]
        unregistered = Counter(domain for one in per_post for domain in one.unregistered if not again)
        found = await harvest(feed, poll.posts, links, self._expander, links_per_post=self._settings.links_per_post)
        outcome = await self._feeds.record_poll(
            feed.source,
            feed.account,
            jobs=found.jobs,
            sightings=found.sightings,
            cursor=poll.cursor,
            skipped=[*poll.skipped, *unsearched, *found.cut],
            links_per_day=self._links_per_day(feed),
            unregistered=unregistered,
        )
        recorded = RecordedPoll(
            feed,
            len(poll.posts),
            [*poll.skipped, *unsearched],
            found,
            outcome,
            unregistered.total(),
            duration_ms=round((self._monotonic() - started) * 1000),
        )
        summary.add(recorded)
        count(recorded)
        account = (feed.source, feed.account)
        tell(recorded, first=account not in self._told)
        self._told.add(account)
        if not outcome.links_waiting:
            return poll
        wish_seconds = max(poll.next_poll_seconds or 0.0, outcome.day_ends_in_seconds)
        return replace(poll, next_poll_seconds=wish_seconds, more=False)

    def _links_per_day(self, feed: FeedSettings) -> int | None:
        """None for standard input: nobody can read it again tomorrow."""
        if feed.is_standard_input:
            return None
        return feed.links_per_day or self._settings.links_per_day
