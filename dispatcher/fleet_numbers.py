"""The whole fleet in numbers, told once a minute by the dispatcher that leads: jobs, queues, processes, volunteers.

One process tells them, so a sum over all targets of a scrape counts nothing twice; who loses the lead takes its numbers
back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from prometheus_client import Gauge

from common.broker.base import Broker
from common.errors import BrokerError, StoreRejected
from common.output.trouble import Trouble
from common.store import ALIVE_MS, FleetCounts, ShopRow, StatusCount, Store
from common.store.official.values import SourceState
from dispatcher import metrics

if TYPE_CHECKING:
    Labels = tuple[str, ...]

log = logging.getLogger("crawlfleet.dispatcher.numbers")

EVERY_SECONDS = 60.0
"""A look reads the index entry of every job that ended: half a second for a few million."""
ASK_AGAIN_SECONDS = 10.0
"""A broker that was away at the last look."""


class FleetNumbers:
    """Call look() every round while leading, and take_back() when the lead is lost: until then the last numbers stand,
    up to EVERY_SECONDS old."""

    def __init__(self, store: Store, broker: Broker, *, monotonic: Callable[[], float]) -> None:
        self._store = store
        self._broker = broker
        self._monotonic = monotonic
        self._next = monotonic()
        self._ask_again = monotonic()
        self._told: dict[Gauge, set[Labels]] = {}
        self._broker_away = Trouble(monotonic, log)

    @property
    def broker_is_away(self) -> bool:
        """Whether the last look found it away."""
        return self._broker_away.times > 0

    async def look(self) -> None:
        """Call it every round; most calls do nothing. Raises StoreUnavailable. A broker that is away costs its queues'
        numbers only, and a database that refuses the question costs all of them: jobs are published all the same.
        """
        now = self._monotonic()
        if now < self._next:
            if self.broker_is_away and now >= self._ask_again:
                await self._tell_queues()
            return
        self._next = now + EVERY_SECONDS
        try:
            counts = await self._store.fleet.counts(alive_ms=ALIVE_MS)
            self._tell_jobs(await self._store.listing.counts(), counts.now)
            self._tell_shops(await self._store.fleet.shops())
            self._tell_official(await self._store.official.states())
        except StoreRejected as error:
            log.error("the fleet's numbers could not be read: %s", error)
            self.take_back()
            return
        self._tell_fleet(counts)
        await self._tell_queues()

    def take_back(self) -> None:
        """This process tells nothing of the fleet any more, until the next look."""
        for gauge in list(self._told):
            self._tell(gauge, {})
        self._next = self._monotonic()

    def _tell_jobs(self, counts: Sequence[StatusCount], now_ms: int) -> None:
        self._tell(metrics.jobs, {(one.platform, str(one.status)): one.count for one in counts})
        self._tell(
            metrics.jobs_oldest,
            {(one.platform, str(one.status)): max(0, now_ms - one.oldest_updated_at) / 1000 for one in counts},
        )

    def _tell_shops(self, shops: Sequence[ShopRow]) -> None:
        self._tell(metrics.shop_paused, {(shop.platform,): float(shop.paused) for shop in shops})
        self._tell(
            metrics.shop_last_recorded,
            {(shop.platform,): shop.last_success_at / 1000 for shop in shops if shop.last_success_at is not None},
        )

    def _tell_official(self, states: Sequence[SourceState]) -> None:
        self._tell(metrics.official_calls, {(state.source,): state.calls for state in states})
        self._tell(metrics.official_paused, {(state.source,): state.paused_ms / 1000 for state in states})

    def _tell_fleet(self, counts: FleetCounts) -> None:
        self._tell(metrics.processes, {(role,): count for role, count in counts.processes.items()})
        self._tell(metrics.volunteers, {("machines",): counts.machines, ("persons",): counts.persons})
        self._tell(metrics.feeds, {(source, outcome): count for (source, outcome), count in counts.feeds.items()})
        self._tell(metrics.recrawls_due, {(platform,): count for platform, count in counts.recrawls_due.items()})

    async def _tell_queues(self) -> None:
        try:
            depths = await self._broker.depths()
        except BrokerError as error:
            # Publishing says so too, but only while something is due.
            self._broker_away.met(f"the broker is away, so nothing could be published; nothing is lost by it: {error}")
            self._ask_again = self._monotonic() + ASK_AGAIN_SECONDS
            depths = ()
        else:
            self._broker_away.over("the broker answers again")
        self._tell(metrics.queue_messages, {(queue.name,): queue.ready for queue in depths})
        self._tell(metrics.queue_consumers, {(queue.name,): queue.consumers for queue in depths})

    def _tell(self, gauge: Gauge, values: Mapping[Labels, float]) -> None:
        """Make the gauge hold exactly these values. They are set before vanished labels are removed, so no scrape finds
        it empty."""
        for labels, value in values.items():
            gauge.labels(*labels).set(value)
        for gone in self._told.get(gauge, set()) - set(values):
            gauge.remove(*gone)
        self._told[gauge] = set(values)
