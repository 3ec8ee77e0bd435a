"""The store's door: opens a database and hands out its parts. Skeleton."""

from __future__ import annotations

from collections.abc import Callable

from common.settings import DatabaseSettings
from common.store.drivers.base import Driver
from common.store.feeds import FeedStore
from common.store.fleet import FleetStore
from common.store.jobs import JobStore
from common.store.listing import Listing
from common.store.values import MigrationReport


class Store:
    jobs: JobStore
    feeds: FeedStore
    listing: Listing
    fleet: FleetStore

    async def close(self) -> None:
        raise NotImplementedError


async def open_store(
    settings: DatabaseSettings, *, clock_ms: Callable[[], int] | None = None, check_schema: bool = True
) -> Store:
    raise NotImplementedError


async def init_schema(settings: DatabaseSettings) -> MigrationReport:
    raise NotImplementedError


async def schema_version(driver: Driver) -> int | None:
    raise NotImplementedError
