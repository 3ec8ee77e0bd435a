"""A request whose body never comes to its end holds its connection for so long only."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

from common.protocol.joining import Join
from common.protocol.refusals import Reason
from gateway.refusing import Refusing
from gateway.web.bodies import read


async def test_a_body_that_does_not_arrive_is_refused() -> None:
    first = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> dict[str, Any]:
        if not first:
            await asyncio.Event().wait()
        return first.pop()

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    with pytest.raises(Refusing) as refused:
        async with asyncio.timeout(60):
            await read(request, Join, most_bytes=1000, most_seconds=0.05)
    assert refused.value.refusal.reason is Reason.MALFORMED
    assert "within 0.05 s" in refused.value.refusal.sentence
