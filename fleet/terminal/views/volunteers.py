"""Volunteers as an operator sees them, and as a volunteer sees the fleet."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fleet.durations import ago, short_duration
from fleet.terminal.output import note, print_json, print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.views.volunteer_now import here_json, show_here

if TYPE_CHECKING:
    from common.protocol.standing import Me
    from common.store.volunteers.values import MachineRow, PersonRow
    from fleet.operations.volunteers.membership import JoinedFleet
    from fleet.operations.volunteers.owning import Here
    from fleet.operations.volunteers.steering import Invited, Volunteer, Volunteers
    from worker.source.membership import Membership

PERSONS = (
    Column("person"),
    Column("name", flexible=True),
    Column("state"),
    Column("machines", right=True),
    Column("tasks today", right=True),
    Column("recorded", right=True),
    Column("last seen", right=True),
)
MACHINES = (
    Column("machine"),
    Column("name", flexible=True),
    Column("state"),
    Column("version"),
    Column("tasks", right=True, beneath=True),
    Column("recorded", right=True, beneath=True),
    Column("failed", right=True, beneath=True),
    Column("refused", right=True, beneath=True),
    Column("given back", right=True, beneath=True),
    Column("lost", right=True, beneath=True),
    Column("held", right=True),
    Column("last seen", right=True),
)


def show_invited(invited: Invited, *, as_json: bool) -> None:
    """The link goes to standard output alone, so that it can be piped to a mail."""
    if as_json:
        print_json(invited)
        return
    print_line(invited.link)
    machines = f"{invited.machines} machine{'s' if invited.machines != 1 else ''}"
    note(f"{invited.name}: good for {machines} and {short_duration(invited.expires_in_ms)}; it is shown only now.")


def show_volunteers(listed: Volunteers, *, as_json: bool) -> None:
    if as_json:
        for person in listed.persons:
            print_json(dataclasses.asdict(person) | {"set_aside": listed.set_aside.get(person.id)})
        return
    if not listed.persons:
        print_line("nobody is invited yet: `crawlfleet volunteers invite --name NAME` makes a link.")
        return
    print_lines(render(PERSONS, [_person_row(person, listed) for person in listed.persons]))
    for person in listed.persons:
        if (why := listed.set_aside.get(person.id)) is not None:
            print_line(f"{person.name} is set aside: {why}. `crawlfleet volunteers resume` takes them in again.")


def show_one(volunteer: Volunteer, *, as_json: bool) -> None:
    if as_json:
        told = {"machines": list(volunteer.machines), "standing": volunteer.standing, "trust": list(volunteer.trust)}
        print_json(dataclasses.asdict(volunteer.person) | told)
        return
    show_person(volunteer.person, as_json=False)
    standing = volunteer.standing
    if standing is not None and standing.set_aside_at is not None:
        print_line(f"  set aside {ago(standing.set_aside_at, volunteer.now_ms)} ago: {standing.set_aside_reason}")
    for row in volunteer.trust:
        print_line(f"  {row.shop}: {row.cv} confirmed in a row, {row.failed} failed checks, credit {row.credit}")
    if volunteer.machines:
        print_line()
        print_lines(render(MACHINES, [_machine_row(one, volunteer.now_ms) for one in volunteer.machines]))


def show_person(person: PersonRow, *, as_json: bool) -> None:
    if as_json:
        print_json(person)
        return
    per_day = "as [gateway] says" if person.tasks_per_day is None else str(person.tasks_per_day)
    at_once = "as [gateway] says" if person.leases_at_once is None else str(person.leases_at_once)
    print_line(f"{person.name} ({person.id}): {_person_state(person)}")
    print_line(f"  machines: {person.active} of {person.machines} joined, {person.machines_max} may join")
    print_line(f"  tasks a day and machine: {per_day}; at once: {at_once}")
    if person.paused_reason:
        print_line(f"  paused: {person.paused_reason}")


def show_done(done: Mapping[str, object], *, as_json: bool) -> None:
    if as_json:
        print_json(done)
    else:
        print_line(", ".join(f"{word.replace('_', ' ')}: {value}" for word, value in done.items()))


def _person_state(person: PersonRow) -> str:
    if person.revoked_at is not None:
        return "revoked"
    if person.paused_at is not None:
        return "paused"
    return "trusted" if person.trusted else "on"


def _person_row(person: PersonRow, listed: Volunteers) -> list[str]:
    return [
        person.id,
        person.name,
        "set aside" if person.id in listed.set_aside else _person_state(person),
        str(person.active),
        str(person.tasks_today),
        str(person.recorded_today),
        ago(person.last_at, listed.now_ms),
    ]


def _machine_state(machine: MachineRow) -> str:
    for state, at in (("revoked", machine.revoked_at), ("left", machine.left_at), ("paused", machine.paused_at)):
        if at is not None:
            return state
    return "on"


def _machine_row(machine: MachineRow, now_ms: int) -> list[str]:
    counts = (machine.tasks, machine.recorded, machine.failed, machine.refused, machine.released)
    return [
        machine.id,
        machine.name,
        _machine_state(machine),
        machine.version,
        *map(str, counts),
        str(machine.lost + machine.unconfirmed),
        str(machine.leases),
        ago(machine.last_at, now_ms),
    ]


def show_joined(joined: JoinedFleet, *, as_json: bool) -> None:
    if as_json:
        print_json(joined)
        return
    print_line(f"joined {joined.gateway} as machine {joined.machine}")
    named = [domain for domains in joined.shops.values() for domain in domains]
    shops = ", ".join([*(shop for shop, domains in joined.shops.items() if not domains and shop != "other"), *named])
    print_line(f"  it fetches pages of {shops}, and of nothing else")
    if joined.contact:
        print_line(f"  whom to ask: {joined.contact}")
    print_line(f"  its token is in {joined.path}, which only you can read")
    print_line("next: `crawlfleet work`")


def show_me(member: Membership, me: Me, here: Here, *, as_json: bool) -> None:
    if as_json:
        print_json({"gateway": member.gateway, **me.model_dump(mode="json"), "here": here_json(here)})
        return
    today = me.today
    print_line(f"{me.name} ({me.machine}) at {member.gateway}")
    show_here(here)
    print_line(f"  the gateway: {me.standing.sentence if me.standing else 'it may have tasks'}")
    print_line(
        f"  today (UTC), as the gateway counts: {today.tasks} tasks, {today.recorded} pages read, {today.failed} not "
        f"read, {today.released} given back, {today.lost} lost, {today.refused} refused"
    )
    print_line(f"  before today, all your machines: {me.total_recorded} pages")
    print_line(f"  the operator's limits: {me.limits.tasks_per_day} tasks a day, {me.limits.leases_at_once} at once")


def show_unasked(why: str, here: Here, *, as_json: bool) -> None:
    """The gateway did not say how this machine stands."""
    if as_json:
        print_json({"gateway_says_nothing": why, "here": here_json(here)})
        return
    print_line(f"how this PC stands in its fleet is not known now: {why}")
    show_here(here)
