"""The ingestor: polls every account on its own schedule and records the links it finds.

A poll ends in one atomic batch: its jobs, sightings, unreadable posts and cursor. Many hundreds of links go in several,
the cursor with the last. A poll that is cut off before is repeated; the database ignores what it already has. So a link
is neither lost nor doubled, also when two ingestors poll the same accounts.
"""

from __future__ import annotations

import asyncio
import logging
import random as random_module
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from common.errors import StoreError
from common.net.answer.body import Limits
from common.net.client import HttpClient
from common.parsing.task import Parser
from common.settings import Settings
from common.settings_tables.feeds import FeedSettings
from common.shops.registry import Shops
from common.store import Store
from common.timing.clock import utc_ms
from common.turns.time_limit import time_limit
from common.waiting import wait_or_stop
from ingestor import metrics
from ingestor.again import read_again
from ingestor.doing import Doing
from ingestor.failures import BUG, NEEDS_PERSON, described
from ingestor.finding.extract import ShortLinkExpander
from ingestor.next_poll import after_failure, after_success
from ingestor.recording import PollRecorder
from ingestor.sources.base import Poll, Source, Tools
from ingestor.sources.registry import make_sources
from ingestor.summary import IngestSummary
from ingestor.wishes import Wishes

log = logging.getLogger("crawlfleet.ingestor")

STOP_GRACE_SECONDS = 5.0
"""After a stop, polls under way may go on for this long; then they are cut off, which loses nothing."""
PAUSED_SECONDS = 3600.0
"""A paused account waits until it is resumed, which wakes it."""
MAX_POLLS_ONCE = 10_000
"""`run_once` stops here for a feed that never ends."""


@dataclass(slots=True)
class _Account:
    feed: FeedSettings
    failures: int = 0
    why: str | None = None
    """What its last poll failed of; None: it worked."""
    more: bool = False
    asked_to_wait: bool = False
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    """An operator wants it polled now, or no longer paused."""


class IngestService:
    """Polls each account at its interval while network and database answer, whatever the other accounts do.

    `client` asks the feeds that the operator named; `shop_client` is the polite way to shops, for short links.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        store: Store,
        shops: Shops,
        client: HttpClient,
        shop_client: HttpClient,
        parser: Parser,
        monotonic: Callable[[], float] = time.monotonic,
        random: Callable[[], float] = random_module.random,
        wait: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop,
        sources: dict[str, Source] | None = None,
    ) -> None:
        self._settings = settings.ingest
        self._feeds = list({feed.label: feed for feed in settings.feeds}.values())
        self._store = store
        self._monotonic = monotonic
        self._random = random
        self._wait = wait
        budget_seconds = self._settings.poll_timeout_seconds / 2
        cut_at = Limits(settings.fetch.max_wire_bytes, settings.fetch.max_body_bytes, cut=True)
        tools = Tools(client, utc_ms, monotonic, parser, budget_seconds, cut_at)
        self._sources = sources or make_sources(tools)
        expander = (
            ShortLinkExpander(shop_client, store.feeds, shops, budget_seconds=self._settings.poll_timeout_seconds / 4)
            if self._settings.expand_short_links
            else None
        )
        self._recorder = PollRecorder(self._settings, store.feeds, shops, parser, expander, monotonic=monotonic)
        self._gate = asyncio.Semaphore(self._settings.concurrency)
        self._wishes = Wishes(store.feeds)
        self.total = IngestSummary(accounts=len(self._feeds))

    async def run_once(self) -> IngestSummary:
        """Read every feed to its present end. An account that fails is counted, and the others go on."""
        summary = IngestSummary(accounts=len(self._feeds))
        await self._wishes.look()
        accounts = [_Account(feed) for feed in self._feeds if not self._wishes.paused(feed)]
        await asyncio.gather(*(self._to_the_end(account, summary) for account in accounts))
        summary.failures = sum(account.failures > 0 for account in accounts)
        return summary

    async def _to_the_end(self, account: _Account, summary: IngestSummary) -> None:
        for _ in range(MAX_POLLS_ONCE):
            await self._poll_or_note(account, summary)
            if account.failures or not account.more or account.asked_to_wait:
                return

    async def run_again(self, since_ms: int) -> IngestSummary:
        """Read every feed's posts since then (UTC milliseconds) once more, as ingestor/again.py does."""
        summary = IngestSummary(accounts=len(self._feeds))
        await asyncio.gather(*(self._again(feed, since_ms, summary) for feed in self._feeds))
        return summary

    async def _again(self, feed: FeedSettings, since_ms: int, summary: IngestSummary) -> None:
        async def record(poll: Poll) -> Poll:
            return await self._recorder.record(feed, replace(poll, cursor=None), summary, self._monotonic(), again=True)

        never = asyncio.Event()
        try:
            async with self._gate:
                await read_again(
                    self._sources[feed.source],
                    feed,
                    since_ms,
                    record,
                    lambda seconds: self._wait(never, seconds),
                    timeout_seconds=self._settings.poll_timeout_seconds,
                )
        except Exception as error:
            summary.failures += 1
            kind, text = described(error, self._settings.poll_timeout_seconds)
            log.log(
                logging.ERROR,
                "not read again: %s",
                text,
                exc_info=error if kind == BUG else None,
                extra={"source": feed.source, "account": feed.account, "reason": kind},
            )

    async def run_forever(
        self,
        stop: asyncio.Event,
        on_ready: Callable[[], None] | None = None,
        say: Callable[[str], None] | None = None,
    ) -> None:
        """Poll until `stop`. `on_ready` is called once, after the first good poll (at once when no feed is set), `say`
        after each poll with what stands in the way of any."""
        if not self._feeds:
            log.warning(
                "no account is watched: name one under [[feeds]] in the settings (`crawlfleet init` writes them)"
            )
            if on_ready:
                on_ready()
            await stop.wait()
            return
        doing = Doing(len(self._feeds), on_ready, say)
        accounts = [_Account(feed) for feed in self._feeds]
        looking = asyncio.create_task(self._wishes.keep_looking({one.feed.label: one.asked for one in accounts}))
        tasks = [asyncio.create_task(self._keep_polling(account, stop, doing)) for account in accounts]
        stopped = asyncio.create_task(stop.wait())
        together = (stopped, looking, *tasks)
        try:
            await asyncio.wait(together, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                await asyncio.wait(tasks, timeout=STOP_GRACE_SECONDS)
        finally:
            for task in together:
                task.cancel()
            outcomes = await asyncio.gather(*together, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome

    async def _keep_polling(self, account: _Account, stop: asyncio.Event, doing: Doing) -> None:
        while not stop.is_set():
            await self._wishes.first_look()
            account.asked.clear()
            if self._wishes.paused(account.feed):
                account.why, wait_seconds = None, PAUSED_SECONDS
            else:
                wait_seconds = await self._poll_or_note(account, self.total)
            doing.note(account.feed.label, account.why)
            await self._wait_or_asked(account, stop, wait_seconds)

    async def _wait_or_asked(self, account: _Account, stop: asyncio.Event, seconds: float) -> None:
        waits = {asyncio.ensure_future(self._wait(stop, seconds)), asyncio.create_task(account.asked.wait())}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            outcomes = await asyncio.gather(*waits, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome

    async def _poll_or_note(self, account: _Account, summary: IngestSummary) -> float:
        """One poll, which never raises. Returns the seconds until the next one."""
        feed = account.feed
        async with self._gate:
            try:
                with metrics.poll_seconds.labels(feed.source).time():
                    async with time_limit(self._settings.poll_timeout_seconds):
                        poll = await self._poll(feed, summary)
            except Exception as error:
                return await self._failed(account, error, summary)
        account.failures, account.why = 0, None
        account.more, account.asked_to_wait = poll.more, poll.next_poll_seconds is not None
        metrics.polls.labels(feed.source, "ok").inc()
        return after_success(feed, wish_seconds=poll.next_poll_seconds, more=poll.more, random=self._random())

    async def _poll(self, feed: FeedSettings, summary: IngestSummary) -> Poll:
        started = self._monotonic()
        cursor = await self._store.feeds.cursor(feed.source, feed.account)
        poll = await self._sources[feed.source].poll(feed, cursor)
        return await self._recorder.record(feed, poll, summary, started)

    async def _failed(self, account: _Account, error: Exception, summary: IngestSummary) -> float:
        feed = account.feed
        account.failures += 1
        summary.failures += 1
        kind, text = described(error, self._settings.poll_timeout_seconds)
        account.why = text
        metrics.polls.labels(feed.source, "failed").inc()
        metrics.failures.labels(feed.source, kind).inc()
        wait_seconds = after_failure(self._settings, failures=account.failures, error=error, random=self._random())
        log.log(
            logging.ERROR if kind in {NEEDS_PERSON, BUG} else logging.WARNING,
            "poll failed (%d in a row), next try in %.0f s: %s",
            account.failures,
            wait_seconds,
            text,
            exc_info=error if kind == BUG else None,
            extra={"source": feed.source, "account": feed.account, "reason": kind},
        )
        try:
            async with asyncio.timeout(self._settings.poll_timeout_seconds):
                await self._store.feeds.record_poll_failure(
                    feed.source,
                    feed.account,
                    error=text,
                    next_poll_in_ms=round(wait_seconds * 1000),
                )
        except (StoreError, TimeoutError) as second:
            log.warning("the failed poll was not recorded: %s", second, extra={"source": feed.source})
        return wait_seconds
