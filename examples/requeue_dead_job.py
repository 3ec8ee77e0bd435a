"""A job whose attempts are spent is DEAD; an operator gives it all of them back.

Prints:
    attempt 1: FAILED_RETRYABLE
    attempt 2: DEAD
    requeued True, it was DEAD
    now NEW with 0 of 2 attempts spent
"""

import asyncio
import tempfile
from pathlib import Path

from common.errors import ErrorCode
from common.job import NewJob
from common.settings import DatabaseSettings, Settings
from common.store import init_schema, open_store
from fleet.operations.jobs.steering import requeue_jobs
from fleet.operations.selecting import Wanted

LINK = "https://shopee.tw/product/310001/9100001"
NEW = NewJob(LINK, LINK, "shopee", "tw", "310001", "9100001", "jsonl", "me", "post-1", max_attempts=2)


async def main(folder: Path) -> None:
    settings = Settings(database=DatabaseSettings(url=f"file:{folder / 'jobs.db'}"))
    await init_schema(settings.database)
    now = [1_800_000_000_000]
    store = await open_store(settings.database, clock_ms=lambda: now[0])
    await store.jobs.add([NEW])
    for lease in ("1", "2"):
        await store.jobs.claim(NEW.id, worker_id="w", lease_token=lease, lease_ms=60_000)
        code = ErrorCode.TIMEOUT
        status = await store.jobs.retry_later(NEW.id, lease, delay_ms=1000, error_code=code, detail="too slow")
        print(f"attempt {lease}: {status}")
        now[0] += 1000
    (fate,) = await requeue_jobs(settings, [LINK], Wanted(), dry_run=False)
    print(f"requeued {fate.done}, it was {fate.was}")
    job = await store.jobs.get(NEW.id)
    if job:
        print(f"now {job.status} with {job.attempt} of {job.max_attempts} attempts spent")
    await store.close()


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(Path(folder)))
