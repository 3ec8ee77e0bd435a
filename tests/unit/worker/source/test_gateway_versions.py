"""Worker and gateway of different versions: what one does not know costs nothing, what cannot be is a sentence."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from common.protocol.refusals import Reason, Refusal
from common.protocol.reports import Reported, Taken
from common.protocol.standing import Me
from common.protocol.tasks import Claimed
from common.protocol.versions import OLDEST_GATEWAY, PROGRAM, older, told_version
from tests.servers.lines.raw_server import raw_server
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway

CLAIMED = {
    "settings": "5f",
    "none": None,
    "weather": "fair",
    "tasks": [
        {
            "job_id": "a" * 26,
            "lease_token": "t" * 43,
            "link": "https://shopee.tw/product/1/2",
            "shop": "shopee",
            "attempt": 1,
            "lease_seconds": 180.0,
            "hint": {"deep": [1]},
        }
    ],
}


@asynccontextmanager
async def gateway(version: str | None, status: int, body: Any) -> AsyncIterator[GatewayCalls]:
    """One that answers everything with this; the calls of a worker of version 5.0.0."""

    content = json.dumps(body).encode()
    head = f"HTTP/1.1 {status} Said\r\ncontent-length: {len(content)}\r\nconnection: close\r\n"
    head += f"crawlfleet-version: {version}\r\n" if version else ""
    async with raw_server(lambda _: [f"{head}\r\n".encode() + content], keep_open=False) as server:
        calls = GatewayCalls(f"http://127.0.0.1:{server.port}", version="5.0.0")
        try:
            yield calls
        finally:
            await calls.close()


@pytest.mark.parametrize("version", [None, OLDEST_GATEWAY, "5.0.0", "9.1.0", "not a version"])
async def test_fields_of_a_newer_gateway_are_skipped(version: str | None) -> None:
    async with gateway(version, 200, CLAIMED) as calls:
        (task,) = (await calls.post("claim", None, Claimed)).tasks
    assert task.link == "https://shopee.tw/product/1/2"


async def test_words_of_a_newer_gateway_are_taken_for_the_nearest_known() -> None:
    none = {"reason": "TOO_WINDY", "sentence": "a storm is coming", "retry_after_seconds": 30}
    async with gateway("9.0.0", 200, {"settings": "5f", "tasks": [], "none": none}) as calls:
        answer = await calls.post("claim", None, Claimed)
    assert answer.none == Refusal(reason=Reason.OTHER, sentence="a storm is coming", retry_after_seconds=30)
    async with gateway("9.0.0", 429, {"refused": none}) as calls:
        with pytest.raises(TurnedAway, match="the gateway says: a storm is coming") as turned:
            await calls.get("me", Me)
    assert (turned.value.for_good, turned.value.refusal.retry_after_seconds) == (False, 30)
    outcomes = [{"job_id": "a" * 26, "taken": "framed"}]
    async with gateway("9.0.0", 200, {"settings": "5f", "outcomes": outcomes}) as calls:
        (taken,) = (await calls.post("report", None, Reported)).outcomes
    assert taken.taken is Taken.LOST


async def test_a_gateway_that_is_too_old_is_named_with_what_to_do() -> None:
    async with gateway("0.1.9", 200, CLAIMED) as calls:
        sentence = f"runs crawlfleet 0.1.9, too old for this program, 5.0.0, which needs {OLDEST_GATEWAY} or newer"
        with pytest.raises(GatewayAway, match=f"{sentence} there: ask its operator to upgrade it"):
            await calls.post("claim", None, Claimed)


@pytest.mark.parametrize(("reason", "status"), [("MALFORMED", 400), ("NOT_FOUND", 404)])
async def test_what_an_older_gateway_does_not_understand_says_how_old_it_is(reason: str, status: int) -> None:
    refused = {"refused": {"reason": reason, "sentence": "not understood: outcomes.0"}}
    async with gateway("0.2.0", status, refused) as calls:
        with pytest.raises(TurnedAway, match=r"it runs crawlfleet 0\.2\.0, older than this program, 5\.0\.0: ask its"):
            await calls.get("me", Me)
    async with gateway("5.0.0", status, refused) as calls:
        with pytest.raises(TurnedAway, match=r"not understood: outcomes\.0$"):
            await calls.get("me", Me)


def test_versions_are_compared_by_their_numbers() -> None:
    assert older("0.9", "0.10") and older("0.2.0", "0.2.1") and older("nonsense", "0.0.1")
    assert not older("0.2.0.dev1", "0.2.0") and not older("1", "1.0.0")
    assert not older(PROGRAM, OLDEST_GATEWAY), "this program's own gateway"
    assert (
        told_version("0.2.0"),
        told_version(None),
        told_version(""),
        told_version("a b"),
        told_version("1" * 41),
    ) == ("0.2.0", None, None, None, None)
