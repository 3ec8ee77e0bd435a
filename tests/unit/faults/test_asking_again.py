"""The operator of a run with faults asks again however long the faults last, and is patient only once they are over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from common.job import JobStatus
from tests.faults import asking_again
from tests.faults.asking_again import ROUNDS, ask_again
from tests.faults.shop import Shops

LOOKS_UNTIL_IT_SUCCEEDED = 20


class SlowStore:
    """Each job succeeds at its 20th look, and again at every later one; `never` keeps it waiting."""

    def __init__(self, over: asyncio.Event, *, never: bool) -> None:
        self.jobs = self
        self.asked: list[str] = []
        self._never = never
        self._looks: dict[str, int] = {}
        self._over = over

    async def get(self, job_id: str) -> Any:
        looks = self._looks[job_id] = self._looks.get(job_id, 0) + 1
        if looks < LOOKS_UNTIL_IT_SUCCEEDED:
            return SimpleNamespace(status=JobStatus.QUEUED)
        if self._never:
            self._over.set()
            return SimpleNamespace(status=JobStatus.QUEUED)
        return SimpleNamespace(status=JobStatus.SUCCEEDED)

    async def recheck(self, job_ids: Sequence[str]) -> int:
        self.asked += job_ids
        return len(job_ids)

    async def close(self) -> None:
        pass


def _through(monkeypatch: pytest.MonkeyPatch, store: SlowStore) -> Shops:
    async def open_store(settings: Any) -> SlowStore:
        return store

    monkeypatch.setattr(asking_again, "open_store", open_store)
    monkeypatch.setattr(asking_again, "LOOK_SECONDS", 0)
    monkeypatch.setattr(asking_again, "PATIENCE_SECONDS", 0)
    return Shops(1, 40)


async def test_who_asks_again_waits_as_long_as_the_faults_last(monkeypatch: pytest.MonkeyPatch) -> None:
    over = asyncio.Event()
    store = SlowStore(over, never=False)
    shops = _through(monkeypatch, store)
    assert await ask_again("file:unused.db", shops, over) == []
    assert len(store.asked) == ROUNDS * len(shops.restless) > 0


async def test_what_still_waits_long_after_the_faults_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    over = asyncio.Event()
    shops = _through(monkeypatch, SlowStore(over, never=True))
    wrong = await ask_again("file:unused.db", shops, over)
    assert len(wrong) == len(shops.restless) > 0
    assert "was not asked for again within 0 s after the last fault" in wrong[0]
