"""ConsolePeople: operators of the console, their invites and their sessions."""

from __future__ import annotations

from collections.abc import Mapping

from common.store import rows
from common.store.console.values import ConsolePerson, ConsoleRole
from common.store.database.database import Database
from common.store.drivers.base import Value


class ConsolePeople:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.

    Secrets come here as hashes. Every call is safe to send twice.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def invite(self, name: str, *, role: ConsoleRole, secret_hash: str, expires_in_ms: int) -> None:
        """A new person, or a new link and role for one there is; a password they have stays good until it is used."""
        await self._db.one(
            "console_invite", called=name, role=str(role), secret_hash=secret_hash, expires_in_ms=expires_in_ms
        )

    async def invited(self, secret_hash: str) -> str | None:
        """Whose invite this is; None when there is none, or it is used or over."""
        found = await self._db.one("console_invited", secret_hash=secret_hash)
        return str(found.rows[0]["name"]) if found.rows else None

    async def accept(self, secret_hash: str, *, password: str) -> str | None:
        """Use an invite: the password (its hash) is the person's from now on, and every session of theirs ends."""
        accepted, _ = await self._db.run(
            self._db.bind("console_accept", secret_hash=secret_hash, password=password),
            self._db.bind("console_end_sessions_of_invite", secret_hash=secret_hash, password=password),
        )
        return str(accepted.rows[0]["name"]) if accepted.rows else None

    async def person(self, name: str) -> ConsolePerson | None:
        found = await self._db.one("console_person", called=name)
        return _person(found.rows[0]) if found.rows else None

    async def everybody(self) -> list[ConsolePerson]:
        """In the order of their names."""
        return [_person(row) for row in (await self._db.one("console_everybody")).rows]

    async def begin(self, token_hash: str, name: str, *, password: str, lasts_ms: int) -> None:
        """A session of whoever still has this password (its hash); those that ran out are forgotten on the way."""
        await self._db.run(
            self._db.bind("console_forget_sessions"),
            self._db.bind("console_begin", token_hash=token_hash, called=name, password=password, lasts_ms=lasts_ms),
            self._db.bind("console_signed_in", called=name),
        )

    async def signed_in(self, token_hash: str) -> tuple[str, ConsoleRole] | None:
        """Who holds this session, with the role they have now; None when it is over, or the person is revoked."""
        found = await self._db.one("console_session", token_hash=token_hash)
        return (str(found.rows[0]["name"]), ConsoleRole(str(found.rows[0]["role"]))) if found.rows else None

    async def end(self, token_hash: str) -> None:
        await self._db.one("console_end", token_hash=token_hash)

    async def revoke(self, name: str) -> bool:
        """The person, their invite and their sessions are gone. False: there was none of this name."""
        _, gone = await self._db.run(
            self._db.bind("console_end_sessions", called=name), self._db.bind("console_revoke", called=name)
        )
        return bool(gone.rows)


def _person(row: Mapping[str, Value]) -> ConsolePerson:
    return rows.build(ConsolePerson, row, role=ConsoleRole(str(row["role"])))
