"""Whose connections are taken at all, before TLS and before anything is asked over them."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest
import trustme
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from common.settings_tables.gateway import GatewaySettings
from gateway.web.connections import entrance
from gateway.web.connections.addresses import Addresses
from gateway.web.connections.entrance import Entrance, most_connections
from gateway.web.connections.patience import Patience
from gateway.web.listening import bind, server

HEAD = b"GET / HTTP/1.1\r\nhost: gateway\r\n\r\n"


async def front(request: Request) -> Response:
    return PlainTextResponse("ok")


@asynccontextmanager
async def served(patience: Patience, tls: Path | None = None) -> AsyncIterator[int]:
    """The port of a gateway's server. `tls`: a folder for its certificate."""
    settings = GatewaySettings(listen="127.0.0.1:0")
    if tls is not None:
        issued = trustme.CA().issue_cert("127.0.0.1")
        issued.cert_chain_pems[0].write_to_path(str(tls / "chain.pem"))
        issued.private_key_pem.write_to_path(str(tls / "key.pem"))
        settings = GatewaySettings(listen="127.0.0.1:0", certificate_file=tls / "chain.pem", key_file=tls / "key.pem")
    bound = bind(settings, patience=patience)
    running = server(Starlette(routes=[Route("/", front)]), settings, patience=patience)
    serving = asyncio.create_task(running.serve(sockets=[bound]))
    try:
        yield bound.getsockname()[1]
    finally:
        running.should_exit = True
        await serving
        bound.close()


async def _taken(port: int) -> asyncio.StreamWriter:
    """A connection with TLS, as soon as the server lets one in."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    async with asyncio.timeout(20):
        while True:
            with suppress(ConnectionError):
                _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
                return writer
            await asyncio.sleep(0.05)


async def closed(reader: asyncio.StreamReader) -> bytes:
    """What came until the server closed the connection."""
    async with asyncio.timeout(20):
        with suppress(ConnectionResetError):
            return await reader.read()
    return b""


def test_connections_of_one_address_are_counted() -> None:
    addresses = Addresses(2)
    keys = [addresses.enter("192.0.2.7") for _ in range(3)]
    assert keys == ["192.0.2.7", "192.0.2.7", None]
    assert addresses.enter("192.0.2.8") is not None
    addresses.leave("192.0.2.7")
    assert addresses.enter("::ffff:192.0.2.7") == "192.0.2.7"
    home = {addresses.enter(f"2001:db8:1:2::{end}") for end in range(3)}
    assert home == {"2001:db8:1:2::/64", None}
    assert {addresses.enter("127.0.0.1") for _ in range(9)} == {""}, "a proxy's own"
    assert {addresses.enter(None) for _ in range(9)} == {""}
    assert None not in {Addresses(None).enter("192.0.2.7") for _ in range(9)}


def test_who_has_a_whole_ipv6_network_holds_no_more_than_a_few_addresses_do() -> None:
    # A /48, as tunnels give it to anybody, has 65,536 networks of one person's size.
    addresses = Addresses(2)
    keys = [addresses.enter(f"2001:db8:7:{number:x}::1") for number in range(20)]
    assert sum(key is not None for key in keys) == 8
    assert addresses.enter("2001:db8:8::1") is not None
    for key in keys:
        if key is not None:
            addresses.leave(key)
    assert addresses.enter("2001:db8:7::1") is not None
    assert len(addresses._held) == 4, "of those that left nothing is remembered"


@pytest.mark.parametrize(("places", "greedy", "left"), [(5000, 20, 238), (896, 4, 179), (5000, 500, 9)])
def test_however_many_addresses_take_all_they_may_somebody_new_finds_a_place(
    places: int, greedy: int, left: int
) -> None:
    with Entrance(socket.AF_INET, per_address=256, most=places) as door:
        for _ in range(256):
            for number in range(greedy):
                door._enter(f"192.0.{number // 250}.{number % 250}")
        assert places - door._held == left
        assert door._enter("198.51.100.1") is not None


async def test_a_door_that_is_nearly_full_lets_in_who_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three places one address takes two at most, and a second address the last."""
    monkeypatch.setattr(entrance, "MAX_CONNECTIONS", 3)
    monkeypatch.setattr("gateway.web.connections.addresses._key", str)
    async with served(Patience(per_address=256)) as port:
        held, answers = [], []
        for address in ("127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.2"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            held.append(writer)
            with suppress(ConnectionError):
                writer.write(HEAD)
                answers.append(await reader.readline())
        for writer in held:
            writer.close()
    assert [answer[:12] for answer in answers if answer] == [b"HTTP/1.1 200"] * 3
    assert answers[-1], "the newcomer is among them"


async def test_connections_that_never_begin_tls_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncio waits a minute for a handshake: without a count one silent address takes all that a process may open."""
    monkeypatch.setattr("gateway.web.connections.addresses._key", str)
    async with served(Patience(per_address=2), tmp_path) as port:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await closed(reader) == b""
        writer.close()
        silent[0][1].close()
        again = await _taken(port)
        for one in (again, silent[1][1]):
            one.close()


async def test_an_address_that_holds_too_many_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.web.connections.addresses._key", str)
    async with served(Patience(per_address=2)) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        held[0][1].write(HEAD)
        assert (await held[0][0].readline()).startswith(b"HTTP/1.1 200")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await closed(reader) == b""
        for _, one in [*held, (reader, writer)]:
            one.close()


async def test_no_more_are_taken_than_the_process_may_hold(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(entrance, "MAX_CONNECTIONS", 2)
    async with served(Patience(per_address=None)) as port:
        for _ in range(3):
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            for reader, writer in held:
                writer.write(HEAD)
                assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            for _ in range(5):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                assert await closed(reader) == b""
                writer.close()
            for reader, writer in held:
                writer.write(HEAD.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n"))
                await closed(reader)
                writer.close()
    told = [one.getMessage() for one in caplog.records if one.name == entrance.log.name]
    assert len(told) == 1, "once a minute"
    assert told[0].startswith("2 connections are open")


def test_some_file_handles_are_left_for_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    most = {}
    for files in (64, 256, 1024, 8192, resource.RLIM_INFINITY):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        most[files] = most_connections()
    assert most == {64: 16, 256: 128, 1024: 896, 8192: 5000, resource.RLIM_INFINITY: 5000}


async def test_without_a_file_handle_it_waits_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """asyncio asks on for 2,048 times a second, and logs a traceback each time: some 3 MB a second."""
    accept, spent = socket.socket.accept, True

    def none_left(listening: socket.socket) -> tuple[socket.socket, Any]:
        if spent and isinstance(listening, Entrance):
            raise OSError(errno.EMFILE, "Too many open files")
        return accept(listening)

    monkeypatch.setattr(socket.socket, "accept", none_left)
    with caplog.at_level(logging.ERROR, "asyncio"):
        async with served(Patience()) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HEAD)
            async with asyncio.timeout(20):
                while not caplog.records:
                    await asyncio.sleep(0.01)
            spent = False
            assert (await reader.readline()).startswith(b"HTTP/1.1 200"), "whoever came meanwhile is answered"
            writer.close()
    assert len([one for one in caplog.records if one.name == "asyncio"]) == 1


def test_whoever_came_before_the_last_handle_went_makes_no_loop_spin(monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncio pauses only when it is told why; else it asks again at once, for as long as somebody waits."""
    with Entrance(socket.AF_INET, per_address=None) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        with pytest.raises(BlockingIOError):
            listening.accept()

        def none_left(_: socket.socket) -> tuple[socket.socket, Any]:
            raise OSError(errno.EMFILE, "Too many open files")

        monkeypatch.setattr(socket.socket, "accept", none_left)
        with pytest.raises(OSError, match="Too many"):
            listening.accept()
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_a_connection_leaves_once_however_often_it_is_closed() -> None:
    with Entrance(socket.AF_INET, per_address=1, most=1) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        for _ in range(2):
            with socket.create_connection(listening.getsockname()), closing(listening.accept()[0]) as came:
                came.close()
        assert listening._held == 0
