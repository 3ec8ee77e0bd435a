"""The database that a console holds open: lent to whoever asks, opened anew when it was lost."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from common.errors import ConfigError, SchemaMismatch, StoreError, StoreRejected
from common.settings import Settings
from common.store import Store, init_schema
from fleet.console import kept_store
from fleet.console.kept_store import EMBEDDED_AT_MOST, GOOD_SECONDS, KeptStore
from fleet.opening import opened_anew, opened_store
from fleet.operations.queues import queue_depths


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def settings(tmp_path: Path) -> Settings:
    settings = Settings.model_validate({"database": {"url": f"file:{tmp_path / 'fleet.db'}"}})
    await init_schema(settings.database)
    return settings


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Store]:
    """Every store that was opened."""
    stores: list[Store] = []

    async def counted(settings: Settings, *, patience_seconds: float) -> Store:
        stores.append(await opened_anew(settings, patience_seconds=patience_seconds))
        return stores[-1]

    monkeypatch.setattr(kept_store, "opened_anew", counted)
    return stores


async def look(settings: Settings) -> int:
    async with opened_store(settings) as store:
        return await store.jobs.now_ms()


async def test_one_is_opened_however_many_ask(settings: Settings, opened: list[Store]) -> None:
    kept = KeptStore(settings, Clock())
    with kept.lending():
        for _ in range(5):
            await look(settings)
        await asyncio.create_task(look(settings))
    assert len(opened) == 1
    await look(settings)
    assert len(opened) == 1, "outside it is the caller's own"
    await kept.aclose()
    with pytest.raises(StoreError):
        await opened[0].jobs.now_ms()


async def test_a_slow_question_lets_others_pass(settings: Settings, opened: list[Store]) -> None:
    kept = KeptStore(settings, Clock())
    with kept.lending():
        async with opened_store(settings) as one, opened_store(settings) as other:
            assert one is not other
        await asyncio.gather(*(look(settings) for _ in range(50)))
        async with AsyncExitStack() as slow:
            for _ in range(EMBEDDED_AT_MOST + 2):
                await slow.enter_async_context(opened_store(settings))
    assert len(opened) == EMBEDDED_AT_MOST, "the fifth shares one"
    await kept.aclose()


async def test_of_other_settings_nothing_is_lent(settings: Settings, tmp_path: Path) -> None:
    other = Settings.model_validate({"database": {"url": f"file:{tmp_path / 'another.db'}"}})
    kept = KeptStore(settings, Clock())
    with kept.lending():
        with pytest.raises(ConfigError, match="no database"):
            await look(other)
        with pytest.raises(ConfigError, match="memory:"):
            await queue_depths(settings)
    await kept.aclose()


async def test_after_an_error_and_after_a_minute_it_is_opened_anew(settings: Settings, opened: list[Store]) -> None:
    clock = Clock()
    kept = KeptStore(settings, clock)
    with kept.lending():
        with pytest.raises(StoreRejected):
            async with opened_store(settings):
                raise StoreRejected("gone")
        await look(settings)
        assert len(opened) == 2
        clock.now = GOOD_SECONDS
        await look(settings)
        assert len(opened) == 3
    await kept.aclose()


async def test_a_file_put_in_its_place_is_another_database(settings: Settings, tmp_path: Path) -> None:
    kept, file = KeptStore(settings, Clock()), tmp_path / "fleet.db"
    with kept.lending():
        await look(settings)
        file.rename(tmp_path / "away.db")
        with pytest.raises(ConfigError, match="no database"):
            await look(settings)
        file.touch()
        with pytest.raises(SchemaMismatch):
            await look(settings)
        file.unlink()
        (tmp_path / "away.db").rename(file)
        assert await look(settings)
    await kept.aclose()


async def test_what_is_lent_lives_until_it_is_given_back(settings: Settings) -> None:
    kept = KeptStore(settings, Clock())
    with kept.lending():
        async with opened_store(settings) as store:
            await kept.aclose()
            assert await store.jobs.now_ms()
