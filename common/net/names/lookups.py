"""The system's getaddrinfo, for many at once: a name that nobody answers for holds up no other, nor the program's end.

asyncio's own asks in its pool of threads, six on two processors. A system call for a name whose servers are dead takes
half a minute and cannot be cut off. Any list of shops or feeds has a few such names: in that pool they would keep every
other from being looked up, and a program that is told to stop would wait for them. One domain may have any number of
such names, and a page in the browser may ask for a hundred of them in a second: its domain has a few places, and no
other waits for it.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from common.links.domains import registrable_domain

AT_ONCE = 24
"""Threads; the units of deploy/systemd allow 64 in all."""
SITE_AT_ONCE = 4
"""Of these, for the names of one registrable domain."""

Answers = Sequence[tuple[Any, ...]]
"""As socket.getaddrinfo gives them."""


@dataclass(slots=True)
class _Lookup:
    """One that somebody waits for. `begun`: it has a thread, which nothing can end."""

    task: asyncio.Task[Answers] = field(init=False)
    waiting: int = 0
    begun: bool = False


class Lookups:
    """One lookup at a time for each host and port: whoever asks meanwhile gets its answer. Of one event loop."""

    def __init__(self) -> None:
        self._under_way: dict[tuple[str, int], _Lookup] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._sites: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """Of a registrable domain, as long as a name of it is looked up."""

    async def find(self, host: str, port: int) -> Answers:
        """Raises what socket.getaddrinfo raises. Who is cancelled leaves the lookup to the others, and to its end; one
        that nobody waits for any more does not begin."""
        asked = (host, port)
        lookup = self._under_way.get(asked)
        if lookup is None:
            lookup = self._under_way[asked] = _Lookup()
            lookup.task = asyncio.create_task(self._find(lookup, host, port), name="lookup")
            lookup.task.add_done_callback(partial(self._over, asked, lookup))
        lookup.waiting += 1
        try:
            return await asyncio.shield(lookup.task)
        finally:
            lookup.waiting -= 1
            if not lookup.waiting and not lookup.begun:
                lookup.task.cancel()
                self._forget(asked, lookup)

    async def _find(self, lookup: _Lookup, host: str, port: int) -> Answers:
        site = registrable_domain(host) or host
        of_site = self._sites.setdefault(site, asyncio.Semaphore(SITE_AT_ONCE))
        async with of_site, self._room:
            lookup.begun = True
            loop = asyncio.get_running_loop()
            found: asyncio.Future[Answers] = loop.create_future()

            def tell(answers: Answers | None, error: Exception | None) -> None:
                if found.cancelled():
                    return
                if error is not None:
                    found.set_exception(error)
                else:
                    found.set_result(answers or ())

            def ask() -> None:
                answers, failed = None, None
                try:
                    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                except Exception as error:
                    failed = error
                with suppress(RuntimeError):  # the loop has ended meanwhile
                    loop.call_soon_threadsafe(tell, answers, failed)

            # A daemon: no program's end waits for it, as it does for a pool's.
            threading.Thread(target=ask, name="lookup", daemon=True).start()
            return await found

    def _over(self, asked: tuple[str, int], lookup: _Lookup, done: asyncio.Task[Answers]) -> None:
        self._forget(asked, lookup)
        if not done.cancelled():
            done.exception()  # nobody may wait for it any more

    def _forget(self, asked: tuple[str, int], lookup: _Lookup) -> None:
        """Unless somebody has begun to ask anew."""
        if self._under_way.get(asked) is lookup:
            del self._under_way[asked]
