"""Answers made to be endless: each ends below its limit in bytes and in time, as a crawl error of its own."""

from __future__ import annotations

import gzip
import itertools
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from common.errors import CrawlError, ErrorCode
from common.net.client import Answer, GuardedClient
from common.settings_tables.fetch import FetchSettings
from fleet.demo.server import server_context
from tests.servers.lines.raw_server import Sent, raw_server

LIMIT_BYTES = 1_000_000
IN_FLIGHT_BYTES = 8_000_000
"""What the kernel's buffers on both sides may take although nobody reads it: loopback's grow to 6 MB."""

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


def repeated(first: bytes, piece: bytes) -> Iterator[bytes]:
    """`first`, then `piece` for ever, in blocks of about 64 KB."""
    yield first
    yield from itertools.repeat(piece * max(1, 65_536 // len(piece)))


ENDLESS = {
    "100 Continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "103 Early Hints": (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"),
    "the shortest 1xx": (b"", b"HTTP/1.1 199 \r\n\r\n"),
    "one header line": (OK + b"X-Long: ", b"a" * 65_536),
    "header lines": (OK, b"a:\r\n"),
    "a status line": (b"HTTP/1.1 200 ", b"a" * 65_536),
    "folded lines": (OK + b"X: a\r\n", b" b\r\n"),
    "cookies": (OK, b"Set-Cookie: a=b; Expires=Wed, 09 Jun 2027 10:18:14 GMT\r\n"),
    "a chunk's extension": (CHUNKED + b"5;", b"a" * 65_536),
    "chunks with extensions": (CHUNKED, b"1;" + b"a" * 60_000 + b"\r\nx\r\n"),
    "chunks of a byte": (CHUNKED, b"1\r\nx\r\n"),
    "trailers": (CHUNKED + b"5\r\nhello\r\n0\r\n", b"X-Trailer: " + b"b" * 50 + b"\r\n"),
    "the body": (OK + b"\r\n", b"a" * 65_536),
    "empty lines before the head": (b"", b"\r\n"),
}


async def failure(sent: Sent, url: str = "http://shop.example/", **more: object) -> CrawlError:
    settings = FetchSettings(**sent.fetch_settings(max_wire_bytes=LIMIT_BYTES, **more))
    client = GuardedClient(settings)
    try:
        with pytest.raises(CrawlError) as caught:
            await client.get(url, allow_host=None)
    finally:
        await client.aclose()
    return caught.value


@pytest.mark.parametrize("kind", ENDLESS)
async def test_what_never_ends_is_ended(kind: str) -> None:
    first, piece = ENDLESS[kind]
    async with raw_server(lambda _: repeated(first, piece)) as sent:
        error = await failure(sent, total_timeout_seconds=120.0)
    assert error.code is ErrorCode.INVALID_RESPONSE, error
    assert sent.bytes < LIMIT_BYTES + IN_FLIGHT_BYTES


@pytest.mark.parametrize("kind", ["100 Continue", "chunks of a byte", "the body"])
async def test_what_never_ends_is_ended_over_tls(kind: str, tmp_path: Path) -> None:
    first, piece = ENDLESS[kind]
    ca_file = tmp_path / "ca.pem"
    tls = server_context(["shop.example"], ca_file)
    async with raw_server(lambda _: repeated(first, piece), tls=tls) as sent:
        error = await failure(sent, "https://shop.example/", ca_file=ca_file, total_timeout_seconds=120.0)
    assert error.code is ErrorCode.INVALID_RESPONSE, error
    assert sent.bytes < LIMIT_BYTES + IN_FLIGHT_BYTES


async def test_bytes_of_tls_count_too(tmp_path: Path) -> None:
    """A record of one byte takes 23 on the wire: a body far below the limit passes it."""
    ca_file = tmp_path / "ca.pem"
    tls = server_context(["shop.example"], ca_file)
    body = 2_500

    def records(_: int) -> Iterable[bytes]:
        yield OK + b"Content-Length: %d\r\n\r\n" % body
        yield from itertools.repeat(b"x", body)

    async with raw_server(records, tls=tls) as sent:
        settings = sent.fetch_settings(ca_file=ca_file, max_wire_bytes=20_000)
        client = GuardedClient(FetchSettings(**settings))
        with pytest.raises(CrawlError) as caught:
            await client.get("https://shop.example/", allow_host=None)
        await client.aclose()
    assert caught.value.code is ErrorCode.INVALID_RESPONSE
    assert "on the wire" in caught.value.detail


@pytest.mark.parametrize(
    "first", [b"", OK + b"X-Slow: ", CHUNKED + b"5;", CHUNKED + b"5\r\nhello\r\n0\r\n", OK + b"\r\n"]
)
async def test_a_drip_ends_with_the_whole_time(first: bytes) -> None:
    async with raw_server(lambda _: itertools.chain([first], itertools.repeat(b"a")), pause_seconds=0.05) as sent:
        started = time.monotonic()
        error = await failure(sent, total_timeout_seconds=0.5, read_timeout_seconds=60.0)
        took = time.monotonic() - started
    assert error.code is ErrorCode.TIMEOUT, error
    assert took < 30.0


async def test_the_limit_is_of_one_request_and_not_of_a_connection() -> None:
    body = b"x" * 600_000
    answer = OK + b"Content-Length: %d\r\n\r\n" % len(body) + body
    async with raw_server(lambda _: [answer]) as sent:
        client = GuardedClient(FetchSettings(**sent.fetch_settings(max_wire_bytes=LIMIT_BYTES)))
        for _ in range(3):
            assert (await client.get("http://shop.example/", allow_host=None)).body == body
        await client.aclose()
    assert (sent.connections, sent.requests) == (1, 3)


async def test_a_few_1xx_answers_before_the_real_one_are_passed_over() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    async with raw_server(lambda _: [early * 3 + OK + b"Content-Length: 2\r\n\r\nhi"]) as sent:
        answer = await one(sent)
    assert (answer.status, answer.body) == (200, b"hi")


async def one(sent: Sent, **more: object) -> Answer:
    client = GuardedClient(FetchSettings(**sent.fetch_settings(**more)))
    try:
        return await client.get("http://shop.example/", allow_host=None)
    finally:
        await client.aclose()


async def test_many_gzip_members_are_no_page() -> None:
    """Each empty member costs a new decompressor: a quarter of a million of them fit into the limit."""
    body = gzip.compress(b"") * 20_000
    head = OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body)
    async with raw_server(lambda _: [head, body]) as sent:
        error = await failure(sent)
    assert error.code is ErrorCode.INVALID_RESPONSE
    assert "members" in error.detail


async def test_a_connection_whose_answers_may_be_out_of_step_is_not_used_again() -> None:
    both = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
    async with raw_server(lambda _: [OK + both]) as sent:
        client = GuardedClient(FetchSettings(**sent.fetch_settings()))
        bodies = [(await client.get("http://shop.example/", allow_host=None)).body for _ in range(2)]
        await client.aclose()
    assert bodies == [b"hi", b"hi"]
    assert sent.connections == 2


async def test_an_answer_that_was_there_before_its_question_is_not_believed() -> None:
    two = b"Content-Length: 2\r\n\r\nhiHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfake"
    async with raw_server(lambda _: [OK + two]) as sent:
        client = GuardedClient(FetchSettings(**sent.fetch_settings()))
        assert (await client.get("http://shop.example/", allow_host=None)).body == b"hi"
        with pytest.raises(CrawlError, match="before it was asked for") as caught:
            await client.get("http://shop.example/", allow_host=None)
        assert caught.value.code.retry
        assert (await client.get("http://shop.example/", allow_host=None)).body == b"hi"
        await client.aclose()
    assert sent.connections == 2


async def test_a_body_that_was_cut_closes_its_connection() -> None:
    cut = OK + b"Content-Length: 2000000\r\n\r\n" + b"x" * 100_000
    redirect = b"HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 9000\r\n\r\n"
    short = OK + b"Content-Length: 2\r\n\r\nhi"
    async with raw_server(lambda number: [{1: cut, 2: redirect}.get(number, short)]) as sent:
        client = GuardedClient(FetchSettings(**sent.fetch_settings(max_wire_bytes=LIMIT_BYTES)))
        with pytest.raises(CrawlError):
            await client.get("http://shop.example/", allow_host=None)
        assert (await client.get("http://shop.example/", allow_host=None)).body == b"hi"
        await client.aclose()
    assert (sent.connections, sent.requests) == (3, 3)
