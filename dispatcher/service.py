"""The dispatcher: rounds of recrawl, reap, checking the shops' health, publishing, and dead letters.

Any number may run side by side: one holds the lead and works, the others stand by and take over when it runs out.
Correctness does not depend on that: two that both believe they lead only publish some messages twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass

from common.broker.base import Broker
from common.errors import BrokerError, StoreError, StoreRejected
from common.job import JobStatus
from common.output.trouble import Trouble
from common.settings import PLATFORMS, ShopSettings, ShopsSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.notices import NoticeSettings
from common.store import Store
from common.timing.backoff import backoff_seconds
from common.timing.units import DAY_MS
from common.waiting import wait_or_stop
from common.ways.ladder import WALLS_RUNNING
from common.ways.way import Way
from dispatcher import metrics
from dispatcher.fleet_numbers import FleetNumbers
from dispatcher.health import look_after
from dispatcher.ladders import Ladders
from dispatcher.letters import LetterWriter
from dispatcher.notices.watch import NoticeWatch
from dispatcher.publish import Published, lanes, publish_due
from dispatcher.second_looks import SecondLooks
from dispatcher.texts import TextKeeper

log = logging.getLogger("crawlfleet.dispatcher")

SWEEP_LIMIT = 500
"""Leases reaped and jobs recrawled per round, so that a statement stays short even after a long outage."""
REROUTE_SECONDS = 5.0
"""How often jobs are looked for whose way was switched off."""
WALLED_AGAIN_MS = DAY_MS
"""A job that ended because its way was switched off is crawled again after this."""
STEP_DOWN_SECONDS = 2.0
"""Giving up the lead may take this long at a stop; without it the lead runs out by itself."""


@dataclass(slots=True)
class DispatchSummary:
    """What one round did, or all rounds added up."""

    leading: bool = False
    published: int = 0
    refused: int = 0
    unavailable: int = 0
    reaped: int = 0
    buried: int = 0
    recrawled: int = 0
    more: bool = False

    def add(self, other: DispatchSummary) -> None:
        for name, value in asdict(other).items():
            current = getattr(self, name)
            setattr(self, name, value if isinstance(value, bool) else current + value)

    def line(self) -> str:
        if not self.leading:
            return "dispatch: another dispatcher leads and publishes; nothing was done here"
        return (
            f"dispatch: {self.published} published, {self.refused} refused, {self.unavailable} unavailable, "
            f"{self.reaped} leases reaped, {self.buried} buried, {self.recrawled} due for recrawl"
        )


class DispatchService:
    """Publishes a due job within about one interval while database and broker answer.

    May publish a job twice; never marks one QUEUED without the broker's confirm.
    """

    def __init__(
        self,
        *,
        store: Store,
        broker: Broker,
        settings: DispatchSettings,
        holder: str,
        budgets: ShopsSettings | None = None,
        ladders: tuple[Mapping[str, Sequence[Way]], Collection[Way]] | None = None,
        broker_is_new: bool = False,
        notices: NoticeSettings | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`ladders`: each platform's ways in order, and the ways that the fleet uses; None leaves what stands in the
        database. `broker_is_new`: it lives in this process, so no message of a job that is QUEUED when this one
        begins to lead is in it. `notices` None: nobody is told of anything.
        """
        self._store = store
        self._budgets = budgets
        self._ladders = ladders
        self._broker = broker
        self._settings = settings
        self._holder = holder
        self._was_leading = False
        self._broker_is_new = broker_is_new
        self._messages_lost = False
        self._monotonic = monotonic
        self._next_look = monotonic()
        self._next_reroute = monotonic()
        self._second_looks = SecondLooks(store.trust, monotonic=monotonic)
        self._numbers = FleetNumbers(store, broker, monotonic=monotonic)
        self._notices = NoticeWatch(store.notices, notices, monotonic=monotonic) if notices else None
        self._texts = TextKeeper(store.texts, monotonic=monotonic)
        self._letters = LetterWriter(store.jobs, broker, monotonic=monotonic)
        self._rounds_fail = Trouble(monotonic, log)
        self._broker_away = Trouble(monotonic, log)
        self._broker_not_before = monotonic()
        self._queues_unseen = Trouble(monotonic, log)
        self._refused = {platform: Trouble(monotonic, log) for platform in PLATFORMS}
        self.total = DispatchSummary()

    async def tick(self) -> DispatchSummary:
        """One round. Raises StoreError when the database does not answer."""
        summary = DispatchSummary()
        ttl_ms = int(self._settings.leader_seconds * 1000)
        summary.leading = await self._store.fleet.lead("dispatcher", self._holder, ttl_ms=ttl_ms)
        self._note_leadership(summary.leading)
        if summary.leading:
            await self._apply_budgets()
            await self._bring_back_queued()
            await self._sweep(summary)
            await self._look_after_shops()
            if self._monotonic() >= self._broker_not_before:
                await self._publish(summary)
            if self._monotonic() >= self._broker_not_before:
                await self._letters.publish_owed()
            await self._numbers.look()
            if self._notices:
                await self._notices.look()
            await self._texts.look()
        self.total.add(summary)
        return summary

    async def run_until_drained(self) -> DispatchSummary:
        """Rounds until nothing more is due, the window is full, or the broker refuses (`dispatch --once`).

        Raises StoreError when the database does not answer.
        """
        try:
            while (await self.tick()).more:
                pass
        finally:
            await self.step_down()
        return self.total

    async def run_forever(self, stop: asyncio.Event, on_round: Callable[[], None] | None = None) -> None:
        """Rounds until `stop`; `on_round` is called after each that worked. Waits out outages with growing pauses.

        While only the broker is away, rounds go on at their interval (leases are reaped), and publishing waits.
        """
        while not stop.is_set():
            try:
                summary = await self.tick()
                self._rounds_fail.over("rounds work again")
                metrics.ticks.labels("ok").inc()
                if on_round:
                    on_round()
                if summary.more:
                    continue
            except (StoreError, BrokerError) as error:
                metrics.ticks.labels("failed").inc()
                self._rounds_fail.met(f"a round failed, the next ones are tried with growing pauses: {error}")
            await wait_or_stop(stop, self._pause_seconds(self._rounds_fail.times))
        await self.step_down()

    def _pause_seconds(self, failures: int) -> float:
        interval = self._settings.interval_seconds
        if not failures:
            return interval
        return backoff_seconds(failures, base_seconds=2 * interval, max_seconds=30 * interval)

    async def step_down(self) -> None:
        """Give up the lead, so that the next dispatcher need not wait until it runs out. Never raises StoreError."""
        if self._notices:
            await self._notices.aclose()
        if not self._was_leading:
            return
        self._was_leading = False
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(STEP_DOWN_SECONDS):
                await self._store.fleet.lead("dispatcher", self._holder, ttl_ms=0)

    async def _apply_budgets(self) -> None:
        """Write each platform's ladder and fleet-wide budget (`shops.*.requests_per_second`) to the database, once
        per process."""
        if self._ladders is not None:
            await self._store.ways.put_ladders(*self._ladders)
            self._ladders = None
        if self._budgets is None:
            return
        for platform in PLATFORMS:
            shop: ShopSettings = getattr(self._budgets, platform)
            await self._store.fleet.set_budget(platform, shop.requests_per_second, shop.burst)
        self._budgets = None

    async def _bring_back_queued(self) -> None:
        if not self._messages_lost:
            return
        due = await self._store.jobs.messages_lost()
        self._messages_lost = False
        if due:
            log.info("%d jobs were QUEUED in a broker that ended with its process: published again", due)

    async def _look_after_shops(self) -> None:
        now = self._monotonic()
        if now >= self._next_look:
            self._next_look = now + self._settings.health_seconds
            try:
                await look_after(self._store.health)
            except StoreRejected as error:
                # Jobs are published whether or not their shops' health can be read.
                log.error("shops' health could not be read: %s", error)

    async def _sweep(self, summary: DispatchSummary) -> None:
        await self._second_looks.look_after()
        await self._reroute(summary)
        recrawled = await self._store.jobs.recrawl(limit=SWEEP_LIMIT)
        reaped = await self._store.jobs.reap(limit=SWEEP_LIMIT)
        summary.recrawled = len(recrawled)
        metrics.recrawled.inc(len(recrawled))
        for lease in reaped:
            buried = lease.status == JobStatus.DEAD
            summary.buried += buried
            summary.reaped += 1
            metrics.reaped.labels(lease.status).inc()
            log.info(
                "lease ran out%s",
                ", attempts spent" if buried else "",
                extra={"job_id": lease.id, "status": str(lease.status), "transition": "bury" if buried else "reap"},
            )
        summary.more |= len(reaped) >= SWEEP_LIMIT or len(recrawled) >= SWEEP_LIMIT

    async def _reroute(self, summary: DispatchSummary) -> None:
        """Jobs of ways that were switched off wait for nothing: they go another way, or end."""
        now = self._monotonic()
        if now < self._next_reroute:
            return
        self._next_reroute = now + REROUTE_SECONDS
        moved, ended = await self._store.jobs.reroute(limit=SWEEP_LIMIT, again_ms=WALLED_AGAIN_MS)
        metrics.rerouted.labels("moved").inc(moved)
        metrics.rerouted.labels("ended").inc(ended)
        if moved or ended:
            log.info("%d jobs go another way, for theirs is switched off; %d failed for there is none", moved, ended)
        if moved >= SWEEP_LIMIT or ended >= SWEEP_LIMIT:
            self._next_reroute = now
            summary.more = True

    async def _publish(self, summary: DispatchSummary) -> None:
        ladders = Ladders(await self._store.ways.ladders(), await self._store.ways.walls(least=WALLS_RUNNING))
        for lane in (lane for platform in PLATFORMS for lane in lanes(platform, ladders)):
            platform = lane.platform
            outcome = await publish_due(
                lane, jobs=self._store.jobs, broker=self._broker, settings=self._settings, ladders=ladders
            )
            summary.published += outcome.confirmed
            summary.refused += outcome.refused
            summary.unavailable += outcome.unavailable
            summary.more |= outcome.more
            self._note(platform, outcome)
            if outcome.unavailable:
                # The other platforms' messages would wait as long for the same answer.
                break
        for shop, way in ladders.tried_again:
            await self._store.ways.tried_again(shop, way)

    def _note(self, platform: str, outcome: Published) -> None:
        if outcome.unavailable:
            self._broker_away.met(
                "the broker is away: no job is published, and none is lost; tried again with growing pauses",
                {"platform": platform, "reason": outcome.reason},
            )
            self._broker_not_before = self._monotonic() + self._pause_seconds(self._broker_away.times)
        elif outcome.confirmed or outcome.refused:
            self._broker_away.over("the broker is back")
            self._broker_not_before = self._monotonic()
        if outcome.unseen:
            self._queues_unseen.met(
                "the broker does not let this account look at the work queues: without workers they fill beyond the "
                "window. Remove the account and add it anew: crawlfleet broker user add NAME --role dispatcher",
                {"platform": platform},
            )
        if outcome.refused:
            told = f"the broker refused {outcome.refused} messages; their jobs stay and are tried again"
            self._refused[platform].met(told, {"platform": platform, "reason": outcome.reason})
        elif outcome.confirmed:
            self._refused[platform].over("the broker takes messages again", {"platform": platform})

    def _note_leadership(self, leading: bool) -> None:
        metrics.leading.set(leading)
        if leading != self._was_leading:
            self._messages_lost = leading and self._broker_is_new
            log.info("leading: this dispatcher publishes" if leading else "standing by: another dispatcher leads")
            self._was_leading = leading
            if not leading:
                self._numbers.take_back()
                if self._notices:
                    self._notices.take_back()
