"""Reports to a gateway: outcomes of concurrent crawls share a request, as writes share a commit."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from common.errors import ErrorCode
from common.protocol.base import MAX_REPORT_BYTES, MAX_TASKS
from common.protocol.reports import Fetched, Found, NotFound, OutcomeTaken, Report, Reported, Taken
from common.protocol.tasks import Claim
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway
from worker.source.gateway.untold import told

log = logging.getLogger("crawlfleet.worker.gateway")

_ROOM_BYTES = MAX_REPORT_BYTES * 3 // 4
"""What the outcomes of one report may take; the rest of the limit is for the message around them."""


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    said: Found | NotFound
    size: int
    answer: asyncio.Future[bool]


GATHER_SECONDS = 0.01
"""The first outcome waits so long for company: crawls that began together often end together."""


class Beside(Protocol):
    """Asks for tasks in the same request."""

    def ask(self, ending: Sequence[str]) -> Claim | None:
        """A claim for all free places and those that the end of these leases frees; None to ask for no task."""

    def answered(self, asked: Claim | None, ending: Sequence[str], answer: Reported | None) -> None:
        """The leases have ended and `answer` may hold tasks for the claim. None: no answer was understood, and the
        leases live. Called once after each ask()."""


class Reports:
    """While one report is in flight the next outcomes are gathered."""

    def __init__(
        self, calls: GatewayCalls, *, fetched: Callable[[], tuple[int, int]], beside: Beside | None = None
    ) -> None:
        """`fetched`: how many requests and bytes since it was asked last. What could not be told is told later."""
        self._calls = calls
        self._beside = beside
        self._fetched = fetched
        self._owed = (0, 0)
        self._waiting: deque[_Waiting] = deque()
        self._leader: asyncio.Task[None] | None = None

    async def report(self, said: Found | NotFound) -> bool:
        """Whether it was recorded. Raises GatewayAway. A caller that is cancelled leaves the outcome on its way."""
        size = len(said.model_dump_json().encode())
        one = _Waiting(said, size, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        if self._leader is None:
            self._leader = asyncio.create_task(self._lead(), name="gateway-reports")
        return await one.answer

    async def _lead(self) -> None:
        try:
            await asyncio.sleep(GATHER_SECONDS)
            while group := self._gather():
                await self._send(group)
        finally:
            self._leader = None
            # Some are left only when the event loop ends.
            for one in self._waiting:
                one.answer.cancel()
            self._waiting.clear()

    def _gather(self) -> list[_Waiting]:
        group: list[_Waiting] = []
        room = _ROOM_BYTES
        while self._waiting and len(group) < MAX_TASKS:
            room -= self._waiting[0].size
            if group and room < 0:
                break
            group.append(self._waiting.popleft())
        return group

    async def _send(self, group: Sequence[_Waiting]) -> None:
        fetched = self._all_fetched()
        ending = [one.said.lease_token for one in group]
        asked = self._beside.ask(ending) if self._beside else None
        report = Report(
            outcomes=tuple(one.said for one in group),
            fetched=Fetched(requests=fetched[0], bytes=fetched[1]),
            next=asked,
        )
        answer: Reported | None = None
        try:
            said = await self._calls.post("report", report, Reported, wait_seconds=asked.wait_seconds if asked else 0)
            if len(said.outcomes) != len(group):
                raise GatewayAway("the gateway's answer is about other outcomes than were reported")
            answer = said
        except TurnedAway as turned:
            self._owed = fetched
            await self._turned_away(group, turned)
        except asyncio.CancelledError:
            for one in group:
                one.answer.cancel()
            raise
        except Exception as error:
            self._owed = fetched
            for one in group:
                if not one.answer.done():
                    one.answer.set_exception(GatewayAway(str(error)) if isinstance(error, GatewayAway) else error)
        else:
            for one, taken in zip(group, answer.outcomes, strict=True):
                self._taken(one, taken)
        finally:
            if self._beside:
                self._beside.answered(asked, ending, answer)

    async def _turned_away(self, group: Sequence[_Waiting], turned: TurnedAway) -> None:
        if not turned.for_good and turned.refusal.retry_after_seconds is not None:
            for one in group:
                if not one.answer.done():
                    one.answer.set_exception(GatewayAway(str(turned)))
        elif len(group) > 1 and not turned.for_good:
            for one in group:  # the fault may be one outcome's
                await self._send([one])
        else:
            for one in group:
                log.warning("a result was not taken: %s", turned, extra={"job_id": one.said.job_id})
                if not one.answer.done():
                    one.answer.set_result(False)

    def _taken(self, one: _Waiting, taken: OutcomeTaken) -> None:
        if taken.taken is Taken.REFUSED:
            log.warning("the gateway refused a result: %s", taken.reason, extra={"job_id": one.said.job_id})
        if not one.answer.done():
            one.answer.set_result(taken.taken is Taken.RECORDED)

    def _all_fetched(self) -> tuple[int, int]:
        """What was fetched since it was told last."""
        (requests, size), (owed_requests, owed_size) = self._fetched(), self._owed
        self._owed = (0, 0)
        return requests + owed_requests, size + owed_size


def not_found(
    job_id: str, lease_token: str, code: ErrorCode, detail: str, retry_after_seconds: float | None
) -> NotFound:
    """A failure as it is reported, without what it says of this PC and its network."""
    return NotFound(
        job_id=job_id,
        lease_token=lease_token,
        error_code=code,
        detail=told(code, detail)[:2000],
        retry_after_seconds=None if retry_after_seconds is None else min(retry_after_seconds, 86_400.0),
    )
