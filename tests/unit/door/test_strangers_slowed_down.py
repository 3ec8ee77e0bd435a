"""Strangers who try invites and tokens by the hundred reach the database a few times only; no clock runs here."""

from __future__ import annotations

import secrets
from types import SimpleNamespace
from typing import Any

import pytest

from common.protocol.joining import Join
from common.protocol.refusals import Reason
from common.settings import Settings
from common.settings_tables.gateway import GatewaySettings
from common.shops.registry import Shops
from common.store.volunteers.values import Joining as Joining_
from gateway.people.admission import WRONG_TOKENS_PER_MINUTE, Admission
from gateway.people.joining import WRONG_JOINS_PER_MINUTE, Joining, Telling
from gateway.people.throttle import Throttle
from gateway.refusing import Refusing


class People:
    """Nobody is known. No more of a store than the door asks."""

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
    admission = Admission(people, GatewaySettings(), clock)  # type: ignore[arg-type]  # see People
    told = [await reason(admission.machine(secrets.token_urlsafe(32), "9.0")) for _ in range(1000)]
    assert people.asked == WRONG_TOKENS_PER_MINUTE
    assert told[: people.asked] == [Reason.UNKNOWN_TOKEN] * people.asked
    assert set(told[people.asked :]) == {Reason.SLOW_DOWN}
    clock.now += 60
    assert await reason(admission.machine(secrets.token_urlsafe(32), "9.0")) is Reason.UNKNOWN_TOKEN


async def test_guessed_invites() -> None:
    people = People()
    telling = Telling(GatewaySettings(), Settings().fetch, Shops())
    joining = Joining(people, telling, Clock())  # type: ignore[arg-type]  # see People
    asked = Join(secret="s" * 43, nonce="n" * 43, name="x", platform="y", version="1")
    found = [await reason(joining.join(asked)) for _ in range(1000)]
    assert people.asked == WRONG_JOINS_PER_MINUTE
    assert set(found) == {Reason.BAD_INVITE, Reason.SLOW_DOWN}


class Hosts(People):
    """Everybody is welcome, as a machine of one name."""

    async def join(self, machine: str, **more: object) -> Any:
        self.asked += 1
        return Joining_("m1", invite_open=True)

    async def by_token(self, token_hash: str) -> Any:
        self.asked += 1
        return SimpleNamespace(
            id="m1",
            revoked_at=None,
            person_revoked_at=None,
            left_at=None,
            token_is_current=True,
            token_expires_at=2,
            now_ms=1,
            last_seen_at=1,
        )


async def test_good_joins_spend_nothing_of_the_strangers() -> None:
    people = Hosts()
    telling = Telling(GatewaySettings(), Settings().fetch, Shops())
    joining = Joining(people, telling, Clock())  # type: ignore[arg-type]  # see People
    for _ in range(3 * WRONG_JOINS_PER_MINUTE):
        await joining.join(Join(secret="s" * 43, nonce="n" * 43, name="x", platform="y", version="1"))
    assert people.asked == 3 * WRONG_JOINS_PER_MINUTE


async def test_a_machine_that_asks_too_often_is_told_so_without_the_database() -> None:
    people, token = Hosts(), secrets.token_urlsafe(32)
    admission = Admission(people, GatewaySettings(requests_per_minute=60), Clock())  # type: ignore[arg-type]  # see People
    for _ in range(60):
        await admission.machine(token, "9.0")
    assert {await reason(admission.machine(token, "9.0")) for _ in range(100)} == {Reason.SLOW_DOWN}
    assert people.asked == 60


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


def test_whoever_rested_for_days_asks_no_more_at_once_than_anybody() -> None:
    throttle = Throttle(10)
    assert throttle.wait_seconds("a", 0.0) == 0.0
    asked = [throttle.wait_seconds("a", 7 * 86_400.0) for _ in range(11)]
    assert asked[:10] == [0.0] * 10
    assert asked[10] == pytest.approx(6)
    throttle.give_back("b")
    assert throttle.wait_seconds("a", 7 * 86_400.0 + 6) == 0.0
