"""A server that stops while a request waits longer than it may: an answer that says so, and no traceback."""

from __future__ import annotations

import asyncio
import logging

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from common.settings_tables.gateway import GatewaySettings
from gateway.web import listening
from gateway.web.listening import bind, server


async def test_who_still_waits_is_told_that_the_server_stops(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(listening, "GRACE_SECONDS", 1)
    asked = asyncio.Event()

    async def waits(request: Request) -> Response:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError("it never comes")

    settings = GatewaySettings(listen="127.0.0.1:0")
    bound = bind(settings)
    running = server(Starlette(routes=[Route("/", waits)]), settings)
    serving = asyncio.create_task(running.serve(sockets=[bound]))
    async with asyncio.timeout(30):
        reader, writer = await asyncio.open_connection(*bound.getsockname())
        writer.write(b"GET / HTTP/1.1\r\nhost: gateway\r\n\r\n")
        await asked.wait()
        with caplog.at_level(logging.DEBUG):
            running.should_exit = True
            answer = await reader.read()
            await serving
    writer.close()
    assert answer.startswith(b"HTTP/1.1 503 ") and answer.endswith(b"stopping: ask again\n")
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
