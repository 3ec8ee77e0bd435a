"""The fleet's budget of official interfaces as a worker hears of it through a gateway."""

from __future__ import annotations

import logging
from typing import Any, cast

import pytest

from common.errors import CrawlError, ErrorCode, StoreUnavailable
from common.protocol.official import OfficialAsked, OfficialTold
from common.protocol.refusals import Reason, Refusal
from common.store.official.values import PauseKind
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway
from worker.ways.official.gateway_budget import GatewayBudget

STATE = {"calls": 7, "wait_ms": 5, "paused_ms": 0, "pauses": 2}


class Gateway:
    """Answers each call with the next of what it was given."""

    def __init__(self, *answers: Any) -> None:
        self._answers = list(answers)
        self.asked: list[dict[str, Any]] = []

    async def post(self, call: str, said: OfficialAsked, answer: type[OfficialTold]) -> OfficialTold:
        assert call == "official"
        self.asked.append(OfficialAsked.model_validate_json(said.model_dump_json()).model_dump(mode="json"))
        told = self._answers.pop(0)
        if isinstance(told, Exception):
            raise told
        return answer.model_validate({"settings": "5f", "turn": told})

    @property
    def budget(self) -> GatewayBudget:
        return GatewayBudget(cast(GatewayCalls, self))


def no(reason: Reason) -> TurnedAway:
    return TurnedAway(Refusal(reason=reason, sentence="no"))


async def test_a_turn_is_the_databases_word() -> None:
    paused = STATE | {"paused_ms": 60_000, "pause_kind": "RATE", "pause_reason": "fewer calls"}
    gateway = Gateway({"taken": True, "state": STATE}, {"taken": False, "state": paused | {"pause_kind": "NEWER"}})
    budget = gateway.budget
    turn = await budget.take("shopee/tw", calls_per_hour=2000, despite_pause=True)
    assert (turn.taken, turn.state.calls, turn.state.pauses, turn.state.source) == (True, 7, 2, "shopee/tw")
    turn = await budget.take("shopee/tw", calls_per_hour=2000)
    assert (turn.taken, turn.state.paused_ms, turn.state.pause_kind) == (False, 60_000, None)
    assert gateway.asked[0] == {"source": "shopee/tw", "what": {"kind": "take", "calls_per_hour": 2000}}
    assert gateway.asked[0] == gateway.asked[1], "a pause is not passed over because a machine says so"


async def test_what_an_interface_wrote_is_told_as_the_protocol_takes_it() -> None:
    gateway = Gateway(None, None)
    reason = "it says \x1b[2J\n" + "那" * 500
    await gateway.budget.pause("taobao/cn", pause_ms=10**9, kind=PauseKind.PERSON, reason=reason, seen_pauses=3)
    what = gateway.asked[0]["what"]
    assert (what["pause_ms"], what["why"], what["seen_pauses"]) == (3_600_000, "PERSON", 3)
    assert what["reason"].startswith("it says \\x1b[2J\\n那") and len(what["reason"]) == 400
    await gateway.budget.answered("taobao/cn")
    assert gateway.asked[1]["what"] == {"kind": "answered"}


@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.NOT_TRUSTED])
async def test_a_gateway_without_a_budget_for_it_is_named_once_and_closes_the_way(
    reason: Reason, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "crawlfleet")  # a command before, in this process, may have set another one
    budget = Gateway(no(reason), no(reason), no(reason), {"taken": True, "state": STATE}).budget
    for _ in range(2):
        with pytest.raises(CrawlError) as error:
            await budget.take("shopee/tw", calls_per_hour=1)
        assert (error.value.code, error.value.retry_after_seconds) == (ErrorCode.WAY_PAUSED, 3600.0)
        assert budget.closed
    with pytest.raises(StoreUnavailable):
        await budget.answered("shopee/tw")
    assert [record.message for record in caplog.records] == [
        "this machine goes by no official interface: the gateway says: no"
    ]
    assert (await budget.take("shopee/tw", calls_per_hour=1)).taken and not budget.closed


@pytest.mark.parametrize(
    "told", [no(Reason.SLOW_DOWN), no(Reason.OTHER), no(Reason.REVOKED), GatewayAway("cannot reach it"), None]
)
async def test_a_gateway_that_says_nothing_of_it_is_a_database_that_is_away(told: Any) -> None:
    budget = Gateway(told).budget
    with pytest.raises(StoreUnavailable):
        await budget.take("shopee/tw", calls_per_hour=1)
    assert not budget.closed
