"""What the dispatcher's log says of targets that fail beside others that do not."""

from __future__ import annotations

import socket

import pytest

from common.timing.units import MINUTE_MS
from tests.integration.notices.test_notices_sent import Fleet, fleet, listener, logged, told

__all__ = ["fleet", "listener", "logged", "told"]

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")


async def test_a_target_that_is_reached_ends_no_other_targets_trouble(told: Fleet, logged: list[str]) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # and does not listen
        assert await told.store.notices.add_target("dead", f"json://127.0.0.1:{closed.getsockname()[1]}/x")
        await told.rule(target="dead")
        await told.rule(target="phone", shop="shopee")
        watch = told.started()
        for _ in range(3):
            await told.price_falls()
            await watch.look()
            await watch.aclose()
            told.ms += MINUTE_MS
    said = [line.partition(" ")[2] for line in logged if line.startswith("crawlfleet.dispatcher.notices")]
    assert sum("did not reach dead" in line for line in said) == 1, "the same is not said each time"
    assert not any("again, after" in line for line in said), "nobody was away who is back"
    assert "sent" in await told.states()
