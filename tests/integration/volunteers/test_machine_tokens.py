"""Machines' tokens: they age, are renewed by a worker at work, and end."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from typing import Any

import pytest

from common.errors import ConfigError
from common.protocol.joining import Joined, SettingsAnswer
from common.protocol.standing import Me
from common.store.drivers.base import Statement
from common.store.volunteers.people import TOKEN_MS
from common.timing.clock import utc_ms
from tests.integration.volunteers.door import VERSION, Door, Machine, join_body, refusal
from worker.source.calls import GatewayCalls
from worker.source.gateway.source import GatewaySource
from worker.source.membership import Membership, MembershipFile


async def test_a_token_past_half_its_life_is_renewed_and_both_live_until_the_new_one_is_used(door: Door) -> None:
    machine = await door.machine()
    assert (await machine.get("settings")).json()["token"] is None
    await _age(door, machine, TOKEN_MS // 2 + 60_000)
    new = Machine(door.client, (await machine.get("settings")).json()["token"])
    assert (await machine.get("me")).status_code == 200
    assert (await new.get("me")).status_code == 200
    assert refusal(await machine.get("me")) == (401, "UNKNOWN_TOKEN")
    await _age(door, new, TOKEN_MS)
    assert refusal(await new.get("me")) == (401, "TOKEN_EXPIRED")


async def test_a_next_token_that_was_never_used_ends_too(door: Door) -> None:
    machine = await door.machine()
    await _age(door, machine, TOKEN_MS - 60_000)
    new = Machine(door.client, (await machine.get("settings")).json()["token"])
    await _age(door, machine, TOKEN_MS + 60_000)
    assert refusal(await new.get("me")) == (401, "TOKEN_EXPIRED")


async def test_no_token_ends_by_a_database_clock_that_the_gateways_own_contradicts(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = await door.machine()
    await _age(door, machine, TOKEN_MS + 60_000)
    monkeypatch.setattr("gateway.people.admission.utc_ms", lambda: utc_ms() - TOKEN_MS)
    answer = await machine.get("me")
    assert refusal(answer) == (503, "UNAVAILABLE")
    assert answer.json()["refused"]["retry_after_seconds"] == 60
    assert refusal(await machine.get("settings")) == (503, "UNAVAILABLE")
    monkeypatch.undo()
    assert refusal(await machine.get("me")) == (401, "TOKEN_EXPIRED")


async def _due_for_a_new_token(door: Door) -> Membership:
    """Of a machine that joined, and whose token is more than half as old as it may become."""
    body = join_body(await door.invite())
    joined = Joined.model_validate_json((await door.client.post("/v1/join", json=body)).content)
    await _age(door, Machine(door.client, joined.token), TOKEN_MS // 2 + 60_000)
    gateway = str(door.client.base_url).rstrip("/")
    return Membership(gateway=gateway, machine=joined.machine, token=joined.token, told=joined.told)


async def test_a_worker_renews_its_token_though_the_settings_stay_the_same(door: Door) -> None:
    member = await _due_for_a_new_token(door)
    calls = GatewayCalls(member.gateway, version=VERSION, membership=member)
    source = GatewaySource(calls, say=lambda sentence: None, monotonic=time.monotonic, wait_seconds=1.0)
    await door.job()
    async with aclosing(source.offered(1)) as offers:
        offered = await anext(offers)
    await offered.put_off(0)
    await calls.close()
    assert calls.membership is not None
    assert calls.membership.token != member.token
    assert refusal(await Machine(door.client, member.token).get("me")) == (401, "UNKNOWN_TOKEN")


@pytest.mark.parametrize(("says", "shown"), [("9.1.0", "9.1.0"), ("9.2.0 <b>", VERSION)])
async def test_an_operator_sees_which_version_a_machine_runs_now(door: Door, says: str, shown: str) -> None:
    """Not the one it joined with; what is no version is not kept."""
    machine = await door.machine()
    long_ago = Statement("UPDATE machines SET last_seen_at = 1 WHERE id = :id", {"id": machine.id})
    await door.store.people._db.run(long_ago)
    assert (await machine.get("me", **{"crawlfleet-version": says})).status_code == 200
    (row,) = await door.store.people.machines("p-ada")
    assert row.version == shown


class FullDisk(MembershipFile):
    def write(self, membership: Membership) -> None:
        raise ConfigError("no room")


async def test_a_next_token_that_the_disk_does_not_take_is_not_used(door: Door) -> None:
    """Used, it would end the old one, which is all that the next start finds."""
    member = await _due_for_a_new_token(door)
    calls = GatewayCalls(member.gateway, version=VERSION, file=FullDisk(), membership=member)
    with pytest.raises(ConfigError):
        await calls.get("settings", SettingsAnswer)
    await calls.get("me", Me)
    await calls.close()
    assert (await Machine(door.client, member.token).get("me")).status_code == 200


async def test_a_request_that_comes_behind_the_one_which_ended_its_token_is_sent_again(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large report on a slow line is read when another request has used the new token."""
    member = await _due_for_a_new_token(door)
    calls = GatewayCalls(member.gateway, version=VERSION, membership=member)
    ask, arrives = calls._ask, asyncio.Event()

    async def slow_line(method: str, call: str, *more: Any) -> Any:
        if call == "me":
            await arrives.wait()
        return await ask(method, call, *more)

    monkeypatch.setattr(calls, "_ask", slow_line)
    late = asyncio.create_task(calls.get("me", Me))
    await asyncio.sleep(0)
    for _ in range(2):
        await calls.get("settings", SettingsAnswer)
    assert refusal(await Machine(door.client, member.token).get("me")) == (401, "UNKNOWN_TOKEN")
    arrives.set()
    assert (await late).machine == member.machine
    await calls.close()


async def _age(door: Door, machine: Machine, by_ms: int) -> None:
    """As if the token had been given out so long ago."""
    me = (await machine.get("me")).json()
    database = door.store.people._db
    sql = "UPDATE machines SET token_expires_at = token_expires_at - :by WHERE id = :id"
    await database.run(Statement(sql, {"by": by_ms, "id": me["machine"]}))
