"""The index of links and titles, made anew when it is broken or lacks something."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from common.store.texts.index import AT_A_TIME
from fleet.opening import opened_store
from fleet.operations.auditing import Action, recorded

if TYPE_CHECKING:
    from common.settings import Settings


async def reindex(settings: Settings, *, told: Callable[[int], None] = lambda _: None) -> int:
    """Forget the index of words and index every job again, some hundred at a time, beside a fleet that runs; how many.

    `told` is called with how many are done. Until the end, searches look at the rest one by one. Cut off, the
    dispatcher that leads goes on. Raises StoreRejected where the database has no FTS5, and what opened_store raises.
    """
    async with opened_store(settings) as store, recorded(store, None, Action.DB_REINDEX, {}) as event:
        await store.texts.begin_anew()
        done, looked = 0, AT_A_TIME
        while looked == AT_A_TIME:
            looked = await store.texts.go_on(limit=AT_A_TIME)
            done += looked
            told(done)
        event.done = done
    return done
