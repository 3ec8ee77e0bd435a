"""Whose API token a request carries. The database is asked each time: revoking works on the next request.

Wrong tokens are limited per address as sign-ins are. From an address that has spent its tries only tokens that were
good lately are looked up, so that nobody who guesses beside a program shuts it out.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from common.protocol.joining import hash_of
from fleet.console.access.entering import PER_ADDRESS
from fleet.opening import opened_store
from fleet.operations.console.tokens import PREFIX
from gateway.people.throttle import Throttle, network_of

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ConsoleRole

TOKEN = re.compile(PREFIX + r"[A-Za-z0-9_-]{43}")
MOST_LATELY = 1000


class TooManyTries(Exception):
    """An address tried too many tokens that are nobody's."""

    def __init__(self, wait_seconds: float) -> None:
        super().__init__(f"Too many tokens that are nobody's came from this address; wait {wait_seconds:.0f} seconds.")
        self.wait_seconds = wait_seconds


class Tokens:
    """Raises StoreUnavailable or StoreRejected when the database does not answer."""

    def __init__(self, settings: Settings, monotonic: Callable[[], float]) -> None:
        self._settings = settings
        self._monotonic = monotonic
        self._wrong = Throttle(PER_ADDRESS)
        self._lately: OrderedDict[str, None] = OrderedDict()

    async def holder(self, authorization: Sequence[str], address: str) -> tuple[str, ConsoleRole] | None:
        """Name and role of whoever sent these Authorization headers; None: nobody we know. Raises TooManyTries."""
        if not authorization:
            return None
        token_hash = _hash_in(authorization)
        network, now = network_of(address), self._monotonic()
        if token_hash not in self._lately and self._wrong.spent(network, now):
            raise TooManyTries(60 / PER_ADDRESS)
        found = None
        if token_hash is not None:
            async with opened_store(self._settings) as store:
                found = await store.tokens.holder(token_hash)
        if found is None:
            self._wrong.wait_seconds(network, now)
            self._lately.pop(token_hash or "", None)
            return None
        self._lately[token_hash or ""] = None
        if len(self._lately) > MOST_LATELY:
            self._lately.popitem(last=False)
        return found


def _hash_in(authorization: Sequence[str]) -> str | None:
    """Of the one token that stands there; None for anything else."""
    if len(authorization) != 1:
        return None
    scheme, _, token = authorization[0].partition(" ")
    known = scheme.lower() == "bearer" and TOKEN.fullmatch(token.strip())
    return hash_of(token.strip()) if known else None
