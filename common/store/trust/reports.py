"""ReportStore: what volunteers report, and what becomes of it. Used by the gateway.

A report is decided from what one read tells and recorded by one batch. The batch is guarded by the report's lease,
which no one else can hold, so what was read still stands for this job. What may have changed meanwhile is the person's
own trust, by another job's second look: then this one report may have gone unchecked a moment too long.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from pydantic import TypeAdapter, ValidationError

from common.errors import NEXT_WAY
from common.job import JobStatus
from common.offer import Offer
from common.outcome.crawl_outcome import Failed, Succeeded, outcome_to_json
from common.outcome.crawl_result import CrawlResult
from common.outcome.second_sight import Weight, stray
from common.outcome.sight_rules import USUAL, SightRules
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row, Rows
from common.store.drivers.group_commit import Part
from common.store.jobs.endings import failure_statements
from common.store.sights.facts import Held, KnownProduct, held_against, known_product, weighed
from common.store.sights.recording import TRIES, count, keep_statement, weighed_parts
from common.store.trust.reading import WaitingResults, trust_record
from common.store.trust.values import Heard
from common.trust.agreement import Seen, seen, seen_of_row
from common.trust.judging import Decision, Move, confirms_an_operators, decide
from common.trust.recording import recorded
from common.trust.states import ResultState
from common.trust.values import Facts, Report, Standing, Told

_INSERTED = frozenset({ResultState.WAITING, ResultState.UNCHECKED, ResultState.INCONCLUSIVE})
"""A report's row begins as one of these; a trigger counts when it becomes another."""


class ReportStore:
    """Raises StoreUnavailable when the database cannot be reached in time, StoreRejected when it refuses."""

    def __init__(self, database: Database, rules: SightRules = USUAL) -> None:
        self._db = database
        self._rules = rules
        self._waiting = WaitingResults()

    async def report(
        self, report: Report, outcome: Told, *, dice: float, current_reader: str, then: Sequence[Part] = ()
    ) -> Heard:
        """Take one outcome of a volunteer: record it, or let somebody else look first. See common/trust/judging.py.

        `dice`: from 0 up to 1, fresh for each report. `current_reader`: the reader's version that operators run.
        The same report sent again is HEARD and changes nothing, whatever its dice say then. Not for operators' own
        machines: their results are recorded by JobStore. `then` follows in the report's batch, or alone where there is
        nothing to write.
        """
        for _ in range(TRIES):
            told = await self._facts(report, outcome)
            if not isinstance(told, tuple):
                if then:
                    await self._db.run(*then)
                return told
            facts, held = told
            said: Told = outcome
            if isinstance(outcome, Succeeded) and held is not None:
                # As an operator's worker's is recorded, for it may be held against that.
                strays = facts.weighed is not None and facts.weighed.move is Weight.STRAY
                said = replace(outcome, result=stray(held.result) if strays else held.result)
            known = KnownProduct() if held is None else known_product(held.product)
            decision = decide(report, said, facts, dice=dice, current_reader=current_reader)
            if (await self._apply(report, said, decision, facts, known, then)).rows:
                return Heard.HEARD
        return Heard.LOST

    async def _facts(self, report: Report, outcome: Told) -> tuple[Facts, Held | None] | Heard:
        result = outcome.result if isinstance(outcome, Succeeded) else None
        rows_of = self._db.bind_rows
        found, waiting, product, sights = await self._db.run(
            rows_of("report_facts", (report.job_id, report.lease_token, report.person), key=("id", "asked")),
            rows_of("waiting_of_job", (report.job_id,), key=("job_id",)),
            rows_of("known_product", (result.product_key if result else None,), key=("product_key",)),
            rows_of("sights_of_job", (report.job_id,), key=("job_id",)),
        )
        if not found.rows:
            return Heard.LOST
        row = found.rows[0]
        if not row["held"]:
            return Heard.LOST if row["own_state"] is None else Heard.HEARD
        held = await held_against(self._db, result, row, product) if result else None
        known, taken = (None, False) if held is None else _known(row, seen(held.result), held.product)
        shop_id = rows.text_or_none(row["shop_id"])
        weight = await weighed(self._db, report.job_id, held, sights.rows, self._rules, shop_id) if held else None
        read = [self._waiting.read(one) for one in waiting.rows]
        facts = Facts(
            now_ms=rows.number(row["now_ms"]),
            attempt=rows.number(row["attempt"]),
            max_attempts=rows.number(row["max_attempts"]),
            record=trust_record(row, "reader_version"),
            standing=Standing() if row["failed"] is None else rows.build(Standing, row),
            known=known,
            taken_key=taken,
            waiting=tuple(one for one in read if one is not None),
            not_understood=None in read,
            before=_sighted(held.result, sights.rows)
            if held and weight and weight.confirms
            else _said_before(row, report.person),
            weighed=weight,
        )
        return facts, held

    async def _apply(
        self,
        report: Report,
        outcome: Told,
        decision: Decision,
        facts: Facts,
        known: KnownProduct,
        then: Sequence[Part],
    ) -> Rows:
        """One batch. A row back: the report's own row is there, from now or from an earlier send.

        The job's row keeps the result as it was reported, the product's has it as `shown`.
        """
        moves = self._moves(report, outcome, decision, facts, known)
        after = self._after(report, outcome, decision, doubted=bool(facts.weighed and facts.weighed.doubt))
        heard = self._db.bind_rows("heard", (report.lease_token, report.person), key=("lease_token", "person"))
        answers = await self._db.run(*moves, *after, heard, *then)
        there = answers[len(moves) + len(after)]
        if there.rows and facts.weighed is not None and isinstance(outcome, Succeeded):
            count(outcome.result.platform, facts.weighed, recorded=decision.move is Move.RECORD)
        return there

    def _moves(
        self, report: Report, outcome: Told, decision: Decision, facts: Facts, known: KnownProduct
    ) -> Sequence[Part]:
        job_id, token, weight = report.job_id, report.lease_token, facts.weighed
        if decision.move is Move.RECORD and isinstance(outcome, Succeeded) and weight is not None:
            shown = _shown(outcome, facts, decision)
            return weighed_parts(self._db, job_id, token, outcome.result, weight, known, shown=shown)
        if decision.move is Move.LOOK_AGAIN or isinstance(outcome, Succeeded):
            if weight is None or not weight.wants_another or not isinstance(outcome, Succeeded):
                return [self._db.bind_rows("second_look", (job_id, token, decision.delay_ms))]
            # What a shop shows for a moment, it shows to whoever looks in that moment: so not at once.
            delay_ms = max(decision.delay_ms, self._rules.again_ms)
            looking = self._db.bind_rows("second_look", (job_id, token, delay_ms))
            who: dict[str, str] = {"worker": report.machine, "person": report.person}
            return [looking, keep_statement(self._db, job_id, token, outcome.result, weight, **who)]
        return failure_statements(self._db, outcome, counted=decision.move is Move.RECORD)

    def _after(self, report: Report, outcome: Told, decision: Decision, *, doubted: bool) -> Sequence[Part]:
        """The report's own row, and what hangs on it."""
        job_id, token = report.job_id, report.lease_token
        begins = decision.own if decision.own in _INSERTED else ResultState.UNCHECKED
        settled = [*decision.settle, *([(token, decision.own)] if begins is not decision.own else [])]
        kept = outcome_to_json(outcome).decode() if begins is ResultState.WAITING else None
        ends = rows.as_json(_ends(outcome, decision))
        recorded_hash = outcome.result.content_hash if isinstance(outcome, Succeeded) else None
        own = (
            *(job_id, token, report.person, report.machine, report.reader_version, begins.value),
            *(int(decision.repeats), kept, ends, "yes" if doubted else None),
        )
        parts: list[Part] = [self._db.bind_rows("volunteer_result", own)]
        if settled:
            parts.append(self._db.bind_rows("settle_results", *((*one, token, ends, recorded_hash) for one in settled)))
        if decision.settle:
            parts.append(self._db.bind_rows("exclude_nobody", (job_id, token, ends, recorded_hash)))
        if decision.exclude is not None:
            excluded = (job_id, decision.exclude, decision.exclude_ms, token, ends, recorded_hash)
            parts.append(self._db.bind_rows("exclude", excluded))
        return parts


def _shown(outcome: Succeeded, facts: Facts, decision: Decision) -> CrawlResult:
    """What the product's row has of a result that is recorded."""
    sighted = confirms_an_operators(facts.weighed)
    checked = sighted or decision.own is ResultState.CONFIRMED
    first = facts.waiting[0].outcome if checked and not sighted and facts.waiting else None
    other = first.result.offer if isinstance(first, Succeeded) else facts.before
    return recorded(outcome.result, known=facts.known, other=other, checked=checked)


def _ends(outcome: Told, decision: Decision) -> list[str]:
    """What the lease ends as when this decision is applied."""
    if decision.move is Move.LOOK_AGAIN:
        return [JobStatus.NEW.value]
    if isinstance(outcome, Succeeded):
        return [JobStatus.SUCCEEDED.value]
    down = [JobStatus.NEW.value] if outcome.error_code in NEXT_WAY else []
    if isinstance(outcome, Failed):
        return [*down, JobStatus.FAILED_PERMANENT.value]
    return [*down, JobStatus.FAILED_RETRYABLE.value, JobStatus.DEAD.value]


def _said_before(row: Row, person: str) -> Offer | None:
    """The offer that the job's last crawl brought, when somebody else brought it."""
    if row["result_json"] is None or row["said_by"] in {None, person}:
        return None
    return _offer(str(row["result_json"]))


def _sighted(result: CrawlResult, waiting: Sequence[Row]) -> Offer | None:
    """The offer of the product's last sight that waits: what this report confirms."""
    told = [str(row["result_json"]) for row in waiting if row["product_key"] == result.product_key]
    return _offer(told[-1]) if told else None


@cache
def _as_offer() -> TypeAdapter[Offer]:
    """Made when it is first asked for: most commands read no offer."""
    return TypeAdapter(Offer)


def _offer(told: str) -> Offer | None:
    try:
        return _as_offer().validate_python(json.loads(told).get("offer") or {})
    except ValidationError:
        return None  # of a version that wrote its offers otherwise


def _known(row: Row, result: Seen, product: Rows) -> tuple[Seen | None, bool]:
    """What is trusted of the job's product now, and whether the result names one that only other links led to."""
    if row["result_json"] is None:
        return None, bool(product.rows)
    told = json.loads(str(row["result_json"]))
    before = seen_of_row(told, platform=str(row["platform"]), region=str(row["region"]), url_norm=str(row["url_norm"]))
    if before.product_key != result.product_key or not product.rows:
        return before, False
    return rows.build(Seen, product.rows[0], via=before.via), False
