"""The processes of a run, each behind lines of its own to the servers, started again whenever they end.

A volunteer's has a line to the gateways instead, and a person's machine: nothing else. One that was revoked is followed
by another person's.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from urllib.parse import urlsplit, urlunsplit

from tests.faults.door.line import DoorLine
from tests.faults.door.overheard import Overheard
from tests.faults.door.persons import Persons
from tests.faults.member import Member
from tests.servers.fleet_world import Fleet, Settings, eventually
from tests.servers.lent_pcs import NOTHING_ELSE
from tests.servers.lines.cut_line import CutLine
from tests.servers.ports import free_port

RESTART_SECONDS = 1.5
LOOK_SECONDS = 0.1
YOUNG_SECONDS = 10.0
"""Who began so shortly ago may not hear yet that it is asked to stop in order."""
ROLES = {"worker": 4, "dispatcher": 2, "ingestor": 1}
ROLES_WITH_VOLUNTEERS = {"worker": 2, "dispatcher": 2, "ingestor": 1, "gateway": 2}
ROLES_AT_THE_DOOR = ROLES_WITH_VOLUNTEERS | {"gateway": 1}
"""A message that a gateway has nobody for costs its job half a minute: with one gateway there are fewer of these."""
DIRECT_PER_SECOND = 1.0
"""Requests of a direct worker to a shop, where there are volunteers: they ask it as often at the most."""
TRUSTED = "trusted"
"""A machine of the operator's own at the gateway."""
LENT = {"volunteer", TRUSTED}
WORDS = {
    "worker": "work", "dispatcher": "dispatch", "ingestor": "ingest", "gateway": "gateway",
    "volunteer": "work", TRUSTED: "work",
}  # fmt: skip


class Members:
    """Use as an async context manager; inside, `keep()` runs beside everything else until it is cancelled."""

    def __init__(
        self,
        fleet: Fleet,
        database_url: str,
        broker_url: str,
        dice: Random,
        *,
        persons: Persons,
        overheard: Overheard,
        homes: Mapping[str, Path] | None = None,
        volunteers: int = 0,
        roles: Mapping[str, int] = ROLES,
    ) -> None:
        """`homes`: where the files of some volunteers lie, by name; the others' in the fleet's folder."""
        self._fleet = fleet
        self._database_url = database_url
        self._broker_url = broker_url
        self._dice = dice
        self._persons = persons
        self._overheard = overheard
        self._homes = homes or {}
        self._volunteers = volunteers
        self._roles = roles
        self._lines = AsyncExitStack()
        self.all: list[Member] = []
        self.started = 0
        self.ended_by_themselves = 0

    async def __aenter__(self) -> Members:
        for role, count in self._roles.items():
            for number in range(1, count + 1):
                servers = {"database": self._database_url, "broker": self._broker_url}
                lines = {name: await self._lines.enter_async_context(_line(url)) for name, url in servers.items()}
                self.all.append(Member(role, number, lines, free_port() if role == "gateway" else 0))
        for number in range(1, self._volunteers + 1):
            self.all.append(Member("volunteer", number, {"gateway": await self.door_line()}))
        if self._volunteers:
            self.all.append(Member(TRUSTED, 1, {"gateway": await self.door_line()}))
        return self

    async def door_line(self) -> DoorLine:
        """A new line to the gateways."""
        ports = [member.port for member in self.all if member.port]
        return await self._lines.enter_async_context(DoorLine(ports))

    async def __aexit__(self, *error: object) -> None:
        for member in self.all:
            if member.joining is not None:
                member.joining.cancel()
            member.kill()
        await self._lines.aclose()

    def of(self, role: str, who: float) -> Member:
        """One of a role, chosen by a number from 0 to 1: of those at work where there are any."""
        some = [member for member in self.all if member.role == role]
        able = [member for member in some if member.runs and not member.frozen] or some
        return able[int(who * len(able))]

    @property
    def stood_still(self) -> list[tuple[str, int, int]]:
        """Whose machines were frozen at a gateway, and from when to when (UTC ms)."""
        return [span for member in self.all for span in member.stood_still]

    @property
    def gateways_serve(self) -> bool:
        """Whether all do."""
        gateways = [member.process for member in self.all if member.port]
        return all(process is not None and process.alive and '"ready"' in process.text() for process in gateways)

    def with_line(self, name: str) -> list[Member]:
        """Those who have one to this."""
        return [member for member in self.all if name in member.lines]

    async def keep(self) -> None:
        """Start whatever does not run, after a pause, as a service manager does."""
        while True:
            for member in self.all:
                if member.runs or time.monotonic() < member.begins_at:
                    continue
                if member.process is not None and member.begins_at == 0.0:
                    if member.process.process.returncode not in (-signal.SIGKILL, 0) and not member.was_revoked:
                        self.ended_by_themselves += 1
                    member.begins_at = time.monotonic() + self._dice.random() * RESTART_SECONDS
                    continue
                if self._has_joined(member):
                    self._start(member)
            self._overheard.look(member.process.process.pid for member in self.all if member.runs and member.process)
            await asyncio.sleep(LOOK_SECONDS)

    async def at_work(self) -> None:
        """Ends when every gateway serves and all who join them have begun. A busy machine needs its time for that, and
        direct workers would have done everything by then."""
        awaited = [member for member in self.all if "gateway" in member.lines or member.port]
        await eventually(
            lambda: all(member.process is not None and '"ready"' in member.process.text() for member in awaited),
            what="gateways and volunteers at work",
        )

    def _has_joined(self, member: Member) -> bool:
        """Whether a place may be filled: a volunteer's has a person who was not revoked, or gets one."""
        if member.role not in LENT or (member.person is not None and not member.person.revoked):
            return True
        if member.joining is None:
            member.joining = asyncio.ensure_future(self._join(member))
        elif member.joining.done():
            member.joining.result()
            member.joining = None
        return False

    async def _join(self, member: Member) -> None:
        place, trusted = self._homes.get(member.name, self._fleet.folder), member.role == TRUSTED
        port = member.lines["gateway"].port
        member.person = await self._persons.newcomer(place, port, honest=True, trusted=trusted)

    async def stop(self, seconds: float) -> list[str]:
        """End all in order. Says who did not end well in time."""
        for member in self.all:
            member.stop()
        wrong = []
        deadline = time.monotonic() + seconds
        for member in self.all:
            while member.runs and time.monotonic() < deadline:
                await asyncio.sleep(0.05)
            code = member.process.process.returncode if member.process else None
            too_young = code == -signal.SIGTERM and time.monotonic() - member.started_at < YOUNG_SECONDS + seconds
            if code != 0 and not too_young and not member.was_revoked:
                wrong.append(f"{member.name} was asked to stop and ended with {code} within {seconds:g} s")
        return wrong

    def _start(self, member: Member) -> None:
        member.begins_at = 0.0
        member.frozen = member.stopping = False
        member.started_at = time.monotonic()
        self.started += 1
        member.process = self._fleet.start(WORDS[member.role], name=member.name, own=self._own(member))

    def _own(self, member: Member) -> Settings:
        """The settings of this process alone."""
        if member.person is not None:
            return {**NOTHING_ELSE, "home": member.person.home, "volunteer_page": False}
        own: Settings = {
            "database_url": _through(self._database_url, member.lines["database"]),
            "broker_url": _through(self._broker_url, member.lines["broker"]),
            # The folder stays with the place, so that the next run finds what this one left.
            "work_spool_dir": self._fleet.folder / f"spool-{member.name}",
        }
        if member.port:
            own["gateway_listen"] = f"127.0.0.1:{member.port}"
        if member.role == "worker" and self._volunteers:
            own["fetch_requests_per_second"] = DIRECT_PER_SECOND
        return own


def _line(url: str) -> CutLine:
    parts = urlsplit(url)
    return CutLine(parts.hostname or "127.0.0.1", parts.port or 0)


def _through(url: str, line: CutLine) -> str:
    parts = urlsplit(url)
    account = f"{parts.username}:{parts.password}@" if parts.username else ""
    return urlunsplit(parts._replace(netloc=f"{account}127.0.0.1:{line.port}"))
