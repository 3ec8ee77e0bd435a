"""TLS in a tunnel that is not the shop's, or that the shop refuses: whose failure it is, and whom it costs."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme

from common.errors import ErrorCode
from common.proxies.proxy import Proxy
from tests.integration.fetching.test_proxied_client import Through, through
from tests.servers.lines.streams import stream_server
from tests.servers.proxies.bad import bad_proxy, leading_to
from tests.servers.shop_server import Reply, ShopServer

SHOP = "shopee.tw"


@pytest.fixture
def shop() -> Iterator[ShopServer]:
    with ShopServer({(SHOP, "/a"): Reply(body=b"the page")}) as server:
        yield server


@asynccontextmanager
async def honest(to: ShopServer, *names: str, domains: tuple[str, ...] = ()) -> AsyncIterator[list[Proxy]]:
    """Proxies by these names that lead to this shop, and do nothing else."""
    async with bad_proxy(leading_to(to.port)) as one:
        yield [Proxy(name, one.scheme, one.host, one.port, domains=domains) for name in names]


async def asked_thrice(client: Through) -> tuple[set[ErrorCode], dict[str, tuple[int, int, int]]]:
    return {(await client.fails()).code for _ in range(3)}, await client.told()


async def test_a_shop_whose_certificate_no_proxy_shows_right_is_the_shops_failure() -> None:
    with ShopServer({(SHOP, "/a"): Reply()}, certificate_for=["another.example"]) as wrong:
        async with honest(wrong, "one", "two") as proxies, through(wrong, *proxies) as client:
            codes, told = await asked_thrice(client)
    assert codes == {ErrorCode.NETWORK_ERROR}
    assert told == {"one": (0, 3, 1), "two": (0, 3, 1)}, "one shop takes no proxy from the others"


async def test_an_only_proxy_for_many_shops_is_not_taken_from_them_by_one() -> None:
    with ShopServer({(SHOP, "/a"): Reply()}, certificate_for=["another.example"]) as wrong:
        async with honest(wrong, "only") as proxies, through(wrong, *proxies) as client:
            codes, told = await asked_thrice(client)
    assert codes == {ErrorCode.WAY_PAUSED}, "it may be the proxy: no attempt is spent"
    assert told == {"only": (0, 3, 1)}


async def test_an_only_proxy_for_one_shop_alone_is_left_alone_after_a_while() -> None:
    with ShopServer({(SHOP, "/a"): Reply()}, certificate_for=["another.example"]) as wrong:
        async with honest(wrong, "only", domains=(SHOP,)) as proxies, through(wrong, *proxies) as client:
            codes, told = await asked_thrice(client)
    assert codes == {ErrorCode.WAY_PAUSED}
    assert told == {"only": (0, 3, 3)}


async def test_one_that_reads_along_is_told_by_one_that_does_not(shop: ShopServer) -> None:
    with ShopServer({("evil.example", "/a"): Reply()}) as other:
        async with (
            honest(other, "liar") as liars,
            honest(shop, "good") as good,
            through(shop, *liars, *good) as client,
        ):
            for key in range(12):
                assert await client.on_its_own_trip(str(key)) == (200, b"the page")
            told = await client.told()
    answered, failed, in_a_row = told["liar"]
    assert answered == 0
    assert failed == in_a_row > 1, "each time it was the proxy's: another one reached the shop"
    assert told["good"] == (12, 0, 0)


async def test_a_shop_whose_certificate_has_run_out_proves_that_it_was_reached(tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    long_ago = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(SHOP, not_before=long_ago, not_after=long_ago + datetime.timedelta(days=9)).configure_cert(
        context
    )

    async def shake_hands(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(4096):
            pass

    with ShopServer({(SHOP, "/a"): Reply()}) as settings:
        async with (
            stream_server(shake_hands, tls=context) as port,
            bad_proxy(leading_to(port)) as proxy,
            through(settings, proxy, ca_file=tmp_path / "ca.pem") as client,
        ):
            error = await client.fails()
            assert await client.told() == {}
    assert error.code is ErrorCode.NETWORK_ERROR
    assert "expired" in error.detail


async def test_a_shop_that_refuses_to_speak_is_one_failure_in_doubt() -> None:
    alert = b"\x15\x03\x03\x00\x02\x02\x28"  # fatal: handshake_failure

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(alert)
        while await reader.read(4096):
            pass

    with ShopServer({(SHOP, "/a"): Reply()}) as settings:
        async with (
            stream_server(refuse) as port,
            bad_proxy(leading_to(port)) as proxy,
            through(settings, proxy) as client,
        ):
            codes, told = await asked_thrice(client)
    assert codes == {ErrorCode.WAY_PAUSED}
    assert told == {"bad": (0, 3, 1)}
