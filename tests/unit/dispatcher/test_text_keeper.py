"""The dispatcher that leads keeps the index of words; where there can be none it says so once and does its work."""

from __future__ import annotations

import logging

import pytest

from common.errors import StoreError, StoreRejected, StoreUnavailable
from common.store.texts.index import AT_A_TIME
from dispatcher.texts import BATCHES, LOOK_SECONDS, REFUSED_SECONDS, TextKeeper


class Texts:
    """As many jobs as are left to look at, or an error."""

    def __init__(self, left: int, error: StoreError | None = None) -> None:
        self.left, self.error = left, error
        self.asked: list[str] = []

    async def begin(self) -> None:
        self.asked.append("begin")
        if self.error:
            raise self.error

    async def go_on(self, *, limit: int) -> int:
        self.asked.append("go on")
        looked = min(limit, self.left)
        self.left -= looked
        return looked


class Moment:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def keeper(texts: Texts, moment: Moment) -> TextKeeper:
    return TextKeeper(texts, monotonic=moment)  # type: ignore[arg-type]  # all that it asks of them


async def test_a_large_database_is_indexed_a_few_batches_to_a_round() -> None:
    texts, moment = Texts(AT_A_TIME * BATCHES + 3), Moment()
    keeping = keeper(texts, moment)
    await keeping.look()
    assert texts.asked == ["begin", *["go on"] * BATCHES]
    await keeping.look()
    assert texts.left == 0, "the next round goes on at once"
    await keeping.look()
    assert len(texts.asked) == BATCHES + 2, "then it waits"
    moment.seconds += LOOK_SECONDS
    await keeping.look()
    assert texts.asked.count("begin") == 1 and len(texts.asked) == BATCHES + 3


async def test_without_fts5_it_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    texts, moment = Texts(9, StoreRejected("the database answered: no such module: fts5")), Moment()
    keeping = keeper(texts, moment)
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            await keeping.look()
            moment.seconds += LOOK_SECONDS
    assert texts.asked == ["begin"]
    assert [record.message for record in caplog.records] == [
        "searches look at every job, for their words cannot be indexed: the database answered: no such module: fts5"
    ]


async def test_a_broken_index_is_said_once_a_minute_with_what_mends_it(caplog: pytest.LogCaptureFixture) -> None:
    texts, moment = Texts(9, StoreRejected("the database answered: database disk image is malformed")), Moment()
    keeping = keeper(texts, moment)
    with caplog.at_level(logging.INFO):
        for _ in range(5):
            await keeping.look()
            moment.seconds += REFUSED_SECONDS / 4
    assert texts.asked == ["begin", "begin"] and len(caplog.records) == 2
    assert "crawlfleet db reindex" in caplog.records[0].message
    texts.error = None
    moment.seconds += REFUSED_SECONDS
    await keeping.look()
    assert texts.left == 0


async def test_a_database_that_is_away_is_asked_again_later() -> None:
    texts, moment = Texts(1, StoreUnavailable("away")), Moment()
    keeping = keeper(texts, moment)
    await keeping.look()
    texts.error = None
    moment.seconds += LOOK_SECONDS
    await keeping.look()
    assert texts.left == 0
