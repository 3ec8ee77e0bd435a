"""Inviting a volunteer: a link for one person, told once."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.output.printable import printable
from common.output.typable import typable
from common.protocol.invite_link import Invite
from common.protocol.joining import hash_of
from fleet.opening import opened_store
from fleet.operations.auditing import Operator
from fleet.operations.volunteers.noted import noted

if TYPE_CHECKING:
    from common.settings import Settings

MAX_NAME_CHARS = 100


@dataclass(frozen=True, slots=True)
class Invited:
    """A new person. The link is told once; the database has a hash of its secret alone."""

    person: str
    name: str
    link: str
    machines: int
    expires_in_ms: int
    trusted: bool


async def invite(
    settings: Settings,
    *,
    name: str | None,
    machines: int,
    expires_in_ms: int,
    trusted: bool,
    operator: Operator | None = None,
) -> Invited:
    """Invite one person. Raises ConfigError where no address is known that volunteers reach, and for a name that nobody
    could type again or that is taken; else as opened_store."""
    gateway = _public_url(settings)
    if name is not None and not name.strip():
        raise ConfigError("an empty word is nobody's name; write how the person is to be called here, such as ada.")
    person, secret = f"p{secrets.token_hex(5)}", secrets.token_urlsafe(32)
    called = (name or "").strip() or person
    _check_name(called)
    async with opened_store(settings, create=True) as store:
        there = next((one for one in await store.people.persons() if called in {one.name, one.id}), None)
        if there is not None and there.revoked_at is not None:
            raise ConfigError(
                f"{called!r} was revoked, and the name stays with what was done in it. Invite under another name."
            )
        if there is not None:
            raise ConfigError(
                f"there is a volunteer {called!r} already, and a link is shown only once. When it is lost, invite "
                f"under another name; `crawlfleet volunteers revoke {typable(called, 'NAME')}` ends the "
                "old one, with the machines that joined by it."
            )
        async with noted(store, operator, "invite", person, called, machines=machines, trusted=trusted):
            await store.people.invite(
                person,
                name=called,
                secret_hash=hash_of(secret),
                machines=machines,
                expires_in_ms=expires_in_ms,
                trusted=trusted,
            )
    return Invited(person, called, Invite(gateway, secret).link, machines, expires_in_ms, trusted)


def _check_name(name: str) -> None:
    """Raises ConfigError for one that is not typed as it is shown: what cannot be seen is shown as an escape."""
    if printable(name) != name:
        raise ConfigError(f"{printable(name)} cannot be a name: it has characters that cannot be seen. Write it anew.")
    if len(name) > MAX_NAME_CHARS:
        raise ConfigError(f"a name has {MAX_NAME_CHARS} characters at most, and this one {len(name)}.")


def _public_url(settings: Settings) -> str:
    if settings.gateway.public_url:
        return settings.gateway.public_url.rstrip("/")
    raise ConfigError(
        "gateway.public_url is not set, so the link could not say where the gateway is. Set it to how volunteers reach "
        'it, e.g. public_url = "https://fleet.example" under [gateway].'
    )
