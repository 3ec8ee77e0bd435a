"""TrustStore: the dispatcher's care for volunteers' results that wait, and what operators see and say of volunteers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from common.job import JobStatus
from common.offer import VerdictReason
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row
from common.store.trust.reading import WaitingResults
from common.store.trust.values import (
    AwaitedLooks,
    DoubtedResults,
    FailedCheck,
    LooksWanted,
    ReportRow,
    StandingRow,
    TrustRow,
)
from common.store.values.workers import ALIVE_MS, STOPPED
from common.timing.units import DAY_MS
from common.trust.agreement import seen_of_row
from common.trust.settling import CHECKED_WITHIN_MS, FORGIVEN_WITHIN_MS, Checked, settle
from common.trust.states import ResultState

PATIENCE_MS = 1_800_000
"""A result that nobody looked at again is unconfirmed after so long …"""
PATIENCE_WITH_OPERATORS_MS = DAY_MS
"""… and after so long while a worker of the operator's reports that it is alive."""
MOST_BYTES = 3_000_000
"""Of results, in one look: as much as the largest that a volunteer can report. libsql-server gives no answer of more
than 10 MB, in which a quotation mark takes two bytes."""
AGAIN_MS = DAY_MS
"""A link whose result stayed unconfirmed is crawled again after so long."""


class TrustStore:
    """Every step may be sent twice, and by two dispatchers at once: a result is settled once.

    Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self._waiting = WaitingResults()

    async def settle(self, *, limit: int, reader_version: str) -> dict[ResultState, int]:
        """Hold results that wait against what an operator's worker has recorded meanwhile. How many stand how.

        `reader_version`: what the operator's workers read with. At most `limit` results are looked at, and fewer of
        large ones. One in words of a newer version is left to that.
        """
        asked = await self._db.one(
            "waiting_at_ended_jobs",
            limit=limit,
            most_bytes=MOST_BYTES,
            forgiven_ms=FORGIVEN_WITHIN_MS,
            but=rows.as_json(self._waiting.not_understood),
        )
        found = asked.rows
        counts: dict[ResultState, int] = {}
        forgiven: Counter[str] = Counter()  # since `found` was read
        for job_id, own in groupby(found, key=lambda row: str(row["job_id"])):
            for state in await self._settle_job(job_id, list(own), reader_version, forgiven):
                counts[state] = counts.get(state, 0) + 1
        return counts

    async def unconfirm(self, *, limit: int) -> list[str]:
        """End jobs whose results waited too long for a second look. Their ids. No failure is counted."""
        ended, *_ = await self._db.run(
            self._db.bind(
                "unconfirm",
                patience_ms=PATIENCE_MS,
                patience_with_operators_ms=PATIENCE_WITH_OPERATORS_MS,
                again_ms=AGAIN_MS,
                alive_ms=ALIVE_MS,
                stopped=STOPPED,
                limit=limit,
            ),
            self._db.bind("unconfirmed_results"),
            self._db.bind("exclude_nobody_any_more"),
        )
        return rows.ids(ended.rows)

    async def take_back(self, *, limit: int) -> DoubtedResults:
        """Take back unchecked results of the last 30 days of persons who were set aside, at most `limit` of them.

        Prices that rest on them are withdrawn, and their jobs are due for a recrawl at once.
        """
        found = (await self._db.one("doubted", limit=limit)).rows
        if not found:
            return DoubtedResults(0, 0)
        named = rows.as_json([row["lease_token"], row["job_id"]] for row in found)
        jobs, *_ = await self._db.run(
            self._db.bind("doubted_jobs", rows=named),
            self._db.bind("doubted_prices", rows=named),
            self._db.bind("doubted_products", rows=named),
            self._db.bind("doubted_results", rows=named),
        )
        return DoubtedResults(len(found), jobs.changed)

    async def end_lost_waits(self, *, limit: int) -> int:
        """Forget what waits for a second sight at jobs that will not be looked at again. How many, at most `limit`."""
        return (await self._db.one("end_lost_waits", limit=limit)).changed

    async def forget(self, *, limit: int) -> int:
        """Forget what is older than 30 days, `limit` of each kind at most. Unchecked results have stood then."""
        answers = await self._db.run(
            self._db.bind("forget_unchecked", limit=limit),
            self._db.bind("forget_settled", limit=limit),
            self._db.bind("forget_exclusions"),
            self._db.bind("forget_sights", limit=limit),
        )
        return sum(answer.changed for answer in answers)

    async def reports_of(self, job_id: str) -> list[ReportRow]:
        """What volunteers said of this job in the last 30 days, oldest first."""
        found = (await self._db.one("reports_of_job", id=job_id)).rows
        return [rows.build(ReportRow, row, state=ResultState(str(row["state"]))) for row in found]

    async def records(self, person: str | None = None) -> list[TrustRow]:
        """How far a person, or everybody, is trusted with each shop."""
        return [rows.build(TrustRow, row) for row in (await self._db.one("trust_records", person=person)).rows]

    async def standings(self, person: str | None = None) -> list[StandingRow]:
        """Who failed checks or is set aside. Whoever never did has no row."""
        return [rows.build(StandingRow, row) for row in (await self._db.one("standings", person=person)).rows]

    async def failed_checks(self, person: str, *, limit: int) -> list[FailedCheck]:
        """Which reports of a person were contradicted in the last 30 days, the last first."""
        found = await self._db.one("failed_checks", person=person, limit=limit)
        return [rows.build(FailedCheck, row) for row in found.rows]

    async def awaited(self, person: str | None = None) -> dict[str, AwaitedLooks]:
        """By person, of everybody or of one, what waits for a second look. Who has nothing waiting is not there."""
        found = await self._db.one("waiting_by_person", person=person)
        return {str(row["person"]): rows.build(AwaitedLooks, row) for row in found.rows}

    async def forgive(self, person: str) -> bool:
        """Take a person in again; failed checks of before do not count. False: there was nothing to forgive."""
        return bool((await self._db.one("forgive", person=person)).rows)

    async def looks_wanted(self) -> list[LooksWanted]:
        """By shop, where something waits: for whom, and whether an operator's worker that can come was seen in the last
        ALIVE_MS."""
        found = await self._db.one("looks_wanted", seen_ms=ALIVE_MS, stopped=STOPPED)
        return [rows.build(LooksWanted, row) for row in found.rows]

    async def waiting(self) -> tuple[int, int | None]:
        """How many results wait for a second look, and since when the oldest of them (UTC milliseconds)."""
        row = (await self._db.one("waiting_results")).rows[0]
        oldest = row["oldest_at"]
        return rows.number(row["waiting"]), None if oldest is None else rows.number(oldest)

    async def _settle_job(
        self, job_id: str, own: Sequence[Row], reader_version: str, forgiven: Counter[str]
    ) -> list[ResultState]:
        job = own[0]
        looked = None
        if job["status"] == JobStatus.SUCCEEDED.value and job["result_json"] is not None:
            told = json.loads(str(job["result_json"]))
            platform, region, url_norm = str(job["platform"]), str(job["region"]), str(job["url_norm"])
            # Where no two looks agreed, the last of them says nothing of the others.
            if (told.get("verdict") or {}).get("reason") != VerdictReason.UNSTABLE:
                looked = seen_of_row(told, platform=platform, region=region, url_norm=url_norm)
        finished_at = rows.number(job["finished_at"])
        waiting = [
            replace(one, forgiven=rows.number(row["forgiven"]) + forgiven[one.person])
            for row in own
            if (one := self._waiting.read(row)) is not None
        ]
        if not waiting:
            return []
        ends = settle(waiting, looked, looked_at=finished_at, reader_version=reader_version)
        if any(end.state is ResultState.REFUSED for end in ends.values()):
            # Rare, and only then it is read whether the shop is to blame.
            checked = await self._checked(waiting[0].lease_token)
            ends = settle(waiting, looked, looked_at=finished_at, reader_version=reader_version, checked=checked)
        told = rows.as_json((token, end.state, int(end.forgiven)) for token, end in ends.items())
        stays = rows.as_json([token] for token, end in ends.items() if end.stays)
        settled, *_ = await self._db.run(
            self._db.bind("settle_at_end", rows=told, id=job_id, finished_at=finished_at),
            self._db.bind("stays", rows=stays),
            self._db.bind("exclude_nobody_at_end", id=job_id),
        )
        if not settled.changed:
            return []
        forgiven.update(one.person for one in waiting if ends[one.lease_token].forgiven)
        return [end.state for end in ends.values()]

    async def _checked(self, lease_token: str) -> Checked:
        """Who was checked lately at the shop of this result."""
        found = (await self._db.one("checked_at_shop", lease_token=lease_token, within_ms=CHECKED_WITHIN_MS)).rows
        return Checked(*(frozenset(str(row["person"]) for row in found if row[of]) for of in _CHECKED))


_CHECKED = ("here", "failed", "elsewhere")
"""The columns that make a Checked."""
