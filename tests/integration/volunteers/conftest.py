"""A door over the embedded database and the in-memory broker, and one over real servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker import make_broker
from common.settings import BrokerSettings, DatabaseSettings, Settings, ShopSettings, ShopsSettings
from common.store import init_schema, open_store
from tests.integration.volunteers.door import Door, serving

SERVERS = (pytest.mark.rabbitmq, pytest.mark.libsql_server)


@pytest.fixture(params=["embedded", pytest.param("servers", marks=SERVERS)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    shops = ShopsSettings(other=ShopSettings(domains=("pinewood.example",)))
    if request.param == "embedded":
        database, broker = DatabaseSettings(url=f"file:{tmp_path}/fleet.db"), BrokerSettings()
    else:
        database = DatabaseSettings(url=request.getfixturevalue("libsql_url"))
        broker = BrokerSettings(url=request.getfixturevalue("amqp_url"))
    return Settings(database=database, broker=broker, shops=shops)


@pytest.fixture
async def door(settings: Settings, request: pytest.FixtureRequest) -> AsyncIterator[Door]:
    """`@pytest.mark.parametrize("told", [{...}])` sets more of [gateway]."""
    told = request.getfixturevalue("told") if "told" in request.fixturenames else {}
    await init_schema(settings.database)
    store = await open_store(settings.database)
    broker = make_broker(settings.broker)
    await broker.declare()
    await broker.connect()
    async with serving(settings, store, broker, **told) as door:
        yield door
    await broker.close()
    await store.close()
