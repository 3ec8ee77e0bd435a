"""Invites, and how volunteers stand: what an operator sees and does."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.output.typable import typable
from common.protocol.invite_link import Invite
from common.protocol.joining import hash_of
from fleet.opening import opened_store
from fleet.operations.auditing import Operator, recorded
from fleet.operations.selecting import NotFound

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import OperatorEvent, StandingRow, Store, TrustRow
    from common.store.volunteers.values import MachineRow, PersonRow

EVENTS_SHOWN = 10


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
    events: Sequence[OperatorEvent]
    """What operators did about them, the newest first."""
    tasks_per_day: int
    leases_at_once: int
    """Of each machine: the person's own limits, or the settings'."""
    now_ms: int


@dataclass(frozen=True, slots=True)
class Volunteers:
    persons: Sequence[PersonRow]
    set_aside: Mapping[str, str]
    """Person → why nothing is taken of theirs."""
    now_ms: int
    """The database's clock when it was asked."""


async def invite(
    settings: Settings,
    *,
    name: str | None,
    machines: int,
    expires_in_ms: int,
    trusted: bool,
    operator: Operator | None = None,
) -> Invited:
    """Invite one person. Raises ConfigError where no address is known that volunteers reach; else as opened_store."""
    gateway = _public_url(settings)
    person, secret = f"p{secrets.token_hex(5)}", secrets.token_urlsafe(32)
    called = (name or person).strip()[:100] or person
    async with opened_store(settings, create=True) as store:
        if any(called in {one.name, one.id} for one in await store.people.persons()):
            raise ConfigError(
                f"there is a volunteer {called!r} already, and a link is shown only once. When it is lost, invite "
                f"under another name; `crawlfleet volunteers revoke {typable(called, 'NAME')}` ends the "
                "old one, with the machines that joined by it."
            )
        async with _noted(store, operator, "invite", person, called, machines=machines, trusted=trusted):
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
    """One person by id or name. Raises NotFound when there is none."""
    async with opened_store(settings) as store:
        person = await _person(store, who)
        machines = await store.people.machines(person.id)
        gateway, per_day, at_once = settings.gateway, person.tasks_per_day, person.leases_at_once
        return Volunteer(
            person,
            machines,
            next(iter(await store.trust.standings(person.id)), None),
            await store.trust.records(person.id),
            await store.operators.about([person.id, *(one.id for one in machines)], limit=EVENTS_SHOWN),
            gateway.tasks_per_day if per_day is None else per_day,
            gateway.leases_at_once if at_once is None else at_once,
            await store.jobs.now_ms(),
        )


@dataclass(frozen=True, slots=True)
class Steered:
    """Whom a word was about."""

    id: str
    name: str
    """`ada`, or `ada's attic` of a machine."""
    person: str
    """The person's name."""
    set_aside: str | None
    """Why the person is set aside, which no pause or resume changes."""


async def pause_volunteer(settings: Settings, who: str, reason: str, *, operator: Operator | None = None) -> Steered:
    """Give a person's machines, or one machine, no more tasks. Raises NotFound when there is none."""
    async with opened_store(settings) as store:
        found = await _named(store, who)
        async with _noted(store, operator, "pause", found.id, found.name, reason=reason):
            await store.people.pause(found.id, reason)
        return found


async def resume_volunteer(settings: Settings, who: str, *, operator: Operator | None = None) -> Steered:
    """Undo pause_volunteer, and nothing else: who is set aside stays so."""
    async with opened_store(settings) as store:
        found = await _named(store, who)
        async with _noted(store, operator, "resume", found.id, found.name):
            await store.people.pause(found.id, None)
        return found


@dataclass(frozen=True, slots=True)
class Forgiven:
    id: str
    name: str
    forgiven: bool
    """False: there was nothing to forgive."""
    was_set_aside: bool


async def forgive_volunteer(settings: Settings, who: str, reason: str, *, operator: Operator | None = None) -> Forgiven:
    """Take a person who failed checks in again: none of before counts, and trust begins anew. Raises NotFound."""
    async with opened_store(settings) as store:
        person = await _person(store, who)
        standing = next(iter(await store.trust.standings(person.id)), None)
        owing = standing is not None and (standing.failed > 0 or standing.set_aside_at is not None)
        if owing:
            async with _noted(store, operator, "forgive", person.id, person.name, reason=reason):
                await store.trust.forgive(person.id)
        return Forgiven(person.id, person.name, owing, standing is not None and standing.set_aside_at is not None)


@dataclass(frozen=True, slots=True)
class Revoked:
    id: str
    name: str
    leases_given_back: int


async def revoke_volunteer(settings: Settings, who: str, *, operator: Operator | None = None) -> Revoked:
    """Take nothing more of a person, or of one machine, from the next request on; their leases come back at once.

    Raises NotFound when there is none.
    """
    async with opened_store(settings) as store:
        found = await _named(store, who)
        async with _noted(store, operator, "revoke", found.id, found.name):
            back = await store.people.revoke(found.id) or 0
        return Revoked(found.id, found.name, back)


async def limit_volunteer(
    settings: Settings,
    who: str,
    *,
    tasks_per_day: int | None,
    leases_at_once: int | None,
    keep: bool = False,
    operator: Operator | None = None,
) -> PersonRow:
    """How much each of a person's machines may take; None: as [gateway] says, or with `keep` as it is. Raises
    NotFound."""
    async with opened_store(settings) as store:
        person = await _person(store, who)
        if keep:
            tasks_per_day = person.tasks_per_day if tasks_per_day is None else tasks_per_day
            leases_at_once = person.leases_at_once if leases_at_once is None else leases_at_once
        limits = {"tasks_per_day": tasks_per_day, "leases_at_once": leases_at_once}
        async with _noted(store, operator, "limits", person.id, person.name, **limits):
            await store.people.limit(person.id, **limits)
        return await _person(store, person.id)


async def trust_volunteer(
    settings: Settings, who: str, *, trusted: bool, operator: Operator | None = None
) -> PersonRow:
    """Whether a person's machines are the operator's own: no second looks, short links too. Raises NotFound."""
    async with opened_store(settings) as store:
        person = await _person(store, who)
        async with _noted(store, operator, "trust", person.id, person.name, trusted=trusted):
            await store.people.trust(person.id, trusted=trusted)
        return await _person(store, person.id)


@asynccontextmanager
async def _noted(
    store: Store, operator: Operator | None, word: str, who: str, name: str, **more: object
) -> AsyncIterator[None]:
    """Around what is done about one person or machine: its row among what operators did."""
    target = {"who": who, "name": name, **{key: value for key, value in more.items() if value not in {None, ""}}}
    async with recorded(store, operator, f"volunteers {word}", target, meant=1) as record:
        yield
        record.done = 1


async def _person(store: Store, who: str) -> PersonRow:
    found = await store.people.persons(who)
    if not found:
        raise NotFound(f"there is no volunteer {who!r}. `crawlfleet volunteers list` shows them.")
    return found[0]


async def _named(store: Store, who: str) -> Steered:
    """A person by id or name, or a machine by id."""
    aside = {one.person: one.set_aside_reason for one in await store.trust.standings() if one.set_aside_at is not None}
    if found := await store.people.persons(who):
        person = found[0]
        return Steered(person.id, person.name, person.name, aside.get(person.id))
    for person in await store.people.persons():
        for machine in await store.people.machines(person.id):
            if machine.id == who:
                return Steered(who, f"{person.name}'s {machine.name}", person.name, aside.get(person.id))
    raise NotFound(
        f"there is no volunteer and no machine {who!r}. `crawlfleet volunteers list` and `crawlfleet volunteers show` "
        "name them."
    )
