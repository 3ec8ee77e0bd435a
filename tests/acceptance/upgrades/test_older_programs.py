"""Programs of before, taken from the repository's own history, beside today's database, broker and gateway.

Skipped where the history is not there: in a shallow clone, or in a source archive.
"""

from __future__ import annotations

import asyncio
import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from common.settings import DatabaseSettings
from common.store import init_schema
from common.store.schema import LATEST
from tests.places import REPO
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import (
    Fleet,
    bare_fleet,
    environment,
    eventually,
    fleet_world,
    product_job,
    product_pages,
)
from tests.servers.lent_pcs import NOTHING_ELSE, invite_link, start_gateway
from tests.servers.ports import free_port

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]

PARTS = ("schema.sql", "common", "ingestor", "dispatcher", "worker", "gateway", "fleet")
MIGRATIONS = "common/store/migrations/"
OLDEST_SERVED = 19
"""The first schema version whose programs a newer database may serve (docs/operators.md, "Upgrading")."""


def program_before(folder: Path, *change: str) -> Path:
    """The program as it was just before the last commit that `git log` finds for `change`."""
    if (commit := before(*change)) is None:
        pytest.skip("the repository's history does not reach back to the older program; git fetch --unshallow gets it")
    return unpacked(folder, commit)


def oldest_served(folder: Path) -> Path:
    """The oldest program of the history that a database of today serves: the one just before a migration came, or where
    all of them came by one commit, the one of that commit."""
    for version in range(OLDEST_SERVED, LATEST):
        commit = before("--diff-filter=A", "--", f"{MIGRATIONS}{version + 1:04}_*")
        if commit and any(name.startswith(f"{MIGRATIONS}{version:04}_") for name in names(commit, MIGRATIONS)):
            return unpacked(folder, commit)
    if (commit := before("--diff-filter=A", "--", f"{MIGRATIONS}{LATEST:04}_*")) is None:
        pytest.skip("the repository's history does not reach back to an older program; git fetch --unshallow gets it")
    return unpacked(folder, commit.removesuffix("^"))


def before(*change: str) -> str | None:
    """The commit before the last that `git log` finds for `change`; None where the history has no such."""
    log = git("log", "-1", "--format=%H", *change)
    found = log.stdout.decode().strip()
    return f"{found}^" if found and not log.returncode and names(f"{found}^") else None


def names(commit: str, *under: str) -> list[str]:
    return git("ls-tree", "--name-only", commit, *under).stdout.decode().split()


def unpacked(folder: Path, commit: str) -> Path:
    there = names(commit)
    archive = git("archive", commit, *(name for name in PARTS if name in there))
    assert archive.returncode == 0, archive.stderr
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as packed:
        packed.extractall(folder, filter="data")
    return folder


def git(*words: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", "-C", str(REPO), *words], capture_output=True, timeout=60, check=False)
    except FileNotFoundError:
        pytest.skip("there is no git here, so no older program")


async def test_a_worker_and_a_volunteer_of_the_oldest_version_served_record_their_pages(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    old = oldest_served(tmp_path / "old")
    pages = product_pages([1, 2], seconds=0)
    async with fleet_world(pages, database_url=libsql_url, broker_url=amqp_url, folder=tmp_path) as world:
        jobs = [product_job(number) for number in (1, 2)]
        port, home = free_port(), world.folder / "home-ada"
        await world.store.jobs.add(jobs[:1])
        world.start("dispatch")
        worker = world.start("work", program=old)
        await start_gateway(world, port)
        link = await invite_link(world, port, "ada", trusted=True)
        await world.run("join", link, home=home, program=old, own=NOTHING_ELSE)
        await world.become(jobs[0], "SUCCEEDED")
        assert worker.terminate() == 0
        lent = world.start("work", name="work-ada", home=home, program=old, own=NOTHING_ELSE)
        await world.store.jobs.add(jobs[1:])
        await world.become(jobs[1], "SUCCEEDED")
        assert lent.alive
        for job in jobs:
            assert await world.prices(job) == [10000]


async def test_a_dispatcher_of_the_first_release_that_still_leads_is_named(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    old = program_before(tmp_path / "old", '-Sversion = "0.1.0"', "--", "pyproject.toml")
    with bare_fleet(
        product_pages([1], seconds=0), folder=tmp_path, database_url=libsql_url, broker_url=amqp_url
    ) as fleet:
        await fleet.run("db", "init", program=old)
        await fleet.run("broker", "init", program=old)
        left = fleet.start("dispatch", program=old)
        await eventually(lambda: "leading" in left.text(), what="the older one leads", say=left.text)
        refused = fleet.start("db", "init")
        assert await asyncio.to_thread(refused.wait, 120) == 1
        assert "older ones are at work: the dispatcher " in refused.text()
        await fleet.run("db", "init", "--anyway")
        await fleet.run("broker", "init", "--rebuild")
        stands_by = fleet.start("dispatch")
        await eventually(lambda: "standing by" in stands_by.text(), what="the newer one waits", say=stands_by.text)
        assert "leads and does not say its version" in await told(fleet)
        left.terminate()
        await eventually(lambda: '"leading' in stands_by.text(), what="the newer one leads", say=stands_by.text)
        assert "leads and does not say its version" not in await told(fleet)


async def told(fleet: Fleet) -> str:
    doctor = fleet.start("doctor")
    await asyncio.to_thread(doctor.wait, 120)
    return " ".join(doctor.printed().split())


async def test_the_first_release_ends_with_the_sentence_that_says_to_upgrade(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    old = program_before(tmp_path / "old", '-Sversion = "0.1.0"', "--", "pyproject.toml")
    await init_schema(DatabaseSettings(url=libsql_url))
    settings = environment({"database_url": libsql_url, "broker_url": amqp_url})
    for number, words in enumerate((("dispatch", "--once"), ("ingest", "--once"), ("jobs", "list"))):
        log = tmp_path / f"{number}.log"
        with FleetProcess(list(words), env=settings, log=log, cwd=tmp_path, program=old) as ended:
            assert await asyncio.to_thread(ended.wait, 120) == 1
            assert f"has schema version {LATEST}, newer than this program's 2. Upgrade crawlfleet." in ended.text()
