"""A database's token crosses no network readable: the check holds for the address connected to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence

import pytest

from common.errors import CleartextRefused, StoreError, StoreUnavailable
from common.settings import DatabaseSettings
from common.store.drivers.cleartext import checked_url, cleartext_transport
from common.store.drivers.hrana import HranaDriver
from common.store.store import make_driver

# Documentation's, a home's, a carrier's NAT, and a literal that hides an IPv4 address.
BEYOND = ("192.0.2.7", "10.1.2.3", "192.168.1.9", "100.64.1.2", "[::ffff:10.1.2.3]", "[2001:db8::7]")


@pytest.mark.parametrize("driver", ["hrana", "libsql-client"])
@pytest.mark.parametrize("host", BEYOND)
async def test_cleartext_beyond_this_machine_is_refused_before_anything_is_sent(driver: str, host: str) -> None:
    for scheme in ("http", "ws") if driver == "libsql-client" else ("http",):
        one = make_driver(DatabaseSettings(url=f"{scheme}://{host}:8080", driver=driver, timeout_seconds=0.2))
        with pytest.raises(CleartextRefused, match=r"database\.allow_cleartext = true"):
            await one.connect()
        await one.close()


async def test_it_can_be_allowed_explicitly() -> None:
    # A port of this machine that nobody listens on stands for a server elsewhere: nothing asks where it is.
    driver = make_driver(DatabaseSettings(url="http://127.0.0.1:1", allow_cleartext=True, timeout_seconds=0.2))
    with pytest.raises(StoreUnavailable, match="cannot reach"):
        await driver.connect()
    await driver.close()


class Answers:
    """A name service that answers something else each time."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked += 1
        answer = self.answers.pop(0)
        if not answer:
            raise CleartextRefused(f"{host} is elsewhere now")
        return answer


@pytest.fixture
async def server() -> AsyncIterator[int]:
    """Answers each connection's one request and ends it."""
    result = {"step_results": [{"cols": [], "rows": [], "affected_row_count": 0}], "step_errors": [None]}
    body = json.dumps({"results": [{"type": "ok", "response": {"result": result}}]}).encode()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    yield listening.sockets[0].getsockname()[1]
    listening.close()


async def test_each_connection_is_checked_and_goes_to_the_address_that_was(server: int) -> None:
    check = Answers(["127.0.0.1"], ["127.0.0.1"], [])
    transport = cleartext_transport(max_connections=1, check=check)
    # The name itself has no address: only the check's answer can have been connected to.
    driver = HranaDriver(f"http://db.invalid:{server}", timeout_seconds=2, transport=transport)
    await driver.connect()
    await driver.connect()
    with pytest.raises(StoreError, match="elsewhere now") as caught:
        await driver.connect()
    assert isinstance(caught.value, StoreUnavailable)
    assert check.asked == 3
    await driver.close()


async def test_a_dead_first_address_does_not_hide_the_second(server: int) -> None:
    check = Answers(["127.0.0.2", "127.0.0.1"])
    driver = HranaDriver(
        f"http://db.invalid:{server}",
        timeout_seconds=2,
        transport=cleartext_transport(max_connections=1, check=check),
    )
    await driver.connect()
    await driver.close()


async def test_a_library_that_connects_by_itself_gets_the_checked_address() -> None:
    check = Answers(["::1", "127.0.0.1"], ["::1"])
    assert await checked_url("ws://db:8080/x", check=check) == "ws://127.0.0.1:8080/x"
    assert await checked_url("http://db", check=check) == "http://[::1]"
    assert await checked_url("wss://db:1", check=check) == "wss://db:1"
    assert check.asked == 2
