"""GatewayStore: leases of volunteers' machines, from the claim to the end.

A lease token is made of the machine and of a token that the machine holds (gateway/tasks/lease_tokens.py). So whatever
names a lease names its machine too, and each statement asks for both.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from common.store import rows
from common.store.database import Database
from common.store.drivers.base import Row, Statement, Value
from common.store.leases import Leases
from common.store.values import Claim
from common.store.volunteers.values import End, LiveLease, MachineClaim, OfferedJob, ReportedLease

GIVEN_UP_MS = 900_000
"""Who gave a job up, or let its lease run out, does not get it again so soon."""
FORGET_MS = 3 * 86_400_000
"""How long a report that is sent again finds its lease."""
AT_ONCE = 500
"""Leases in one look of a sweep."""


class GatewayStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.

    Every call is safe to send twice; counts of what a machine did may then be too high where a comment says so.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self._leases = Leases(database)

    async def offered(self, job_ids: Sequence[str]) -> list[OfferedJob]:
        """What is known of the jobs that messages name, in no order; a job that does not exist is left out."""
        found = await self._db.one("offered_jobs", ids=rows.as_json(job_ids), memory_ms=GIVEN_UP_MS)
        return [
            OfferedJob(
                str(row["id"]), str(row["platform"]), str(row["status"]), str(row["url_norm"]), _names(row["not_for"])
            )
            for row in found.rows
        ]

    async def claim(self, asked: MachineClaim, *, lease_ms: int) -> Claim:
        """Begin a lease for a machine; as Leases.claim, and in the same batch it becomes the machine's.

        A machine that was revoked meanwhile, or that had all it may have by another of its claims, is told of a lease
        that it has not got: the job goes back at once.
        """
        leased: dict[str, Value] = {"id": asked.job_id, "token": asked.lease_token, "machine": asked.machine}
        limits: dict[str, Value] = {"leases_at_once": asked.leases_at_once, "tasks_per_day": asked.tasks_per_day}
        return await self._leases.claim(
            asked.job_id,
            worker_id=asked.machine,
            person=None if asked.trusted else asked.person,
            lease_token=asked.lease_token,
            lease_ms=lease_ms,
            platform=asked.platform,
            then=(
                self._db.bind("lease_to_machine", request_id=asked.request_id, **limits, **leased),
                self._db.bind("count_task", machine=asked.machine),
                self._db.bind("take_back_unlent", id=asked.job_id, token=asked.lease_token),
            ),
        )

    async def put_off(self, job_id: str, *, delay_ms: int) -> None:
        """A QUEUED job is due again in `delay_ms`: the message that named it is gone."""
        await self._db.one("put_off", id=job_id, delay_ms=delay_ms)

    async def of_request(self, machine: str, request_id: str) -> list[LiveLease]:
        """The live leases that a claim was answered with."""
        found = await self._db.one("leases_of_request", machine=machine, request_id=request_id)
        return [rows.build(LiveLease, row, job_id=row["id"]) for row in found.rows]

    async def renew(self, machine: str, tokens: Sequence[str], *, lease_ms: int, ends_ms: int) -> set[str]:
        """Extend leases of this machine by `lease_ms` from now, at most to `ends_ms` after their claim, and confirm
        them. The ids of jobs still held."""
        named: dict[str, Value] = {"machine": machine, "tokens": rows.as_json(tokens)}
        held, _ = await self._db.run(
            self._db.bind("renew_of_machine", lease_ms=lease_ms, ends_ms=ends_ms, **named),
            self._db.bind("confirm_of_machine", **named),
        )
        return set(rows.ids(held.rows))

    async def reported(self, machine: str, tokens: Sequence[str]) -> dict[str, ReportedLease]:
        """The machine's leases among these, by token."""
        found = await self._db.one("leases_of_machine", machine=machine, tokens=rows.as_json(tokens))
        leases = (rows.build(ReportedLease, row, job_id=row["id"], held=bool(row["held"])) for row in found.rows)
        return {lease.lease_token: lease for lease in leases}

    async def ended(self, machine: str, token: str, end: End, *, found: bool, reason: str | None = None) -> None:
        """Note how a lease ended; the first end stays and counts once. `found`: a page was read."""
        recorded = end is End.RECORDED
        await self._db.run(
            self._db.bind("end_of_machine", machine=machine, token=token, ended_as=end, reason=reason),
            self._db.bind(
                "count_end",
                machine=machine,
                recorded=int(recorded and found),
                failed=int(recorded and not found),
                refused=int(end is End.REFUSED),
                lost=int(end is End.LOST),
            ),
        )

    async def fetched(self, machine: str, *, requests: int, size: int) -> None:
        """Add what a machine says it fetched. A resent batch may count twice."""
        await self._db.one("count_fetched", machine=machine, requests=requests, bytes=size)

    async def release(self, machine: str, tokens: Sequence[str]) -> set[str]:
        """Give jobs back with their attempts; the ids of those that were still held."""
        return await self._give_back(tokens, End.RELEASED, machine=machine, even_over=False)

    async def refuse(self, machine: str, token: str, reason: str) -> None:
        """A report that cannot be true: the lease ends as refused, and the job goes back with its attempt."""
        await self._db.run(
            self._db.bind(
                "release_of_machines", tokens=rows.as_json([token]), machine=machine, even_over=0, unconfirmed=0
            ),
            self._db.bind("end_of_machine", machine=machine, token=token, ended_as=End.REFUSED, reason=reason),
            self._db.bind("count_end", machine=machine, recorded=0, failed=0, refused=1, lost=0),
        )

    async def release_unconfirmed(self, *, confirm_ms: int) -> int:
        """Release leases that their machines never confirmed: the answer that told of them may be lost. How many."""
        found = await self._db.one("unconfirmed_leases", confirm_ms=confirm_ms, limit=AT_ONCE)
        tokens = [str(row["lease_token"]) for row in found.rows]
        return len(await self._give_back(tokens, End.UNCONFIRMED, machine=None, even_over=True))

    async def close_over(self) -> int:
        """Close leases that are over and that nobody ended: they ran out, or their job was taken away. How many.

        Of those that ran out and that no dispatcher has taken back yet the attempt is given back, as the dispatcher
        would: one person must not bury a job by vanishing. A trusted machine's are left to the dispatcher.
        """
        over = (await self._db.one("leases_over", limit=AT_ONCE)).rows
        found = [row for row in over if not (row["ran_out"] and row["trusted"])]
        answered = [row for row in found if row["outcome"] is not None]
        for row in answered:
            succeeded = row["outcome"] == "SUCCEEDED"
            await self.ended(str(row["machine"]), str(row["lease_token"]), End.RECORDED, found=succeeded)
        lost = [str(row["lease_token"]) for row in found if row["outcome"] is None]
        await self._give_back(lost, End.LOST, machine=None, even_over=True)
        return len(found)

    async def forget(self) -> int:
        """Delete leases that ended long ago, AT_ONCE at the most. How many."""
        return (await self._db.one("forget_leases", older_than_ms=FORGET_MS, limit=AT_ONCE)).changed

    async def _give_back(self, tokens: Sequence[str], end: End, *, machine: str | None, even_over: bool) -> set[str]:
        if not tokens:
            return set()
        # A machine may have confirmed a task since it was found unconfirmed.
        unconfirmed = int(end is End.UNCONFIRMED)
        named: dict[str, Value] = {"tokens": rows.as_json(tokens), "machine": machine, "unconfirmed": unconfirmed}
        released, noted = await self._db.run(
            self._db.bind("release_of_machines", even_over=int(even_over), **named),
            self._db.bind("given_back", ended_as=end, **named),
        )
        await self._count(noted.rows, end)
        return set(rows.ids(released.rows))

    async def _count(self, ended: Iterable[Row], end: End) -> None:
        counts = Counter(str(row["machine"]) for row in ended)
        await self._run(
            self._db.bind(
                "count_given_back",
                machine=machine,
                released=count if end is End.RELEASED else 0,
                unconfirmed=count if end is End.UNCONFIRMED else 0,
                lost=count if end is End.LOST else 0,
            )
            for machine, count in counts.items()
        )

    async def _run(self, statements: Iterable[Statement]) -> None:
        if batch := list(statements):
            await self._db.run(*batch)


def _names(value: Value) -> frozenset[str]:
    return frozenset(json.loads(str(value))) if value else frozenset()
