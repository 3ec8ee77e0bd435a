"""A real libsql-server behind TLS, gone, and losing its answers."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import trustme

from common.errors import StoreRejected, StoreUnavailable
from common.job import NewJob
from common.offer import Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import DatabaseSettings
from common.store import ClaimOutcome, Store, init_schema, open_store
from common.store.drivers.base import Rows, Statement
from common.store.drivers.group_commit import GroupCommit
from common.store.drivers.hrana import HranaDriver
from tests.servers.libsql import LibsqlServer
from tests.servers.lines.streams import stream_server

pytestmark = pytest.mark.libsql_server

JOB = NewJob("https://shopee.tw/product/1/2", "u", "shopee", "tw", "1", "2", "threads", "@me", "p1")
RESULT = CrawlResult(
    "{}", None, None, Verdict(VerdictStatus.DROP, VerdictReason.NO_PRICE), "u", "shopee", "tw", "u", None
)


@pytest.fixture
async def tls_port(libsql_database: LibsqlServer, tmp_path: Path) -> AsyncIterator[int]:
    """A relay that speaks TLS in front of the server; its authority's certificate is tmp_path/ca.pem."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    target = urlsplit(libsql_database.http_url)

    async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                sink.write(data)
                await sink.drain()
        sink.close()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(target.hostname, target.port)
        try:
            await asyncio.gather(pump(reader, there_writer), pump(there_reader, writer))
        finally:
            there_writer.transport.abort()

    async with stream_server(relay, tls=context) as port:
        yield port


async def test_tls_trusts_the_given_authority_only(tls_port: int, tmp_path: Path) -> None:
    trusting = DatabaseSettings(url=f"libsql://localhost:{tls_port}", ca_file=tmp_path / "ca.pem")
    await (await open_store(trusting, check_schema=False)).close()
    with pytest.raises(StoreUnavailable, match="its certificate is not trusted"):
        await open_store(trusting.model_copy(update={"ca_file": None}), check_schema=False)
    with pytest.raises(StoreRejected, match="ca_file"):
        await open_store(trusting.model_copy(update={"ca_file": tmp_path / "no.pem"}), check_schema=False)


async def test_a_server_that_is_gone_is_unavailable_and_may_come_back(libsql_database: LibsqlServer) -> None:
    await init_schema(DatabaseSettings(url=libsql_database.http_url))
    settings = DatabaseSettings(url=libsql_database.http_url, timeout_seconds=4)
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

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        answer = await super().batch(statements)
        if self.losing and any(not statement.sql.startswith("SELECT") for statement in statements):
            self.losing = False
            raise StoreUnavailable("the answer was lost")
        return answer


async def test_an_answer_that_was_lost_costs_nothing(libsql_url: str) -> None:
    await init_schema(DatabaseSettings(url=libsql_url))
    driver = LosesAnswers(libsql_url, timeout_seconds=30)
    await driver.connect()
    store = Store(GroupCommit(driver, max_units=8), clock_ms=None, patience_seconds=30)
    await store.jobs.add([JOB])
    driver.losing = True
    claim = await store.jobs.claim(JOB.id, worker_id="w", lease_token="t", lease_ms=60_000)
    assert claim.job is not None and (claim.outcome, claim.job.attempt) == (ClaimOutcome.CLAIMED, 1)
    driver.losing = True
    assert await store.jobs.succeed(JOB.id, "t", RESULT)
    assert [e.to_status.value for e in await store.jobs.events(JOB.id)] == ["NEW", "QUEUED", "RUNNING", "SUCCEEDED"]
    await store.close()
