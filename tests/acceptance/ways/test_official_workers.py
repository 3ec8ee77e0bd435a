"""Official workers on real servers: one is killed in mid-call, an interface wants fewer calls for a while.

Every job ends once, and nothing goes over the budget.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from common.job import NewJob
from fleet.demo.server import Reply as Page
from tests.servers.fleet_world import eventually, fleet_world
from tests.servers.official import ShopeeDouble, ShopeeItem, TaobaoDouble, TaobaoItem
from tests.servers.shop_server import Asked, Reply, ShopServer

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]

TAOBAO = [str(600_000_000_100 + number) for number in range(60)]
SHOPEE = [9_200_000 + number for number in range(12)]
BUDGET = 40

SETTINGS = f"""
[crawl]
ways = ["official", "http"]

[[official]]
shop = "taobao"
region = "cn"
app_id = "12345678"
calls_per_hour = {BUDGET}

[[official]]
shop = "shopee"
region = "tw"
app_id = "123456"
calls_per_hour = {BUDGET}
"""


class HeldOnce:
    """The double's first call waits until the test lets it go."""

    def __init__(self, double: TaobaoDouble) -> None:
        self._double = double
        self.begun, self.let_go = threading.Event(), threading.Event()

    def __call__(self, asked: Asked) -> Reply:
        if not self.begun.is_set():
            self.begun.set()
            self.let_go.wait(600)
        return self._double(asked)


def taobao_job(item_id: str) -> NewJob:
    url = f"https://item.taobao.com/item.htm?id={item_id}"
    return NewJob(url, url, "taobao", "cn", None, item_id, "jsonl", "test", item_id)


def shopee_job(item_id: int) -> NewJob:
    url = f"https://shopee.tw/product/310001/{item_id}"
    return NewJob(url, url, "shopee", "tw", "310001", str(item_id), "jsonl", "test", str(item_id))


async def test_every_job_ends_once_within_the_budget(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    taobao = TaobaoDouble([TaobaoItem(one, f"杯子 {one}", "10.00", "9.00") for one in TAOBAO], calls_per_hour=BUDGET)
    shopee = ShopeeDouble([ShopeeItem(one, 310001, f"碗 {one}", "100", "100") for one in SHOPEE], calls_per_hour=BUDGET)
    held = HeldOnce(taobao)
    (tmp_path / "crawlfleet.toml").write_text(SETTINGS, "utf-8")
    jobs = [*map(taobao_job, TAOBAO), *map(shopee_job, SHOPEE)]
    with ShopServer({(taobao.host, taobao.path): held, (shopee.host, shopee.path): shopee}) as server:
        async with fleet_world(
            {("unasked.example", "/"): lambda target: Page(404)},
            database_url=libsql_url,
            broker_url=amqp_url,
            folder=tmp_path,
            fetch_resolve=f'["*:443:127.0.0.1:{server.port}"]',
            fetch_ca_file=server.ca_file,
            work_lease_seconds=6,
            work_renew_seconds=2,
            # A second try after a minute, as usual, would be most of this test.
            work_retry_delays_seconds="[1, 1, 1, 1, 1]",
            official_secret_taobao_cn="helloworld",
            official_secret_shopee_tw="demo",
        ) as fleet:
            await fleet.store.jobs.add(jobs)
            fleet.start("dispatch")
            first = await fleet.start_worker("--ways", "official", "--concurrency", "20")
            await eventually(held.begun.is_set, what="a call under way", say=first.text)
            first.kill()
            taobao.answer_next(
                (7, "accesscontrol.limited-by-app-access-count", "This ban will last for 1 more seconds"),
                (15, "isp.remote-service-timeout"),
            )
            held.let_go.set()
            others = await asyncio.gather(
                *(fleet.start_worker("--ways", "official", "--concurrency", "20") for _ in range(2))
            )
            await fleet.end_as({"SUCCEEDED": len(jobs)})
            for job in jobs:
                prices = await fleet.store.listing.history(f"{job.platform}:{job.region}:{job.item_id}", limit=5)
                assert len(prices) == 1, job.url_norm
                assert prices[0].price_kind in {"official", "official_discount"}
            budgets = {state.source: state.calls for state in await fleet.store.official.states()}
            assert taobao.calls <= budgets["taobao/cn"] <= BUDGET
            assert shopee.calls <= budgets["shopee/tw"] <= BUDGET
            assert taobao.refused_signatures == shopee.refused_signatures == 0
            assert all(worker.alive for worker in others)
