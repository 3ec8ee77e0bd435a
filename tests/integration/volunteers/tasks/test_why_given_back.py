"""Why a volunteer gave a job back, or why its report was refused: an operator reads it beside the job."""

from __future__ import annotations

import pytest

from common.job import JobStatus
from fleet.operations.jobs.looking import show_job
from fleet.terminal.views.jobs.job import show_whole
from tests.integration.volunteers.door import Door, failure, lease, offer, refusal

NO_MORE = "OWN_LIMIT: the requests of today are used up"


async def _last_event(door: Door, job_id: str) -> tuple[str, str | None]:
    event = (await door.store.jobs.events(job_id))[-1]
    assert event.to_status is JobStatus.QUEUED
    return event.why, event.detail


async def test_what_a_machine_says_stands_beside_the_job(door: Door, capsys: pytest.CaptureFixture[str]) -> None:
    machine = await door.machine(trusted=False)
    job_id = await door.job()
    given = {**lease(await machine.takes()), "reason": NO_MORE}
    for released in ([job_id], []):
        assert (await machine.post("release", {"leases": [given]})).json()["released"] == released
    assert await _last_event(door, job_id) == ("given back unfinished", NO_MORE)
    show_whole(await show_job(door.settings, job_id), as_json=False)
    assert f"given back by {machine.id}: {NO_MORE}" in " ".join(capsys.readouterr().out.split())


async def test_each_of_several_has_its_own(door: Door) -> None:
    machine = await door.machine()
    told: dict[str, str | None] = {await door.job(2): "one", await door.job(3): None, await door.job(4): 'a "third" é'}
    tasks = [await machine.takes() for _ in told]
    leases = [{**lease(task), "reason": told[task["job_id"]]} for task in tasks]
    assert (await machine.post("release", {"leases": leases})).status_code == 200
    assert {job_id: (await _last_event(door, job_id))[1] for job_id in told} == told


async def test_an_older_worker_tells_none(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    assert (await machine.post("release", {"leases": [lease(await machine.takes())]})).json()["released"] == [job_id]
    assert await _last_event(door, job_id) == ("given back unfinished", None)


@pytest.mark.parametrize("reason", ["x" * 201, "two\nlines", "\x1b[31m", 5])
async def test_what_is_no_line_is_refused(door: Door, reason: object) -> None:
    machine = await door.machine()
    job_id = await door.job()
    given = {**lease(await machine.takes()), "reason": reason}
    assert refusal(await machine.post("release", {"leases": [given]})) == (400, "MALFORMED")
    assert (await door.status(job_id))[0] is JobStatus.RUNNING


async def test_nobody_writes_beside_another_machines_lease(door: Door) -> None:
    ada, eve = await door.machine("ada"), await door.machine("eve")
    job_id = await door.job()
    task = await ada.takes()
    await eve.post("release", {"leases": [{**lease(task), "reason": "mine"}]})
    await ada.post("release", {"leases": [lease(task)]})
    await eve.post("release", {"leases": [{**lease(task), "reason": "mine"}]})
    assert await _last_event(door, job_id) == ("given back unfinished", None)


async def test_a_job_that_a_report_gives_back_is_answered_the_same_when_it_comes_again(door: Door) -> None:
    machine = await door.machine(trusted=False)
    job_id = await door.job()
    said = {**failure(await machine.takes(), "OWN_LIMIT"), "detail": "no more\x07 today"}
    assert [(await machine.reports(said))[0]["taken"] for _ in range(3)] == ["recorded"] * 3
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)
    assert await _last_event(door, job_id) == ("given back unfinished", "OWN_LIMIT: no more\\x07 today")
    assert (await machine.reports({**said, "error_code": "TIMEOUT"}))[0]["taken"] == "lost"


async def test_why_a_report_was_refused_is_told_too(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    (answer,) = await machine.reports(offer(await machine.takes(), offer={"currency": "USD"}))
    assert await _last_event(door, job_id) == ("given back unfinished", answer["reason"])
