"""A certificate's file that is of no use: each place says what is wrong, with which file, and what to do; no errno, and
none of OpenSSL's own words."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trustme

from common.broker import make_broker
from common.errors import CrawlfleetError
from common.net.client import GuardedClient
from common.settings import BrokerSettings, DatabaseSettings, Settings
from common.settings_tables.console import ConsoleSettings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.gateway import GatewaySettings
from common.store import open_store
from common.store.drivers.auth_token import AuthToken
from fleet.doctor.doors.console import check_console
from fleet.doctor.doors.gateway import check_gateway
from gateway.web.certificate import Certificate
from tests.servers.ports import free_port
from worker.source.calls import GatewayCalls
from worker.ways.browser.engine.trust import key_hashes

RAW = re.compile(r"\[Errno|\[X509|\[SSL|\[PEM|_ssl\.c|Traceback")


async def broker(path: Path) -> None:
    await make_broker(BrokerSettings(url="amqps://127.0.0.1:1/", ca_file=path)).connect()


async def database(path: Path) -> None:
    await open_store(DatabaseSettings(url="https://127.0.0.1:1", ca_file=path))


async def token_file(path: Path) -> None:
    AuthToken(None, path).current()


async def fetching(path: Path) -> None:
    GuardedClient(FetchSettings(ca_file=path))


async def browser(path: Path) -> None:
    key_hashes(path)


async def volunteer(path: Path) -> None:
    GatewayCalls("https://fleet.example", version="9.0.0", ca_file=path)


async def door(path: Path) -> None:
    Certificate(path, path, section="gateway")


async def doctor_of_gateway(path: Path) -> None:
    listen = f"127.0.0.1:{free_port()}"
    settings = Settings(gateway=GatewaySettings(listen=listen, certificate_file=path, key_file=path))
    raise CrawlfleetError("; ".join([f"{one.text}. {one.next_step}" async for one in check_gateway(settings)]))


async def doctor_of_console(path: Path) -> None:
    listen = f"127.0.0.1:{free_port()}"
    settings = Settings(console=ConsoleSettings(listen=listen, certificate_file=path, key_file=path))
    raise CrawlfleetError("; ".join([f"{one.text}. {one.next_step}" async for one in check_console(settings)]))


OF_CERTIFICATES = [broker, database, fetching, browser, volunteer, door, doctor_of_gateway, doctor_of_console]
NEXT = re.compile(r"\b(?:[Nn]ame|Put) [^.]*(?:there|token)\b")


async def said(use: Callable[[Path], Awaitable[None]], path: Path) -> str:
    with pytest.raises(CrawlfleetError) as failed:
        await use(path)
    text = str(failed.value)
    assert not RAW.search(text), text
    assert NEXT.search(text), text
    return text


@pytest.mark.parametrize("use", [*OF_CERTIFICATES, token_file])
async def test_a_file_that_is_not_there_or_not_to_be_read(
    use: Callable[[Path], Awaitable[None]], tmp_path: Path
) -> None:
    gone = tmp_path / "gone.pem"
    assert f"there is no file {gone}" in await said(use, gone)
    assert f"{tmp_path} is a folder" in await said(use, tmp_path)


@pytest.mark.parametrize("use", OF_CERTIFICATES)
async def test_a_file_without_a_certificate(use: Callable[[Path], Awaitable[None]], tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    for content in ("", "no certificate at all\n"):
        other.write_text(content, "utf-8")
        assert f"there is no certificate in PEM form in {other}" in await said(use, other)


@pytest.mark.parametrize("use", OF_CERTIFICATES)
async def test_a_certificate_that_is_damaged(use: Callable[[Path], Awaitable[None]], tmp_path: Path) -> None:
    path = tmp_path / "cut.pem"
    whole, mark = trustme.CA().cert_pem.bytes(), b"PRIVATE" + b" KEY"
    key = b"\n".join((b"-----BEGIN %s-----" % mark, b"MAA=", b"-----END %s-----" % mark, b""))
    path.write_bytes(whole[:200] + b"\n-----END CERTIFICATE-----\n" + key)
    assert f"a certificate in {path}" in await said(use, path)


def pair(folder: Path) -> tuple[Path, Path]:
    issued = trustme.CA().issue_cert("localhost")
    chain, key = folder / "chain.pem", folder / "key.pem"
    chain.write_bytes(issued.cert_chain_pems[0].bytes())
    key.write_bytes(issued.private_key_pem.bytes())
    return chain, key


def test_which_of_a_pair_is_at_fault(tmp_path: Path) -> None:
    chain, key = pair(tmp_path)
    Certificate(chain, key, section="console")
    for at_fault, content, clause in (
        (
            key,
            trustme.CA().private_key_pem.bytes(),
            f"the key in {key} is not that of the first certificate in {chain}",
        ),
        (key, b"", f"there is no private key in PEM form in {key}"),
        (key, None, f"there is no file {key}"),
    ):
        at_fault.unlink() if content is None else at_fault.write_bytes(content)
        with pytest.raises(CrawlfleetError) as failed:
            Certificate(chain, key, section="console")
        assert f"console.certificate_file and key_file: {clause}. Name " in str(failed.value)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
async def test_a_file_of_somebody_elses(tmp_path: Path) -> None:
    locked = tmp_path / "locked.pem"
    locked.write_bytes(trustme.CA().cert_pem.bytes())
    locked.chmod(0)
    assert f"the user that this runs as may not read {locked}" in await said(fetching, locked)
