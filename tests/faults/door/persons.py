"""Persons who are invited, join with a machine each, and may be revoked, as they and an operator would do it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from common.errors import ConfigError, StoreError
from common.protocol.invite_link import read_link
from common.settings import Settings
from common.timing.units import DAY_MS
from fleet.operations.volunteers.inviting import invite
from fleet.operations.volunteers.membership import join_fleet
from fleet.operations.volunteers.steering import revoke_volunteer
from fleet.run.parts import version
from worker.source.calls import GatewayAway
from worker.source.membership import MembershipFile

PATIENCE_SECONDS = 120.0
AGAIN_SECONDS = 0.3


@dataclass(slots=True)
class Person:
    name: str
    honest: bool
    home: Path
    secret: str
    """The invite's."""
    id: str = ""
    tokens: set[str] = field(default_factory=set)
    """Of the machine."""
    revoked: bool = False

    def remember_tokens(self) -> None:
        """Those that its machine holds now."""
        if member := MembershipFile(self.home).read():
            self.tokens |= {token for token in (member.token, member.next_token) if token}


class Persons:
    """All who were ever invited. Whatever is away meanwhile is waited for, PATIENCE_SECONDS at the most."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self.all: list[Person] = []

    async def newcomer(self, place: Path, port: int, *, honest: bool, trusted: bool = False) -> Person:
        """Somebody who has joined, by the gateway at this port; the machine's files lie in a folder of `place`."""
        number = len(self.all) + 1
        name = f"{'honest' if honest else 'cheat'}-{number}"
        person = Person(name, honest, place / f"home-{name}", "")
        self.all.append(person)
        settings = self._settings(port)
        link = ""

        async def invited() -> None:
            nonlocal link
            # Under another name each time: an invite whose answer was lost is never used.
            called = f"{name}-{time.monotonic_ns()}"
            told = await invite(settings, name=called, machines=1, expires_in_ms=DAY_MS, trusted=trusted)
            person.name, person.id, link = called, told.person, told.link

        await until(invited)
        person.secret = read_link(link).secret

        async def joined() -> None:
            file = MembershipFile(person.home)
            if file.read() is None:
                await join_fleet(link, name=name, ca_file=None, version=version(), file=file)

        # ConfigError: the disk of this place is full just now, and who joins is told to make room.
        await until(joined, ConfigError)
        person.remember_tokens()
        return person

    async def revoke(self, person: Person) -> None:
        """Returns when the database has it."""
        person.revoked = True
        await until(lambda: revoke_volunteer(self._settings(1), person.id))

    def secrets(self) -> dict[str, str]:
        """What nobody but the person may read: each secret, and what it is."""
        found: dict[str, str] = {}
        for person in self.all:
            person.remember_tokens()
            found |= dict.fromkeys(person.tokens, f"the token of {person.name}'s machine")
            if person.secret:
                found[person.secret] = f"the secret of {person.name}'s invite"
        return found

    def _settings(self, port: int) -> Settings:
        return Settings.model_validate(
            {"database": {"url": self._database_url}, "gateway": {"public_url": f"http://127.0.0.1:{port}"}}
        )


T = TypeVar("T")


async def until(work: Callable[[], Awaitable[T]], *also: type[Exception]) -> T:
    """What it comes to, once the database and a gateway are there for it, and none of `also` stands in its way."""
    waited_for: tuple[type[Exception], ...] = (StoreError, GatewayAway, OSError, *also)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return await work()
        except waited_for:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(AGAIN_SECONDS)
