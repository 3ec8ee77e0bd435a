"""report: each outcome judged, recorded, and answered; sent again, answered the same."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from common.errors import ErrorCode
from common.outcome.crawl_outcome import GIVEN_BACK_MS, GivenBack
from common.output.printable import printable
from common.protocol.base import MAX_LINE_CHARS
from common.protocol.reports import Found, NotFound, OutcomeTaken, Report, Reported, Taken
from common.store import Heard, Store
from common.store.volunteers.values import End, KnownMachine, ReportedLease
from common.trust.reader import reader_of
from common.trust.values import Report as TrustReport
from common.trust.values import Told
from common.ways.way import Way
from gateway import metrics
from gateway.people.joining import Telling
from gateway.reports.judging import Impossible, Judging
from gateway.tasks.lease_tokens import stored_token

log = logging.getLogger("crawlfleet.gateway.reporting")


class Reporting:
    """Raises StoreError; what was recorded by then is found when the report is sent again."""

    def __init__(
        self, store: Store, judging: Judging, *, telling: Telling, reader_version: str, dice: Callable[[], float]
    ) -> None:
        """`telling`: the number of the settings. `reader_version`: what operators' workers read with. `dice`: a number
        from 0 up to 1, fresh for each result of a machine that is not the operator's own."""
        self._store = store
        self._judging = judging
        self._telling = telling
        self._reader_version = reader_version
        self._dice = dice

    async def report(
        self, machine: KnownMachine, said: Report, leases: Mapping[str, ReportedLease], version: str
    ) -> Reported:
        """`leases`: what the machine has of those named, by their tokens as stored. `version`: of the machine's
        crawlfleet, as it says."""
        tokens = {outcome.lease_token: stored_token(machine.id, outcome.lease_token) for outcome in said.outcomes}
        first = {outcome.lease_token: outcome for outcome in reversed(said.outcomes)}
        answers = dict(
            zip(
                first,
                await asyncio.gather(
                    *(self._take(machine, leases.get(tokens[token]), one, version) for token, one in first.items())
                ),
                strict=True,
            )
        )
        if said.fetched.requests or said.fetched.bytes:
            await self._store.gateway.fetched(machine.id, requests=said.fetched.requests, size=said.fetched.bytes)
        for answer in answers.values():
            metrics.reports.labels(str(answer.taken)).inc()
        return Reported(
            settings=self._telling.number, outcomes=tuple(answers[one.lease_token] for one in said.outcomes)
        )

    async def _take(
        self, machine: KnownMachine, lease: ReportedLease | None, said: Found | NotFound, version: str
    ) -> OutcomeTaken:
        if lease is None or lease.job_id != said.job_id:
            return OutcomeTaken(job_id=said.job_id, taken=Taken.LOST)
        if lease.ended_as is not None:
            return _as_before(lease, said)
        try:
            outcome = self._judging.outcome(lease, said, trusted=machine.trusted)
        except Impossible as refusal:
            return await self._refuse(machine, lease, str(refusal)[:200])
        if isinstance(outcome, GivenBack):
            end = await self._give_back(machine, lease, outcome)
        else:
            end = await self._record(machine, outcome, version)
        return OutcomeTaken(job_id=lease.job_id, taken=Taken.RECORDED if end is End.RECORDED else Taken.LOST)

    async def _give_back(self, machine: KnownMachine, lease: ReportedLease, outcome: GivenBack) -> End:
        """A job waits when its official interface is paused, since that holds for the whole fleet, and when an
        operator's own machine has no turn for its site. When a volunteer's machine has no turn, its person is not given
        the job for that long, and the others are after a minute at most. For any other reason the job is free at once:
        the next machine may be able to do it."""
        is_left_alone = machine.trusted and lease.via is Way.OFFICIAL and outcome.error_code is ErrorCode.WAY_PAUSED
        has_no_turn = outcome.error_code is ErrorCode.NO_TURN
        if has_no_turn and not machine.trusted:
            return await self._store.gateway.no_turn(machine.id, outcome)
        if is_left_alone or has_no_turn:
            return await self._store.gateway.give_back(machine.id, outcome)
        why = printable(f"{outcome.error_code}: {outcome.detail}")[:MAX_LINE_CHARS]
        released = await self._store.gateway.release(machine.id, {lease.lease_token: why})
        return End.RECORDED if released else End.LOST

    async def _record(self, machine: KnownMachine, outcome: Told, version: str) -> End:
        if machine.trusted:
            return await self._store.gateway.record(machine.id, outcome)
        report = TrustReport(outcome.job_id, outcome.lease_token, machine.person, machine.id, reader_of(version))
        heard = await self._store.reports.report(
            report,
            outcome,
            dice=self._dice(),
            current_reader=self._reader_version,
            then=(self._store.gateway.reported_end(machine.id, outcome),),
        )
        return End.RECORDED if heard is Heard.HEARD else End.LOST

    async def _refuse(self, machine: KnownMachine, lease: ReportedLease, why: str) -> OutcomeTaken:
        """The job goes back with its attempt, for nothing was learned of it; its person does not get it again soon."""
        if not lease.held:
            return OutcomeTaken(job_id=lease.job_id, taken=Taken.LOST)
        log.warning("a report was refused: %s", why, extra={"job_id": lease.job_id, "machine": machine.id})
        await self._store.gateway.refuse(machine.id, lease.lease_token, why)
        return OutcomeTaken(job_id=lease.job_id, taken=Taken.REFUSED, reason=why)


def _as_before(lease: ReportedLease, said: Found | NotFound) -> OutcomeTaken:
    # A job that went back by the report that now comes again.
    went_back = lease.ended_as == End.RELEASED and isinstance(said, NotFound) and said.error_code in GIVEN_BACK_MS
    if lease.ended_as == End.RECORDED or went_back:
        return OutcomeTaken(job_id=lease.job_id, taken=Taken.RECORDED)
    if lease.ended_as == End.REFUSED:
        return OutcomeTaken(job_id=lease.job_id, taken=Taken.REFUSED, reason=lease.reason)
    return OutcomeTaken(job_id=lease.job_id, taken=Taken.LOST)
