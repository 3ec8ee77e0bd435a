"""A place in the fleet of a run, and what can be done to the process that fills it."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Mapping

from tests.faults.door.persons import Person
from tests.servers.fleet_process import FleetProcess
from tests.servers.lines.cut_line import CutLine


class Member:
    """A place in the fleet. Each process that fills it is a run of its own."""

    def __init__(self, role: str, number: int, lines: Mapping[str, CutLine], port: int = 0) -> None:
        self.role = role
        self.name = f"{role}-{number}"
        self.lines = lines
        """To what it may reach, by name: broker and database, or gateway."""
        self.port = port
        """Where a gateway listens."""
        self.process: FleetProcess | None = None
        self.person: Person | None = None
        """Whose machine a volunteer's place is."""
        self.joining: asyncio.Task[None] | None = None
        self.stood_still: list[tuple[str, int, int]] = []
        """Person, from when to when (UTC ms): its machine was frozen."""
        self.frozen = False
        self.stopping = False
        self.started_at = 0.0
        self.begins_at = 0.0

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.alive

    @property
    def was_revoked(self) -> bool:
        """Its process ends by itself, and with 1, once the gateway told it so."""
        return self.person is not None and self.person.revoked

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
        began_ms = time.time_ns() // 1_000_000
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        if self.person is not None:
            self.stood_still.append((self.person.id, began_ms, time.time_ns() // 1_000_000))
        if process is self.process and self.frozen:
            process.signal(signal.SIGCONT)
            self.frozen = False
