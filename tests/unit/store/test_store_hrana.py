"""The Hrana driver's errors: what is worth trying again, what is not, and that the token never shows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from common.errors import StoreError, StoreRejected, StoreUnavailable
from common.settings import DatabaseSettings
from common.store import open_store
from common.store.drivers.base import Statement
from common.store.drivers.group_commit import GroupCommit
from common.store.drivers.hrana import HranaDriver, base_url
from common.store.drivers.hrana_messages import encode_batch
from tests.servers.lines.raw_server import raw_server

TOKEN = "a-very-secret-token"


def step(error: dict[str, str] | None) -> dict[str, Any]:
    result = None if error else {"cols": [], "rows": [], "affected_row_count": 0}
    batch = {"step_results": [result], "step_errors": [error]}
    return {"results": [{"type": "ok", "response": {"type": "batch", "result": batch}}]}


async def ask(handler: Callable[[httpx.Request], httpx.Response]) -> None:
    driver = HranaDriver(
        "libsql://fleet.example",
        auth_token=SecretStr(TOKEN),
        timeout_seconds=1,
        transport=httpx.MockTransport(handler),
    )
    try:
        await driver.connect()
    finally:
        await driver.close()


@pytest.mark.parametrize(
    ("answer", "expected", "says"),
    [
        (httpx.Response(429, text="plan limit reached"), StoreUnavailable, "plan limit reached"),
        (httpx.Response(500, text="oops"), StoreUnavailable, "500"),
        (httpx.Response(503), StoreUnavailable, "503"),
        (httpx.Response(408), StoreUnavailable, "408"),
        (httpx.Response(401, text="bad token"), StoreRejected, "auth_token_file"),
        (httpx.Response(403), StoreRejected, "auth_token_file"),
        (httpx.Response(404), StoreRejected, "database.url"),
        (httpx.Response(400, text="malformed"), StoreRejected, "malformed"),
        (httpx.Response(200, text="<html>"), StoreRejected, "does not speak Hrana"),
        (httpx.Response(200, json={"results": []}), StoreRejected, "does not speak Hrana"),
        (httpx.Response(200, json=step({"message": "locked", "code": "SQLITE_BUSY"})), StoreUnavailable, "locked"),
        (httpx.Response(200, json=step({"message": "spent", "code": "BLOCKED"})), StoreUnavailable, "spent"),
        (httpx.Response(200, json=step({"message": "no such table: x", "code": "SQLITE_ERROR"})), StoreRejected, "x"),
    ],
)
async def test_answers_are_told_apart(answer: httpx.Response, expected: type[StoreError], says: str) -> None:
    with pytest.raises(expected, match=says) as caught:
        await ask(lambda request: answer)
    assert TOKEN not in str(caught.value) + repr(caught.value.__cause__)


@pytest.mark.parametrize("error", [httpx.ConnectError("refused"), httpx.ReadTimeout("slow"), httpx.ReadError("cut")])
async def test_a_broken_connection_is_worth_trying_again(error: httpx.HTTPError) -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        raise error

    with pytest.raises(StoreUnavailable, match=r"https://fleet\.example"):
        await ask(handler)


async def test_the_token_travels_in_its_header() -> None:
    seen: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(f"{request.method} {request.url} {request.headers['authorization']}")
        return httpx.Response(200, json=step(None))

    await ask(handler)
    assert seen == [f"POST https://fleet.example/v2/pipeline Bearer {TOKEN}"]


def test_a_batch_commits_only_when_every_step_worked() -> None:
    body = json.loads(encode_batch([Statement("W1"), Statement("W2", {"v": 1})]))
    steps = body["requests"][0]["batch"]["steps"]
    assert [s["stmt"]["sql"] for s in steps] == ["BEGIN IMMEDIATE", "W1", "W2", "COMMIT", "ROLLBACK"]
    assert [s["condition"] for s in steps[1:4]] == [{"type": "ok", "step": n} for n in range(3)]
    assert steps[4]["condition"]["conds"][1] == {"type": "not", "cond": {"type": "ok", "step": 3}}
    assert body["requests"][1] == {"type": "close"}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
async def test_a_number_that_json_has_no_form_for_costs_only_its_own_batch(number: float) -> None:
    """In a group it would else be the end of all that came with it."""
    driver = HranaDriver(
        "libsql://fleet.example",
        timeout_seconds=1,
        transport=httpx.MockTransport(lambda _: httpx.Response(200, json=step(None))),
    )
    store = GroupCommit(driver, max_units=10)
    await store.connect()
    writes = (store.batch([Statement("UPDATE t SET x = :x", {"x": x})]) for x in (1.5, number))
    good, bad = await asyncio.gather(*writes, return_exceptions=True)
    await store.close()
    assert isinstance(bad, StoreRejected)
    assert not isinstance(good, BaseException)


async def test_a_busy_server_is_asked_again_over_the_connection_that_is_there() -> None:
    """A pool for each try would keep one of the server's few connections each, of a server that is short of them."""

    def answer(number: int) -> list[bytes]:
        body = json.dumps(step(None)).encode() if number > 3 else b"busy"
        head = "200 OK" if number > 3 else "429 Too Many Requests"
        return [f"HTTP/1.1 {head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body]

    async with raw_server(answer) as server:
        settings = DatabaseSettings(url=f"http://127.0.0.1:{server.port}", timeout_seconds=20, allow_cleartext=True)
        store = await open_store(settings, check_schema=False)
        await store.close()
    assert (server.requests, server.connections) == (4, 1)


def test_addresses() -> None:
    assert base_url("libsql://a.turso.io") == "https://a.turso.io"
    assert base_url("http://db:8080/") == "http://db:8080"


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("http://127.0.0.1:8080", "identity"),
        ("http://localhost", "identity"),
        ("http://[::1]:8080", "identity"),
        ("http://100.100.1.2:8080", "gzip"),
        ("libsql://fleet.example", "gzip"),
    ],
)
async def test_only_a_server_elsewhere_is_asked_to_compress(url: str, asked: str) -> None:
    said: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        said.append(request.headers["accept-encoding"])
        return httpx.Response(200, json=step(None))

    driver = HranaDriver(url, timeout_seconds=1, transport=httpx.MockTransport(answer))
    await driver.connect()
    await driver.close()
    assert said[0].startswith(asked)
