"""`crawlfleet work --ways http,official` as an operator types it on a machine that has joined a gateway: a process of
its own, with keys and without a database."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest

from common.job import JobStatus
from common.store import Store
from common.ways.way import Way
from tests.integration.official.conftest import BOWL
from tests.integration.official.test_official_at_a_gateway import door, official_job
from tests.integration.volunteers.door import Door
from tests.places import REPO
from tests.servers.official import ShopeeDouble
from tests.servers.shop_server import ShopServer

__all__ = ["door"]
SECRET = "demo"


class Typed:
    """Commands on the machine; what they said."""

    def __init__(self, folder: Path, server: ShopServer) -> None:
        self._folder = folder
        (folder / "key").write_text(SECRET, "utf-8")
        (folder / "key").chmod(0o600)
        (folder / "machine.toml").write_text(
            f'[[official]]\nshop = "shopee"\nregion = "tw"\napp_id = "123456"\nsecret_file = "{folder}/key"\n'
            f'[volunteer]\npage = false\n[fetch]\nresolve = ["*:443:127.0.0.1:{server.port}"]\n'
            f'allow_addresses = ["127.0.0.1"]\nca_file = "{server.ca_file}"\n',
            "utf-8",
        )
        self.said = ""

    async def types(self, *words: str) -> int:
        named = {"CRAWLFLEET_HOME": str(self._folder / "home"), "CRAWLFLEET_CONFIG": str(self._folder / "machine.toml")}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "fleet", *words),
            cwd=self._folder,
            env={"PYTHONPATH": str(REPO), "PATH": os.defpath, "HOME": str(self._folder), **named},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        async with asyncio.timeout(120):
            out, _ = await process.communicate()
        self.said += out.decode()
        return process.returncode or 0


@pytest.mark.parametrize("trusted", [True, False])
async def test_it_works_with_keys_that_stay_there(
    door: Door, store: Store, server: ShopServer, shopee: ShopeeDouble, tmp_path: Path, trusted: bool
) -> None:
    shopee.clock = time.time
    job_id = await official_job(door, BOWL)
    machine = Typed(tmp_path, server)
    secret = await door.invite("ada", trusted=trusted)
    assert await machine.types("join", f"{door.client.base_url}#invite={secret}") == 0, machine.said
    assert await machine.types("work", "--ways", "http,official", "--until-idle") == 0, machine.said
    if trusted:
        assert await door.status(job_id) == (JobStatus.SUCCEEDED, 1), machine.said
        (price,) = await store.listing.history(f"shopee:tw:{BOWL}", limit=5)
        assert price.via == Way.OFFICIAL
        assert [(state.source, state.calls) for state in await store.official.states()] == [("shopee/tw", 1)]
        log = "".join(path.read_text("utf-8", "replace") for path in (tmp_path / "home").rglob("*") if path.is_file())
        assert "https://open-api.affiliate.shopee.tw/graphql" in log, "its owner sees each call"
        assert "Signature" not in log
    else:
        assert await door.status(job_id) == (JobStatus.QUEUED, 0)
        assert machine.said.count("gives this machine no tasks by official") == 1
        assert (shopee.calls, await store.official.states()) == (0, [])
