"""The processes of a run, each behind lines of its own to the servers, started again whenever they end."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import AsyncExitStack
from random import Random
from urllib.parse import urlsplit, urlunsplit

from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import Fleet
from tests.servers.lines.cut_line import CutLine

RESTART_SECONDS = 1.5
LOOK_SECONDS = 0.1
YOUNG_SECONDS = 10.0
"""Who began so shortly ago may not hear yet that it is asked to stop in order."""
ROLES = {"worker": 4, "dispatcher": 2, "ingestor": 1}
WORDS = {"worker": "work", "dispatcher": "dispatch", "ingestor": "ingest"}


class Member:
    """A place in the fleet. Each process that fills it is a run of its own."""

    def __init__(self, role: str, number: int, database: CutLine, broker: CutLine) -> None:
        self.role = role
        self.name = f"{role}-{number}"
        self.database = database
        self.broker = broker
        self.process: FleetProcess | None = None
        self.frozen = False
        self.stopping = False
        self.started_at = 0.0
        self.begins_at = 0.0

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.alive

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
        self.frozen = False

    def stop(self) -> None:
        """Ask it to end in order, once."""
        if self.process is not None and self.process.alive and not self.stopping:
            self.stopping = True
            self.process.signal(signal.SIGTERM)

    async def freeze(self, seconds: float) -> None:
        """It stands still, and goes on as if nothing had been."""
        process = self.process
        if process is None or not process.alive or self.frozen:
            return
        self.frozen = True
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        if process is self.process and self.frozen:
            process.signal(signal.SIGCONT)
            self.frozen = False


class Members:
    """Use as an async context manager; inside, `keep()` runs beside everything else until it is cancelled."""

    def __init__(self, fleet: Fleet, database_url: str, broker_url: str, dice: Random) -> None:
        self._fleet = fleet
        self._database_url = database_url
        self._broker_url = broker_url
        self._dice = dice
        self._lines = AsyncExitStack()
        self.all: list[Member] = []
        self.started = 0
        self.ended_by_themselves = 0

    async def __aenter__(self) -> Members:
        for role, count in ROLES.items():
            for number in range(1, count + 1):
                lines = [
                    await self._lines.enter_async_context(_line(url)) for url in (self._database_url, self._broker_url)
                ]
                self.all.append(Member(role, number, *lines))
        return self

    async def __aexit__(self, *error: object) -> None:
        for member in self.all:
            member.kill()
        await self._lines.aclose()

    def of(self, role: str, who: float) -> Member:
        """One of a role, chosen by a number from 0 to 1: of those at work where there are any."""
        some = [member for member in self.all if member.role == role]
        able = [member for member in some if member.runs and not member.frozen] or some
        return able[int(who * len(able))]

    async def keep(self) -> None:
        """Start whatever does not run, after a pause, as a service manager does."""
        while True:
            for member in self.all:
                if member.runs or time.monotonic() < member.begins_at:
                    continue
                if member.process is not None and member.begins_at == 0.0:
                    if member.process.process.returncode not in (-signal.SIGKILL, 0):
                        self.ended_by_themselves += 1
                    member.begins_at = time.monotonic() + self._dice.random() * RESTART_SECONDS
                    continue
                self._start(member)
            await asyncio.sleep(LOOK_SECONDS)

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
            if code != 0 and not too_young:
                wrong.append(f"{member.name} was asked to stop and ended with {code} within {seconds:g} s")
        return wrong

    def _start(self, member: Member) -> None:
        member.begins_at = 0.0
        member.frozen = member.stopping = False
        member.started_at = time.monotonic()
        self.started += 1
        member.process = self._fleet.start(
            WORDS[member.role],
            name=member.name,
            database_url=_through(self._database_url, member.database),
            broker_url=_through(self._broker_url, member.broker),
            # The folder stays with the place, so that the next run finds what this one left.
            work_spool_dir=self._fleet.folder / f"spool-{member.name}",
        )


def _line(url: str) -> CutLine:
    parts = urlsplit(url)
    return CutLine(parts.hostname or "127.0.0.1", parts.port or 0)


def _through(url: str, line: CutLine) -> str:
    parts = urlsplit(url)
    account = f"{parts.username}:{parts.password}@" if parts.username else ""
    return urlunsplit(parts._replace(netloc=f"{account}127.0.0.1:{line.port}"))
