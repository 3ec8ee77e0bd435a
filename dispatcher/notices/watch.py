"""Notifications as the dispatcher runs them: called every round, it looks now and then, and sends beside the rounds."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from common.errors import StoreRejected
from common.notices.values import Rule
from common.settings_tables.notices import NoticeSettings
from common.store.notices.notices import NoticeStore
from dispatcher import metrics
from dispatcher.notices.delivery import Delivery, Send
from dispatcher.notices.noticing import notice
from dispatcher.notices.sending import send

log = logging.getLogger("crawlfleet.dispatcher.notices")

LOST_MS = 180_000
"""A try takes seconds. The process of one that has not ended after this long is gone."""
LOST = "its process ended while it was sent"
STOP_SECONDS = 10.0
"""A message under way may end for so long when the dispatcher stops."""


class NoticeWatch:
    """Does next to nothing while there is no rule. Nothing is sent within a round: no target holds up a job."""

    def __init__(
        self,
        store: NoticeStore,
        settings: NoticeSettings,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        send: Send = send,
        spoken: Callable[[str], str] = str,
    ) -> None:
        """`spoken`: see Delivery."""
        self._store = store
        self._every_seconds = settings.look_seconds
        self._monotonic = monotonic
        self._next = monotonic()
        self._delivery = Delivery(store, send=send, monotonic=monotonic, spoken=spoken)
        self._sending: set[asyncio.Task[None]] = set()

    async def look(self) -> None:
        """Call it every round; most calls do nothing. Raises StoreUnavailable."""
        now = self._monotonic()
        if now < self._next:
            return
        self._next = now + self._every_seconds
        try:
            await self._look()
        except StoreRejected as error:
            # Jobs are published whether or not anybody is told of anything.
            log.error("what there is to tell could not be read: %s", error)

    async def aclose(self) -> None:
        """Messages under way have a moment to end; one that does not is `unsure` a while later."""
        if self._sending:
            _, late = await asyncio.wait(self._sending, timeout=STOP_SECONDS)
            for task in late:
                task.cancel()
        self._delivery.close()

    def take_back(self) -> None:
        """This process tells no numbers of it any more."""
        metrics.notices_waiting.set(0)
        metrics.notice_targets_failing.set(0)

    async def _look(self) -> None:
        standing = await self._store.standing()
        if not standing.rules:
            self.take_back()
            return
        await notice(self._store, standing)
        if lost := await self._store.lost(after_ms=LOST_MS, error=LOST):
            log.warning("%d notices may or may not have been sent: %s", lost, LOST)
        metrics.notices_waiting.set(await self._store.waiting())
        metrics.notice_targets_failing.set(sum(target.failures > 0 for target in await self._store.targets()))
        task = asyncio.create_task(self._send_due(standing.rules, standing.now_ms))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send_due(self, rules: Sequence[Rule], now_ms: int) -> None:
        try:
            await self._delivery.send_due(rules, now_ms)
        except Exception:
            # Nobody waits for this task: its end must be seen somewhere.
            log.exception("sending notifications met an error of its own")
