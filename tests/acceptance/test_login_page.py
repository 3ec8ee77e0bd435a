"""A machine behind the login page of a hotel: its jobs keep their attempts, it says why, and goes on by itself."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from common.job import Job, JobStatus, NewJob
from common.settings import DatabaseSettings
from common.store import Store, init_schema, open_store
from fleet.demo.pages import other_page
from fleet.demo.server import LocalWorld, Reply
from tests.servers.fleet_world import environment, eventually

SHOPS = ("ash.example", "elm.example", "oak.example")
LOGIN = "10.20.30.1"
PAGE = Reply(body=other_page("Pine board", "54.00", "EUR", "PINE"))
_OWN_HOSTS = 'mount --bind "$1" /etc/hosts && shift && exec "$@"'
"""For a mount namespace of its own, so that nobody else's names change."""


def job(url: str) -> NewJob:
    host = url.split("/")[2].split(":", maxsplit=1)[0]
    return NewJob(url, url, "other", "any", host, None, "jsonl", "me", url)


async def made_ready(folder: Path, jobs: list[NewJob]) -> Store:
    settings = DatabaseSettings(url=f"file:{folder / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    await store.jobs.add(jobs)
    return store


@contextmanager
def up(folder: Path, *within: str, **settings: object) -> Iterator[subprocess.Popen[bytes]]:
    said = {
        "database_url": f"file:{folder / 'jobs.db'}",
        "shops_other_domains": '["ash.example", "elm.example", "oak.example"]',
        "fetch_allow_addresses": '["127.0.0.1"]',
        "fetch_requests_per_second": 1000,
        "dispatch_interval_seconds": 0.2,
        "work_retry_delays_seconds": "[1, 1, 1, 1]",
    }
    with (folder / "log").open("wb") as log:
        command = [*within, sys.executable, "-m", "fleet", "up"]
        process = subprocess.Popen(command, cwd=folder, env=os.environ | environment(said | settings), stderr=log)
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


async def all_jobs(store: Store, jobs: list[NewJob]) -> list[Job]:
    return [found for one in jobs if (found := await store.jobs.get(one.id))]


async def given_back_then_read(folder: Path, store: Store, jobs: list[NewJob], said: bytes, *, spent: int) -> None:
    """While the login page answers, the worker `said` so and at most `spent` attempts of each job are gone."""
    log = folder / "log"
    await eventually(lambda: said in log.read_bytes(), what="said", say=log.read_text)

    async def waiting() -> bool:
        found = await all_jobs(store, jobs)
        return all(one.status in {JobStatus.QUEUED, JobStatus.FAILED_RETRYABLE} for one in found)

    await eventually(waiting, what="jobs that wait")
    await asyncio.sleep(8)  # one more look, 5 s later
    assert await waiting()
    assert max(one.attempt for one in await all_jobs(store, jobs)) <= spent


async def all_read(store: Store, jobs: list[NewJob]) -> bool:
    return all(one.status is JobStatus.SUCCEEDED for one in await all_jobs(store, jobs))


def _own_mounts() -> bool:
    if os.name != "posix" or not shutil.which("unshare") or os.geteuid() != 0:
        return False
    return subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode == 0


@pytest.mark.skipif(not _own_mounts(), reason="no mount namespace can be made here (unshare --mount, as root)")
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
        within = ["unshare", "--mount", "sh", "-c", _OWN_HOSTS, "sh", str(hosts)]
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
