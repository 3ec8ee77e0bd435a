"""Strangers who try invites and tokens by the hundred reach the database a few times only; no clock runs here."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from common.protocol.joining import Join
from common.protocol.refusals import Reason
from common.settings import GatewaySettings, Settings
from gateway.people.admission import WRONG_TOKENS_PER_MINUTE, Admission
from gateway.people.joining import JOINS_PER_MINUTE, Joining, told_settings
from gateway.people.throttle import Throttle
from gateway.refusing import Refusing


class People:
    """Nobody is known."""

    def __init__(self) -> None:
        self.asked = 0

    async def by_token(self, token_hash: str) -> None:
        self.asked += 1

    async def join(self, machine: str, **more: object) -> None:
        self.asked += 1


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def reason(asking: Any) -> Reason:
    with pytest.raises(Refusing) as refusing:
        await asking
    return refusing.value.refusal.reason


async def test_guessed_tokens() -> None:
    people, clock = People(), Clock()
    admission = Admission(people, GatewaySettings(), clock)  # type: ignore[arg-type]
    told = [await reason(admission.machine(secrets.token_urlsafe(32), "9.0")) for _ in range(1000)]
    assert people.asked == WRONG_TOKENS_PER_MINUTE
    assert told[: people.asked] == [Reason.UNKNOWN_TOKEN] * people.asked
    assert set(told[people.asked :]) == {Reason.SLOW_DOWN}
    clock.now += 60
    assert await reason(admission.machine(secrets.token_urlsafe(32), "9.0")) is Reason.UNKNOWN_TOKEN


async def test_guessed_invites() -> None:
    people = People()
    told = told_settings(GatewaySettings(), Settings().fetch, Settings().shops)
    joining = Joining(people, told, Clock())  # type: ignore[arg-type]
    asked = Join(secret="s" * 43, nonce="n" * 43, name="x", platform="y", version="1")
    found = [await reason(joining.join(asked)) for _ in range(1000)]
    assert people.asked == JOINS_PER_MINUTE
    assert set(found) == {Reason.BAD_INVITE, Reason.SLOW_DOWN}


def test_a_bucket_refills_and_many_keys_take_little_room() -> None:
    throttle = Throttle(60)
    assert [throttle.wait_seconds("a", 0.0) for _ in range(60)] == [0.0] * 60
    assert throttle.wait_seconds("a", 0.0) == 1.0
    assert throttle.spent("a", 0.5)
    assert not throttle.spent("a", 1.0)
    assert throttle.wait_seconds("a", 1.0) == 0.0
    for number in range(50_000):
        throttle.wait_seconds(str(number), 2.0)
    assert len(throttle._buckets) <= 20_000
