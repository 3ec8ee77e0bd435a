"""Programs that may use the console's JSON API: each has a token that is shown once; listed, revoked."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.protocol.joining import hash_of
from fleet.opening import opened_store
from fleet.operations.auditing import Action, recorded
from fleet.operations.selecting import NotFound
from fleet.operations.short_names import check_short_name

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ConsoleRole, ConsoleToken

PREFIX = "crawlfleet_"
"""Whoever searches files for secrets left behind finds it by this."""


@dataclass(frozen=True, slots=True)
class MadeToken:
    """`token` is shown nowhere again."""

    name: str
    role: ConsoleRole
    token: str
    expires_in_ms: int | None
    url: str
    """Where the API is."""


async def add_token(
    settings: Settings,
    name: str,
    *,
    role: ConsoleRole,
    expires_in_ms: int | None = None,
) -> MadeToken:
    """A new token; None: good until it is revoked. Raises ConfigError for a name that is none or taken, and what
    opened_store raises."""
    check_short_name(name, of="a token's name", example="grafana")
    token = PREFIX + secrets.token_urlsafe(32)
    target = {"name": name, "role": str(role)}
    async with opened_store(settings, create=True) as store:
        if any(one.name == name for one in await store.tokens.every()):
            raise _taken(name)
        async with recorded(store, None, Action.CONSOLE_TOKEN_ADD, target) as event:
            made = await store.tokens.add(name, role=role, token_hash=hash_of(token), expires_in_ms=expires_in_ms)
            event.done = int(made)
    if not made:
        raise _taken(name)
    return MadeToken(name, role, token, expires_in_ms, f"{settings.console.found_at}/api/v1")


async def list_tokens(settings: Settings) -> tuple[Sequence[ConsoleToken], int]:
    """Every token, those that ran out too, and the database's clock. Raises what opened_store raises."""
    async with opened_store(settings) as store:
        return await store.tokens.every(), await store.jobs.now_ms()


async def revoke_token(settings: Settings, name: str) -> None:
    """It is good for nothing from the next request on. Raises NotFound."""
    target = {"name": name}
    async with opened_store(settings) as store, recorded(store, None, Action.CONSOLE_TOKEN_REVOKE, target) as event:
        revoked = await store.tokens.revoke(name)
        event.done = int(revoked)
    if not revoked:
        raise NotFound(f"there is no token {name}. `crawlfleet console token list` shows them.")


def _taken(name: str) -> ConfigError:
    return ConfigError(
        f"there is a token {name} already. Give another name, or end that one: crawlfleet console token revoke {name}"
    )
