"""Jobs of two domains through proxies on real servers, one by http, one by socks5, and a proxy killed in the middle.

Every job is recorded, and none went out from a worker's own address: the shops' server counts where each request came
from. What a shop refused (403) is asked for again through the same proxy only. Where no proxy is left, jobs wait, and
doctor says so.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from common.job import NewJob
from common.proxies.proxy import Scheme
from common.timing.units import DAY_MS
from fleet.demo.pages import shopee_page
from fleet.demo.server import Reply as Page
from tests.servers.fleet_world import eventually, fleet_world
from tests.servers.proxies.real import PASSWORD, USER, RealProxy, real_proxies
from tests.servers.shop_server import Asked, Reply, ShopServer

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]

EACH = 30
TW, SG = "shopee.tw", "shopee.sg"


def job(domain: str, number: int) -> NewJob:
    url = f"https://{domain}/product/1/{number}"
    return NewJob(url, url, "shopee", domain.rpartition(".")[2], "1", str(number), "jsonl", "test", str(number))


def page(asked: Asked) -> Reply:
    number = asked.target.rpartition("/")[2]
    currency = "TWD" if asked.host == TW else "SGD"
    return Reply(body=shopee_page(asked.host, "1", number, f"Product {number}", "100", currency, "InStock"))


def with_domains(real: RealProxy, *domains: str) -> RealProxy:
    real.proxy = replace(real.proxy, domains=domains)
    return real


async def test_all_are_recorded_and_none_went_out_bare(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    jobs = [job(domain, number) for number in range(1, EACH + 1) for domain in (TW, SG)]
    refused = [job(SG, number) for number in range(EACH + 1, EACH + 9)]
    routes = {(one.url_norm.split("/")[2], f"/product/1/{one.item_id}"): page for one in jobs}
    routes |= {(SG, f"/product/1/{one.item_id}"): lambda asked: Reply(403) for one in refused}
    with (
        ShopServer(routes) as shops,
        real_proxies(tmp_path, (Scheme.HTTP, 5, True), (Scheme.SOCKS5, 6, True), (Scheme.SOCKS5, 7, False)) as proxies,
    ):
        http, socks, spare = with_domains(proxies[0], TW), with_domains(proxies[1], SG), with_domains(proxies[2], SG)
        async with fleet_world(
            {("unasked.example", "/"): lambda target: Page(404)},
            database_url=libsql_url,
            broker_url=amqp_url,
            folder=tmp_path,
            fetch_resolve=f'["*:443:127.0.0.1:{shops.port}"]',
            fetch_ca_file=shops.ca_file,
            fetch_requests_per_second=20,
            proxies_use="true",
        ) as fleet:
            (tmp_path / "password").write_text(f"{PASSWORD}\n", "utf-8")
            added = await fleet.run(
                *("proxies", "add", http.proxy.name, f"http://127.0.0.1:{http.port}", "--domain", TW),
                *("--user", USER, "--password-file", "password"),
            )
            for real in (socks, spare):
                assert await fleet.store.proxies.add(real.proxy, by="ada")
            await fleet.store.jobs.add(refused)
            fleet.start("dispatch")
            workers = await asyncio.gather(*(fleet.start_worker("--concurrency", "4") for _ in range(2)))

            async def all_refused() -> bool:
                return all([await fleet.store.proxies.ties(one.id, refused_ms=DAY_MS) for one in refused])

            # Before any proxy is killed: a refusal that was lost on its way binds to nothing.
            await eventually(all_refused, what="every refusal written down")
            await fleet.store.jobs.add(jobs[:EACH])
            came: Counter[tuple[str, str]] = Counter()

            def through(peer: str) -> int:
                came.clear()
                came.update((asked.host, asked.peer) for asked in shops.asked if asked.target.startswith("/product"))
                return sum(count for (_, by), count in came.items() if by == peer)

            await eventually(
                lambda: through(socks.from_address) >= 5 and through(http.from_address) >= 5, what="pages through both"
            )
            socks.kill()
            await fleet.store.jobs.add(jobs[EACH:])

            async def recorded() -> bool:
                return (await fleet.statuses()).get("SUCCEEDED") == len(jobs)

            await eventually(recorded, what="every page recorded")
            through("")
            assert {peer for host, peer in came if host == TW} == {http.from_address}
            assert {peer for host, peer in came if host == SG} == {socks.from_address, spare.from_address}
            for one in jobs:
                assert len(await fleet.prices(one)) == 1

            http.kill()
            late = [job(TW, number) for number in range(EACH + 1, EACH + 9)]
            await fleet.store.jobs.add(late)

            async def wait() -> bool:
                return {(await fleet.job(one)).error_code for one in late} == {"WAY_PAUSED"}

            await eventually(wait, what="jobs that wait for their proxy")
            assert {(await fleet.job(one)).attempt for one in late} == {0}, "waiting costs no attempt"

            async def is_off() -> bool:
                return "failing" in {
                    row.state for row in await fleet.store.proxies.shown() if row.proxy.domains == (TW,)
                }

            await eventually(is_off, what="a proxy that is left alone")
            doctor = fleet.start("doctor")
            assert await asyncio.to_thread(doctor.wait, 180) != 0
            assert "shopee.tw: its only proxy is not healthy, its jobs wait" in " ".join(doctor.printed().split())

            http.start()
            tried = await fleet.run("proxies", "test", http.proxy.name)
            assert "answered 404" in tried.printed()
            assert not await is_off(), "an answer ends its pause"
            assert not [asked for asked in shops.asked if asked.peer == "127.0.0.1"]

            def ways() -> dict[str | None, list[str]]:
                of_sg = [(asked.target, asked.peer) for asked in shops.asked if asked.host == SG]
                return {
                    one.item_id: [peer for target, peer in of_sg if target == f"/product/1/{one.item_id}"]
                    for one in refused
                }

            await eventually(lambda: max(map(len, ways().values())) >= 2, what="a refused job asked for again")
            assert all(len(set(peers)) == 1 for peers in ways().values()), ways()
            rows = {row.proxy.name: row for row in await fleet.store.proxies.shown()}
            print("pages by shop and proxy:", dict(came))
            print("refused:", {item: f"{len(peers)} by {peers[0]}" for item, peers in ways().items()})
            print({name: (row.state, row.answered, row.failed) for name, row in rows.items()})
            assert rows[spare.proxy.name].answered > 1
            assert rows[socks.proxy.name].failed >= 1
            texts = [process.text() + process.printed() for process in (*workers, added, tried, doctor)]
            assert not any(PASSWORD in text for text in texts)
