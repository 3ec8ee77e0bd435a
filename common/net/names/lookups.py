"""The system's getaddrinfo, for many at once: a name that nobody answers for holds up no other, nor the program's end.

asyncio's own asks in its pool of threads, six on two processors. A system call for a name whose servers are dead takes
half a minute and cannot be cut off. Any list of shops or feeds has a few such names: in that pool they would keep every
other from being looked up, and a program that is told to stop would wait for them.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

AT_ONCE = 24
"""Threads; the units of deploy/systemd allow 64 in all."""

Answers = Sequence[tuple[Any, ...]]
"""As socket.getaddrinfo gives them."""


class Lookups:
    """One lookup at a time for each host and port: whoever asks meanwhile gets its answer. Of one event loop."""

    def __init__(self) -> None:
        self._under_way: dict[tuple[str, int], asyncio.Task[Answers]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)

    async def find(self, host: str, port: int) -> Answers:
        """Raises what socket.getaddrinfo raises. Who is cancelled leaves the lookup to the others, and to its end."""
        asked = (host, port)
        lookup = self._under_way.get(asked)
        if lookup is None:
            lookup = self._under_way[asked] = asyncio.create_task(self._find(host, port), name="lookup")
            lookup.add_done_callback(lambda done: self._over(asked, done))
        return await asyncio.shield(lookup)

    async def _find(self, host: str, port: int) -> Answers:
        async with self._room:
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

    def _over(self, asked: tuple[str, int], lookup: asyncio.Task[Answers]) -> None:
        del self._under_way[asked]
        if not lookup.cancelled():
            lookup.exception()  # nobody may wait for it any more
