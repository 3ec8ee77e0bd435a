"""Whose restore a database is being filled by: one that is run again takes over, and the one before writes no more.

The table RESTORING says it, from the first table to the version, with which it goes. Each write asks it in its batch.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.errors import ConfigError, StoreRejected
from fleet.operations.database.backup_file import RESTORING, VERSION

if TYPE_CHECKING:
    from common.store.drivers.base import Driver, Rows, Statement

_MADE = "(one INTEGER PRIMARY KEY CHECK (one = 1), token TEXT NOT NULL, goes_on INTEGER NOT NULL CHECK (goes_on))"
_BEGIN = f"INSERT OR REPLACE INTO {RESTORING} SELECT 1, :token, NOT EXISTS (SELECT 1 FROM {VERSION})"  # noqa: S608
_GO_ON = f"UPDATE {RESTORING} SET goes_on = (token = :token AND NOT EXISTS (SELECT 1 FROM {VERSION}))"  # noqa: S608
_OVER = "another restore into {address} began meanwhile; this one has ended, and what it wrote was taken away."


class Turn:
    """Of one restore. Raises ConfigError once another one has begun; StoreRejected, StoreUnavailable."""

    def __init__(self, driver: Driver, address: str) -> None:
        self._driver = driver
        self._over = _OVER.format(address=address)
        self._token = secrets.token_hex(16)

    async def begin(self, version_table: str, tables: Sequence[str], *, instead_of: Sequence[str] | None) -> None:
        """Make these tables, `version_table` by the first statement. `instead_of`: those that a restore before this one
        left, which are taken away; None: the database is empty."""
        from common.store.drivers.base import Statement

        only = "" if instead_of is None else "IF NOT EXISTS "
        await self._run(
            [
                Statement(version_table),
                Statement(f"CREATE TABLE {only}{RESTORING} {_MADE}"),
                Statement(_BEGIN, {"token": self._token}),
                *(Statement(f'DROP TABLE IF EXISTS "{name}"') for name in instead_of or ()),
                *(Statement(sql) for sql in tables),
            ]
        )

    async def write(self, statements: Sequence[Statement]) -> None:
        await self._run([self._asked(), *statements])

    async def end(self, statements: Sequence[Statement]) -> None:
        """With these the database is whole."""
        from common.store.drivers.base import Statement

        await self._run([self._asked(), *statements, Statement(f"DROP TABLE {RESTORING}")])

    def ask_in(self, file: sqlite3.Connection) -> None:
        """As write(), for who writes a file without the driver. Raises sqlite3.Error instead; then `why`."""
        file.execute(_GO_ON, {"token": self._token})

    async def why(self, error: Exception) -> Exception:
        """What became of a write that was refused by `error`."""
        from common.store.drivers.base import Statement

        try:
            (found,) = await self._driver.batch([Statement(f"SELECT token FROM {RESTORING}")])  # noqa: S608
        except StoreRejected:  # that table has gone: the other one has ended, too
            return ConfigError(self._over)
        return error if found.rows and found.rows[0]["token"] == self._token else ConfigError(self._over)

    def _asked(self) -> Statement:
        from common.store.drivers.base import Statement

        return Statement(_GO_ON, {"token": self._token})

    async def _run(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        try:
            return await self._driver.batch(statements)
        except StoreRejected as error:
            raise await self.why(error) from error
