"""Whether all that waits is of shops that the operator has paused, as those who wait in vain are told."""

from __future__ import annotations

from collections.abc import Callable

from common.protocol.refusals import Reason, Refusal
from common.store.volunteers.leases import GatewayStore

REMEMBER_SECONDS = 5.0
ASK_AGAIN_SECONDS = 30.0
"""Messages of a shop that is resumed wait for whoever asks next."""
_MOST_NAMED = 3


class PausedShops:
    """Asked at most once in REMEMBER_SECONDS, however many wait in vain."""

    def __init__(self, store: GatewayStore, monotonic: Callable[[], float]) -> None:
        self._store = store
        self._monotonic = monotonic
        self._asked_at: float | None = None
        self._held: list[str] = []

    async def refusal(self) -> Refusal | None:
        """None when something waits elsewhere, or nothing at all. Raises StoreError."""
        now = self._monotonic()
        if self._asked_at is None or now - self._asked_at >= REMEMBER_SECONDS:
            # Before the answer: who comes meanwhile takes the last one.
            self._asked_at = now
            self._held = await self._store.paused_shops()
        if not self._held:
            return None
        named = ", ".join(self._held[:_MOST_NAMED])
        more = len(self._held) - _MOST_NAMED
        named += f" and {more} more" if more > 0 else ""
        return Refusal(
            reason=Reason.SHOP_PAUSED,
            sentence=f"all that waits is of shops paused by the operator, until they are resumed: {named}"[:200],
            retry_after_seconds=ASK_AGAIN_SECONDS,
        )
