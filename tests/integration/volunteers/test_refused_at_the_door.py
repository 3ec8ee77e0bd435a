"""A shop's refusal and the machines at a gateway: none is given what was refused through a proxy."""

from __future__ import annotations

import pytest

from common.store.drivers.base import Statement
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


@pytest.mark.parametrize(("trusted", "attempts", "waits_seconds"), [(False, 1, 600), (False, 5, 7200), (True, 1, 7200)])
async def test_one_volunteers_word_holds_a_job_up_for_ten_minutes_at_most(
    door: Door, trusted: bool, attempts: int, waits_seconds: int
) -> None:
    """Or for the usual delay of that attempt: what an honest worker says without a shop's Retry-After."""
    machine = await door.machine(trusted=trusted)
    job_id = await door.job()
    set_attempt = Statement("UPDATE crawl_jobs SET attempt = :n, max_attempts = 9", {"n": attempts - 1})
    await door.store.people._db.run(set_attempt)
    said = failure(await machine.takes(), "RATE_LIMITED") | {"retry_after_seconds": 86_400.0}
    assert (await machine.reports(said))[0]["taken"] == "recorded"
    job = await door.get(job_id)
    assert job.next_run_at is not None
    assert round((job.next_run_at - job.updated_at) / 1000) == waits_seconds
