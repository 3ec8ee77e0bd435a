"""Volunteers as an operator sees them: invited, listed, one whole, and what was done about one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from common.output.counting import counted
from common.output.typable import typable
from common.store.volunteers.values import PersonRow
from fleet.durations import ago, short_duration
from fleet.operations.json_objects import AWAITED_FIELDS, listed_volunteer_objects, volunteer_object
from fleet.operations.volunteers.what_now import invited_state, link_unused
from fleet.terminal.csv_rows import names_of, print_objects
from fleet.terminal.output import note, print_done, print_json, print_line, print_lines
from fleet.terminal.table import Column, render, render_indented
from fleet.terminal.text import folded, utc
from fleet.terminal.views.audit import target_text

if TYPE_CHECKING:
    from common.store import AwaitedLooks, FailedCheck, OperatorEvent
    from common.store.volunteers.values import MachineRow
    from fleet.operations.volunteers.inviting import Invited
    from fleet.operations.volunteers.looking import Volunteer, Volunteers
    from fleet.operations.volunteers.steering import Forgiven, Revoked, Steered

PERSONS = (
    Column("person", whole=True),
    Column("name", flexible=True, again=True),
    Column("state"),
    Column("machines", right=True),
    Column("tasks today", right=True),
    Column("recorded", right=True),
    Column("last seen", right=True),
    Column("link ends", right=True, beneath=True),
    Column("second look", right=True, beneath=True),
)
MACHINES = (
    Column("machine", whole=True),
    Column("name", flexible=True, again=True),
    Column("state"),
    Column("version"),
    Column("tasks", right=True, beneath=True),
    Column("recorded", right=True, beneath=True),
    Column("failed", right=True, beneath=True),
    Column("refused", right=True, beneath=True),
    Column("given back", right=True, beneath=True),
    Column("lost", right=True, beneath=True),
    Column("requests", right=True, beneath=True),
    Column("MB", right=True, beneath=True),
    Column("held", right=True),
    Column("last seen", right=True),
)
CHECKS = (Column("reported"), Column("job", whole=True), Column("shop", flexible=True, again=True))


def show_invited(invited: Invited, *, as_json: bool) -> None:
    """The link goes to standard output alone, so that it can be piped to a mail."""
    if as_json:
        print_json(invited)
        return
    print_line(invited.link)
    machines = counted(invited.machines, "machine")
    note(f"{invited.name}: good for {machines} and {short_duration(invited.expires_in_ms)}; it is shown only now.")


def show_volunteers(listed: Volunteers, *, as_json: bool, as_csv: bool) -> None:
    if as_json or as_csv:
        columns = names_of(PersonRow, "set_aside", *AWAITED_FIELDS)
        print_objects(listed_volunteer_objects(listed), as_csv=as_csv, columns=columns)
        return
    if not listed.persons:
        print_line("nobody is invited yet: `crawlfleet volunteers invite NAME` makes a link.")
        return
    print_lines(render(PERSONS, [_person_row(person, listed) for person in listed.persons]))
    for person in listed.persons:
        if (why := listed.set_aside.get(person.id)) is not None:
            print_line(f"{person.name} is set aside: {why}. {_take_in_again(person.name)}")


def show_one(volunteer: Volunteer, *, as_json: bool) -> None:
    if as_json:
        print_json(volunteer_object(volunteer))
        return
    person, now_ms = volunteer.person, volunteer.now_ms
    show_person(person, as_json=False)
    if not person.machines and person.revoked_at is None:
        ends = "ends" if person.expires_at > now_ms else "ended"
        print_line(f"  the link {ends} {_link_ends(person, now_ms)}, at {utc(person.expires_at)}")
    for line in [*_standing(volunteer), *_awaited(volunteer)]:
        print_lines(_indented(line))
    for row in volunteer.trust:
        failed = counted(row.failed, "failed check")
        print_line(f"  {row.shop}: {row.cv:,} confirmed in a row, {failed}, credit {row.credit:,}")
    if volunteer.failed_checks:
        print_lines(("", "Failed checks, the last first (`crawlfleet jobs show ID` has who said what):"))
        print_lines(render_indented(CHECKS, [_check_row(one) for one in volunteer.failed_checks]))
    if volunteer.machines:
        print_lines(("", "Today (UTC):"))
        print_lines(render(MACHINES, [_machine_row(one, volunteer) for one in volunteer.machines]))
    if volunteer.events:
        print_lines(("", "What operators did:"))
    for event in volunteer.events:
        print_lines(_indented(f"{utc(event.at)}  {_done(event)}"))


def _standing(volunteer: Volunteer) -> list[str]:
    """Checks that the person failed, and whether nothing is taken of theirs."""
    standing, now_ms = volunteer.standing, volunteer.now_ms
    if standing is None:
        return []
    if standing.set_aside_at is not None:
        since = f"set aside {ago(standing.set_aside_at, now_ms)} ago: {standing.set_aside_reason}"
        who = typable(volunteer.person.name, "NAME")
        ends = f"`crawlfleet volunteers revoke {who}` ends their part for good."
        return [since, f"If it was no lie: {_take_in_again(volunteer.person.name)}", f"If it was one: {ends}"]
    if not standing.failed:
        return []
    failed = f"{counted(standing.failed, 'failed check')}, the last {ago(standing.failed_at, now_ms)} ago"
    return [f"{failed}; new values of theirs are all looked at again"]


def _awaited(volunteer: Volunteer) -> list[str]:
    if (awaited := volunteer.awaited) is None:
        return []
    wait = counted(awaited.results, "result waits", "results wait")
    return [f"{wait} for somebody else's look, the oldest for {ago(awaited.oldest_at, volunteer.now_ms)}"]


def _check_row(one: FailedCheck) -> list[str]:
    return [utc(one.reported_at), one.job_id, one.shop]


def _done(event: OperatorEvent) -> str:
    """`pause (reason: holiday), by ada@desk`, and of one machine which."""
    told = json.loads(event.target)
    about = f" of {told['name']}" if str(told.get("who", "")).startswith("m") else ""
    more = target_text(event.target, ": ", without={"who", "name"})
    return f"{event.action.removeprefix('volunteers ')}{about}{f' ({more})' if more else ''}, by {event.operator}"


def _take_in_again(name: str) -> str:
    return f"`crawlfleet volunteers trust {typable(name, 'NAME')} --forgive` takes them in again."


def show_person(person: PersonRow, *, as_json: bool) -> None:
    if as_json:
        print_json(person)
        return
    per_day = "as [gateway] says" if person.tasks_per_day is None else str(person.tasks_per_day)
    at_once = "as [gateway] says" if person.leases_at_once is None else str(person.leases_at_once)
    print_line(f"{person.name} ({person.id}): {_person_state(person)}")
    print_line(f"  machines: {_joined(person)}; {person.machines_max} may join in all")
    print_line(f"  tasks a day and machine: {per_day}; at once: {at_once}")
    if person.paused_reason:
        print_lines(_indented(f"paused: {person.paused_reason}"))


def _indented(text: str) -> list[str]:
    """What was said of the person named above it."""
    return folded(text, first="  ", rest="    ")


def _joined(person: PersonRow) -> str:
    if not person.machines:
        return "none has joined yet"
    gone = person.machines - person.active
    return f"{person.machines} joined" + (f", {gone} of them left or revoked" if gone else "")


def show_paused(steered: Steered, reason: str, *, as_json: bool) -> None:
    why = f" ({reason})" if reason else ""
    said = f"{steered.name} gets no more tasks{why}; crawls under way end as they would."
    if not steered.changed:
        said = f"{steered.name} was paused already; nothing was changed."
    who = steered.id if steered.name != steered.person else typable(steered.person, "NAME")
    ends = f"`crawlfleet volunteers resume {who}` ends the pause."
    print_done({"paused": steered.id, "changed": steered.changed}, said, ends, as_json=as_json)


def show_resumed(steered: Steered, *, as_json: bool) -> None:
    told = {"resumed": steered.id, "set_aside": steered.set_aside, "changed": steered.changed}
    print_done(told, *_resumed(steered), as_json=as_json)


def _resumed(steered: Steered) -> list[str]:
    if steered.set_aside is None:
        again = f"{steered.name} gets tasks again."
        return [again if steered.changed else f"{steered.name} was not paused; nothing was changed."]
    over = f"The pause of {steered.name} is over" if steered.changed else f"{steered.name} was not paused"
    return [f"{over}, but {steered.person} is set aside: {steered.set_aside}.", _take_in_again(steered.person)]


def show_forgiven(forgiven: Forgiven, *, as_json: bool) -> None:
    if as_json:
        print_json(forgiven)
    elif not forgiven.forgiven:
        print_line(f"{forgiven.name} failed no check that still counts; nothing was changed.")
    elif forgiven.was_set_aside:
        print_line(f"{forgiven.name} is taken in again; failed checks of before do not count, and trust begins anew.")
    else:
        print_line(f"Failed checks of {forgiven.name} do not count any more; trust begins anew.")


def show_revoked(revoked: Revoked, *, as_json: bool) -> None:
    back = counted(revoked.leases_given_back, "task")
    said = f"{revoked.name} is revoked: nothing is taken of them any more; {back} came back. It cannot be undone."
    if not revoked.newly:
        said = f"{revoked.name} is revoked already; nothing was changed."
    told = {"revoked": revoked.id, "leases_given_back": revoked.leases_given_back, "changed": revoked.newly}
    print_done(told, said, as_json=as_json)


def _person_state(person: PersonRow) -> str:
    if person.revoked_at is not None:
        return "revoked"
    if person.paused_at is not None:
        return "paused"
    return "trusted" if person.trusted else "on"


def _listed_state(person: PersonRow, now_ms: int) -> str:
    return invited_state(person, now_ms) if link_unused(person) else _person_state(person)


def _person_row(person: PersonRow, listed: Volunteers) -> list[str]:
    return [
        person.id,
        person.name,
        "set aside" if person.id in listed.set_aside else _listed_state(person, listed.now_ms),
        str(0 if person.revoked_at is not None else person.active),
        f"{person.tasks_today:,}",
        f"{person.recorded_today:,}",
        ago(person.last_at, listed.now_ms) if person.last_at is not None else "never",
        _link_ends(person, listed.now_ms) if link_unused(person) else "",
        _waiting(listed.awaited.get(person.id)),
    ]


def _link_ends(person: PersonRow, now_ms: int) -> str:
    left = person.expires_at - now_ms
    return f"in {short_duration(left)}" if left > 0 else f"{short_duration(-left)} ago"


def _waiting(awaited: AwaitedLooks | None) -> str:
    return "" if awaited is None else f"{awaited.results} wait" if awaited.results > 1 else "1 waits"


def _machine_state(machine: MachineRow, volunteer: Volunteer) -> str:
    """Why it gets nothing now, or `on`."""
    for state, at in (("revoked", machine.revoked_at), ("left", machine.left_at), ("paused", machine.paused_at)):
        if at is not None:
            return state
    if volunteer.person.revoked_at is not None:
        return "revoked"
    if machine.token_expires_at <= volunteer.now_ms:
        return "token ended"
    if machine.two_at_once:
        return "two at once"
    if machine.tasks >= volunteer.tasks_per_day:
        return "day's tasks had"
    return "holds its most" if machine.leases >= volunteer.leases_at_once else "on"


def _machine_row(machine: MachineRow, volunteer: Volunteer) -> list[str]:
    counts = (machine.tasks, machine.recorded, machine.failed, machine.refused, machine.released)
    return [
        machine.id,
        machine.name,
        _machine_state(machine, volunteer),
        machine.version,
        *(f"{count:,}" for count in counts),
        f"{machine.lost + machine.unconfirmed:,}",
        f"{machine.requests:,}",
        f"{machine.bytes / 1e6:,.0f}",
        str(machine.leases),
        ago(machine.last_at, volunteer.now_ms),
    ]
