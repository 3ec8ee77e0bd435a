"""ReportStore: what volunteers report, and what becomes of it. Used by the gateway.

A report is decided from what one read tells and recorded by one batch. The batch is guarded by the report's lease,
which no one else can hold, so what was read still stands for this job. What may have changed meanwhile is the person's
own trust, by another job's second look: then this one report may have gone unchecked a moment too long.
"""

from __future__ import annotations

import json

from common.job import JobStatus
from common.outcome.crawl_outcome import Failed, GivenBack, Succeeded, outcome_from_json, outcome_to_json
from common.store import rows
from common.store.database import Database
from common.store.drivers.base import Row, Rows, Statement
from common.store.endings import fail_statements, retry_later_statement
from common.store.products import product_statements
from common.store.trust.values import Heard
from common.trust.agreement import Seen, seen, seen_of_row
from common.trust.judging import Decision, Move, decide
from common.trust.states import ResultState
from common.trust.values import Facts, Report, Standing, Told, TrustRecord, WaitingResult

_INSERTED = frozenset({ResultState.WAITING, ResultState.UNCHECKED, ResultState.INCONCLUSIVE})
"""A report's row begins as one of these; a trigger counts when it becomes another."""


class ReportStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def report(self, report: Report, outcome: Told, *, dice: float, current_reader: str) -> Heard:
        """Take one outcome of a volunteer: record it, or let somebody else look first. See common/trust/judging.py.

        `dice`: from 0 up to 1, fresh for each report. `current_reader`: the reader's version that operators run.
        The same report sent again is HEARD and changes nothing, whatever its dice say then. Not for operators' own
        machines: their results are recorded by JobStore.
        """
        told = await self._facts(report, outcome)
        if not isinstance(told, Facts):
            return told
        decision = decide(report, outcome, told, dice=dice, current_reader=current_reader)
        heard = await self._apply(report, outcome, decision)
        return Heard.HEARD if heard.rows else Heard.LOST

    async def exclude(self, job_id: str, person: str, *, for_ms: int) -> None:
        """Do not give this job to this person for so long: who gave it back does not get it again soon."""
        await self._db.one("exclude", id=job_id, person=person, exclude_ms=for_ms, token=None)

    async def _facts(self, report: Report, outcome: Told) -> Facts | Heard:
        result = outcome.result if isinstance(outcome, Succeeded) else None
        found, waiting, product = await self._db.run(
            self._db.bind("report_facts", **_named(report)),
            self._db.bind("waiting_of_job", id=report.job_id),
            self._db.bind("known_product", key=result.product_key if result else None),
        )
        if not found.rows:
            return Heard.LOST
        row = found.rows[0]
        if not row["held"]:
            return Heard.LOST if row["own_state"] is None else Heard.HEARD
        known, taken = (None, False) if result is None else _known(row, seen(result), product)
        return Facts(
            now_ms=rows.number(row["now_ms"]),
            attempt=rows.number(row["attempt"]),
            max_attempts=rows.number(row["max_attempts"]),
            record=_record(row, "reader_version"),
            standing=Standing() if row["failed"] is None else rows.build(Standing, row),
            known=known,
            taken_key=taken,
            waiting=tuple(waiting_result(one) for one in waiting.rows),
        )

    async def _apply(self, report: Report, outcome: Told, decision: Decision) -> Rows:
        """One batch. A row back: the report's own row is there, from now or from an earlier send."""
        after = self._after(report, outcome, decision)
        if decision.move is Move.RECORD and isinstance(outcome, Succeeded):
            result = outcome.result
            succeed = self._db.bind_row(
                "succeed",
                report.job_id,
                report.lease_token,
                result.result_json,
                result.content_hash,
                result.next_crawl_in_ms,
            )
            products = product_statements(self._db, report.job_id, report.lease_token, result)
            return (await self._db.run_row(succeed, *products, *after))[-1]
        return (await self._db.run(*self._moves(report, outcome, decision), *after))[-1]

    def _moves(self, report: Report, outcome: Told, decision: Decision) -> list[Statement]:
        job_id, token = report.job_id, report.lease_token
        if decision.move is Move.LOOK_AGAIN or isinstance(outcome, Succeeded):
            return [self._db.bind("second_look", id=job_id, token=token, delay_ms=decision.delay_ms)]
        code, detail = outcome.error_code, outcome.detail
        if isinstance(outcome, Failed):
            again_ms = outcome.next_crawl_ms
            return fail_statements(self._db, job_id, token, error_code=code, detail=detail, next_crawl_ms=again_ms)
        counted = decision.move is Move.RECORD
        delay_ms = outcome.delay_ms
        return [
            retry_later_statement(
                self._db, job_id, token, delay_ms=delay_ms, error_code=code, detail=detail, counted=counted
            )
        ]

    def _after(self, report: Report, outcome: Told, decision: Decision) -> list[Statement]:
        """The report's own row, what hangs on it, and last the question whether it is there."""
        job_id, token = report.job_id, report.lease_token
        begins = decision.own if decision.own in _INSERTED else ResultState.UNCHECKED
        settled = [*decision.settle, *([(token, decision.own)] if begins is not decision.own else [])]
        own = self._db.bind(
            "volunteer_result",
            **_named(report),
            machine=report.machine,
            reader_version=report.reader_version,
            state=begins.value,
            repeats=int(decision.repeats),
            outcome_json=outcome_to_json(outcome).decode() if begins is ResultState.WAITING else None,
            ends=rows.as_json(_ends(outcome, decision)),
        )
        statements = [own]
        if settled:
            statements.append(self._db.bind("settle_results", rows=rows.as_json(settled), token=token))
        if decision.settle:
            statements.append(self._db.bind("exclude_nobody", id=job_id, token=token))
        if decision.exclude is not None:
            excluding = self._db.bind(
                "exclude", id=job_id, person=decision.exclude, exclude_ms=decision.exclude_ms, token=token
            )
            statements.append(excluding)
        return [*statements, self._db.bind("heard", token=token, person=report.person)]


def waiting_result(row: Row) -> WaitingResult:
    outcome = outcome_from_json(str(row["outcome_json"]).encode())
    if isinstance(outcome, GivenBack):
        raise TypeError("a job that was given back is no report")
    return WaitingResult(
        lease_token=str(row["lease_token"]),
        person=str(row["person"]),
        reader_version=str(row["reader_version"]),
        reported_at=rows.number(row["reported_at"]),
        repeats=bool(row["repeats"]),
        outcome=outcome,
        record=_record(row, "trusted_reader"),
    )


def _named(report: Report) -> dict[str, str]:
    return {"id": report.job_id, "token": report.lease_token, "person": report.person}


def _record(row: Row, reader: str) -> TrustRecord:
    if row["cv"] is None:
        return TrustRecord()
    return TrustRecord(rows.number(row["cv"]), rows.number(row["outdated_cv"]), str(row[reader]))


def _ends(outcome: Told, decision: Decision) -> list[str]:
    """What the lease ends as when this decision is applied."""
    if decision.move is Move.LOOK_AGAIN:
        return [JobStatus.NEW.value]
    if isinstance(outcome, Succeeded):
        return [JobStatus.SUCCEEDED.value]
    if isinstance(outcome, Failed):
        return [JobStatus.FAILED_PERMANENT.value]
    return [JobStatus.FAILED_RETRYABLE.value, JobStatus.DEAD.value]


def _known(row: Row, result: Seen, product: Rows) -> tuple[Seen | None, bool]:
    """What is trusted of the job's product now, and whether the result names one that only other links led to."""
    if row["result_json"] is None:
        return None, bool(product.rows)
    told = json.loads(str(row["result_json"]))
    before = seen_of_row(told, platform=str(row["platform"]), region=str(row["region"]), url_norm=str(row["url_norm"]))
    if before.product_key != result.product_key or not product.rows:
        return before, False
    return rows.build(Seen, product.rows[0]), False
