"""Invites, and how volunteers stand: what an operator sees and does."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.protocol.invite_link import Invite
from common.protocol.joining import hash_of
from fleet.opening import opened_store

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import StandingRow, Store, TrustRow
    from common.store.volunteers.values import MachineRow, PersonRow


@dataclass(frozen=True, slots=True)
class Invited:
    """A new person. The link is told once; the database has a hash of its secret alone."""

    person: str
    name: str
    link: str
    machines: int
    expires_in_ms: int
    trusted: bool


@dataclass(frozen=True, slots=True)
class Volunteer:
    """A person with their machines. Trust is for operators' eyes: told at once, a liar would count along."""

    person: PersonRow
    machines: Sequence[MachineRow]
    standing: StandingRow | None
    """None: never failed a check."""
    trust: Sequence[TrustRow]
    """By shop."""
    now_ms: int


@dataclass(frozen=True, slots=True)
class Volunteers:
    persons: Sequence[PersonRow]
    set_aside: Mapping[str, str]
    """Person → why nothing is taken of theirs."""
    now_ms: int
    """The database's clock when it was asked."""


async def invite(settings: Settings, *, name: str | None, machines: int, expires_in_ms: int, trusted: bool) -> Invited:
    """Invite one person. Raises ConfigError where no address is known that volunteers reach; else as opened_store."""
    gateway = _public_url(settings)
    person, secret = f"p{secrets.token_hex(5)}", secrets.token_urlsafe(32)
    called = (name or person).strip()[:100] or person
    async with opened_store(settings, create=True) as store:
        if any(called in {one.name, one.id} for one in await store.people.persons()):
            raise ConfigError(f"there is a volunteer {called!r} already; give another --name.")
        await store.people.invite(
            person,
            name=called,
            secret_hash=hash_of(secret),
            machines=machines,
            expires_in_ms=expires_in_ms,
            trusted=trusted,
        )
    return Invited(person, called, Invite(gateway, secret).link, machines, expires_in_ms, trusted)


def _public_url(settings: Settings) -> str:
    if settings.gateway.public_url:
        return settings.gateway.public_url.rstrip("/")
    raise ConfigError(
        "gateway.public_url is not set, so the link could not say where the gateway is. Set it to how volunteers reach "
        'it, e.g. public_url = "https://fleet.example" under [gateway].'
    )


async def list_volunteers(settings: Settings) -> Volunteers:
    """Everybody invited. Raises as opened_store does."""
    async with opened_store(settings) as store:
        standings = await store.trust.standings()
        set_aside = {one.person: one.set_aside_reason or "" for one in standings if one.set_aside_at is not None}
        return Volunteers(await store.people.persons(), set_aside, await store.jobs.now_ms())


async def show_volunteer(settings: Settings, who: str) -> Volunteer:
    """One person by id or name. Raises ConfigError when there is none."""
    async with opened_store(settings) as store:
        person = await _person(store, who)
        return Volunteer(
            person,
            await store.people.machines(person.id),
            next(iter(await store.trust.standings(person.id)), None),
            await store.trust.records(person.id),
            await store.jobs.now_ms(),
        )


async def pause_volunteer(settings: Settings, who: str, reason: str) -> str:
    """Give a person's machines, or one machine, no more tasks. The id. Raises ConfigError when there is none."""
    return await _paused(settings, who, reason)


async def resume_volunteer(settings: Settings, who: str) -> str:
    """Undo pause_volunteer; a person who was set aside is taken in again, and failed checks of before do not count."""
    return await _paused(settings, who, None)


async def _paused(settings: Settings, who: str, reason: str | None) -> str:
    async with opened_store(settings) as store:
        found = await _id_of(store, who)
        await store.people.pause(found, reason)
        if reason is None:
            await store.trust.forgive(found)
        return found


@dataclass(frozen=True, slots=True)
class Revoked:
    id: str
    leases_given_back: int


async def revoke_volunteer(settings: Settings, who: str) -> Revoked:
    """Take nothing more of a person, or of one machine, from the next request on; their leases come back at once.

    Raises ConfigError when there is none.
    """
    async with opened_store(settings) as store:
        found = await _id_of(store, who)
        return Revoked(found, await store.people.revoke(found) or 0)


async def limit_volunteer(
    settings: Settings, who: str, *, tasks_per_day: int | None, leases_at_once: int | None
) -> PersonRow:
    """How much each of a person's machines may take; None: as [gateway] says. Raises ConfigError."""
    async with opened_store(settings) as store:
        person = await _person(store, who)
        await store.people.limit(person.id, tasks_per_day=tasks_per_day, leases_at_once=leases_at_once)
        return await _person(store, person.id)


async def trust_volunteer(settings: Settings, who: str, *, trusted: bool) -> PersonRow:
    """Whether a person's machines are the operator's own: no second looks, short links too. Raises ConfigError."""
    async with opened_store(settings) as store:
        person = await _person(store, who)
        await store.people.trust(person.id, trusted=trusted)
        return await _person(store, person.id)


async def _person(store: Store, who: str) -> PersonRow:
    found = await store.people.persons(who)
    if not found:
        raise ConfigError(f"there is no volunteer {who!r}. `crawlfleet volunteers list` shows them.")
    return found[0]


async def _id_of(store: Store, who: str) -> str:
    """Of a person by id or name, or of a machine by id."""
    if found := await store.people.persons(who):
        return found[0].id
    for person in await store.people.persons():
        if any(machine.id == who for machine in await store.people.machines(person.id)):
            return who
    raise ConfigError(
        f"there is no volunteer and no machine {who!r}. `crawlfleet volunteers list` and `volunteers show` name them."
    )
