"""A process without a file handle left says so, whatever it was about to do, and blames no site for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from common.broker import make_broker
from common.errors import CrawlError, CrawlfleetError, ErrorCode
from common.net.client import GuardedClient
from common.net.guard import Guard
from common.net.names.resolver import SystemResolver
from common.net.proxied.opening import streams_through, through
from common.output.no_handles import no_handles_left
from common.parsing.process import ParsingChild
from common.proxies.proxy import Proxy, Scheme
from common.settings import BrokerSettings
from common.settings_tables.fetch import FetchSettings
from common.store.drivers.embedded import EmbeddedDriver
from common.store.drivers.hrana import HranaDriver

PROXY = Proxy(name="near", scheme=Scheme.SOCKS5, host="127.0.0.1", port=9)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")


@contextmanager
def no_handles() -> Iterator[None]:
    """Every handle of this process is taken."""
    import resource  # not on Windows

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = [os.open(os.devnull, os.O_RDONLY)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (taken[0] + 3, before[1]))
    try:
        while True:
            try:
                taken.append(os.open(os.devnull, os.O_RDONLY))
            except OSError:
                break
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for handle in taken:
            os.close(handle)


async def look_at_own_addresses() -> object:
    return Guard().refuse_reason("93.184.216.34")


@pytest.mark.parametrize(
    "what",
    [
        "resolve",
        "own addresses",
        "fetch",
        "proxy",
        "proxy of a browser",
        "child",
        "database file",
        "database server",
        "broker",
    ],
)
async def test_it_is_said_with_what_to_do(what: str, tmp_path: Path) -> None:
    client = GuardedClient(FetchSettings(allow_addresses=("127.0.0.1",), resolve=("*:80:127.0.0.1:9",)))
    server = HranaDriver("http://127.0.0.1:9", timeout_seconds=5)
    broker = make_broker(BrokerSettings(url="amqp://127.0.0.1:9/"))
    child = ParsingChild()
    doing: dict[str, Callable[[], Awaitable[object]]] = {
        "resolve": lambda: SystemResolver().resolve("shop.example", 443),
        "own addresses": look_at_own_addresses,
        "fetch": lambda: client.get("http://shop.example/", allow_host=None),
        "proxy": lambda: through(PROXY)("93.184.216.34", 443, 5.0, None),
        "proxy of a browser": lambda: streams_through(PROXY, "93.184.216.34", 443, limit=1000),
        "child": child.start,
        "database file": EmbeddedDriver(f"file:{tmp_path / 'fleet.db'}", timeout_seconds=5).connect,
        "database server": server.connect,
        "broker": broker.connect,
    }
    try:
        with no_handles(), pytest.raises(CrawlfleetError) as failed:
            await doing[what]()
    finally:
        await client.aclose()
        await server.close()
        await broker.close()
    said = str(failed.value)
    assert "as many files and connections open as it may" in said
    assert "ulimit -n" in said
    assert "disk is full" not in said
    if isinstance(failed.value, CrawlError):
        assert failed.value.code is ErrorCode.NO_MEANS, "no fault of the site, of a proxy or of the job"


def test_with_handles_left_another_reason_stands() -> None:
    assert no_handles_left(OSError(5, "Input/output error")) is None
