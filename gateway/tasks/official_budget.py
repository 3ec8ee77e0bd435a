"""official: the fleet's budget of shops' official interfaces, for the operator's own machines."""

from __future__ import annotations

from common.protocol.official import (
    MAX_PERSON_PAUSE_MS,
    OfficialAsked,
    OfficialState,
    OfficialTold,
    OfficialTurn,
    Pause,
    Take,
)
from common.protocol.refusals import Reason
from common.shops.registry import Shops
from common.store.official.sources import OfficialStore
from common.store.official.values import PauseKind
from common.store.volunteers.values import KnownMachine
from gateway.people.joining import Telling
from gateway.refusing import Refusing


class OfficialBudget:
    """Books what direct workers book, in the same tables. Raises Refusing, StoreError."""

    def __init__(self, store: OfficialStore, shops: Shops, telling: Telling) -> None:
        """`telling`: the number of the settings, which every answer carries."""
        self._store = store
        self._shops = shops
        self._telling = telling

    async def call(self, machine: KnownMachine, asked: OfficialAsked) -> OfficialTold:
        """What came of it. A machine that is not the operator's own is refused, whatever it asks."""
        if not machine.trusted:
            raise Refusing(Reason.NOT_TRUSTED, "shops' official interfaces are for the operator's own machines")
        self._known(asked.source)
        match asked.what:
            case Take(calls_per_hour=calls_per_hour):
                return self._told(await self._taken(asked.source, calls_per_hour))
            case Pause() as pause:
                await self._pause(asked.source, pause)
            case _:
                await self._store.answered(asked.source)
        return self._told(None)

    async def _taken(self, source: str, calls_per_hour: int) -> OfficialTurn:
        turn = await self._store.take(source, calls_per_hour=calls_per_hour)
        state = turn.state
        told = OfficialState(
            calls=state.calls,
            wait_ms=max(0, state.wait_ms),
            paused_ms=state.paused_ms,
            pause_kind=state.pause_kind.value if state.pause_kind else None,
            pause_reason=state.pause_reason,
            pauses=state.pauses,
        )
        return OfficialTurn(taken=turn.taken, state=told)

    async def _pause(self, source: str, pause: Pause) -> None:
        kind = PauseKind(pause.why)
        pause_ms = min(pause.pause_ms, MAX_PERSON_PAUSE_MS) if kind is PauseKind.PERSON else pause.pause_ms
        await self._store.pause(
            source, pause_ms=pause_ms, kind=kind, reason=pause.reason, seen_pauses=pause.seen_pauses
        )

    def _known(self, source: str) -> None:
        """Raises Refusing: else a machine could write rows of any name."""
        platform, _, region = source.partition("/")
        shop = next((one for one in self._shops.shops if one.platform == platform), None)
        interface = shop.official() if shop else None
        if interface is None or interface.host(region) is None:
            raise Refusing(Reason.MALFORMED, f"{source} has no official interface that this gateway knows")

    def _told(self, turn: OfficialTurn | None) -> OfficialTold:
        return OfficialTold(settings=self._telling.number, turn=turn)
