"""What ConsolePeople answers. Times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ConsoleRole(StrEnum):
    """What somebody may do at the console."""

    VIEWER = "viewer"
    OPERATOR = "operator"

    @property
    def may_act(self) -> bool:
        """Whether they may change something; a viewer looks."""
        return self is ConsoleRole.OPERATOR


@dataclass(frozen=True, slots=True)
class ConsolePerson:
    name: str
    role: ConsoleRole
    password: str | None
    """Its scrypt hash; None until the invite was used."""
    invite_expires_at: int | None
    created_at: int
    last_at: int | None
    """When they last signed in."""


@dataclass(frozen=True, slots=True)
class ConsoleToken:
    """A program that may use the JSON API; of its token the database has a hash, which stays there."""

    name: str
    role: ConsoleRole
    created_at: int
    expires_at: int | None
    """None: good until it is revoked."""
    last_at: int | None
    """When it was last used, to the minute."""
