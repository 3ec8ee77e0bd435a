"""A source of each interface against its double over HTTPS, with a real database for the budget."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from common.errors import PerhapsOurs
from common.net.client import GuardedClient
from common.settings import DatabaseSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.official import OfficialSettings
from common.shops.registry import Shops
from common.store import Store, init_schema, open_store
from tests.integration.store.jobs import Clock
from tests.servers.official import ShopeeDouble, ShopeeItem, TaobaoDouble, TaobaoItem
from tests.servers.shop_server import ShopServer
from worker.ways.official.posting import Poster
from worker.ways.official.source import Keys, OfficialSource
from worker.ways.official.way import keys_of

BOWL, LAMP = "9100001", "9100002"
TEAPOT, SCARF = "600000000001", "600000000002"


@pytest.fixture
def shopee() -> ShopeeDouble:
    bowl = ShopeeItem(int(BOWL), 310001, "胡桃木碗", "1990", "1990")
    return ShopeeDouble([bowl, ShopeeItem(int(LAMP), 310001, "檯燈", "499", "899", id_as_text=True)])


@pytest.fixture
def taobao() -> TaobaoDouble:
    items = [TaobaoItem(TEAPOT, "蓝色茶壶", "102.00", "88.00", "69.9"), TaobaoItem(SCARF, "围巾", "59.00")]
    items += [TaobaoItem(str(600000000100 + number), f"杯子{number}", "10.00") for number in range(40)]
    return TaobaoDouble(items)


@pytest.fixture
def server(shopee: ShopeeDouble, taobao: TaobaoDouble) -> Iterator[ShopServer]:
    routes = {(shopee.host, shopee.path): shopee, (taobao.host, taobao.path): taobao}
    with ShopServer(routes, certificate_for=[shopee.host, taobao.host, "shopee.tw"]) as server:
        yield server


@pytest.fixture
def clock() -> Clock:
    """Now, as the Date of the doubles' answers is."""
    clock = Clock()
    clock.ms = time.time_ns() // 1_000_000
    return clock


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path}/fleet.db")
    await init_schema(settings)
    store = await open_store(settings, clock_ms=clock)
    yield store
    await store.close()


def account(shop: str, region: str, app_id: str, secret: str, **more: Any) -> OfficialSettings:
    return OfficialSettings(shop=shop, region=region, app_id=app_id, **more).model_copy(
        update={"secret": SecretStr(secret)}
    )


@dataclass
class Asking:
    """Makes sources that reach the doubles; more than one stands for more than one worker."""

    store: Store
    server: ShopServer
    clock: Clock
    stack: AsyncExitStack
    passed_seconds: float = 0.0
    """On the workers' monotonic clocks."""

    def source(self, given: OfficialSettings, *, despite_pause: bool = False, **fetch: Any) -> OfficialSource:
        client = GuardedClient(FetchSettings(**self.server.fetch_settings(**fetch)))
        self.stack.push_async_callback(client.aclose)

        async def why_ours(error: PerhapsOurs, since: float) -> str | None:
            return None

        keys = keys_of(given, Shops())
        assert isinstance(keys, Keys)
        return OfficialSource(
            keys,
            self.store.official,
            Poster(client, why_ours).post,
            clock_ms=self.clock,
            despite_pause=despite_pause,
            monotonic=lambda: self.passed_seconds,
        )

    def shopee(self, *, secret: str = "demo", despite_pause: bool = False, **more: Any) -> OfficialSource:
        return self.source(account("shopee", "tw", "123456", secret, **more), despite_pause=despite_pause)

    def taobao(self, *, secret: str = "helloworld", **more: Any) -> OfficialSource:
        return self.source(account("taobao", "cn", "12345678", secret, **more))


@pytest.fixture
async def asking(
    store: Store, server: ShopServer, clock: Clock, shopee: ShopeeDouble, taobao: TaobaoDouble
) -> AsyncIterator[Asking]:
    """The doubles' clocks are the database's and the worker's."""
    for double in (shopee, taobao):
        double.clock = lambda: clock.ms / 1000
    async with AsyncExitStack() as stack:
        yield Asking(store, server, clock, stack)
