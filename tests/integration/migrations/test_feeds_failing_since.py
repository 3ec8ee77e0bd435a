"""A database of schema version 32 comes forward, with feeds that fail there or that an older program polls on."""

from __future__ import annotations

from common.settings import DatabaseSettings
from common.store import FeedState, init_schema, open_store
from common.store.drivers.base import Statement
from common.store.schema import LATEST
from common.store.store import make_driver
from tests.old_database import make_old

OLDER_FAILURE = "UPDATE feed_cursors SET last_error = 'x', failures = failures + 1 WHERE account = 'a'"
OLDER_POLL = "UPDATE feed_cursors SET failures = 0, last_polled_at = 9000000000000000 WHERE account = 'a'"


async def typed(settings: DatabaseSettings, *statements: str) -> None:
    driver = make_driver(settings)
    await driver.connect()
    await driver.batch([Statement(sql) for sql in statements])
    await driver.close()


async def of(settings: DatabaseSettings, *, fails: bool = False) -> FeedState:
    store = await open_store(settings)
    if fails:
        await store.feeds.record_poll_failure("rss", "a", error="503", next_poll_in_ms=5000)
    (state,) = await store.feeds.states()
    await store.close()
    return state


async def test_since_when_is_told_only_where_it_is_known(settings: DatabaseSettings) -> None:
    await make_old(settings, 32)
    await typed(settings, "INSERT INTO feed_cursors (source, account, failures) VALUES ('rss', 'a', 4)")
    report = await init_schema(settings)
    assert (report.before, report.after) == (32, LATEST) and report.serves <= 32
    state = await of(settings)
    assert (state.failures, state.failing_since, state.last_failed_at) == (4, None, None)
    state = await of(settings, fails=True)
    assert (state.failures, state.failing_since) == (5, None), "it began before anybody wrote that down"
    assert state.last_failed_at is not None


async def test_an_older_program_polls_beside(settings: DatabaseSettings) -> None:
    await init_schema(settings)
    assert (await of(settings, fails=True)).failing_since is not None
    await typed(settings, OLDER_POLL, OLDER_FAILURE)
    state = await of(settings)
    assert (state.failures, state.failing_since) == (1, None), "what is known is of the failures before"
