"""Outcomes on disk, when several workers share the folder and when one of them will never be taken."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from common.broker.memory import MemoryBroker
from common.errors import ErrorCode, StoreRejected
from common.job import Crawlable, JobStatus, NewJob
from common.outcome.crawl_outcome import Failed
from common.outcome.crawl_result import CrawlResult
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import Store, init_schema, open_store
from tests.servers.fleet_world import eventually
from worker.direct import WorkService
from worker.keeping.spool import LARGEST_BYTES, Spool
from worker.record import Recorder


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}", timeout_seconds=1)
    await init_schema(settings)
    store = await open_store(settings)
    yield store
    await store.close()


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def running_jobs(store: Store, count: int) -> list[Failed]:
    outcomes = []
    for number in range(count):
        url = f"https://shopee.tw/product/1/{number}"
        job = NewJob(url, url, "shopee", "tw", "1", str(number), "jsonl", "me", "p")
        await store.jobs.add([job])
        await store.jobs.claim(job.id, worker_id="w", lease_token=f"t{number}", lease_ms=60_000)
        outcomes.append(Failed(job.id, f"t{number}", ErrorCode.PARSE_ERROR, "x"))
    return outcomes


def test_a_spool_file_nobody_can_read_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(json.dumps({"kind": "no such"}))
    assert list(Spool(tmp_path).waiting()) == []
    assert (tmp_path / "bad.broken").exists()


async def test_what_lies_there_and_is_no_outcome_keeps_none_back(store: Store, tmp_path: Path) -> None:
    """Garbage, what a disk or a person put there: each was met before the outcomes that can be recorded."""
    folder = tmp_path / "spool"
    spool = Spool(folder)
    (outcome,) = await running_jobs(store, 1)
    spool.put(outcome)
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("not ours", "utf-8")
    whole = json.loads((folder / "t0.json").read_bytes())
    texts = {"nul": "a\0b", "way out": "../elsewhere", "copy": "t0", "long": "x" * 300, "slash": "no/such/folder/t"}
    for name, token in texts.items():
        (folder / f"{name}.json").write_text(json.dumps(whole | {"lease_token": token}), "utf-8")
    for name, garbage in {"zeros": bytes(5000), "cut": b'{"kind":"fail","job_id":"', "deep": b"[" * 100_000}.items():
        (folder / f"{name}.json").write_bytes(garbage)
    with (folder / "endless.json").open("wb") as file:
        file.truncate(10 * LARGEST_BYTES)
    (folder / "folder.json").mkdir()
    if os.name == "posix":
        os.mkfifo(folder / "pipe.json")  # nobody writes into it: reading it would wait for ever
    for path in folder.glob("[!t]*.json"):
        os.utime(path, (1, 1))
    assert await asyncio.wait_for(Recorder(store.jobs, spool).replay(), 20) == 1
    found = await store.jobs.get(outcome.job_id)
    assert found and found.status is JobStatus.FAILED_PERMANENT
    assert elsewhere.exists()
    assert {path.suffix for path in folder.iterdir()} == {".broken"}


class Vanishing(Spool):
    """Another worker records and deletes `gone` after the folder was listed."""

    gone: str

    @classmethod
    def over(cls, folder: Path, gone: str, monkeypatch: pytest.MonkeyPatch) -> Vanishing:
        spool = cls(folder)
        spool.gone = gone
        glob = Path.glob

        def listed(path: Path, pattern: str) -> list[Path]:
            found = list(glob(path, pattern))
            (folder / f"{gone}.json").unlink(missing_ok=True)
            return found

        monkeypatch.setattr(Path, "glob", listed)
        return spool


async def test_a_file_that_another_worker_took_away_meanwhile_is_passed_over(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "spool"
    for outcome in await running_jobs(store, 3):
        Spool(folder).put(outcome)
    spool = Vanishing.over(folder, "t1", monkeypatch)
    assert await Recorder(store.jobs, spool).replay() == 2
    assert (complaints(caplog), list(folder.iterdir())) == ([], [])


def test_a_broken_file_that_another_worker_set_aside_first_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bad.json").write_text("{}")
    rename = Path.rename

    def second(path: Path, target: Path) -> Path:
        rename(path, target)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", second)
    assert list(Spool(tmp_path).waiting()) == []
    assert complaints(caplog) == []
    assert [path.name for path in tmp_path.iterdir()] == ["bad.broken"]


async def test_two_workers_over_one_folder_record_each_outcome_once(store: Store, tmp_path: Path) -> None:
    outcomes = await running_jobs(store, 20)
    for outcome in outcomes:
        Spool(tmp_path / "spool").put(outcome)
    replays = [Recorder(store.jobs, Spool(tmp_path / "spool")).replay() for _ in range(4)]
    assert all(taken >= 0 for taken in await asyncio.gather(*replays))
    for outcome in outcomes:
        ends = [one.to_status for one in await store.jobs.events(outcome.job_id)]
        assert ends.count(JobStatus.FAILED_PERMANENT) == 1


async def test_an_outcome_that_the_database_refuses_is_set_aside_and_holds_up_no_other(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outcomes = await running_jobs(store, 3)
    for outcome in outcomes:
        Spool(tmp_path / "spool").put(outcome)
    fail = store.jobs.fail

    async def refuse_one(job_id: str, token: str, **more: Any) -> bool:
        if token == "t0":
            raise StoreRejected("CHECK constraint failed")
        return await fail(job_id, token, **more)

    monkeypatch.setattr(store.jobs, "fail", refuse_one)
    assert await Recorder(store.jobs, Spool(tmp_path / "spool")).replay() == 2
    assert [path.name for path in (tmp_path / "spool").iterdir()] == ["t0.broken"]
    assert "CHECK constraint failed" in caplog.text
    refused = await store.jobs.get(outcomes[0].job_id)
    assert refused
    assert (refused.status, refused.error_code) == (JobStatus.FAILED_RETRYABLE, ErrorCode.INTERNAL_ERROR)


class NoCrawl:
    async def crawl(self, job: Crawlable) -> CrawlResult:
        raise AssertionError


async def test_a_disk_that_cannot_be_read_is_said_and_tried_again(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (outcome,) = await running_jobs(store, 1)
    Spool(tmp_path / "spool").put(outcome)
    broker = MemoryBroker(BrokerSettings())
    await broker.declare()
    settings = WorkSettings(worker_id="w", renew_seconds=0.01, spool_dir=tmp_path / "spool")
    worker = WorkService(store=store, broker=broker, crawler=NoCrawl(), settings=settings, version="0")

    def refuse(spool: Spool) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Spool, "waiting", refuse)
        task = asyncio.create_task(worker.run())
        await eventually(lambda: "cannot be read, they are tried again" in caplog.text, what="the error said")

    async def recorded() -> bool:
        job = await store.jobs.get(outcome.job_id)
        return job is not None and job.status is JobStatus.FAILED_PERMANENT

    await eventually(recorded, what="the outcome recorded")
    worker.stop()
    await task


@pytest.mark.skipif(os.name != "posix", reason="limits of a file's size are POSIX's")
def test_what_the_disk_refuses_leaves_nothing_behind(tmp_path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            Spool(tmp_path / "spool").put(Failed("a", "t", ErrorCode.PARSE_ERROR, "x"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "spool").iterdir()) == []


async def test_a_disk_that_takes_no_outcome_away_keeps_none_back(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As one that the system has made read-only since they were written: they can be read still."""
    spool = Spool(tmp_path / "spool")
    outcomes = await running_jobs(store, 3)
    for outcome in outcomes:
        spool.put(outcome)

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    with monkeypatch.context() as read_only:
        read_only.setattr(Path, "unlink", refuse)
        recorder = Recorder(store.jobs, spool)
        assert await asyncio.wait_for(recorder.replay(), 20) == 3
    statuses = [found.status for one in outcomes if (found := await store.jobs.get(one.job_id))]
    assert statuses == [JobStatus.FAILED_PERMANENT] * 3
    assert "cannot be taken away" in caplog.text
    assert await Recorder(store.jobs, spool).replay() == 3, "offered again they change nothing"
    assert list(spool.waiting()) == []


def test_a_process_without_a_file_handle_sets_no_outcome_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spool, outcome = Spool(tmp_path), Failed("a" * 26, "t", ErrorCode.PARSE_ERROR, "x")
    spool.put(outcome)

    def none_left(path: Path) -> bytes:
        raise OSError(errno.EMFILE, "Too many open files", str(path))

    with monkeypatch.context() as full:
        full.setattr(Path, "read_bytes", none_left)
        with pytest.raises(OSError, match="Too many"):
            list(spool.waiting())
    assert list(spool.waiting()) == [outcome]
