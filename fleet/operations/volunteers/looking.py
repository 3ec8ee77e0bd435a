"""How volunteers stand, for an operator: everybody, and one person whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.operations.selecting import NotFound

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import AwaitedLooks, FailedCheck, OperatorEvent, StandingRow, Store, TrustRow
    from common.store.volunteers.values import MachineRow, PersonRow

EVENTS_SHOWN = 10
CHECKS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Volunteer:
    """A person with their machines. Trust is for operators' eyes: told at once, a liar would count along."""

    person: PersonRow
    machines: Sequence[MachineRow]
    standing: StandingRow | None
    """None: never failed a check."""
    trust: Sequence[TrustRow]
    """By shop."""
    failed_checks: Sequence[FailedCheck]
    """The last ones."""
    awaited: AwaitedLooks | None
    """None: nothing of theirs waits for a second look."""
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
    awaited: Mapping[str, AwaitedLooks]
    """Person → what waits for a second look."""
    now_ms: int
    """The database's clock when it was asked."""


async def list_volunteers(settings: Settings) -> Volunteers:
    """Everybody invited. Raises as opened_store does."""
    async with opened_store(settings) as store:
        standings = await store.trust.standings()
        set_aside = {one.person: one.set_aside_reason or "" for one in standings if one.set_aside_at is not None}
        awaited = await store.trust.awaited()
        return Volunteers(await store.people.persons(), set_aside, awaited, await store.jobs.now_ms())


async def show_volunteer(settings: Settings, who: str) -> Volunteer:
    """One person by id or name. Raises NotFound when there is none."""
    async with opened_store(settings) as store:
        person = await person_named(store, who)
        machines = await store.people.machines(person.id)
        standing = next(iter(await store.trust.standings(person.id)), None)
        gateway, per_day, at_once = settings.gateway, person.tasks_per_day, person.leases_at_once
        return Volunteer(
            person,
            machines,
            standing,
            await store.trust.records(person.id),
            await store.trust.failed_checks(person.id, limit=CHECKS_SHOWN) if standing else (),
            (await store.trust.awaited(person.id)).get(person.id),
            await store.operators.about([person.id, *(one.id for one in machines)], limit=EVENTS_SHOWN),
            gateway.tasks_per_day if per_day is None else per_day,
            gateway.leases_at_once if at_once is None else at_once,
            await store.jobs.now_ms(),
        )


async def person_named(store: Store, who: str) -> PersonRow:
    """By id or name. Raises NotFound."""
    found = await store.people.persons(who)
    if not found:
        raise NotFound(f"there is no volunteer {who!r}. `crawlfleet volunteers list` shows them.")
    return found[0]
