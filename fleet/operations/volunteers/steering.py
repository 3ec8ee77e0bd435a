"""What an operator does about volunteers: pauses, limits, trust, failed checks forgiven, the end."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.operations.auditing import Operator
from fleet.operations.selecting import NotFound
from fleet.operations.volunteers.looking import person_named
from fleet.operations.volunteers.noted import noted

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Store
    from common.store.volunteers.values import PersonRow


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
    revoked: bool
    """The person, or this machine, so that nothing is taken of them any more."""
    changed: bool = True
    """False: they stood so already. Nothing was changed, and nothing noted among what operators did."""


async def pause_volunteer(settings: Settings, who: str, reason: str, *, operator: Operator | None = None) -> Steered:
    """Give a person's machines, or one machine, no more tasks. Where that pause stands already nothing is changed.
    Raises NotFound when there is none that takes part."""
    async with opened_store(settings) as store:
        found = await _named(store, who, taking_part=True)
        if await _stands(store, found, reason):
            return dataclasses.replace(found, changed=False)
        async with noted(store, operator, "pause", found.id, found.name, reason=reason):
            await store.people.pause(found.id, reason)
        return found


async def resume_volunteer(settings: Settings, who: str, *, operator: Operator | None = None) -> Steered:
    """Undo pause_volunteer, and nothing else: who is set aside stays so. Raises NotFound as it does."""
    async with opened_store(settings) as store:
        found = await _named(store, who, taking_part=True)
        if await _stands(store, found, None):
            return dataclasses.replace(found, changed=False)
        async with noted(store, operator, "resume", found.id, found.name):
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
    """Take a person who failed checks in again: none of before counts, and trust begins anew. Raises NotFound
    when there is none that takes part."""
    async with opened_store(settings) as store:
        person = _taking_part(await person_named(store, who))
        standing = next(iter(await store.trust.standings(person.id)), None)
        owing = standing is not None and (standing.failed > 0 or standing.set_aside_at is not None)
        if owing:
            async with noted(store, operator, "forgive", person.id, person.name, reason=reason):
                await store.trust.forgive(person.id)
        return Forgiven(person.id, person.name, owing, standing is not None and standing.set_aside_at is not None)


@dataclass(frozen=True, slots=True)
class Revoked:
    id: str
    name: str
    leases_given_back: int
    newly: bool
    """False: they were revoked before, and nothing was changed."""


async def revoke_volunteer(settings: Settings, who: str, *, operator: Operator | None = None) -> Revoked:
    """Take nothing more of a person, or of one machine, from the next request on; their leases come back at once. Where
    they are revoked already nothing is changed, and nothing noted.

    Raises NotFound when there is none.
    """
    async with opened_store(settings) as store:
        found = await _named(store, who)
        if found.revoked:
            return Revoked(found.id, found.name, 0, newly=False)
        async with noted(store, operator, "revoke", found.id, found.name):
            back = await store.people.revoke(found.id) or 0
        return Revoked(found.id, found.name, back, newly=True)


async def limit_volunteer(
    settings: Settings,
    who: str,
    *,
    tasks_per_day: int | None,
    leases_at_once: int | None,
    keep: bool = False,
    operator: Operator | None = None,
) -> PersonRow:
    """How much each of a person's machines may take; None: as [gateway] says, or with `keep` as it is. Limits that
    hold already are not noted. Raises NotFound when there is none that takes part."""
    async with opened_store(settings) as store:
        person = _taking_part(await person_named(store, who))
        if keep:
            tasks_per_day = person.tasks_per_day if tasks_per_day is None else tasks_per_day
            leases_at_once = person.leases_at_once if leases_at_once is None else leases_at_once
        limits = {"tasks_per_day": tasks_per_day, "leases_at_once": leases_at_once}
        if (person.tasks_per_day, person.leases_at_once) == (tasks_per_day, leases_at_once):
            return person
        async with noted(store, operator, "limits", person.id, person.name, **limits):
            await store.people.limit(person.id, **limits)
        return await person_named(store, person.id)


async def trust_volunteer(
    settings: Settings, who: str, *, trusted: bool, operator: Operator | None = None
) -> PersonRow:
    """Whether a person's machines are the operator's own: no second looks, short links too. What is so already is not
    noted. Raises NotFound when there is none that takes part."""
    async with opened_store(settings) as store:
        person = _taking_part(await person_named(store, who))
        if person.trusted is trusted:
            return person
        async with noted(store, operator, "trust", person.id, person.name, trusted=trusted):
            await store.people.trust(person.id, trusted=trusted)
        return await person_named(store, person.id)


async def _named(store: Store, who: str, *, taking_part: bool = False) -> Steered:
    """A person by id or name, or a machine by id. `taking_part`: none that was revoked, or left."""
    aside = {one.person: one.set_aside_reason for one in await store.trust.standings() if one.set_aside_at is not None}
    if found := await store.people.persons(who):
        person = _taking_part(found[0]) if taking_part else found[0]
        revoked = person.revoked_at is not None
        return Steered(person.id, person.name, person.name, aside.get(person.id), revoked)
    for person in await store.people.persons():
        for machine in await store.people.machines(person.id):
            if machine.id == who:
                name = f"{person.name}'s {machine.name}"
                ended = "is revoked" if machine.revoked_at is not None else "has left" if machine.left_at else ""
                if taking_part and _taking_part(person) and ended:
                    raise NotFound(f"{name} {ended}: nothing was changed. It takes part again by a new link.")
                revoked = person.revoked_at is not None or machine.revoked_at is not None
                return Steered(who, name, person.name, aside.get(person.id), revoked)
    raise NotFound(
        f"there is no volunteer and no machine {who!r}. `crawlfleet volunteers list` and `crawlfleet volunteers show` "
        "name them."
    )


async def _stands(store: Store, found: Steered, reason: str | None) -> bool:
    """Whether they are paused for this reason already; None: whether they are not paused. Of a machine no reason is
    kept."""
    if persons := await store.people.persons(found.id):
        return (persons[0].paused_at is None, persons[0].paused_reason) == (reason is None, reason)
    (person,) = await store.people.persons(found.person)
    (machine,) = (one for one in await store.people.machines(person.id) if one.id == found.id)
    return (machine.paused_at is None) is (reason is None)


def _taking_part(person: PersonRow) -> PersonRow:
    """Raises NotFound for one who was revoked: whatever was said of them then would change nothing."""
    if person.revoked_at is not None:
        raise NotFound(
            f"{person.name} is revoked, which cannot be undone: nothing was changed. "
            "`crawlfleet volunteers invite` lets them join anew, under another name."
        )
    return person
