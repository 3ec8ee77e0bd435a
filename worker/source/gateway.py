"""Tasks from a gateway over HTTPS: the way of a volunteer's machine, which holds one revocable token, no other key."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from uuid import uuid4

from common.errors import ErrorCode
from common.job import JobStatus
from common.outcome.crawl_outcome import CrawlOutcome, Recorded
from common.outcome.crawl_result import CrawlResult
from common.protocol.base import CONFIRM_SECONDS, MAX_TASKS, MAX_WAIT_SECONDS, Answered, Lease, Leases
from common.protocol.joining import SettingsAnswer
from common.protocol.refusals import Reason, Refusal
from common.protocol.reports import Fetched, Found, NotFound, Report, Reported, Taken
from common.protocol.tasks import Claim, Claimed, Released, Renewed
from common.protocol.tasks import Task as SentTask
from worker.source.base import Idle, Task
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway

log = logging.getLogger("crawlfleet.worker.gateway")

CONFIRM_AFTER_SECONDS = CONFIRM_SECONDS / 2
"""A task that runs on so long after it was claimed is confirmed; one that ended by then is confirmed by its report."""
FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 60.0
SETTINGS_EVERY_SECONDS = 86_400.0
"""The settings are asked for at the start and so often, also when none changed: the answer brings the next token."""
SETTINGS_AGAIN_SECONDS = 600.0
"""After an answer that did not come."""


@dataclass(frozen=True, slots=True)
class ToldJob:
    """A job as a gateway tells of it: see Crawlable."""

    id: str
    url_norm: str
    platform: str
    attempt: int
    content_hash: str | None = None
    crawl_interval_ms: int | None = None


class GatewaySource:
    """See Source and TaskLeases for what each method promises. Its gateway being away is StoreUnavailable."""

    def __init__(
        self,
        calls: GatewayCalls,
        *,
        say: Callable[[str], None],
        monotonic: Callable[[], float],
        on_settings: Callable[[], None] = lambda: None,
        fetched: Callable[[], tuple[int, int]] = lambda: (0, 0),
        wait_seconds: float = MAX_WAIT_SECONDS,
    ) -> None:
        """`on_settings` is called when the gateway has told other settings than this worker runs with. `fetched`: how
        many requests and bytes since it was asked last, for the operator to see."""
        self._calls = calls
        self._say = say
        self._monotonic = monotonic
        self._on_settings = on_settings
        self._fetched = fetched
        self._wait_seconds = wait_seconds
        self._held: dict[str, str] = {}
        self._room = asyncio.Event()
        self._none: Refusal | None = None
        self._waiting: str | None = None
        """What is said while the gateway is away."""
        self._confirming: set[asyncio.Task[None]] = set()
        self._settings = calls.membership.told.number if calls.membership else ""
        self._ask_settings_at = float("-inf")

    @property
    def leases(self) -> GatewaySource:
        return self

    async def offered(self, at_once: int) -> AsyncGenerator[OfferedTask, None]:
        """Raises TurnedAway when the gateway wants nothing more of this machine."""
        unsettled: set[str] = set()
        try:
            while True:
                free = min(at_once - len(unsettled), MAX_TASKS)
                if free <= 0:
                    self._room.clear()
                    await self._room.wait()
                    continue
                asked_at = self._monotonic()
                for sent in await self._claim(free):
                    if sent.lease_token in unsettled:
                        continue
                    unsettled.add(sent.lease_token)
                    self._held[sent.lease_token] = sent.job_id
                    yield OfferedTask(self, sent, asked_at, unsettled)
        finally:
            for task in self._confirming:
                task.cancel()

    async def _claim(self, free: int) -> Sequence[SentTask]:
        """Tasks, or none once a wait is over. Sent again with the same id as long as no answer comes."""
        asked = Claim(request_id=uuid4().hex, free=free, wait_seconds=self._wait_seconds)
        failures = 0
        while True:
            try:
                answer = await self._calls.post("claim", asked, Claimed, wait_seconds=self._wait_seconds)
            except GatewayAway as away:
                failures += 1
                pause_seconds = _pause(failures)
                self._waiting = f"waiting: {away}; asking again in {pause_seconds:.0f} s"
                self._say(self._waiting)
                await asyncio.sleep(pause_seconds)
                continue
            except TurnedAway as turned:
                if turned.for_good or turned.refusal.retry_after_seconds is None:
                    raise
                self._waiting = None
                await self._idle(turned.refusal)
                return ()
            self._waiting = None
            await self._look_at_settings(answer)
            if answer.none is not None:
                await self._idle(answer.none)
                return ()
            self._none = None
            self._confirm_later(answer.tasks)
            return answer.tasks

    async def _idle(self, none: Refusal) -> None:
        self._none = none
        seconds = none.retry_after_seconds if none.retry_after_seconds is not None else LONGEST_PAUSE_SECONDS
        self._say(_sentence(none))
        # Machines that were told the same must not come back together.
        await asyncio.sleep(seconds * (1 + random.random() / 10))  # noqa: S311  (no secret)

    def _confirm_later(self, tasks: Sequence[SentTask]) -> None:
        async def confirm() -> None:
            await asyncio.sleep(CONFIRM_AFTER_SECONDS)
            running = [(task.job_id, task.lease_token) for task in tasks if task.lease_token in self._held]
            if running:
                try:
                    await self.renew(running, lease_ms=0)
                except (GatewayAway, TurnedAway) as error:
                    log.warning("could not confirm %d tasks: %s", len(running), error)

        confirming = asyncio.create_task(confirm())
        self._confirming.add(confirming)
        confirming.add_done_callback(self._confirming.discard)

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

    async def succeed(self, job_id: str, lease_token: str, result: CrawlResult) -> bool:
        if result.offer is None:
            raise ValueError("a page that was read has an offer")
        found = Found(
            job_id=job_id,
            lease_token=lease_token,
            offer=result.offer,
            fetched_url=result.fetched_url,
            link=result.url_norm,
        )
        return await self._report(found)

    async def retry_later(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> JobStatus | None:
        said = _not_found(job_id, lease_token, error_code, detail, delay_ms / 1000)
        return JobStatus.FAILED_RETRYABLE if await self._report(said) else None

    async def fail(
        self, job_id: str, lease_token: str, *, error_code: ErrorCode, detail: str, next_crawl_ms: int | None = None
    ) -> bool:
        return await self._report(_not_found(job_id, lease_token, error_code, detail, None))

    async def release(self, job_id: str, lease_token: str) -> bool:
        self._held.pop(lease_token, None)
        leases = Leases(leases=(Lease(job_id=job_id, lease_token=lease_token),))
        try:
            return job_id in (await self._calls.post("release", leases, Released)).released
        except TurnedAway as turned:
            if turned.for_good:
                return False
            raise GatewayAway(str(turned)) from None

    async def give_back(
        self, job_id: str, lease_token: str, *, delay_ms: int, error_code: ErrorCode, detail: str
    ) -> None:
        await self.release(job_id, lease_token)

    async def _report(self, said: Found | NotFound) -> bool:
        requests, size = self._fetched()
        report = Report(outcomes=(said,), fetched=Fetched(requests=requests, bytes=size))
        try:
            answer = await self._calls.post("report", report, Reported)
        except TurnedAway as turned:
            if not turned.for_good and turned.refusal.retry_after_seconds is not None:
                raise GatewayAway(str(turned)) from None
            log.warning("a result was not taken: %s", turned, extra={"job_id": said.job_id})
            self._held.pop(said.lease_token, None)
            return False
        self._held.pop(said.lease_token, None)
        (taken,) = answer.outcomes
        if taken.taken is Taken.REFUSED:
            log.warning("the gateway refused a result: %s", taken.reason, extra={"job_id": said.job_id})
        return taken.taken is Taken.RECORDED

    async def idle(self) -> Idle:
        if self._waiting is not None:
            return Idle(self._waiting, nothing_waits=False)
        if self._none is None:
            return Idle("idle: asking the gateway for tasks", nothing_waits=False)
        return Idle(_sentence(self._none), nothing_waits=self._none.reason is Reason.NOTHING_WAITS)

    async def seen(self, state: str, running: int, done: int, failed: int) -> None:
        """The gateway sees for itself who asks and reports."""

    def settled(self, lease_token: str, unsettled: set[str]) -> None:
        """A task is no longer held here."""
        self._held.pop(lease_token, None)
        unsettled.discard(lease_token)
        self._room.set()

    async def _look_at_settings(self, answer: Answered) -> None:
        now = self._monotonic()
        if answer.settings == self._settings and now < self._ask_settings_at:
            return
        self._ask_settings_at = now + SETTINGS_AGAIN_SECONDS
        try:
            told = await self._calls.get("settings", SettingsAnswer)
        except (GatewayAway, TurnedAway) as error:
            log.warning("could not ask for the settings: %s", error)
            return
        self._ask_settings_at = now + SETTINGS_EVERY_SECONDS
        if told.told.number != self._settings:
            self._settings = told.told.number
            self._on_settings()


class OfferedTask:
    """A task is begun already: the gateway claimed it. See Offered."""

    def __init__(self, source: GatewaySource, sent: SentTask, asked_at: float, unsettled: set[str]) -> None:
        self._source = source
        self._sent = sent
        self._asked_at = asked_at
        self._unsettled = unsettled

    @property
    def origin(self) -> str:
        return "gateway"

    async def begin(self) -> Task | None:
        sent = self._sent
        return Task(ToldJob(sent.job_id, sent.link, sent.shop, sent.attempt), sent.lease_token, self._asked_at)

    async def recorded(self, outcome: CrawlOutcome, recorded: Recorded) -> None:
        self._settle()

    async def dropped(self) -> None:
        self._settle()

    async def kept(self) -> None:
        self._settle()

    async def put_off(self, seconds: float) -> None:
        try:
            await self._source.release(self._sent.job_id, self._sent.lease_token)
        except GatewayAway as error:
            log.debug("could not give a task back: %s", error)
        self._settle()

    def _settle(self) -> None:
        self._source.settled(self._sent.lease_token, self._unsettled)


def _not_found(
    job_id: str, lease_token: str, code: ErrorCode, detail: str, retry_after_seconds: float | None
) -> NotFound:
    return NotFound(
        job_id=job_id,
        lease_token=lease_token,
        error_code=code,
        detail=detail[:2000],
        retry_after_seconds=None if retry_after_seconds is None else min(retry_after_seconds, 86_400.0),
    )


def _sentence(none: Refusal) -> str:
    seconds = none.retry_after_seconds
    again = "" if seconds is None else f"; asking again in {_duration(seconds)}"
    return f"idle: {none.sentence}{again}"


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"


def _pause(failures: int) -> float:
    grown = min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0 ** min(failures - 1, 10))
    return grown * (0.5 + random.random() / 2)  # noqa: S311  (no secret)
