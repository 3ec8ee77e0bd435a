"""The leases of a gateway's tasks: kept alive, and ended by reports that share a request."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from pydantic import ValidationError

from common.errors import ErrorCode, StoreRejected
from common.job import JobStatus
from common.outcome.crawl_result import CrawlResult
from common.output.printable import printable
from common.protocol.base import MAX_LINE_CHARS, MAX_TASKS, Lease, Leases
from common.protocol.reports import Found, NotFound
from common.protocol.tasks import LeaseGivenBack, Release, Released, Renewed, Task
from common.ways.way import Way
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway
from worker.source.gateway.confirming import Confirming
from worker.source.gateway.reports import Reports, not_found
from worker.source.gateway.untold import told
from worker.source.gateway.wanted import WaysNow

log = logging.getLogger("crawlfleet.worker.gateway")


class GatewayLeases:
    """See TaskLeases for what each method promises. Its gateway being away is StoreUnavailable."""

    def __init__(
        self,
        calls: GatewayCalls,
        reports: Reports,
        ways: WaysNow,
        *,
        cannot: Callable[[Way], bool],
        on_settled: Callable[[str], None],
    ) -> None:
        """`cannot`: see Wanted. `on_settled` is told of each lease token that is no longer held here, perhaps twice."""
        self._calls = calls
        self._reports = reports
        self._ways = ways
        self._cannot = cannot
        self._on_settled = on_settled
        self._confirming = Confirming(self._confirm)

    def begun(self, tasks: Sequence[Task]) -> None:
        """These came in one answer, and are to be begun here."""
        for task in tasks:
            self._ways.began(task.lease_token, task.way)
        self._confirming.begun([(task.job_id, task.lease_token) for task in tasks])

    def settled(self, lease_token: str) -> None:
        """A task is no longer held here. Called again, it does nothing."""
        self._confirming.over(lease_token)
        self._ways.ended(lease_token)
        self._on_settled(lease_token)

    async def renew(self, leases: Sequence[tuple[str, str]], *, lease_ms: int) -> set[str]:
        """How long a lease lasts, the gateway decides; `lease_ms` is not asked."""
        held: set[str] = set()
        for begin in range(0, len(leases), MAX_TASKS):
            some = tuple(Lease(job_id=job_id, lease_token=token) for job_id, token in leases[begin : begin + MAX_TASKS])
            try:
                answer = await self._calls.post("renew", Leases(leases=some), Renewed)
            except TurnedAway as turned:
                if turned.for_good:
                    continue
                raise GatewayAway(str(turned)) from None
            held.update(answer.held)
        return held

    async def succeed(self, job_id: str, lease_token: str, result: CrawlResult) -> JobStatus | None:
        if result.offer is None:
            raise ValueError("a page that was read has an offer")
        try:
            found = Found(
                job_id=job_id,
                lease_token=lease_token,
                offer=result.offer,
                fetched_url=result.fetched_url,
                link=result.url_norm,
            )
        except ValidationError as error:
            places = ", ".join(".".join(map(str, one["loc"])) for one in error.errors())
            raise StoreRejected(f"no gateway can be told of this page: {places}") from None
        return JobStatus.SUCCEEDED if await self._report(found) else None

    async def retry_later(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> JobStatus | None:
        said = not_found(job_id, lease_token, error_code, detail, delay_ms / 1000)
        return JobStatus.FAILED_RETRYABLE if await self._report(said) else None

    async def fail(
        self, job_id: str, lease_token: str, *, error_code: ErrorCode, detail: str, next_crawl_ms: int | None = None
    ) -> bool:
        return await self._report(not_found(job_id, lease_token, error_code, detail, None))

    async def next_way(
        self,
        job_id: str,
        lease_token: str,
        *,
        error_code: ErrorCode,
        detail: str,
        delay_ms: int | None,
        next_crawl_ms: int | None = None,
    ) -> JobStatus | None:
        """As retry_later() and fail(): the gateway knows the ladder."""
        seconds = None if delay_ms is None else delay_ms / 1000
        if not await self._report(not_found(job_id, lease_token, error_code, detail, seconds)):
            return None
        return JobStatus.FAILED_PERMANENT if delay_ms is None else JobStatus.FAILED_RETRYABLE

    async def release(self, job_id: str, lease_token: str, reason: str | None = None) -> bool:
        """`reason`: for the operator; None: this worker stops."""
        self._confirming.over(lease_token)
        why = printable(reason)[:MAX_LINE_CHARS] if reason else None
        given = Release(leases=(LeaseGivenBack(job_id=job_id, lease_token=lease_token, reason=why),))
        try:
            return job_id in (await self._calls.post("release", given, Released)).released
        except TurnedAway as turned:
            if turned.for_good:
                return False
            raise GatewayAway(str(turned)) from None
        finally:
            self.settled(lease_token)

    async def give_back(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> None:
        waits = error_code is ErrorCode.NO_TURN  # released it would be due at once, and most likely come back here
        if error_code is ErrorCode.WAY_PAUSED:
            way = self._ways.way_of(lease_token)
            # An interface that is left alone is so for everybody, and others of this way go on: the job waits.
            waits = way is Way.OFFICIAL and not self._cannot(way)
            if not waits:
                self._ways.pause(lease_token, delay_ms / 1000)
        if waits:
            await self._report(not_found(job_id, lease_token, error_code, detail, delay_ms / 1000))
        else:
            await self.release(job_id, lease_token, f"{error_code}: {told(error_code, detail)}")

    async def _report(self, said: Found | NotFound) -> bool:
        recorded = await self._reports.report(said)
        self._confirming.over(said.lease_token)
        return recorded

    async def _confirm(self, running: Sequence[tuple[str, str]]) -> None:
        try:
            await self.renew(running, lease_ms=0)
        except (GatewayAway, TurnedAway) as error:
            log.warning("could not confirm %d tasks: %s", len(running), error)
