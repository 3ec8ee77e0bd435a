"""A door over the embedded database and the in-memory broker, and one over real servers."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker import make_broker
from common.settings import BrokerSettings, DatabaseSettings, Settings, ShopSettings, ShopsSettings
from common.store import open_store
from tests.integration.volunteers.door import Door, serving

SERVERS = (pytest.mark.rabbitmq, pytest.mark.libsql_server)


@pytest.fixture(params=["embedded", pytest.param("servers", marks=SERVERS)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Their database has today's schema."""
    shops = ShopsSettings(other=ShopSettings(domains=("pinewood.example",)))
    if request.param == "embedded":
        shutil.copy(request.getfixturevalue("schema_file"), tmp_path / "fleet.db")
        database, broker = DatabaseSettings(url=f"file:{tmp_path}/fleet.db"), BrokerSettings()
    else:
        database = DatabaseSettings(url=request.getfixturevalue("libsql_ready_url"))
        broker = BrokerSettings(url=request.getfixturevalue("amqp_url"))
    return Settings(database=database, broker=broker, shops=shops)


@pytest.fixture
async def door(settings: Settings, request: pytest.FixtureRequest) -> AsyncIterator[Door]:
    """`@pytest.mark.parametrize("told", [{...}])` sets more of [gateway]."""
    told = request.getfixturevalue("told") if "told" in request.fixturenames else {}
    store = await open_store(settings.database)
    broker = make_broker(settings.broker)
    await broker.declare()
    await broker.connect()
    async with serving(settings, store, broker, **told) as door:
        yield door
    await broker.close()
    await store.close()
