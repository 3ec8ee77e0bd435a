"""A real libsql-server behind a token, behind TLS, and gone."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import ssl
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import trustme
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import SecretStr

from common.errors import StoreRejected, StoreUnavailable
from common.job import NewJob
from common.offer import Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, Store, init_schema, open_store
from common.store.drivers.base import Rows, Statement
from common.store.drivers.group_commit import GroupCommit
from common.store.drivers.hrana import HranaDriver
from tests.servers.libsql import LibsqlServer, LibsqlServers

pytestmark = pytest.mark.libsql_server

JOB = NewJob("https://shopee.tw/product/1/2", "u", "shopee", "tw", "1", "2", "threads", "@me", "p1")
RESULT = CrawlResult("{}", None, None, Verdict(VerdictStatus.DROP, "x"), "u", "shopee", "tw", "u", None)


def _part(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def token(key: Ed25519PrivateKey, *, expires_in_seconds: int = 600) -> SecretStr:
    claims = {"a": "rw", "exp": int(time.time()) + expires_in_seconds}
    head = ".".join(_part(json.dumps(part).encode()) for part in ({"alg": "EdDSA", "typ": "JWT"}, claims))
    return SecretStr(f"{head}.{_part(key.sign(head.encode()))}")


@pytest.fixture
def key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


@pytest.fixture
def locked_url(libsql_servers: LibsqlServers, key: Ed25519PrivateKey, tmp_path: Path) -> str:
    pem = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "key.pem").write_bytes(pem)
    return libsql_servers.new({"SQLD_AUTH_JWT_KEY_FILE": str(tmp_path / "key.pem")}).http_url


async def test_the_token_opens_the_door(locked_url: str, key: Ed25519PrivateKey) -> None:
    settings = DatabaseSettings(url=locked_url, auth_token=token(key))
    await init_schema(settings)
    store = await open_store(settings)
    assert await store.jobs.add([JOB]) == [JOB.id]
    await store.close()


@pytest.mark.parametrize("kind", ["none", "another key's", "expired"])
async def test_a_wrong_token_is_refused_with_a_hint_and_without_the_token(
    locked_url: str, key: Ed25519PrivateKey, kind: str
) -> None:
    wrong = {
        "none": None,
        "another key's": token(Ed25519PrivateKey.generate()),
        "expired": token(key, expires_in_seconds=-3600),
    }[kind]
    with pytest.raises(StoreRejected, match="auth_token_file") as caught:
        await open_store(DatabaseSettings(url=locked_url, auth_token=wrong))
    assert wrong is None or wrong.get_secret_value() not in str(caught.value)


@pytest.fixture
async def tls_port(libsql_server: LibsqlServer, tmp_path: Path) -> AsyncIterator[int]:
    """A relay that speaks TLS in front of the server; its authority's certificate is tmp_path/ca.pem."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    target = urlsplit(libsql_server.http_url)

    async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                sink.write(data)
                await sink.drain()
        sink.close()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(target.hostname, target.port)
        await asyncio.gather(pump(reader, there_writer), pump(there_reader, writer))

    server = await asyncio.start_server(relay, "127.0.0.1", 0, ssl=context)
    yield server.sockets[0].getsockname()[1]
    server.close()


async def test_tls_trusts_the_given_authority_only(tls_port: int, tmp_path: Path) -> None:
    trusting = DatabaseSettings(url=f"libsql://localhost:{tls_port}", ca_file=tmp_path / "ca.pem")
    await (await open_store(trusting, check_schema=False)).close()
    with pytest.raises(StoreUnavailable, match="CERTIFICATE_VERIFY_FAILED"):
        await open_store(trusting.model_copy(update={"ca_file": None}), check_schema=False)
    with pytest.raises(StoreRejected, match="ca_file"):
        await open_store(trusting.model_copy(update={"ca_file": tmp_path / "no.pem"}), check_schema=False)


async def test_a_server_that_is_gone_is_unavailable_and_may_come_back(libsql_database: LibsqlServer) -> None:
    settings = DatabaseSettings(url=libsql_database.http_url, timeout_seconds=0.5)
    await init_schema(settings)
    store = await open_store(settings)
    await store.jobs.add([JOB])
    await asyncio.to_thread(libsql_database.stop)
    with pytest.raises(StoreUnavailable, match="cannot reach"):
        await store.jobs.claim(JOB.id, worker_id="w", lease_token="t", lease_ms=60_000)
    with pytest.raises(StoreUnavailable):
        await open_store(settings)
    await asyncio.to_thread(libsql_database.start)
    claim = await store.jobs.claim(JOB.id, worker_id="w", lease_token="t", lease_ms=60_000)
    assert claim.outcome is ClaimOutcome.CLAIMED
    await store.close()


class LosesAnswers(HranaDriver):
    """Every write commits, and every first answer is lost."""

    losing = False

    async def batch(self, statements: object) -> list[Rows]:
        answer = list(await super().batch(statements))  # type: ignore[arg-type]
        if self.losing and any(isinstance(s, Statement) and not s.sql.startswith("SELECT") for s in statements):  # type: ignore[attr-defined]
            self.losing = False
            raise StoreUnavailable("the answer was lost")
        return answer


async def test_an_answer_that_was_lost_costs_nothing(libsql_url: str) -> None:
    await init_schema(DatabaseSettings(url=libsql_url))
    driver = LosesAnswers(libsql_url, timeout_seconds=5)
    await driver.connect()
    store = Store(GroupCommit(driver, max_units=8), clock_ms=None, patience_seconds=5)
    await store.jobs.add([JOB])
    driver.losing = True
    claim = await store.jobs.claim(JOB.id, worker_id="w", lease_token="t", lease_ms=60_000)
    assert claim.job is not None and (claim.outcome, claim.job.attempt) == (ClaimOutcome.CLAIMED, 1)
    driver.losing = True
    assert await store.jobs.succeed(JOB.id, "t", RESULT)
    assert [e.to_status.value for e in await store.jobs.events(JOB.id)] == ["NEW", "QUEUED", "RUNNING", "SUCCEEDED"]
    await store.close()
