"""A database file that is moved away, removed or replaced while it is open: nothing is accepted into it any more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.errors import StoreUnavailable
from common.settings import DatabaseSettings
from common.store import Store, init_schema, open_store
from tests.integration.store.jobs import link


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "fleet.db"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{file}")
    await init_schema(settings)
    store = await open_store(settings, patience_seconds=0)
    yield store
    await store.close()


def moved(file: Path, to: Path) -> None:
    for beside in ("", "-wal", "-shm"):
        Path(f"{file}{beside}").rename(f"{to}{beside}")


def removed(file: Path) -> None:
    for beside in ("", "-wal", "-shm"):
        Path(f"{file}{beside}").unlink()


async def refused(store: Store) -> bool:
    with pytest.raises(StoreUnavailable, match="moved away or replaced while it was open: put it back, or restart"):
        await store.jobs.add([link(2)])
    return True


async def test_one_that_was_moved_away_takes_nothing_until_it_is_back(store: Store, file: Path, tmp_path: Path) -> None:
    await store.jobs.add([link(1)])
    moved(file, tmp_path / "old.db")
    assert await refused(store)
    moved(tmp_path / "old.db", file)
    await store.jobs.add([link(3)])
    assert await store.jobs.get(link(3).id) is not None
    assert await store.jobs.get(link(2).id) is None


async def test_one_that_was_removed_or_replaced_takes_nothing(store: Store, file: Path, tmp_path: Path) -> None:
    removed(file)
    assert await refused(store)
    await init_schema(DatabaseSettings(url=f"file:{file}"))
    assert await refused(store)
    fresh = await open_store(DatabaseSettings(url=f"file:{file}"))
    assert await fresh.jobs.get(link(2).id) is None
    await fresh.jobs.add([link(2)])
    await fresh.close()
