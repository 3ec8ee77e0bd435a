"""An operator who has the restless pages looked at again while all is being harmed, so that their prices leap."""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import suppress

from common.errors import StoreError
from common.job import JobStatus, job_id_for
from common.settings import DatabaseSettings
from common.store import open_store
from tests.faults.shop import Shops

ROUNDS = 2
"""So often each page is asked for again."""
PATIENCE_SECONDS = 240.0
"""From the last fault on. The faults themselves last as long as the machine is busy."""
LOOK_SECONDS = 0.5


async def ask_again(database_url: str, shops: Shops, over: asyncio.Event) -> list[str]:
    """Recheck each restless job ROUNDS times, each time when it has succeeded; a job that is DEAD is left. Ends when
    all were, or PATIENCE_SECONDS after `over`, which is set when all is posted and no fault comes any more. What still
    waited to be asked again then."""
    left = {job_id_for(link): (link, ROUNDS) for link in shops.restless}
    deadline = math.inf
    store = await open_store(DatabaseSettings(url=database_url))
    try:
        while left and time.monotonic() < deadline:
            await asyncio.sleep(LOOK_SECONDS)
            if over.is_set():
                deadline = min(deadline, time.monotonic() + PATIENCE_SECONDS)
            for job_id, (link, rounds) in list(left.items()):
                with suppress(StoreError):  # the database is away: later
                    job = await store.jobs.get(job_id)
                    if job is not None and job.status is JobStatus.DEAD:
                        del left[job_id]
                    elif job is not None and job.status is JobStatus.SUCCEEDED:
                        shops.let_go(link)
                        if await store.jobs.recheck([job_id]):
                            left[job_id] = (link, rounds - 1)
            left = {job_id: (link, rounds) for job_id, (link, rounds) in left.items() if rounds}
    finally:
        await store.close()
    waited = f"within {PATIENCE_SECONDS:g} s after the last fault"
    return [f"{link} was not asked for again {waited}" for link, _ in left.values()]
