"""The moments at which a page is read, over a page that is made up: what changes at an awkward time is not missed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from worker.ways.browser.limits import PageLimits
from worker.ways.browser.page import scripts
from worker.ways.browser.page.network import PageNetwork
from worker.ways.browser.page.visit import Visit

pytest.importorskip("playwright")


class Session:
    """The DevTools protocol's end at a page that stands still, and never says by itself that it has changed."""

    def __init__(self) -> None:
        self._listeners: dict[str, Callable[[dict[str, Any]], None]] = {}

    def on(self, name: str, listener: Callable[[dict[str, Any]], None]) -> None:
        self._listeners[name] = listener

    def happens(self, name: str, event: dict[str, Any]) -> None:
        self._listeners[name](event)

    async def send(self, method: str, values: dict[str, Any] | None = None) -> dict[str, Any]:
        if method == "Page.getFrameTree":
            return {"frameTree": {"frame": {"id": "main"}}}
        if method == "Page.createIsolatedWorld":
            return {"executionContextId": 1}
        if values and values.get("expression") == scripts.until_changed():
            await asyncio.Event().wait()  # the page's document is as it was read
        return {"result": {"value": "<html></html>"}}


class StillPage:
    url = "https://shop.example/p/1"

    def on(self, name: str, listener: object) -> None:
        pass


class Running:
    """A browser."""

    alive = True


async def test_an_answer_that_comes_as_it_begins_to_wait_for_changes_is_read() -> None:
    limits = PageLimits(settle_seconds=20.0, late_seconds=5.0, quiet_seconds=0.01)
    session = Session()
    network = PageNetwork(cast(Any, session), limits, wanted=lambda url: True)
    await network.open()
    moments = Visit(cast(Any, Running()), cast(Any, StillPage()), cast(Any, session), network, limits).moments()
    await anext(moments)
    loop = asyncio.get_running_loop()
    # Its turn comes before that of the tasks in which the page is waited for.
    loop.call_soon(session.happens, "Network.loadingFailed", {"requestId": "1"})
    began = loop.time()
    await anext(moments)
    assert loop.time() - began < limits.late_seconds
