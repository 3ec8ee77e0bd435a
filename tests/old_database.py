"""An empty database as an earlier version of this program made it."""

from __future__ import annotations

from common.settings import DatabaseSettings
from common.store.drivers.base import Statement
from common.store.drivers.text import split_script
from common.store.schema import MIGRATIONS, migrate
from common.store.store import make_driver
from tests.places import FIXTURES

FIRST = 2


async def make_old(settings: DatabaseSettings, version: int) -> None:
    """Of this schema version, 2 or later: version 2's own script, and the released steps from there."""
    driver = make_driver(settings)
    await driver.connect()
    try:
        script = (FIXTURES / f"schema_version_{FIRST}.sql").read_text("utf-8")
        await driver.batch([*split_script(script), Statement(f"INSERT INTO schema_version VALUES ({FIRST}, 0)")])
        steps = [step for step in MIGRATIONS if step[0] <= version]
        await migrate(driver, settings.url, latest=version, migrations=steps)
    finally:
        await driver.close()
