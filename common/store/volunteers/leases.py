"""GatewayStore: leases of volunteers' machines, from the claim to the end.

A lease token is made of the machine and of a token that the machine holds (gateway/tasks/lease_tokens.py). So whatever
names a lease names its machine too, and each statement asks for both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from common.job import JobStatus
from common.outcome.crawl_outcome import GivenBack, Succeeded
from common.outcome.sight_rules import USUAL, SightRules
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Rows, Statement, Value
from common.store.drivers.group_commit import RowStatement
from common.store.jobs.endings import failure_statements, give_back_statement
from common.store.jobs.leases import ClaimRow, Leases
from common.store.sights.recording import Recording
from common.store.values.claims import Claim, ClaimOutcome
from common.store.volunteers.named import Found, Named, found_of, named_parts
from common.store.volunteers.values import End, LiveLease, MachineClaim, OfferedJob, ReportedLease
from common.timing.units import DAY_MS
from common.trust.values import Told
from common.ways.way import Way

GIVEN_UP_MS = 900_000
"""Who gave a job up, or let its lease run out, does not get it again so soon."""
NO_TURN_MS = 60_000
"""So long a job waits at the most because one machine has no turn for it."""
FORGET_MS = 3 * DAY_MS
"""How long a report that is sent again finds its lease."""
KEEP_DAYS = 30
AT_ONCE = 500
"""Leases in one look of a sweep."""


class GatewayStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.

    Every call is safe to send twice; counts of what a machine did may then be too high where a comment says so.
    """

    def __init__(self, database: Database, rules: SightRules = USUAL) -> None:
        self._db = database
        self._leases = Leases(database)
        self._recording = Recording(database, rules)

    async def offered(self, job_ids: Sequence[str]) -> list[OfferedJob]:
        """What is known of the jobs that messages name, in no order; a job that does not exist is left out."""
        asked = [(job_id,) for job_id in dict.fromkeys(job_ids)]
        found = await self._db.rows("offered_jobs", *asked, key=("id",), memory_ms=GIVEN_UP_MS)
        return [
            OfferedJob(
                str(row["id"]),
                str(row["platform"]),
                str(row["status"]),
                str(row["url_norm"]),
                _names(row["not_for"]),
                tied=bool(row["tied"]),
            )
            for row in found
        ]

    async def claim_all(self, asked: Sequence[MachineClaim], *, lease_ms: int) -> list[Claim | None]:
        """Begin leases for machines; as Leases.claim, and in the same batch they become the machines'.

        One answer each; None where nothing began: then ask claim_late(). A machine that was revoked meanwhile, or that
        had all it may have by another of its claims, is told of a lease that it has not got: the job goes back at once.
        """
        if not asked:
            return []
        begun = self._db.bind_rows("claim", *(_claim_row(one, lease_ms) for one in asked))
        claimed, *_ = await self._db.run(begun, *self._lend(asked))
        found = {str(row["lease_token"]): Claim(ClaimOutcome.CLAIMED, rows.job(row)) for row in claimed.rows}
        return [found.get(one.lease_token) for one in asked]

    async def claim_late(self, asked: MachineClaim, *, lease_ms: int) -> Claim:
        """What a claim that claim_all() left open comes to, as Leases.claim_late."""
        return await self._leases.claim_late(_claim_row(asked, lease_ms), self._lend([asked]))

    def _lend(self, asked: Sequence[MachineClaim]) -> tuple[RowStatement, RowStatement]:
        """What follows claims in their batch."""
        lent = [
            (one.job_id, one.lease_token, one.machine, one.request_id, one.leases_at_once, one.tasks_per_day)
            for one in asked
        ]
        claimed = [(one.job_id, one.lease_token) for one in asked]
        return self._db.bind_rows("lease_to_machine", *lent), self._db.bind_rows("take_back_unlent", *claimed)

    async def put_off(self, job_id: str, way: Way, *, delay_ms: int, nobody_may: bool = False) -> None:
        """As Leases.put_off."""
        await self._leases.put_off(job_id, way, delay_ms=delay_ms, nobody_may=nobody_may)

    async def of_request(self, machine: str, request_id: str) -> list[LiveLease]:
        """The live leases that a claim was answered with."""
        return list((await self.named(machine, Named(request_id=request_id))).live)

    async def named(self, machine: str, named: Named) -> Found:
        """What this machine has of what its request names."""
        parts = named_parts(self._db, machine, named)
        return found_of(named, await self._db.run(*parts)) if parts else Found()

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
        return dict((await self.named(machine, Named(tokens))).leases)

    async def record(self, machine: str, outcome: Told) -> End:
        """Record what a trusted machine reports as a worker's of the operator's: RECORDED, or LOST when its lease was.

        Sent again it changes nothing and answers how the lease ended.
        """
        end = self.reported_end(machine, outcome)
        if isinstance(outcome, Succeeded):
            _, told = await self._recording.record(outcome.job_id, outcome.lease_token, outcome.result, (end,))
        else:
            told = await self._db.run(*failure_statements(self._db, outcome), end)
        return await self._ended(machine, outcome.lease_token, told[-1])

    def reported_end(self, machine: str, outcome: Told | GivenBack) -> RowStatement:
        """How this report ended its lease, and the count of it: for the end of the batch that records the report."""
        row = (outcome.lease_token, machine, int(isinstance(outcome, Succeeded)))
        return self._db.bind_rows("end_reported", row, key=("lease_token", "machine"))

    async def _ended(self, machine: str, token: str, told: Rows) -> End:
        """`told`: of reported_end, nothing when the report came too late or its batch had been run before."""
        if told.rows:
            return End(str(told.rows[0]["ended_as"]))
        before = (await self.reported(machine, [token])).get(token)
        return End.LOST if before is None or before.ended_as is None else End(before.ended_as)

    async def fetched(self, machine: str, *, requests: int, size: int) -> None:
        """Add what a machine says it fetched. A resent batch may count twice."""
        await self._db.run(self._db.bind_rows("count_fetched", (machine, requests, size), key=()))

    async def release(self, machine: str, leases: Mapping[str, str | None]) -> set[str]:
        """Give jobs back with their attempts; the ids of those that were still held. `leases`: token → why, if told."""
        return await self._give_back(leases, End.RELEASED, machine=machine, even_over=False)

    async def give_back(self, machine: str, outcome: GivenBack) -> End:
        """This machine cannot do the job for a while, and nobody need try before `delay_ms` is over: as
        Leases.give_back, and the lease ends as one that was answered. Sent again it changes nothing."""
        _, told = await self._db.run(self._giving_back(outcome, outcome.delay_ms), self.reported_end(machine, outcome))
        return await self._ended(machine, outcome.lease_token, told)

    async def no_turn(self, machine: str, outcome: GivenBack) -> End:
        """As give_back(), by the word of a machine that has no turn for this job: its person is not given it for
        `delay_ms`, NO_TURN_MS at the least, and the others after NO_TURN_MS at the most."""
        waits_ms = min(outcome.delay_ms, NO_TURN_MS)
        for_ms = max(outcome.delay_ms, NO_TURN_MS)
        token = outcome.lease_token
        _, told, _ = await self._db.run(
            self._giving_back(outcome, waits_ms),
            self.reported_end(machine, outcome),
            self._db.bind("no_turn_for", token=token, machine=machine, for_ms=for_ms),
        )
        return await self._ended(machine, token, told)

    def _giving_back(self, outcome: GivenBack, delay_ms: int) -> Statement:
        code, detail = outcome.error_code, outcome.detail
        return give_back_statement(self._db, outcome.job_id, outcome.lease_token, delay_ms, code, detail)

    async def refuse(self, machine: str, token: str, reason: str) -> None:
        """A report that cannot be true: the lease ends as refused, and the job goes back with its attempt."""
        await self._db.run(
            self._db.bind(
                "release_of_machines", tokens=rows.as_json([token]), machine=machine, even_over=0, unconfirmed=0
            ),
            self._db.bind("refused_of_machine", machine=machine, token=token, reason=reason),
        )

    async def release_unconfirmed(self, *, confirm_ms: int) -> int:
        """Release leases that their machines never confirmed: the answer that told of them may be lost. How many."""
        found = await self._db.one("unconfirmed_leases", confirm_ms=confirm_ms, limit=AT_ONCE)
        tokens = [str(row["lease_token"]) for row in found.rows]
        return len(await self._give_back(dict.fromkeys(tokens), End.UNCONFIRMED, machine=None, even_over=True))

    async def close_over(self) -> int:
        """Close leases that are over and that nobody ended: they ran out, or their job was taken away. How many.

        Of those that ran out and that no dispatcher has taken back yet the attempt is given back, as the dispatcher
        would: one person must not bury a job by vanishing. A trusted machine's are left to the dispatcher.
        """
        over = (await self._db.one("leases_over", limit=AT_ONCE)).rows
        found = [row for row in over if not (row["ran_out"] and row["trusted"])]
        answered = [
            (row["lease_token"], row["machine"], int(row["outcome"] == JobStatus.SUCCEEDED))
            for row in found
            if row["outcome"] is not None
        ]
        if answered:
            await self._db.run(self._db.bind_rows("end_reported", *answered, key=("lease_token", "machine")))
        lost = [str(row["lease_token"]) for row in found if row["outcome"] is None]
        await self._give_back(dict.fromkeys(lost), End.LOST, machine=None, even_over=True)
        return len(found)

    async def forget(self) -> int:
        """Delete leases that ended long ago, AT_ONCE at the most. How many."""
        return (await self._db.one("forget_leases", older_than_ms=FORGET_MS, limit=AT_ONCE)).changed

    async def fold_days(self) -> int:
        """Add what machines did more than KEEP_DAYS ago to their totals, and forget those days; AT_ONCE at the most."""
        found = (await self._db.one("old_days", keep_days=KEEP_DAYS, limit=AT_ONCE)).rows
        if not found:
            return 0
        named = rows.as_json([row["machine"], row["day"]] for row in found)
        await self._db.run(self._db.bind("sum_days", rows=named), self._db.bind("forget_days", rows=named))
        return len(found)

    async def paused_shops(self) -> list[str]:
        """The paused shops that all jobs which wait belong to; [] when something waits elsewhere, or nothing at all."""
        found = await self._db.one("paused_shops_that_hold", limit=1000)
        return [str(row["shop"]) for row in found.rows]

    async def _give_back(
        self, leases: Mapping[str, str | None], end: End, *, machine: str | None, even_over: bool
    ) -> set[str]:
        if not leases:
            return set()
        # A machine may have confirmed a task since it was found unconfirmed.
        unconfirmed = int(end is End.UNCONFIRMED)
        named: dict[str, Value] = {"tokens": rows.as_json(leases), "machine": machine, "unconfirmed": unconfirmed}
        released, _ = await self._db.run(
            self._db.bind("release_of_machines", even_over=int(even_over), **named),
            self._db.bind("given_back", ended_as=end, reasons=json.dumps(dict(leases)), **named),
        )
        return set(rows.ids(released.rows))


def _claim_row(asked: MachineClaim, lease_ms: int) -> ClaimRow:
    person = None if asked.trusted else asked.person
    return (asked.job_id, asked.lease_token, asked.machine, lease_ms, asked.platform, person, asked.way.value, 0)


def _names(value: Value) -> frozenset[str]:
    return frozenset(json.loads(str(value))) if value else frozenset()
