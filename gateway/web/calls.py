"""The calls of /v1: each reads its request, asks who is there, and answers. docs/protocol.md shows them."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from common.errors import BrokerError, StoreError
from common.protocol.base import MAX_REPORT_BYTES, MAX_REQUEST_BYTES, Leases, Message
from common.protocol.joining import Join
from common.protocol.official import OfficialAsked
from common.protocol.refusals import Reason
from common.protocol.reports import Report
from common.protocol.tasks import Claim, Release
from common.protocol.versions import VERSION_HEADER
from common.store.volunteers.named import Named
from common.store.volunteers.people import PeopleStore
from common.store.volunteers.values import KnownMachine
from gateway import metrics
from gateway.people.admission import Admission, check_version
from gateway.people.joining import Joining, Telling
from gateway.people.standing import standing
from gateway.refusing import Refusing, away
from gateway.reports.reporting import Reporting
from gateway.reports.volume import Volume
from gateway.tasks.claiming import Claiming
from gateway.tasks.lease_tokens import stored_token
from gateway.tasks.official_budget import OfficialBudget
from gateway.web.bodies import answer, read, received, refusal_answer, understood
from gateway.web.openapi import CALLS

log = logging.getLogger("crawlfleet.gateway")

Call = Callable[[Request], Awaitable[Message]]


class Calls:
    """One method a call. Each raises Refusing, StoreError."""

    def __init__(
        self,
        *,
        people: PeopleStore,
        admission: Admission,
        joining: Joining,
        claiming: Claiming,
        reporting: Reporting,
        official: OfficialBudget,
        telling: Telling,
        oldest_version: str,
        monotonic: Callable[[], float],
    ) -> None:
        self._people = people
        self._admission = admission
        self._joining = joining
        self._claiming = claiming
        self._reporting = reporting
        self._official = official
        self._telling = telling
        self._oldest_version = oldest_version
        self._volume = Volume(monotonic)

    def routes(self) -> list[Route]:
        calls: dict[str, Call] = {
            "join": self.join,
            "claim": self.claim,
            "renew": self.renew,
            "report": self.report,
            "release": self.release,
            "official": self.official,
            "settings": self.settings,
            "me": self.me,
            "leave": self.leave,
        }
        return [
            Route(f"/v1/{name}", _answering(name, call), methods=[CALLS[name][0].upper()])
            for name, call in calls.items()
        ]

    async def join(self, request: Request) -> Message:
        asked = await read(request, Join, most_bytes=MAX_REQUEST_BYTES)
        check_version(asked.version, self._oldest_version)
        return await self._joining.join(asked)

    async def claim(self, request: Request) -> Message:
        machine = await self._who(request)
        asked = await read(request, Claim, most_bytes=MAX_REQUEST_BYTES)
        return await self._claiming.claim(machine, asked, partial(_hung_up, request))

    async def renew(self, request: Request) -> Message:
        machine = await self._who(request)
        return await self._claiming.renew(machine, await read(request, Leases, most_bytes=MAX_REQUEST_BYTES))

    async def release(self, request: Request) -> Message:
        machine = await self._who(request)
        return await self._claiming.release(machine, await read(request, Release, most_bytes=MAX_REQUEST_BYTES))

    async def report(self, request: Request) -> Message:
        reading = _ReadReport(request, self._volume)
        try:
            return await self._reported(request, reading)
        finally:
            reading.over()

    async def _reported(self, request: Request, reading: _ReadReport) -> Message:
        version = request.headers.get(VERSION_HEADER)
        machine, found = await self._admission.machine_naming(_token(request), version, reading)
        if self._volume.too_much(machine, reading.size):
            raise Refusing(
                Reason.SLOW_DOWN, "this machine's reports are larger than pages are", retry_after_seconds=600
            )
        said = reading.said
        reported = await self._reporting.report(machine, said, found.leases, (version or "")[:40])
        if said.next is None:
            return reported
        machine = replace(machine, leases=max(0, machine.leases - found.held))
        try:
            claimed = await self._claiming.claim_beside(machine, said.next, found.live, partial(_hung_up, request))
        except StoreError as error:
            # The outcomes are recorded, and that must be said.
            log.warning("no tasks with a volunteer's report: %s", error)
            return reported.model_copy(update={"none": away("database").refusal})
        return reported.model_copy(update={"tasks": claimed.tasks, "none": claimed.none, "beside": claimed.beside})

    async def official(self, request: Request) -> Message:
        machine = await self._who(request)
        return await self._official.call(machine, await read(request, OfficialAsked, most_bytes=MAX_REQUEST_BYTES))

    async def settings(self, request: Request) -> Message:
        machine = await self._who(request)
        return await self._joining.settings(machine, _token(request) or "")

    async def me(self, request: Request) -> Message:
        return await standing(self._people, self._admission, await self._who(request), self._telling.number)

    async def leave(self, request: Request) -> Message:
        return await self._joining.leave(await self._who(request))

    async def _who(self, request: Request) -> KnownMachine:
        """Before the body is read: a stranger's body is not."""
        return await self._admission.machine(_token(request), request.headers.get(VERSION_HEADER))


class _ReadReport:
    """A report, read when its machine's id is known."""

    def __init__(self, request: Request, volume: Volume) -> None:
        self._request = request
        self._volume = volume
        self._said: Report | None = None
        self.size = 0
        """Bytes."""
        self._held = 0
        self._machine = ""

    @property
    def said(self) -> Report:
        if self._said is None:
            raise RuntimeError("the report was not read")
        return self._said

    async def __call__(self, machine: str) -> Named:
        if self._said is None:
            self._machine = machine
            body = await received(self._request, most_bytes=MAX_REPORT_BYTES, came=self._came)
            self.size = len(body)
            if wait_seconds := self._volume.wait_seconds(machine, self.size):
                raise Refusing(
                    Reason.SLOW_DOWN,
                    "this machine's reports are larger than pages are",
                    retry_after_seconds=round(wait_seconds + 1.0, 1),
                )
            self._said = understood(body, Report)
        said = self._said
        tokens = dict.fromkeys(stored_token(machine, outcome.lease_token) for outcome in said.outcomes)
        return Named(tuple(tokens), said.next.request_id if said.next else None)

    def _came(self, size: int) -> None:
        if not self._volume.hold(self._machine, size):
            raise Refusing(Reason.SLOW_DOWN, "too many reports of this machine are under way", retry_after_seconds=10)
        self._held += size

    def over(self) -> None:
        """The report is answered, and nothing of it is kept."""
        if self._held:
            self._volume.let_go(self._machine, self._held)
            self._held = 0


def _answering(name: str, call: Call) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        began = time.monotonic()
        said = "ok"
        try:
            return answer(await call(request))
        except Refusing as refusing:
            said = str(refusing.refusal.reason)
            return refusal_answer(refusing.refusal)
        except StoreError as error:
            said = str(Reason.UNAVAILABLE)
            log.warning("a volunteer's %s could not be answered: %s", name, error)
            return refusal_answer(away("database").refusal)
        except BrokerError as error:
            said = str(Reason.UNAVAILABLE)
            log.warning("a volunteer's %s could not be answered: %s", name, error)
            return refusal_answer(away("broker").refusal)
        finally:
            metrics.requests.labels(name, said).inc()
            metrics.request_seconds.labels(name).observe(time.monotonic() - began)

    return endpoint


def _token(request: Request) -> str | None:
    """The machine's token. A text of another length is none, so that nobody's book is sent to the database."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and len(token) == 43 else None


async def _hung_up(request: Request) -> None:
    """Ends when the machine closes the connection. The body has been read by then."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
