"""The database held open for whoever asks often: opened once, its schema checked once, opened anew when lost.

Within `lending()` every `opened_store` of the same settings is lent one that is open already. An embedded database is
asked by one thread a store, so that a slow question of one person lets others pass there are up to EMBEDDED_AT_MOST of
them; a server takes any number of questions through one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import StoreError
from fleet.opening import LENDER, embedded_path, opened_anew

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Store

EMBEDDED_AT_MOST = 4
GOOD_SECONDS = 60.0
"""Then a store is opened anew: its schema may have been brought forward since, or its token's file be another."""
PATIENCE_SECONDS = 2.0
"""How long what is lent asks a database again that went away: somebody waits for the answer."""


@dataclass(slots=True)
class _Kept:
    store: Store
    file: tuple[int, int] | None
    """Which file it was opened on, for the name may lead to another since; None for a server."""
    until: float
    users: int = 0
    lost: bool = False


class KeptStore:
    """One for a process that serves people; close it at the end."""

    def __init__(self, settings: Settings, monotonic: Callable[[], float]) -> None:
        self.settings = settings
        self._monotonic = monotonic
        self._at_most = EMBEDDED_AT_MOST if settings.database.embedded else 1
        self._kept: list[_Kept] = []
        self._opening: asyncio.Task[_Kept] | None = None

    @contextmanager
    def lending(self) -> Iterator[None]:
        """opened_store of these settings lends from here meanwhile, in this task and in those it begins."""
        token = LENDER.set(self)
        try:
            yield
        finally:
            LENDER.reset(token)

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[Store]:
        """Raises as opened_store does. After a StoreError the next one is lent another."""
        kept = await self._take()
        try:
            yield kept.store
        except StoreError:
            kept.lost = True
            raise
        finally:
            kept.users -= 1
            await self._close_lost()

    async def aclose(self) -> None:
        """Whatever is lent still is closed by its last user."""
        if self._opening is not None:
            await asyncio.gather(self._opening, return_exceptions=True)
        for kept in self._kept:
            kept.lost = True
        await self._close_lost()

    async def _take(self) -> _Kept:
        """Counted as used. Nothing waits between the look and the count: what is closed meanwhile has no user."""
        for kept in self._kept:
            kept.lost = kept.lost or self._is_over(kept)
        good = [kept for kept in self._kept if not kept.lost]
        found = min(good, key=lambda kept: kept.users, default=None)
        if found is None or (found.users and len(good) < self._at_most):
            found = await self._opened()
        found.users += 1
        return found

    async def _opened(self) -> _Kept:
        """Whoever asks while one is being opened gets that one, or its error."""
        if self._opening is None or self._opening.done():
            self._opening = asyncio.create_task(self._open())
        return await asyncio.shield(self._opening)

    async def _open(self) -> _Kept:
        file = self._file()  # before: of a name that leads to another file meanwhile it must not be the newer one
        store = await opened_anew(self.settings, patience_seconds=PATIENCE_SECONDS)
        kept = _Kept(store, file, self._monotonic() + GOOD_SECONDS)
        self._kept.append(kept)
        return kept

    def _is_over(self, kept: _Kept) -> bool:
        return self._monotonic() >= kept.until or kept.file != self._file()

    def _file(self) -> tuple[int, int] | None:
        if not self.settings.database.embedded:
            return None
        try:
            found = embedded_path(self.settings.database).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    async def _close_lost(self) -> None:
        over = [kept for kept in self._kept if kept.lost and not kept.users]
        self._kept = [kept for kept in self._kept if kept not in over]
        for kept in over:
            await kept.store.close()
