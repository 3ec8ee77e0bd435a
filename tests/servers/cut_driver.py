"""A database driver that a test can take away from one store while others go on with the same file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from common.errors import StoreUnavailable
from common.store import Store
from common.store.drivers.base import Rows, Statement
from common.store.drivers.embedded import EmbeddedDriver
from common.store.drivers.group_commit import GroupCommit


class CutDriver(EmbeddedDriver):
    """While `away`, every batch ends as it does when the database cannot be reached; `refused` counts them."""

    away = False
    refused = 0

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if self.away:
            self.refused += 1
            raise StoreUnavailable("cut for the test")
        return await super().batch(statements)


class Clock:
    """Milliseconds that pass only when told."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms

    def seconds(self) -> float:
        return self.ms / 1000


async def cut_store(path: Path, clock: Clock) -> tuple[Store, CutDriver]:
    """A store over the file, which has its schema, and the driver that takes the database away from this store only."""
    driver = CutDriver(f"file:{path}", timeout_seconds=1)
    group = GroupCommit(driver, max_units=64)
    await group.connect()
    return Store(group, clock_ms=clock, patience_seconds=0), driver
