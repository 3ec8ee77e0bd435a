"""PeopleStore: invites, machines and their tokens, and what an operator does about them."""

from __future__ import annotations

from collections.abc import Sequence

from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row, Statement, Value
from common.store.volunteers.named import Found, Named, found_of, named_parts
from common.store.volunteers.values import (
    Joining,
    KnownMachine,
    MachineRow,
    MachinesNow,
    PersonRow,
    TwoAtOnce,
)
from common.timing.units import DAY_MS

TOKEN_MS = 90 * DAY_MS
"""A machine's token is good so long; past half of it, the machine is given the next one."""


class PeopleStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.

    Secrets come here as hashes. Every call is safe to send twice.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def invite(
        self, person: str, *, name: str, secret_hash: str, machines: int, expires_in_ms: int, trusted: bool
    ) -> None:
        """A new person, whose invite is good for so many machines until it expires."""
        await self._db.one(
            "invite",
            person=person,
            called=name,
            secret_hash=secret_hash,
            machines_max=machines,
            expires_in_ms=expires_in_ms,
            trusted=int(trusted),
        )

    async def join(
        self,
        machine: str,
        *,
        secret_hash: str,
        join_hash: str,
        token_hash: str,
        name: str,
        platform: str,
        version: str,
    ) -> Joining | None:
        """Join by an invite; None when there is no such invite. With the same `join_hash` it is the same machine."""
        invite: dict[str, Value] = {"secret_hash": secret_hash, "join_hash": join_hash}
        _, found = await self._db.run(
            self._db.bind(
                "join_machine",
                machine=machine,
                token_hash=token_hash,
                token_ms=TOKEN_MS,
                called=name,
                platform=platform,
                version=version,
                **invite,
            ),
            self._db.bind("joined_machine", **invite),
        )
        if not found.rows:
            return None
        row = found.rows[0]
        is_open = bool(row["open"]) and row["revoked_at"] is None
        return Joining(rows.text_or_none(row["machine"]) if is_open else None, is_open)

    async def by_token(self, token_hash: str) -> KnownMachine | None:
        """The machine of this token, current or next; None when there is none."""
        return _known(await self._db.rows("machine_by_token", (token_hash,), key=("asked",)))

    async def by_token_with(
        self, token_hash: str, machine: str, named: Named
    ) -> tuple[KnownMachine | None, Found | None]:
        """As by_token(), and in the same batch what the request names, where the token is this machine's."""
        asked = self._db.bind_rows("machine_by_token", (token_hash,), key=("asked",))
        by_token, *answers = await self._db.run(asked, *named_parts(self._db, machine, named))
        known = _known(by_token.rows)
        return known, found_of(named, answers) if known is not None and known.id == machine else None

    async def offer_token(self, machine: str, *, token_hash: str, next_token_hash: str) -> bool:
        """Give out the next token. False: the one that asked is not the machine's current one any more."""
        offered = await self._db.one(
            "offer_token", machine=machine, token_hash=token_hash, next_token_hash=next_token_hash
        )
        return offered.changed > 0

    async def take_token(self, machine: str, *, token_hash: str) -> None:
        """The next token was used: it is the machine's from now on."""
        await self._db.one("take_token", machine=machine, next_token_hash=token_hash, token_ms=TOKEN_MS)

    async def seen(self, machine: str, *, version: str | None = None) -> None:
        """Note that this machine asked just now, and which version its program is of; None: as it was."""
        await self._db.run(self._db.bind_rows("machine_seen", (machine, version), key=()))

    async def goes(self, machine: str, ways: str) -> None:
        """Note that this machine takes tasks of these ways, named with commas."""
        await self._db.one("machine_ways", machine=machine, ways=ways)

    async def note_two_at_once(self, machine: str, *, told_ms: int) -> None:
        """Note that two workers go by this machine's membership; told for so long."""
        await self._db.run(
            self._db.bind("two_at_once_forgotten"), self._db.bind("two_at_once_noted", machine=machine, told_ms=told_ms)
        )

    async def two_at_once(self, machine: str | None = None) -> list[TwoAtOnce]:
        """The machines of which that was noted lately; or this one, if it is one of them."""
        return [rows.build(TwoAtOnce, row) for row in (await self._db.one("two_at_once", machine=machine)).rows]

    async def now(self, *, seen_ms: int) -> MachinesNow:
        """The machines of all persons; seen: within so long."""
        return rows.build(MachinesNow, (await self._db.one("machines_now", seen_ms=seen_ms)).rows[0])

    async def leave(self, machine: str) -> int:
        """Forget a machine's token and give its leases back; how many."""
        _, released, _ = await self._db.run(
            self._db.bind("leave", machine=machine), *self._all_given_back(machine=machine, person=None)
        )
        return len(released.rows)

    async def recorded_before_today(self, person: str) -> int:
        return rows.number((await self._db.one("recorded_before_today", person=person)).rows[0]["recorded"])

    async def credit_before_today(self, person: str) -> int:
        """How many of a person's results stood at yesterday's end (UTC). Today's count would give away which result was
        checked."""
        return rows.number((await self._db.one("credit_before_today", person=person)).rows[0]["credit"])

    async def persons(self, person: str | None = None) -> list[PersonRow]:
        """Everybody invited, the oldest first; or those of this id or name."""
        found = await self._db.one("persons", person=person)
        return [rows.build(PersonRow, row, trusted=bool(row["trusted"])) for row in found.rows]

    async def machines(self, person: str) -> list[MachineRow]:
        """A person's machines, the first joined first."""
        found = await self._db.one("machines", person=person)
        return [rows.build(MachineRow, row, two_at_once=bool(row["two_at_once"])) for row in found.rows]

    async def pause(self, person_or_machine: str, reason: str | None) -> bool:
        """Give no more tasks; None resumes. Crawls under way end as they would. False: there is none of this id."""
        named: dict[str, Value] = {"id": person_or_machine, "reason": reason}
        person, machine = await self._db.run(
            self._db.bind("pause_volunteer", **named), self._db.bind("pause_machine", **named)
        )
        return bool(person.rows or machine.rows)

    async def revoke(self, person_or_machine: str) -> int | None:
        """Take nothing of them any more, and take their leases back: how many. None: there is none of this id.

        One batch: a report that came in before it, and is still to be recorded, finds no lease behind it.
        """
        person, machine, released, _ = await self._db.run(
            self._db.bind("revoke_person", id=person_or_machine),
            self._db.bind("revoke_machine", id=person_or_machine),
            *self._all_given_back(machine=person_or_machine, person=person_or_machine),
        )
        return len(released.rows) if person.rows or machine.rows else None

    async def limit(self, person: str, *, tasks_per_day: int | None, leases_at_once: int | None) -> bool:
        """How much each of a person's machines may take; None: as the gateway's settings say."""
        limits: dict[str, Value] = {"tasks_per_day": tasks_per_day, "leases_at_once": leases_at_once}
        return bool((await self._db.one("limit_person", id=person, **limits)).rows)

    async def trust(self, person: str, *, trusted: bool) -> bool:
        """Whether a person's results are recorded without a second look."""
        return bool((await self._db.one("trust_person", id=person, trusted=int(trusted))).rows)

    def _all_given_back(self, *, machine: str | None, person: str | None) -> tuple[Statement, Statement]:
        """Every lease that this machine, or the machines of this person, have."""
        whose: dict[str, Value] = {"machine": machine, "person": person}
        return self._db.bind("release_all", **whose), self._db.bind("all_given_back", **whose)


def _known(found: Sequence[Row]) -> KnownMachine | None:
    """The machine of a token's row, if there is one."""
    if not found:
        return None
    row = found[0]
    return rows.build(KnownMachine, row, trusted=bool(row["trusted"]), token_is_current=bool(row["token_is_current"]))
