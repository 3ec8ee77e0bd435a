"""A resolver that says "no such name" of every name: a PC's router without a line out, or of a single one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.job import JobStatus
from common.net.reach.reach import has_route
from fleet.demo.server import LocalWorld
from tests.servers.fleet_world import eventually
from tests.servers.networks.name_server import NameServer, name_server
from tests.servers.networks.odd_network import (
    PAGE,
    SHOPS,
    all_jobs,
    all_read,
    given_back_then_read,
    job,
    made_ready,
    own_mounts,
    up,
    with_own,
)

WELL_KNOWN = ("shopee.com", "taobao.com", "tmall.com")

pytestmark = [
    pytest.mark.skipif(not own_mounts(), reason="no mount namespace can be made here (unshare --mount, as root)"),
    pytest.mark.skipif(not has_route(["192.0.2.1"]), reason="this machine has no route to the network"),
]


@pytest.fixture
def names() -> Iterator[NameServer]:
    with name_server() as server:
        yield server


@pytest.fixture
def within(tmp_path: Path, names: NameServer) -> list[str]:
    """What a process is started within to ask that resolver and nobody else."""
    asking, alone = tmp_path / "resolv.conf", tmp_path / "hosts"
    asking.write_text(f"nameserver {names.address}\noptions attempts:1 timeout:2\n")
    alone.write_text("127.0.0.1 localhost\n")
    return with_own(alone, "/etc/hosts", *with_own(asking, "/etc/resolv.conf"))


@pytest.mark.parametrize("shops", [SHOPS, SHOPS[:1]], ids=["several shops", "one shop"])
async def test_there_is_no_name_at_all(
    tmp_path: Path, names: NameServer, within: list[str], shops: tuple[str, ...]
) -> None:
    with LocalWorld({(shop, "/p/1"): lambda _: PAGE for shop in shops}) as world:
        jobs = [job(f"https://{shop}:{world.port}/p/1") for shop in shops]
        store = await made_ready(tmp_path, jobs)
        try:
            with up(tmp_path, *within, fetch_ca_file=world.ca_file):
                said = b"no network: this machine's resolver knows no name, not even "
                await given_back_then_read(tmp_path, store, jobs, said, spent=0)
                names.known = dict.fromkeys([*SHOPS, *WELL_KNOWN], "127.0.0.1")  # the line out is back
                await eventually(lambda: all_read(store, jobs), what="the pages are read")
        finally:
            await store.close()


async def test_a_single_shop_that_is_missing_costs_its_own_jobs_attempts(
    tmp_path: Path, names: NameServer, within: list[str]
) -> None:
    missing, *others = SHOPS
    names.known = dict.fromkeys([*others, *WELL_KNOWN], "127.0.0.1")
    with LocalWorld({(shop, "/p/1"): lambda _: PAGE for shop in others}) as world:
        jobs = [job(f"https://{shop}:{world.port}/p/1") for shop in SHOPS]
        store = await made_ready(tmp_path, jobs)

        async def ended() -> bool:
            lost, *found = await all_jobs(store, jobs)
            return lost.attempt > 1 and {one.status for one in found} == {JobStatus.SUCCEEDED}

        try:
            with up(tmp_path, *within, fetch_ca_file=world.ca_file):
                await eventually(ended, what="one fails, the others are read")
            lost, *_ = await all_jobs(store, jobs)
            assert (lost.url_norm.split("/")[2].split(":")[0], lost.error_code) == (missing, ErrorCode.DNS_ERROR)
            assert b"no network" not in (tmp_path / "log").read_bytes()
        finally:
            await store.close()
