"""A step forward on a database of millions of rows: it may take minutes, and a server may take it back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from common.errors import StoreRejected, StoreUnavailable
from common.settings import DatabaseSettings
from common.store import init_schema
from common.store import store as opening
from common.store.drivers.base import Rows, Statement
from common.store.drivers.embedded import EmbeddedDriver
from common.store.schema import LATEST, migrate
from tests.unit.store.schema.older import of_version


@pytest.mark.parametrize(
    ("url", "seconds"), [("http://127.0.0.1:9", [7.0, opening.STEP_SECONDS]), ("file:/nowhere/fleet.db", [7.0])]
)
async def test_a_server_that_is_there_may_take_as_long_as_a_step_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, seconds: list[float]
) -> None:
    waited: list[float] = []

    def made(settings: DatabaseSettings) -> EmbeddedDriver:
        waited.append(settings.timeout_seconds)
        return EmbeddedDriver(f"file:{tmp_path}/fleet.db", timeout_seconds=5)

    monkeypatch.setattr(opening, "make_driver", made)
    await init_schema(DatabaseSettings(url=url, timeout_seconds=7))
    assert waited == seconds


class Hurried(EmbeddedDriver):
    """Takes back every step, as libsql-server does once one has written for five seconds while others want to."""

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if any("INTO schema_version" in statement.sql for statement in statements):
            raise StoreUnavailable("the database http://127.0.0.1:9 answered: Transaction timed out")
        return await super().batch(statements)


async def test_a_step_that_the_server_took_back_says_to_stop_the_fleet(tmp_path: Path) -> None:
    (await of_version(tmp_path / "old.db", LATEST - 1)).close()
    driver = Hurried(f"file:{tmp_path}/old.db", timeout_seconds=5)
    await driver.connect()
    with pytest.raises(StoreRejected, match=f"schema version {LATEST} was taken back: .* Stop the fleet and run this"):
        await migrate(driver, "old")
    await driver.close()
