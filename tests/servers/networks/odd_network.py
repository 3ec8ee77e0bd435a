"""A fleet of one process in a network that answers for no shop, or not as the shop does: what its jobs come to."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common.job import Job, JobStatus, NewJob
from common.settings import DatabaseSettings
from common.store import Store, init_schema, open_store
from fleet.demo.pages import other_page
from fleet.demo.server import Reply
from tests.servers.fleet_world import environment, eventually

SHOPS = ("ash.example", "elm.example", "oak.example")
PAGE = Reply(body=other_page("Pine board", "54.00", "EUR", "PINE"))


def job(url: str) -> NewJob:
    host = url.split("/")[2].split(":", maxsplit=1)[0]
    return NewJob(url, url, "other", "any", host, None, "jsonl", "me", url)


async def made_ready(folder: Path, jobs: list[NewJob]) -> Store:
    settings = DatabaseSettings(url=f"file:{folder / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    await store.jobs.add(jobs)
    return store


@contextmanager
def up(folder: Path, *within: str, **settings: object) -> Iterator[subprocess.Popen[bytes]]:
    said = {
        "database_url": f"file:{folder / 'jobs.db'}",
        "shops_other_domains": '["ash.example", "elm.example", "oak.example"]',
        "fetch_allow_addresses": '["127.0.0.1"]',
        "fetch_requests_per_second": 1000,
        "dispatch_interval_seconds": 0.2,
        "work_retry_delays_seconds": "[1, 1, 1, 1]",
    }
    with (folder / "log").open("wb") as log:
        command = [*within, sys.executable, "-m", "fleet", "up"]
        process = subprocess.Popen(command, cwd=folder, env=os.environ | environment(said | settings), stderr=log)
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


async def all_jobs(store: Store, jobs: list[NewJob]) -> list[Job]:
    return [found for one in jobs if (found := await store.jobs.get(one.id))]


async def given_back_then_read(folder: Path, store: Store, jobs: list[NewJob], said: bytes, *, spent: int) -> None:
    """While the login page answers, the worker `said` so and at most `spent` attempts of each job are gone."""
    log = folder / "log"
    await eventually(lambda: said in log.read_bytes(), what="said", say=log.read_text)

    async def waiting() -> bool:
        found = await all_jobs(store, jobs)
        return all(one.status in {JobStatus.QUEUED, JobStatus.FAILED_RETRYABLE} for one in found)

    await eventually(waiting, what="jobs that wait")
    again = b"looking again every 10 s"  # the next look, 5 s later, found no more than the first
    await eventually(lambda: again in log.read_bytes(), what="one more look", say=log.read_text)
    await eventually(waiting, what="jobs that wait still")
    assert max(one.attempt for one in await all_jobs(store, jobs)) <= spent


async def all_read(store: Store, jobs: list[NewJob]) -> bool:
    return all(one.status is JobStatus.SUCCEEDED for one in await all_jobs(store, jobs))


def with_own(path: Path, instead_of: str, *within: str) -> list[str]:
    """What to start a program within; `path` stands instead of another file there, and for nobody else."""
    mount = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
    return [*(within or ("unshare", "--mount")), "sh", "-c", mount, "sh", str(path), instead_of]


def own_mounts() -> bool:
    if os.name != "posix" or not shutil.which("unshare") or os.geteuid() != 0:
        return False
    return subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode == 0
