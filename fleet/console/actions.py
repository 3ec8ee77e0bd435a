"""Actions on many jobs or dead letters: what was asked about is kept until it is answered, and runs beside the pages.

The page that asks holds only a number of ours: what is done is what was counted, whatever a form says. An action goes
on when its page is closed; the audit counts along. One that this process's end cuts off keeps its row without an end.
What goes on, and what broke off lately, is told here: an action that waits for another's look has no row there yet.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from common.errors import CrawlfleetError
from fleet.operations.dead_letters.planned import LettersPlan
from fleet.operations.selecting import Wanted

log = logging.getLogger("crawlfleet.console")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Forgetting:
    """One account whose posts are erased."""

    source: str
    account: str


About = Wanted | LettersPlan | Forgetting
"""Jobs, dead letters, or an account."""

ASKED_SECONDS = 600.0
MOST_ASKED = 500
GRACE_SECONDS = 5.0
TOLD_SECONDS = 600.0
MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """One action that somebody was asked about."""

    by: str
    verb: str
    about: About
    count: int
    until: float


class Actions:
    """Of one console process: a number that another one gave is unknown here, and all are forgotten with the process.
    The oldest question is forgotten when more than MOST_ASKED stand open."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._asked: OrderedDict[str, Asked] = OrderedDict()
        self._running: set[asyncio.Task[Any]] = set()
        self._beside: dict[int, str] = {}
        self._broke_off: deque[tuple[float, str]] = deque(maxlen=MOST_TOLD)

    def ask(self, by: str, verb: str, about: About, count: int) -> str:
        """The number under which the answer finds it, for ten minutes."""
        number = secrets.token_urlsafe(12)
        self._asked[number] = Asked(by, verb, about, count, self._monotonic() + ASKED_SECONDS)
        while len(self._asked) > MOST_ASKED:
            self._asked.popitem(last=False)
        return number

    def answered(self, number: str, by: str) -> Asked | None:
        """What this person was asked about, once. None: nothing, or too long ago."""
        asked = self._asked.get(number)
        if asked is None or asked.by != by:
            return None
        del self._asked[number]
        return asked if self._monotonic() < asked.until else None

    def run(self, what: str, action: Awaitable[object]) -> None:
        """Beside the pages; what goes wrong stands in the log and in broke_off, and its row of the audit, if it came as
        far as that, stays without an end."""

        async def running() -> None:
            try:
                await action
            except CrawlfleetError as error:
                log.error("%s broke off: %s", what, error)
                self._broke_off.append((self._monotonic(), f"{what} broke off: {error}"))
            finally:
                del self._beside[number]

        number = max(self._beside, default=0) + 1
        self._beside[number] = what
        self._begin(running())

    def under_way(self) -> list[str]:
        """What goes on beside the pages, the longest first."""
        return list(self._beside.values())

    def broke_off(self) -> list[str]:
        """What ended within TOLD_SECONDS without being done, with why, the last first."""
        return [said for at, said in reversed(self._broke_off) if self._monotonic() - at < TOLD_SECONDS]

    async def to_its_end(self, what: str, action: Coroutine[Any, Any, T]) -> T:
        """What comes of it, waited for. It goes on although whoever waits goes away. Raises as `action`."""
        task = self._begin(action)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            log.info("%s goes on, nobody waits for it any more", what)
            raise

    def _begin(self, action: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        # Without the pages' database: an action may take long, and has the settings' patience with one that goes away.
        task = asyncio.create_task(action, context=contextvars.Context())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def aclose(self) -> None:
        """Actions under way have a moment to end."""
        if self._running:
            await asyncio.wait(self._running, timeout=GRACE_SECONDS)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
