"""A machine behind the login page of a hotel: its jobs keep their attempts, it says why, and goes on by itself."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from fleet.demo.server import LocalWorld, Reply
from tests.servers.fleet_world import eventually
from tests.servers.networks.odd_network import (
    PAGE,
    SHOPS,
    all_read,
    given_back_then_read,
    job,
    made_ready,
    own_mounts,
    up,
    with_own,
)

LOGIN = "10.20.30.1"


@pytest.mark.skipif(not own_mounts(), reason="no mount namespace can be made here (unshare --mount, as root)")
@pytest.mark.parametrize("shops", [SHOPS, SHOPS[:1]], ids=["several shops", "one shop"])
async def test_every_name_leads_to_the_login_page(tmp_path: Path, shops: tuple[str, ...]) -> None:
    hosts = tmp_path / "hosts"

    def lead_to(address: str) -> None:
        names = " ".join([*SHOPS, "shopee.com", "taobao.com", "tmall.com"])
        hosts.write_text(f"127.0.0.1 localhost\n{address} {names}\n")

    lead_to(LOGIN)
    with LocalWorld({(shop, "/p/1"): lambda _: PAGE for shop in shops}) as world:
        jobs = [job(f"https://{shop}:{world.port}/p/1") for shop in shops]
        store = await made_ready(tmp_path, jobs)
        within = with_own(hosts, "/etc/hosts")
        try:
            with up(tmp_path, *within, fetch_ca_file=world.ca_file):
                said = f"no network: every shop's name leads to {LOGIN} (a login page".encode()
                await given_back_then_read(tmp_path, store, jobs, said, spent=0)
                lead_to("127.0.0.1")  # somebody agreed to the hotel's terms
                await eventually(lambda: all_read(store, jobs), what="the pages are read")
        finally:
            await store.close()


@pytest.mark.parametrize("shops", [SHOPS, SHOPS[:1]], ids=["several shops", "one shop"])
async def test_every_page_without_tls_leads_to_the_login_page(tmp_path: Path, shops: tuple[str, ...]) -> None:
    agreed: list[bool] = []
    away = Reply(302, headers={"Location": "http://login.hotel.example/?from=shop"})
    with ExitStack() as stack:
        targets = ("/p/1", "/robots.txt")
        routes = {
            (shop, path): lambda target: (PAGE if target == "/p/1" else Reply(404)) if agreed else away
            for shop in SHOPS
            for path in targets
        }
        world = stack.enter_context(LocalWorld(routes))
        jobs = [job(f"http://{shop}/p/1") for shop in shops]
        store = await made_ready(tmp_path, jobs)
        try:
            # Sites that everybody knows are asked for a proof here too; this certificate is not theirs.
            ways = f'["*:80:127.0.0.1:{world.port}", "*:443:127.0.0.1:{world.port}"]'
            with up(tmp_path, fetch_resolve=ways):
                said = b"(a login page"
                await given_back_then_read(tmp_path, store, jobs, said, spent=0)
                agreed.append(True)
                await eventually(lambda: all_read(store, jobs), what="the pages are read")
        finally:
            await store.close()
        assert all(request.startswith(SHOPS) for request in world.requests), "the login page itself is never asked"
