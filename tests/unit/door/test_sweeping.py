"""What a gateway sweeps."""

from __future__ import annotations

from pathlib import Path

from common.settings import DatabaseSettings
from common.store import init_schema, open_store
from common.store.drivers.base import Statement
from common.store.volunteers.leases import AT_ONCE
from gateway.tasks.sweeping import forget

OLD = """WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :rows)
    INSERT INTO gateway_leases (lease_token, job_id, machine, person, request_id, claimed_at, ended_at, ended_as)
    SELECT 'old ' || i, 'j', 'm', 'p', 'r', 1, 1, 'recorded' FROM n"""


async def test_old_leases_are_forgotten_as_fast_as_they_come(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path}/x.db")
    await init_schema(settings)
    store = await open_store(settings)
    database = store.gateway._db
    await database.run(Statement(OLD, {"rows": 3 * AT_ONCE + 1}))
    assert not await forget(store.gateway), "all of it, in one go"
    (left,) = (await database.run(Statement("SELECT COUNT(*) AS rows FROM gateway_leases")))[0].rows
    assert left["rows"] == 0
    await database.run(Statement(OLD, {"rows": 3 * AT_ONCE}))
    assert await forget(store.gateway, most=3), "there may be more: the next sweep goes on"
    await store.close()
