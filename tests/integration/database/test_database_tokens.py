"""Tokens of a real libsql-server: refused, ended, and renewed while services run."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import SecretStr

from common.errors import StoreError, StoreRejected, StoreUnavailable
from common.job import NewJob
from common.settings import DatabaseSettings
from common.store import Store, init_schema, open_store
from tests.servers.database_tokens import LEEWAY_SECONDS, public_pem, token
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import environment, eventually
from tests.servers.libsql import LibsqlServers

pytestmark = pytest.mark.libsql_server

JOB = NewJob("https://shopee.tw/product/1/2", "u", "shopee", "tw", "1", "2", "threads", "@me", "p1")
DRIVERS = ("hrana", "libsql-client")


@pytest.fixture
def key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


@pytest.fixture
def locked_url(libsql_servers: LibsqlServers, key: Ed25519PrivateKey, tmp_path: Path) -> str:
    (tmp_path / "key.pem").write_bytes(public_pem(key))
    return libsql_servers.new({"SQLD_AUTH_JWT_KEY_FILE": str(tmp_path / "key.pem")}).http_url


async def test_the_token_opens_the_door(locked_url: str, key: Ed25519PrivateKey) -> None:
    settings = DatabaseSettings(url=locked_url, auth_token=SecretStr(token(key)))
    await init_schema(settings)
    store = await open_store(settings)
    assert await store.jobs.add([JOB]) == [JOB.id]
    await store.close()


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("kind", ["none", "another key's", "expired"])
async def test_a_wrong_token_is_refused_with_what_to_do_and_without_the_token(
    locked_url: str, key: Ed25519PrivateKey, kind: str, driver: str
) -> None:
    wrong = {
        "none": None,
        "another key's": token(Ed25519PrivateKey.generate()),
        "expired": token(key, ends_in_seconds=-3600),
    }[kind]
    secret = SecretStr(wrong) if wrong else None
    with pytest.raises(StoreRejected, match="auth_token_file") as caught:
        await open_store(DatabaseSettings(url=locked_url, auth_token=secret, driver=driver))
    said = str(caught.value)
    assert wrong is None or wrong not in said
    assert "\n" not in said and "make-tokens" in said
    if kind == "expired" and driver == "hrana":
        assert "The JWT has expired" in said


async def test_a_token_that_may_only_read_is_told_so(locked_url: str, key: Ed25519PrivateKey) -> None:
    await init_schema(DatabaseSettings(url=locked_url, auth_token=SecretStr(token(key))))
    store = await open_store(DatabaseSettings(url=locked_url, auth_token=SecretStr(token(key, a="ro"))))
    with pytest.raises(StoreRejected, match="token that may write"):
        await store.jobs.add([JOB])
    await store.close()


async def refusal(store: Store) -> StoreError:
    """What the store says once the server does not take its token any more."""
    async with asyncio.timeout(60):
        while True:
            try:
                await store.jobs.now_ms()
            except StoreError as error:
                return error
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("driver", DRIVERS)
async def test_a_token_replaced_in_its_file_opens_the_door_again(
    locked_url: str, key: Ed25519PrivateKey, tmp_path: Path, driver: str
) -> None:
    file = tmp_path / "db-token"
    file.write_text(token(key) + "\n", "utf-8")
    settings = DatabaseSettings(url=locked_url, auth_token_file=file, driver=driver, timeout_seconds=2)
    await init_schema(DatabaseSettings(url=locked_url, auth_token_file=file, driver=driver))
    file.write_text(token(key, ends_in_seconds=6 - LEEWAY_SECONDS), "utf-8")
    store = await open_store(settings)
    ended = await refusal(store)
    # As if the database were away: what a worker holds waits, and is not thrown away.
    assert isinstance(ended, StoreUnavailable), ended
    assert "auth_token_file" in str(ended)
    for unfinished in ("", token(key)[:40]):
        file.write_text(unfinished, "utf-8")
        with pytest.raises(StoreUnavailable):
            await store.jobs.add([JOB])
    file.write_text(token(key), "utf-8")
    assert await store.jobs.add([JOB]) == [JOB.id]
    await store.close()


async def test_a_fleet_goes_on_when_its_ended_token_is_replaced(
    locked_url: str, key: Ed25519PrivateKey, tmp_path: Path
) -> None:
    good = DatabaseSettings(url=locked_url, auth_token=SecretStr(token(key)))
    await init_schema(good)
    store = await open_store(good)
    file = tmp_path / "db-token"
    file.write_text(token(key, ends_in_seconds=6 - LEEWAY_SECONDS), "utf-8")
    settings = {
        "database_url": locked_url,
        "database_auth_token_file": file,
        "database_timeout_seconds": 2,
        "dispatch_interval_seconds": 0.2,
        "fetch_resolve": '["*:443:127.0.0.1:1"]',
    }
    with FleetProcess(["up"], env=environment(settings), log=tmp_path / "up.log", cwd=tmp_path, measured=True) as fleet:
        await eventually(lambda: "The JWT has expired" in fleet.text(), what="an ended token", say=fleet.text)
        await store.jobs.add([JOB])
        assert fleet.alive, fleet.text()
        file.write_text(token(key), "utf-8")

        async def crawled() -> bool:
            job = await store.jobs.get(JOB.id)
            return job is not None and job.attempt > 0

        await eventually(crawled, what="a crawl under the new token", say=fleet.text)
        assert fleet.terminate() == 0, fleet.text()
    assert "Traceback" not in fleet.text()
    await store.close()
