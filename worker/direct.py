"""A worker that an operator trusts with the credentials of database and broker: Worker with a direct source."""

from __future__ import annotations

import time
from collections.abc import Callable

from common.broker.base import Broker
from common.settings_tables.work import WorkSettings
from common.store import Store
from worker.handle import Crawls
from worker.means.network import Look
from worker.presence import Presence
from worker.service import Worker
from worker.source.direct import DirectSource, Lanes
from worker.tally import Tally


class WorkService(Worker):
    """A worker that holds the database's and the broker's credentials."""

    def __init__(
        self,
        *,
        store: Store,
        broker: Broker,
        crawler: Crawls,
        settings: WorkSettings,
        version: str,
        look: Look | None = None,
        lanes: Lanes | None = None,
        keeps_ties: bool = False,
        on_state: Callable[[str], None] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`lanes`: see DirectSource. `keeps_ties`: `crawler` goes by the jobs' ties (worker/proxies/crawling.py).
        `on_state`: see Presence."""
        tally = Tally()
        presence = Presence(worker_id=settings.worker_id, tally=tally, on_state=on_state)
        source = DirectSource(
            store=store,
            broker=broker,
            settings=settings,
            version=version,
            tally=tally,
            say=presence.say,
            lanes=lanes,
            keeps_ties=keeps_ties,
            monotonic=monotonic,
        )
        super().__init__(
            source=source,
            crawler=crawler,
            settings=settings,
            tally=tally,
            presence=presence,
            look=look,
            monotonic=monotonic,
        )
