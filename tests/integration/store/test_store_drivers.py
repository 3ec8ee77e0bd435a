"""What every store driver promises, whatever stands on top of it."""

from __future__ import annotations

import asyncio

import pytest

from common.errors import SchemaMismatch, StoreRejected, StoreUnavailable
from common.settings import DatabaseSettings
from common.store import init_schema, open_store
from common.store.drivers.base import Driver, Statement
from common.store.store import make_driver


async def test_batch_is_all_or_nothing(driver: Driver) -> None:
    with pytest.raises(StoreRejected):
        await driver.batch([Statement("INSERT INTO t VALUES ('a', 1)"), Statement("INSERT INTO t VALUES ('n', 1)")])
    (rows,) = await driver.batch([Statement("SELECT k FROM t")])
    assert [row["k"] for row in rows.rows] == ["n"]


async def test_values_come_back_as_they_went(driver: Driver) -> None:
    values = [None, 0, -(2**63), 2**63 - 1, 1.5, "", "茶壺 🫖\n'\"\\", b"", b"\x00\xff"]
    for value in values:
        (rows,) = await driver.batch([Statement("SELECT :v AS v", {"v": value})])
        assert rows.rows[0]["v"] == value
        assert type(rows.rows[0]["v"]) is type(value)


async def test_what_cannot_be_stored_is_rejected_or_mended(driver: Driver) -> None:
    with pytest.raises(StoreRejected):
        await driver.batch([Statement("SELECT :v AS v", {"v": 2**63})])
    (rows,) = await driver.batch([Statement("SELECT :v AS v", {"v": "half an emoji: \ud83e"})])
    assert rows.rows[0]["v"] == "half an emoji: \ufffd"


async def test_counts_changed_rows_and_returns_rows(driver: Driver) -> None:
    insert, update = await driver.batch(
        [
            Statement("INSERT INTO t VALUES ('a', 1), ('b', 2)"),
            Statement("UPDATE t SET v = v + 1 WHERE k IN ('a', 'b', 'zzz') RETURNING k"),
        ]
    )
    assert insert.changed == 2
    assert sorted(str(row["k"]) for row in update.rows) == ["a", "b"]


async def test_bad_sql_is_rejected_and_the_driver_goes_on(driver: Driver) -> None:
    with pytest.raises(StoreRejected):
        await driver.batch([Statement("SELEKT 1")])
    assert len(await driver.batch([Statement("SELECT 1 AS one")])) == 1


async def test_writers_side_by_side_lose_no_update(driver: Driver, settings: DatabaseSettings) -> None:
    other = make_driver(settings)
    await other.connect()

    async def count(who: Driver) -> None:
        for _ in range(20):
            while True:
                try:
                    await who.batch([Statement("UPDATE t SET v = v + 1 WHERE k = 'n'"), Statement("SELECT 1")])
                    break
                except StoreUnavailable:
                    continue  # busy: rolled back, so again

    await asyncio.gather(count(driver), count(other), count(driver), count(other))
    await other.close()
    (rows,) = await driver.batch([Statement("SELECT v FROM t WHERE k = 'n'")])
    assert rows.rows[0]["v"] == 80


# The schema.


async def test_schema_is_made_once_and_checked(settings: DatabaseSettings) -> None:
    with pytest.raises(SchemaMismatch, match="db init"):
        await open_store(settings)
    first, second = await init_schema(settings), await init_schema(settings)
    assert (first.before, second.before, second.after) == (None, first.after, first.after)
    await (await open_store(settings)).close()
