"""How a service stands, in one sentence for each that may ask: systemd, /healthz and the log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from common.output.served.health import Health
from common.output.trouble import Trouble
from common.waiting import beside
from fleet.commands_in_texts import for_elsewhere
from fleet.run.standing.sd_notify import Notifier

log = logging.getLogger("crawlfleet.run")

START_SECONDS = 300
"""What systemd grants a start (TimeoutStartSec of the units). It is counted anew from each try while a server is waited
for, so that a start may take days. After the wait the first good round or poll has five minutes; one that hangs is
ended."""


class Standing:
    """Not ready until ready() is called; waiting and back may alternate before that."""

    def __init__(self, *, notifier: Notifier, health: Health, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._notifier = notifier
        self._health = health
        self._monotonic = monotonic
        self._troubles: dict[str, Trouble] = {}
        self._ready = False
        self._told = ""
        """The last sentence since it is ready."""
        self._spoken = for_elsewhere()
        health.ill("start", "not ready yet")

    @property
    def health(self) -> Health:
        return self._health

    def waiting(self, what: str, error: Exception) -> None:
        """The server `what` is waited for, for this reason. Said to all at once, in the log once and then rarely."""
        trouble = self._troubles.setdefault(what, Trouble(self._monotonic, log))
        trouble.met(f"waiting for the {what}, asked again with growing pauses: {error}", kind=type(error).__name__)
        said = self._spoken(str(error))
        self._health.ill(what, said)
        self._notifier.status(f"waiting for the {what}: {said}", start_seconds=START_SECONDS)

    def back(self, what: str) -> None:
        """The server `what` answers as it should."""
        if trouble := self._troubles.pop(what, None):
            trouble.over(f"the {what} is there")
            self._notifier.status(f"the {what} is there; starting", start_seconds=START_SECONDS)
        self._health.well(what)

    def ready(self, status: str) -> None:
        """It does its duty from now on. Called again, nothing happens."""
        if not self._ready:
            self._ready = True
            self._told = status
            self._health.well("start")
            self._notifier.ready(status)

    def says(self, sentence: str) -> None:
        """What it does now, or why it does not, for `systemctl status`. Before ready() nothing is said; the same again
        neither. `/healthz` does not hear of it: a server that is away is no reason to start this process anew.
        """
        if self._ready and sentence != self._told:
            self._told = sentence
            self._notifier.doing(self._spoken(sentence))

    def stopping(self) -> None:
        self._health.ill("stop", "stopping")
        self._notifier.stopping()


@asynccontextmanager
async def watchdog(notifier: Notifier) -> AsyncIterator[None]:
    """While inside, systemd hears that the event loop runs, where a unit asks for that (WatchdogSec=)."""
    seconds = notifier.watchdog_seconds
    if seconds is None:
        yield
        return
    async with beside(_beat(notifier, seconds / 2)):
        yield


async def _beat(notifier: Notifier, seconds: float) -> None:
    while True:
        notifier.alive()
        await asyncio.sleep(seconds)
