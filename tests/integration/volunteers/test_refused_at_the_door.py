"""A shop's refusal and the machines at a gateway: none is given what was refused through a proxy."""

from __future__ import annotations

import pytest

from common.store.proxies.proxies import EVERYWHERE
from tests.integration.volunteers.door import Door, failure


@pytest.mark.parametrize("trusted", [True, False])
async def test_a_job_refused_through_a_proxy_is_given_to_no_machine(door: Door, trusted: bool) -> None:
    machine = await door.machine(trusted=trusted)
    job_id = await door.job()
    await door.store.proxies.tie(job_id, {"shopee.tw": "one"}, for_ms=60_000)
    claimed = await machine.claims(wait_seconds=1.0)
    assert claimed["tasks"] == []
    assert claimed["none"]["reason"] == "NOTHING_WAITS"
    other = await door.job(3)
    assert [task["job_id"] for task in (await machine.claims())["tasks"]] == [other]


@pytest.mark.parametrize(("trusted", "ties"), [(True, {EVERYWHERE: None}), (False, {})])
async def test_a_machines_refusal_counts_as_far_as_its_word_does(
    door: Door, trusted: bool, ties: dict[str, str | None]
) -> None:
    machine = await door.machine(trusted=trusted)
    job_id = await door.job()
    (told,) = await machine.reports(failure(await machine.takes(), "ACCESS_DENIED"))
    assert told["taken"] == "recorded"
    assert await door.store.proxies.ties(job_id, refused_ms=60_000) == ties
