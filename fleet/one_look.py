"""One look at the dead letters at a time.

Reading a letter takes it off its queue until the look ends, so two looks at once would each see a part. A row of the
database lets one go on and the others wait; a look that died is forgotten after HELD_SECONDS.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from common.errors import CrawlfleetError, StoreError
from common.waiting import beside

if TYPE_CHECKING:
    from common.store import Store

ROLE = "dead letters"
HELD_SECONDS = 30.0
WAIT_SECONDS = 60.0
ASK_SECONDS = 0.2


class LookedAt(CrawlfleetError):
    """Somebody else has looked at the dead letters for longer than one waits for that."""


@asynccontextmanager
async def one_look(store: Store, *, wait_seconds: float = WAIT_SECONDS) -> AsyncIterator[None]:
    """Nobody else of this fleet looks at the dead letters meanwhile. Raises LookedAt, StoreError."""
    holder = uuid4().hex
    ttl_ms = int(HELD_SECONDS * 1000)
    try:
        async with asyncio.timeout(wait_seconds):
            while not await store.fleet.lead(ROLE, holder, ttl_ms=ttl_ms):  # noqa: ASYNC110
                await asyncio.sleep(ASK_SECONDS)  # what is waited for stands in the database
    except TimeoutError:
        raise LookedAt(
            f"another command has looked at the dead letters for {wait_seconds:.0f} s; nothing was changed. Let it "
            "end, then try again."
        ) from None
    try:
        async with beside(_keep(store, holder, ttl_ms)):
            yield
    finally:
        with suppress(StoreError):
            await store.fleet.lead(ROLE, holder, ttl_ms=0)


async def _keep(store: Store, holder: str, ttl_ms: int) -> None:
    while True:
        await asyncio.sleep(ttl_ms / 3000)
        with suppress(StoreError):
            await store.fleet.lead(ROLE, holder, ttl_ms=ttl_ms)
