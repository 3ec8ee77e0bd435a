"""Whose API token a request carries. The database is asked each time: revoking works on the next request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fleet.console.access.guesses import Guesses
from fleet.opening import opened_store
from fleet.operations.console.tokens import PREFIX

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ConsoleRole


class Tokens:
    """Raises StoreUnavailable or StoreRejected when the database does not answer."""

    def __init__(self, settings: Settings, monotonic: Callable[[], float]) -> None:
        self._settings = settings
        self._guesses = Guesses("tokens", monotonic, prefix=PREFIX)

    async def holder(self, authorization: Sequence[str], address: str) -> tuple[str, ConsoleRole] | None:
        """Name and role of whoever sent these Authorization headers; None: nobody we know. Raises TooManyTries."""
        return await self._guesses.looked_up(_bearer(authorization), address, self._held)

    async def _held(self, token_hash: str) -> tuple[str, ConsoleRole] | None:
        async with opened_store(self._settings) as store:
            return await store.tokens.holder(token_hash)


def _bearer(authorization: Sequence[str]) -> str:
    """The one token that stands there; empty for anything else."""
    if len(authorization) != 1:
        return ""
    scheme, _, token = authorization[0].partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
