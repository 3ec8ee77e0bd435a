"""ConsoleTokens: the programs that use the console's JSON API, each by a token of its own."""

from __future__ import annotations

from common.store import rows
from common.store.console.values import ConsoleRole, ConsoleToken
from common.store.database.database import Database


class ConsoleTokens:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.

    Tokens come here as hashes. Every call is safe to send twice.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, name: str, *, role: ConsoleRole, token_hash: str, expires_in_ms: int | None) -> bool:
        """A new token; None: good until it is revoked. False: there is one of this name, and it stays as it is."""
        _, found = await self._db.run(
            self._db.bind(
                "console_add_token",
                called=name,
                role=str(role),
                token_hash=token_hash,
                expires_in_ms=expires_in_ms,
            ),
            self._db.bind("console_token", token_hash=token_hash),
        )
        return bool(found.rows)

    async def holder(self, token_hash: str) -> tuple[str, ConsoleRole] | None:
        """Whose token this is, and what it may do now; None when it is nobody's, revoked or over. Notes its use."""
        found = await self._db.one("console_token", token_hash=token_hash)
        if not found.rows:
            return None
        row = found.rows[0]
        if row["stale"]:
            await self._db.one("console_token_used", token_hash=token_hash)
        return str(row["name"]), ConsoleRole(str(row["role"]))

    async def every(self) -> list[ConsoleToken]:
        """In the order of their names; those that are over too."""
        found = await self._db.one("console_tokens")
        return [rows.build(ConsoleToken, row, role=ConsoleRole(str(row["role"]))) for row in found.rows]

    async def revoke(self, name: str) -> bool:
        """False: there was none of this name."""
        return bool((await self._db.one("console_revoke_token", called=name)).rows)
