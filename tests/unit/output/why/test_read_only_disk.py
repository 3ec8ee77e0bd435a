"""A database file on a disk that the system made read-only is told from one of another user's."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.errors import StoreError
from common.store.drivers.base import Statement
from common.store.drivers.embedded import EmbeddedDriver


async def test_a_disk_that_failed_is_thought_of(tmp_path: Path) -> None:
    driver = EmbeddedDriver(f"file:{tmp_path / 'x.db'}", timeout_seconds=1)
    await driver.connect()
    try:
        await driver.batch([Statement("PRAGMA query_only = 1")])
        with pytest.raises(StoreError) as refused:
            await driver.batch([Statement("CREATE TABLE t (n INTEGER)")])
    finally:
        await driver.close()
    assert "who may write to that file and its folder" in str(refused.value)
    assert "mounted read-only, as a disk that failed is (`dmesg`)" in str(refused.value)
