"""A disk that turned read-only under a fleet, as one that failed does: what is said, and nothing useless is advised."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from common.job import NewJob
from common.settings import DatabaseSettings, Settings
from common.settings_tables.work import WorkSettings
from common.store import init_schema, open_store
from fleet.doctor import examine as examining
from fleet.doctor.examine import examine
from fleet.doctor.finding import Finding, Level, failed
from fleet.doctor.machine.on_disk import check_spool
from worker.keeping.room import takes_nothing


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="only Linux says it without leaving anything there")
@pytest.mark.parametrize(
    ("number", "step"),
    [
        (errno.EROFS, "make its disk writable again"),
        (errno.ENOSPC, "make room there"),
        (errno.EACCES, "choose a folder"),
    ],
)
def test_a_spool_that_takes_nothing_is_told_with_the_reason_and_what_helps(
    number: int, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object, *_: Any, **__: Any) -> int:
        raise OSError(number, os.strerror(number), str(path))

    assert takes_nothing(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(os, "open", refuse)
    (finding,) = check_spool(Settings(work=WorkSettings(spool_dir=tmp_path)))
    assert finding.level is Level.FAILED
    assert f"cannot be written ({os.strerror(number)}): results would be lost" in finding.text
    assert finding.next_step and finding.next_step.startswith(step)


async def test_nothing_is_to_be_started_while_the_database_takes_no_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_: Any, **__: Any) -> Finding:
        return failed("permissions", "the database cannot be written: it is read-only", "see the text")

    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}"))
    await init_schema(settings.database)
    store = await open_store(settings.database)
    url = "https://shopee.tw/product/1/2"
    await store.jobs.add([NewJob(url, url, "shopee", "tw", "1", "2", "jsonl", "me", "p1")])
    await store.close()
    steps = {one.text: one.next_step async for one in examine(settings, "defaults", limit_seconds=30)}
    (lead,) = [text for text in steps if "no dispatcher leads" in text]
    assert steps[lead] == "start `crawlfleet up`"
    monkeypatch.setattr(examining, "check_writes", refused)
    steps = {one.text: one.next_step async for one in examine(settings, "defaults", limit_seconds=30)}
    assert steps[lead] == "first have the database take writes again: see above"
    assert not [step for text, step in steps.items() if step and "start `crawlfleet up`" in step and "open" in text]
