"""What a volunteer's machine does now, or why it is idle, and whether an invited person ever came. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.store import ALIVE_MS

if TYPE_CHECKING:
    from common.store.volunteers.values import MachineRow, PersonRow
    from fleet.operations.volunteers.looking import Volunteer


def what_now(volunteer: Volunteer, machine: MachineRow) -> str:
    """In a few words; what its owner set there (hours, limits, a pause) is known on that PC alone."""
    person, standing = volunteer.person, volunteer.standing
    if machine.left_at is not None:
        return "left"
    if machine.revoked_at is not None or person.revoked_at is not None:
        return "revoked"
    if machine.token_expires_at <= volunteer.now_ms:
        return "its token ended: it joins again by a new link"
    if machine.two_at_once:
        return f"crawls {machine.leases}: two PCs at once, with one copied folder"
    if machine.leases:
        return f"crawls {machine.leases}"
    if standing is not None and standing.set_aside_at is not None:
        return "idle: its person is set aside"
    if machine.paused_at is not None:
        return "idle: paused by an operator"
    if person.paused_at is not None:
        return "idle: its person is paused"
    if machine.last_at is None:
        return "never seen"
    if volunteer.now_ms - machine.last_at > ALIVE_MS:
        return "not there: off, or its owner wants nothing now"
    if machine.tasks >= volunteer.tasks_per_day:
        return "idle: the day's tasks are spent"
    return "idle: nothing waits for it"


def link_unused(person: PersonRow) -> bool:
    """Nobody joined by this person's link, which is all that is to be told of one who is neither paused nor revoked."""
    return not person.machines and person.revoked_at is None and person.paused_at is None


def invited_state(person: PersonRow, now_ms: int) -> str:
    """Of a person whose link is unused."""
    return "invited" if person.expires_at > now_ms else "link ended"
