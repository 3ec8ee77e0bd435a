"""Keeps the index of links and titles, by which operators search, a few seconds behind the jobs."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from common.errors import StoreError, StoreRejected
from common.store.texts.index import AT_A_TIME, TextIndex

log = logging.getLogger("crawlfleet.dispatcher")

LOOK_SECONDS = 2.0
REFUSED_SECONDS = 60.0
"""After the database would not have it: a broken index does not mend itself."""
BATCHES = 4
"""To a round: a million jobs are indexed within minutes, and nobody waits longer than for a batch."""


class TextKeeper:
    """Never raises a StoreError: a search without the index is slow, and nothing else. Where SQLite has no FTS5 it says
    so once and does nothing more."""

    def __init__(self, texts: TextIndex, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._texts = texts
        self._monotonic = monotonic
        self._next_look = monotonic()
        self._begun = False
        self._cannot = False

    async def look(self) -> None:
        """Index what changed, where it is time."""
        if self._cannot or self._monotonic() < self._next_look:
            return
        self._next_look = self._monotonic() + LOOK_SECONDS
        try:
            if not self._begun:
                await self._texts.begin()
                self._begun = True
            for _ in range(BATCHES):
                if await self._texts.go_on(limit=AT_A_TIME) < AT_A_TIME:
                    return
            self._next_look = self._monotonic()
        except StoreRejected as error:
            self._begun = False
            self._cannot = "fts5" in str(error)
            if self._cannot:
                log.info("searches look at every job, for their words cannot be indexed: %s", error)
            else:
                self._next_look = self._monotonic() + REFUSED_SECONDS
                log.warning(
                    "the index of words is refused, so searches may look at every job; make it anew with "
                    "`crawlfleet db reindex`: %s",
                    error,
                )
        except StoreError as error:
            self._begun = False
            log.debug("indexing words waits for the database: %s", error)
