"""The fleet's budget and pauses of official interfaces, asked of a gateway: a machine there reaches no database."""

from __future__ import annotations

import logging

from common.errors import CrawlError, ErrorCode
from common.output.printable import printable
from common.protocol.official import (
    MAX_PAUSE_MS,
    MAX_REASON,
    IsUp,
    OfficialAsked,
    OfficialState,
    OfficialTold,
    Pause,
    Take,
)
from common.protocol.refusals import Reason
from common.store.official.values import PauseKind, SourceState, Turn
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway

log = logging.getLogger("crawlfleet.worker.official")

CLOSED_SECONDS = 3600.0
"""Before a gateway that keeps no budget for this machine is asked for one again."""
_CLOSED = frozenset({Reason.NOT_FOUND, Reason.NOT_TRUSTED})


class GatewayBudget:
    """See Budget (source.py). Its gateway being away is StoreUnavailable. Keys never come here."""

    def __init__(self, calls: GatewayCalls) -> None:
        self._calls = calls
        self._closed = False

    @property
    def closed(self) -> bool:
        """The gateway, when it was asked last, kept no budget for this machine: an older one, or one whose operator
        does not count this machine as the fleet's own."""
        return self._closed

    async def take(self, source: str, *, calls_per_hour: int, despite_pause: bool = False) -> Turn:
        """Raises GatewayAway; CrawlError(WAY_PAUSED) where the gateway has no budget for this machine. `despite_pause`
        is for a person beside the database: a gateway is never asked for that."""
        try:
            answer = await self._ask(OfficialAsked(source=source, what=Take(calls_per_hour=calls_per_hour)))
        except GatewayAway as away:
            if not self._closed:
                raise
            raise CrawlError(ErrorCode.WAY_PAUSED, str(away), retry_after_seconds=CLOSED_SECONDS) from None
        self._closed = False
        if answer.turn is None:
            raise GatewayAway("the gateway did not say whether the call may be made")
        return Turn(answer.turn.taken, _state(source, answer.turn.state))

    async def pause(self, source: str, *, pause_ms: int, kind: PauseKind, reason: str, seen_pauses: int) -> None:
        said = Pause(
            pause_ms=min(max(pause_ms, 1), MAX_PAUSE_MS),
            why=kind.value,
            reason=printable(reason)[:MAX_REASON] or "it gave no reason",
            seen_pauses=seen_pauses,
        )
        await self._ask(OfficialAsked(source=source, what=said))

    async def answered(self, source: str) -> None:
        await self._ask(OfficialAsked(source=source, what=IsUp()))

    async def _ask(self, asked: OfficialAsked) -> OfficialTold:
        try:
            return await self._calls.post("official", asked, OfficialTold)
        except TurnedAway as turned:
            closed = turned.refusal.reason in _CLOSED
            if closed and not self._closed:
                log.warning("this machine goes by no official interface: %s", turned)
            self._closed = closed
            raise GatewayAway(str(turned)) from None


def _state(source: str, told: OfficialState) -> SourceState:
    kind = PauseKind(told.pause_kind) if told.pause_kind in set(PauseKind) else None
    return SourceState(source, told.calls, told.wait_ms, told.paused_ms, kind, told.pause_reason, told.pauses)
