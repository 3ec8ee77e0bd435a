"""Follow one job through its events: the database writes one for every change of status, by itself.

Prints:
    - -> NEW attempt 0
    NEW -> QUEUED attempt 0
    QUEUED -> RUNNING attempt 1 by worker-1
    RUNNING -> FAILED_RETRYABLE attempt 1 by worker-1 because of TIMEOUT
    the lease is over: a second report is refused: True
"""

import asyncio
import tempfile
from pathlib import Path

from common.errors import ErrorCode
from common.job import NewJob
from common.settings import DatabaseSettings
from common.store import init_schema, open_store

LINK = "https://shopee.tw/product/310001/9100001"


async def main(folder: Path) -> None:
    settings = DatabaseSettings(url=f"file:{folder / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    (job_id,) = await store.jobs.add([NewJob(LINK, LINK, "shopee", "tw", "310001", "9100001", "jsonl", "me", "post-1")])
    await store.jobs.publish([job_id], republish_after_ms=900_000)
    await store.jobs.claim(job_id, worker_id="worker-1", lease_token="lease-1", lease_ms=60_000)
    await store.jobs.retry_later(job_id, "lease-1", delay_ms=10_000, error_code=ErrorCode.TIMEOUT, detail="too slow")
    for event in await store.jobs.events(job_id):
        by = f" by {event.worker}" if event.worker else ""
        why = f" because of {event.error_code}" if event.error_code else ""
        print(event.from_status or "-", "->", event.to_status, f"attempt {event.attempt}{by}{why}")
    late = await store.jobs.fail(job_id, "lease-1", error_code=ErrorCode.CONTENT_NOT_FOUND, detail="late")
    print("the lease is over: a second report is refused:", not late)
    await store.close()


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(Path(folder)))
