"""Volunteers, their machines, and how far their results are believed."""

from __future__ import annotations

from common.store import FailedCheck, StandingRow, TrustRow
from common.store.volunteers.values import MachineRow, PersonRow
from fleet.console.api.answers.fleet import AuditEvent
from fleet.console.api.shaping import Answer, listed, many, of

_AWAITED = {"awaiting_second_look": int, "awaiting_since": int | None}
Volunteers = listed("Volunteers", of("Person", PersonRow, more={"set_aside": str | None} | _AWAITED), paged=False)
Volunteer = of(
    "Volunteer",
    PersonRow,
    more=_AWAITED
    | {"machines": many(of("Machine", MachineRow)), "standing": of("Standing", StandingRow) | None}
    | {
        "trust": many(of("Trust", TrustRow)),
        "failed_checks": many(of("FailedCheck", FailedCheck)),
        "events": many(AuditEvent),
    },
)


class Paused(Answer):
    paused: str
    changed: bool
    """False: it stood so already, and nothing was changed."""


class Resumed(Answer):
    resumed: str
    set_aside: str | None
    """Why nothing is taken of them all the same."""
    changed: bool
    """False: it stood so already, and nothing was changed."""


class Revoked(Answer):
    revoked: str
    leases_given_back: int
    changed: bool
    """False: it stood so already, and nothing was changed."""


Limited = of("LimitedPerson", PersonRow)


class Forgiven(Answer):
    id: str
    name: str
    forgiven: bool
    was_set_aside: bool
