"""Who may sign in at the console: invited by a link that is shown once, listed, revoked."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.protocol.joining import hash_of
from fleet.opening import opened_store
from fleet.operations.auditing import Action, recorded
from fleet.operations.selecting import NotFound
from fleet.operations.short_names import check_short_name

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ConsolePerson, ConsoleRole


@dataclass(frozen=True, slots=True)
class ConsoleInvite:
    """`link` is good once, until it expires; it is shown nowhere again. Its secret stands in the fragment, which
    browsers send to nobody: neither a proxy's log nor a chat's preview of the link has it."""

    name: str
    role: ConsoleRole
    link: str
    expires_in_ms: int


async def invite_person(settings: Settings, name: str, *, role: ConsoleRole, expires_in_ms: int) -> ConsoleInvite:
    """A link by which this person takes a password, for the first time or anew. Raises ConfigError for a name that is
    none, and what opened_store raises."""
    check_short_name(name, of="a name here", example="ada")
    secret = secrets.token_urlsafe(32)
    async with (
        opened_store(settings, create=True) as store,
        recorded(store, None, Action.CONSOLE_INVITE, {"name": name, "role": str(role)}) as event,
    ):
        await store.console.invite(name, role=role, secret_hash=hash_of(secret), expires_in_ms=expires_in_ms)
        event.done = 1
    return ConsoleInvite(name, role, f"{settings.console.found_at}/invite#{secret}", expires_in_ms)


async def list_people(settings: Settings) -> tuple[Sequence[ConsolePerson], int]:
    """Everybody who may sign in or was invited, and the database's clock. Raises what opened_store raises."""
    async with opened_store(settings) as store:
        return await store.console.everybody(), await store.jobs.now_ms()


async def revoke_person(settings: Settings, name: str) -> None:
    """They are signed out with their next request, and their password and link are gone. Raises NotFound."""
    async with (
        opened_store(settings) as store,
        recorded(store, None, Action.CONSOLE_REVOKE, {"name": name}) as event,
    ):
        if not await store.console.revoke(name):
            raise NotFound(f"nobody named {name} may sign in. `crawlfleet console list` shows who may.")
        event.done = 1
