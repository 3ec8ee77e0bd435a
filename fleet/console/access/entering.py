"""Invites, signing in and out, and whose session a request carries.

Tries are limited per name and per address, and so are sessions and invites that are nobody's; a look at a password
takes some 0.1 s of a thread, and two at once at most.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from common.errors import CrawlfleetError
from common.protocol.joining import hash_of
from common.timing.units import HOUR_MS
from fleet.console.access import passwords
from fleet.console.access.guesses import PER_ADDRESS, Guesses
from fleet.opening import opened_store
from gateway.people.throttle import Throttle, network_of

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ConsoleRole

T = TypeVar("T")

PER_NAME = 10
"""Tries a minute."""
LOOKS_AT_ONCE = 2
MOST_WAITING = 20


class Busy(CrawlfleetError):
    """More people sign in at once than passwords can be looked at."""


class Entering:
    """Raises StoreUnavailable or StoreRejected when the database does not answer."""

    def __init__(self, settings: Settings, monotonic: Callable[[], float]) -> None:
        self._settings = settings
        self._monotonic = monotonic
        self._names, self._addresses = Throttle(PER_NAME), Throttle(PER_ADDRESS)
        self._sessions, self._invites = Guesses("sessions", monotonic), Guesses("invites", monotonic)
        self._looks = asyncio.Semaphore(LOOKS_AT_ONCE)
        self._waiting = 0

    def wait_seconds(self, name: str | None, address: str) -> float:
        """0.0: one try more may be made, and was counted; else how long until then. None: no name is tried."""
        now = self._monotonic()
        # The address first: who has spent its tries spends nobody's name.
        waits = self._addresses.wait_seconds(network_of(address), now)
        return waits or (self._names.wait_seconds(name, now) if name is not None else 0.0)

    async def invited(self, secret: str, address: str) -> str | None:
        """Whom the invite is for; None when it is not good. Raises TooManyTries."""

        async def look(secret_hash: str) -> str | None:
            async with opened_store(self._settings) as store:
                return await store.console.invited(secret_hash)

        return await self._invites.looked_up(secret, address, look)

    async def accept(self, secret: str, password: str) -> str | None:
        """The session of whoever used the invite; None when it is not good."""
        stored = await self._slowly(lambda: passwords.hashed(password, os.urandom(16)))
        async with opened_store(self._settings) as store:
            name = await store.console.accept(hash_of(secret), password=stored)
        return None if name is None else await self._begin(name, stored)

    async def sign_in(self, name: str, password: str) -> str | None:
        """A new session; None when name and password do not belong together."""
        async with opened_store(self._settings) as store:
            person = await store.console.person(name)
        stored = person.password if person else None
        if not await self._slowly(lambda: passwords.fits(password, stored)) or stored is None:
            return None
        return await self._begin(name, stored)

    async def signed_in(self, session: str, address: str) -> tuple[str, ConsoleRole] | None:
        """Name and role of whose session it is; None: nobody's. Raises TooManyTries."""

        async def look(session_hash: str) -> tuple[str, ConsoleRole] | None:
            async with opened_store(self._settings) as store:
                return await store.console.signed_in(session_hash)

        return await self._sessions.looked_up(session, address, look)

    async def sign_out(self, session: str) -> None:
        async with opened_store(self._settings) as store:
            await store.console.end(hash_of(session))

    async def _begin(self, name: str, stored: str) -> str:
        session = secrets.token_urlsafe(32)
        lasts_ms = int(self._settings.console.session_hours * HOUR_MS)
        async with opened_store(self._settings) as store:
            await store.console.begin(hash_of(session), name, password=stored, lasts_ms=lasts_ms)
        self._sessions.made(session)
        return session

    async def _slowly(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Busy("too many sign-ins wait for their turn. Try again in a minute.")
        self._waiting += 1
        try:
            async with self._looks:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1
