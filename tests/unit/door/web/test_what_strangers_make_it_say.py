"""Bytes of strangers write no log: of what uvicorn says about them one line a minute stands there."""

from __future__ import annotations

import asyncio
import logging

import pytest

from gateway.web.connections.patience import Patience
from gateway.web.once_a_minute import MINUTE_SECONDS, OnceAMinute
from tests.unit.door.web.test_connections_bounded import HEAD, served

UPGRADE = HEAD.replace(b"\r\n\r\n", b"\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n")


async def answered(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    async with asyncio.timeout(60):
        found = await reader.readuntil(b"\r\n")
    writer.close()
    return found


async def test_a_hundred_requests_that_are_none_make_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async with served(Patience()) as port:
        for _ in range(100):
            assert b" 400 " in await answered(port, b"GARBAGE\r\n\r\n")
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) <= 1, lines[:3]


async def test_wishes_for_a_websocket_make_none_and_are_answered_as_any_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with served(Patience()) as port:
        for _ in range(20):
            assert b" 200 " in await answered(port, UPGRADE)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_what_was_left_out_is_counted_and_our_own_errors_all_stand(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    logger = logging.getLogger("of this test")
    logger.addFilter(OnceAMinute(lambda: now))
    for _ in range(3):
        logger.warning("Invalid HTTP request received.")
        logger.error("Exception in ASGI application")
    now = MINUTE_SECONDS
    logger.warning("Invalid HTTP request received.")
    assert [record.getMessage() for record in caplog.records] == [
        "Invalid HTTP request received.",
        *["Exception in ASGI application"] * 3,
        "Invalid HTTP request received. (2 more since the last of these lines)",
    ]
