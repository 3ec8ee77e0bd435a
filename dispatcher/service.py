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

from common.broker.base import Broker
from common.errors import BrokerError, StoreError, StoreRejected
from common.output.counting import counted
from common.output.trouble import Trouble
from common.settings import PLATFORMS, ShopSettings, ShopsSettings
from common.settings_tables.dispatch import DispatchSettings
from common.settings_tables.notices import NoticeSettings
from common.store import Store
from common.store.schema import LATEST
from common.store.values.fleet import DISPATCHER
from common.timing.backoff import backoff_seconds
from common.waiting import wait_or_stop
from common.ways.ladder import WALLS_RUNNING
from common.ways.way import Way
from dispatcher import metrics
from dispatcher.fleet_numbers import FleetNumbers
from dispatcher.health import look_after
from dispatcher.notices.watch import NoticeWatch
from dispatcher.publishing.broker_standing import AWAY, BrokerStanding
from dispatcher.publishing.ladders import Ladders
from dispatcher.publishing.letters import LetterWriter
from dispatcher.publishing.publish import lanes, publish_due
from dispatcher.second_looks import SecondLooks
from dispatcher.shop_shares import ShopShares
from dispatcher.summary import DispatchSummary
from dispatcher.sweep import Sweep
from dispatcher.texts import TextKeeper

log = logging.getLogger("crawlfleet.dispatcher")

STANDING_BY = "standing by: another dispatcher leads"
STEP_DOWN_SECONDS = 2.0
"""Giving up the lead may take this long at a stop; without it the lead runs out by itself."""


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
        spoken: Callable[[str], str] = str,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`ladders`: each platform's ways in order, and the ways that the fleet uses; None leaves what stands in the
        database. `broker_is_new`: it lives in this process, so no message of a job that is QUEUED when this one
        begins to lead is in it. `notices` None: nobody is told of anything. `spoken`: text as it goes to
        people elsewhere, whose commands they can type.
        """
        self._store = store
        self._budgets = budgets
        self._ladders = ladders
        self._broker = broker
        self._settings = settings
        self._holder = holder
        self._was_leading: bool | None = None
        self._broker_is_new = broker_is_new
        self._messages_lost = False
        self._monotonic = monotonic
        self._next_look = monotonic()
        self._sweep = Sweep(store.jobs, monotonic=monotonic)
        self._second_looks = SecondLooks(store.trust, monotonic=monotonic)
        self._shares = ShopShares()
        self._numbers = FleetNumbers(store, broker, monotonic=monotonic)
        self._notices: NoticeWatch | None = None
        if notices:
            self._notices = NoticeWatch(store.notices, notices, monotonic=monotonic, spoken=spoken)
        self._texts = TextKeeper(store.texts, monotonic=monotonic)
        self._letters = LetterWriter(store.jobs, broker, monotonic=monotonic)
        self._rounds_fail = Trouble(monotonic, log)
        self._broker_stands = BrokerStanding(pause_seconds=self._pause_seconds, monotonic=monotonic)
        self.total = DispatchSummary()

    async def tick(self) -> DispatchSummary:
        """One round. Raises StoreError when the database does not answer."""
        summary = DispatchSummary()
        ttl_ms = int(self._settings.leader_seconds * 1000)
        lead = self._store.fleet.lead
        summary.leading = await lead(DISPATCHER, self._holder, ttl_ms=ttl_ms, minds_clock=True, schema_version=LATEST)
        self._note_leadership(summary.leading)
        if summary.leading:
            await self._apply_budgets()
            await self._bring_back_queued()
            await self._second_looks.look_after()
            await self._sweep.sweep(summary)
            await self._look_after_shops()
            if self._broker_stands.may_be_asked:
                await self._publish(summary)
            if self._broker_stands.may_be_asked:
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

    async def run_forever(
        self,
        stop: asyncio.Event,
        on_round: Callable[[], None] | None = None,
        say: Callable[[str], None] | None = None,
    ) -> None:
        """Rounds until `stop`; `on_round` is called after each that worked, `say` after every one with what this
        dispatcher does or why it does not. Waits out outages with growing pauses.

        While only the broker is away, rounds go on at their interval (leases are reaped), and publishing waits.
        """
        while not stop.is_set():
            try:
                summary = await self.tick()
                self._rounds_fail.over("rounds work again")
                metrics.ticks.labels("ok").inc()
                if on_round:
                    on_round()
                if say:
                    say(self._doing)
                if summary.more:
                    continue
            except (StoreError, BrokerError) as error:
                metrics.ticks.labels("failed").inc()
                failed = f"a round failed, the next ones are tried with growing pauses: {error}"
                self._rounds_fail.met(failed)
                if say:
                    say(failed)
            await wait_or_stop(stop, self._pause_seconds(self._rounds_fail.times))
        await self.step_down()

    @property
    def _doing(self) -> str:
        """After a round that worked."""
        if not self._was_leading:
            return STANDING_BY
        is_away = self._broker_stands.is_away or self._numbers.broker_is_away
        return AWAY if is_away else "due jobs go to the broker"

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
                await self._store.fleet.lead(DISPATCHER, self._holder, ttl_ms=0)

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
            log.info("published again, for the broker that held them ended with its process: %s", counted(due, "job"))

    async def _look_after_shops(self) -> None:
        now = self._monotonic()
        if now >= self._next_look:
            self._next_look = now + self._settings.health_seconds
            try:
                await look_after(self._store.health, self._shares)
            except StoreRejected as error:
                # Jobs are published whether or not their shops' health can be read.
                log.error("shops' health could not be read: %s", error)

    async def _publish(self, summary: DispatchSummary) -> None:
        ladders = Ladders(await self._store.ways.ladders(), await self._store.ways.walls(least=WALLS_RUNNING))
        for lane in (lane for platform in PLATFORMS for lane in lanes(platform, ladders)):
            outcome = await publish_due(
                lane, jobs=self._store.jobs, broker=self._broker, settings=self._settings, ladders=ladders
            )
            summary.published += outcome.confirmed
            summary.refused += outcome.refused
            summary.unavailable += outcome.unavailable
            summary.more |= outcome.more
            self._broker_stands.note(lane.platform, outcome)
            if outcome.unavailable:
                # The other platforms' messages would wait as long for the same answer.
                break
        for shop, way in ladders.tried_again:
            await self._store.ways.tried_again(shop, way)

    def _note_leadership(self, leading: bool) -> None:
        metrics.leading.set(leading)
        if leading != self._was_leading:
            self._messages_lost = leading and self._broker_is_new
            log.info("leading: this dispatcher publishes" if leading else STANDING_BY)
            self._was_leading = leading
            if not leading:
                self._numbers.take_back()
                self._shares.take_back()
                self._second_looks.take_back()
                if self._notices:
                    self._notices.take_back()
