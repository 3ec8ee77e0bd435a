"""Secrets that somebody sends and that may be nobody's: a session, an invite, an API token.

What has not their form is not looked up. Wrong ones are limited per address; from an address that has spent its tries
only secrets that were good lately are looked up, so that nobody who guesses beside a person or a program shuts them
out. Of the others a few are looked up at once, whoever sends them: strangers cannot keep the database busy.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from common.errors import CrawlfleetError
from common.output.counting import counted
from common.protocol.joining import hash_of
from gateway.people.throttle import Throttle, network_of

T = TypeVar("T")

PER_ADDRESS = 30
"""Tries a minute."""
STRANGERS_AT_ONCE = 4
MOST_LATELY = 1000
FORM = r"[A-Za-z0-9_-]{43}"
"""Of 256 random bits as we write them."""


class TooManyTries(CrawlfleetError):
    """An address tried too many secrets that are nobody's."""

    def __init__(self, what: str, wait_seconds: float) -> None:
        self.wait_seconds = max(1, math.ceil(wait_seconds))
        wait = counted(self.wait_seconds, "second")
        super().__init__(f"Too many {what} that are nobody's came from this address; wait {wait}.")


class Guesses:
    """Of one kind of secret, `what` in the plural; each begins with `prefix`."""

    def __init__(self, what: str, monotonic: Callable[[], float], *, prefix: str = "") -> None:
        self._what = what
        self._monotonic = monotonic
        self._form = re.compile(re.escape(prefix) + FORM)
        self._wrong = Throttle(PER_ADDRESS)
        self._lately: OrderedDict[str, None] = OrderedDict()
        self._strangers = asyncio.Semaphore(STRANGERS_AT_ONCE)

    async def looked_up(self, secret: str, address: str, look: Callable[[str], Awaitable[T | None]]) -> T | None:
        """What `look` finds by the secret's hash; None: it is nobody's. Raises TooManyTries, and what `look` raises."""
        if not self._form.fullmatch(secret):
            return None
        secret_hash = hash_of(secret)
        if secret_hash in self._lately:
            return await self._asked(secret_hash, look)
        async with self._strangers:
            if secret_hash in self._lately:  # found good while this one waited for its turn
                return await self._asked(secret_hash, look)
            # Taken beforehand, so that a thousand guesses at once are not a thousand; a good one gets it back.
            network = network_of(address)
            if wait_seconds := self._wrong.wait_seconds(network, self._monotonic()):
                raise TooManyTries(self._what, wait_seconds)
            found = await self._asked(secret_hash, look)
            if found is not None:
                self._wrong.give_back(network)
            return found

    def made(self, secret: str) -> None:
        """Somebody was just given this secret: it is known here."""
        self._keep(hash_of(secret))

    async def _asked(self, secret_hash: str, look: Callable[[str], Awaitable[T | None]]) -> T | None:
        found = await look(secret_hash)
        if found is None:
            self._lately.pop(secret_hash, None)
        else:
            self._keep(secret_hash)
        return found

    def _keep(self, secret_hash: str) -> None:
        self._lately[secret_hash] = None
        self._lately.move_to_end(secret_hash)
        if len(self._lately) > MOST_LATELY:
            self._lately.popitem(last=False)
