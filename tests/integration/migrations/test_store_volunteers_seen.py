"""A database of the version before machines were noted as seen, brought forward whole."""

from __future__ import annotations

from common.settings import DatabaseSettings
from common.store import init_schema, open_store
from common.store.drivers.base import Statement
from common.store.store import make_driver
from common.timing.units import DAY_MS
from tests.old_database import make_old


async def test_machines_and_their_days_come_along(settings: DatabaseSettings) -> None:
    await make_old(settings, 13)
    driver = make_driver(settings)
    await driver.connect()
    machine = (
        "INSERT INTO machines VALUES ('{0}', 'p', 'attic', 'Linux', '1', 'j{0}', 't{0}', 1, NULL, 7, NULL, NULL, NULL)"
    )
    await driver.batch(
        [
            Statement("INSERT INTO persons VALUES ('p', 'Ada', 's', 2, 1, 0, NULL, NULL, 1, NULL, NULL, NULL)"),
            Statement(machine.format("m1")),
            Statement(machine.format("m2")),
            Statement(f"INSERT INTO machine_days (machine, day, recorded, last_at) VALUES ('m1', 9, 5, {9 * DAY_MS})"),
            Statement("INSERT INTO machine_days (machine, day, recorded, last_at) VALUES ('m1', 8, 2, 8)"),
        ]
    )
    await driver.close()
    report = await init_schema(settings)
    assert report.before == 13
    store = await open_store(settings, clock_ms=lambda: 10 * DAY_MS)
    try:
        assert [one.last_at for one in await store.people.machines("p")] == [9 * DAY_MS, 7]
        assert await store.people.recorded_before_today("p") == 7
    finally:
        await store.close()
