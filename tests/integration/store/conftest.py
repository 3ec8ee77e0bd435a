"""Every store driver in turn: an empty database, a driver on it, and a store whose clock the test holds."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.settings import DatabaseSettings
from common.store import Store, open_store
from common.store.drivers.base import Driver, Statement
from common.store.store import make_driver
from tests.integration.store.jobs import Clock

_SERVER = pytest.mark.libsql_server


@pytest.fixture(params=["embedded", pytest.param("hrana", marks=_SERVER), pytest.param("libsql-client", marks=_SERVER)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseSettings:
    """A database of this test's own: with today's schema where the test asks for a store, else empty."""
    ready = "store" in request.fixturenames
    if request.param == "embedded":
        if ready:
            shutil.copy(request.getfixturevalue("schema_file"), tmp_path / "fleet.db")
        return DatabaseSettings(url=f"file:{tmp_path}/fleet.db", driver="embedded")
    if request.param == "libsql-client":
        pytest.importorskip("libsql_client", reason="needs `pip install 'crawlfleet[libsql-client]'`")
    url = request.getfixturevalue("libsql_ready_url" if ready else "libsql_url")
    return DatabaseSettings(url=url, driver=request.param)


@pytest.fixture
async def driver(settings: DatabaseSettings) -> AsyncIterator[Driver]:
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch(
        [Statement("CREATE TABLE t (k TEXT PRIMARY KEY, v)"), Statement("INSERT INTO t VALUES ('n', 0)")]
    )
    yield driver
    await driver.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(settings: DatabaseSettings, clock: Clock) -> AsyncIterator[Store]:
    store = await open_store(settings, clock_ms=clock)
    yield store
    await store.close()
