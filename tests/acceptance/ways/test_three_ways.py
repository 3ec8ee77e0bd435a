"""Thirty links, three ways, real servers and a real browser: `scripts/ways` in small, and what it notices."""

from __future__ import annotations

import pytest

from common.ways.way import Way
from tests.servers.browser.shops import require_browser
from tests.ways.books import most_within
from tests.ways.run import Plan, run

pytestmark = [
    pytest.mark.rabbitmq,
    pytest.mark.libsql_server,
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.trodden,
]

SMALL = Plan(
    links=30,
    replacements=1,
    robbed=(Way.BROWSER,),
    # Taobao's says for how long it wants to be left alone; after Shopee's 10030 it is a minute.
    refused_by="taobao",
    refuse_after=0,
    refuse_seconds=1.0,
    seconds=360.0,
)


async def test_each_link_is_read_by_the_one_way_that_can(amqp_url: str, libsql_url: str) -> None:
    require_browser()
    said: list[str] = []
    ledger = await run(SMALL, broker_url=amqp_url, database_url=libsql_url, servers="the session's", say=said.append)
    assert ledger.wrong == [], "\n".join([*said, *ledger.lines()])
    assert ledger.ends == {f"SUCCEEDED by {way}": 10 for way in Way}
    assert ledger.killed == ["browser-1"]


def test_what_counts_as_over_the_budget() -> None:
    assert most_within([0, 100, 200, 1000, 1099], 1000) == 4
    assert most_within([], 1000) == 0
