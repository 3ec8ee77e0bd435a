"""A machine without any network (a network namespace of its own): its jobs keep their attempts, and it says why."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from common.job import Job, JobStatus, NewJob, job_id_for
from common.settings import DatabaseSettings
from common.store import init_schema, open_store
from tests.servers.fleet_world import eventually

URL = "https://shopee.tw/product/1/2"
ALONE = ["unshare", "--net"] if os.name == "posix" and hasattr(os, "geteuid") and os.geteuid() == 0 else None
TYPE = [sys.executable, "-m", "fleet"]


def _possible() -> bool:
    if ALONE is None or shutil.which("unshare") is None:
        return False
    return subprocess.run([*ALONE, "true"], check=False).returncode == 0


pytestmark = pytest.mark.skipif(
    not _possible(), reason="no network namespace can be made here (unshare --net, as root)"
)


async def test_a_machine_without_a_network_spends_no_attempt_and_says_so(tmp_path: Path) -> None:
    log = tmp_path / "log"
    await _added(tmp_path)
    up = _started(tmp_path, log)
    try:
        await eventually(lambda: b"no network: this machine has no route" in log.read_bytes(), what="said")

        async def given_back() -> bool:
            job = await _job(tmp_path)
            return (job.status, job.attempt, job.failures) == (JobStatus.QUEUED, 0, 0)

        await eventually(given_back, what="the job is given back")
        up.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(up.wait, 60) == 0
    finally:
        up.kill()
        up.wait()


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "CRAWLFLEET_DATABASE_URL": f"file:{folder / 'jobs.db'}"}


def _started(folder: Path, log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as written:
        return subprocess.Popen([*(ALONE or ()), *TYPE, "up"], cwd=folder, env=_environment(folder), stderr=written)


async def _added(folder: Path) -> None:
    settings = DatabaseSettings(url=f"file:{folder / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    try:
        await store.jobs.add([NewJob(URL, URL, "shopee", "tw", "1", "2", "jsonl", "me", "p1")])
    finally:
        await store.close()


async def _job(folder: Path) -> Job:
    store = await open_store(DatabaseSettings(url=f"file:{folder / 'jobs.db'}"))
    try:
        found = await store.jobs.get(job_id_for(URL))
    finally:
        await store.close()
    assert found is not None
    return found
