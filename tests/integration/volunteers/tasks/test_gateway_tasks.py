"""Joining, taking tasks, and what becomes of them: real HTTP on real stores and brokers."""

from __future__ import annotations

import asyncio
import json
import re
import secrets

import pytest

from common.errors import StoreUnavailable
from common.job import JobStatus
from common.store.drivers.base import Statement
from tests.integration.volunteers.door import Door, Machine, failure, lease, offer, refusal, serving
from tests.servers.fleet_world import eventually


async def test_from_an_invite_to_a_recorded_page(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    task = await machine.takes()
    assert (task["job_id"], task["link"], task["shop"]) == (job_id, "https://shopee.tw/product/1/2", "shopee")
    assert set(task) == {"job_id", "lease_token", "link", "shop", "attempt", "lease_seconds", "way"}, "no post"
    (answer,) = await machine.reports(offer(task))
    assert answer["taken"] == "recorded"
    assert await door.status(job_id) == (JobStatus.SUCCEEDED, 1)
    product = await door.store.listing.product(job_id)
    assert product and (product.price_minor, product.currency, product.title) == (42000, "TWD", "Mug")
    me = (await machine.get("me")).json()
    assert (me["today"]["tasks"], me["today"]["recorded"], me["total_recorded"], me["credit"]) == (1, 1, 0, 0)
    assert await door.broker.take(["shopee"], 9) == [], "the message was acked"


async def test_a_claim_waits_for_the_task_that_comes(door: Door) -> None:
    machine = await door.machine()
    waiting = asyncio.create_task(machine.claims(wait_seconds=20))
    await asyncio.sleep(0)
    job_id = await door.job()
    assert [task["job_id"] for task in (await waiting)["tasks"]] == [job_id]


async def test_a_machine_that_leaves_a_shop_out_is_given_the_others(door: Door) -> None:
    """By its registrable domain; a machine that leaves nothing out gets the rest."""
    picky, other = await door.machine("ada"), await door.machine("ben")
    left = await door.job(1, url="https://www.pinewood.example/p/1", platform="other")
    asked = {"request_id": secrets.token_hex(16), "free": 2, "wait_seconds": 1.0, "not_domains": ["pinewood.example"]}
    found = (await picky.post("claim", asked)).json()
    assert (found["tasks"], found["none"]["reason"]) == ([], "NOTHING_WAITS")
    wanted = await door.job(2)
    asked |= {"request_id": secrets.token_hex(16), "wait_seconds": 20.0}
    assert [task["job_id"] for task in (await picky.post("claim", asked)).json()["tasks"]] == [wanted]
    assert refusal(await picky.post("claim", asked | {"not_domains": ["x"] * 101}))[1] == "MALFORMED"
    await door.store.people._db.run(Statement("UPDATE crawl_jobs SET next_run_at = NULL WHERE id = :id", {"id": left}))
    await door.publish(await door.get(left))
    assert [task["job_id"] for task in (await other.claims(wait_seconds=20))["tasks"]] == [left]


async def test_nothing_waits_is_said_with_when_to_ask_again(door: Door) -> None:
    found = await (await door.machine()).claims(wait_seconds=0)
    assert found["tasks"] == []
    assert found["none"]["reason"] == "NOTHING_WAITS"
    assert found["none"]["retry_after_seconds"] > 0


async def test_when_all_that_waits_is_of_paused_shops_it_is_said_which(door: Door) -> None:
    machine = await door.machine()
    await door.job()
    await door.store.fleet.pause_shop("shopee", "too many walls")
    none = (await machine.claims(wait_seconds=0))["none"]
    assert (none["reason"], none["retry_after_seconds"]) == ("SHOP_PAUSED", 30.0)
    assert none["sentence"].endswith("until they are resumed: shopee")
    await door.store.fleet.resume_shop("shopee")
    await door.job(3)
    assert (await machine.claims(wait_seconds=20))["tasks"], "what waits is handed out again"


async def test_a_link_that_no_answer_could_name_is_handed_to_nobody_and_hides_no_other(door: Door) -> None:
    """Accepted by a version before; of the claim that it was among nothing arrived, nor of any that came after."""
    machine = await door.machine()
    long = await door.job(url=f"https://pinewood.example/{'x' * 4000}", platform="other")
    job_id = await door.job()
    tasks = (await machine.claims(free=2))["tasks"]
    tasks += (await machine.claims(free=2, wait_seconds=1.0))["tasks"]
    assert [task["job_id"] for task in tasks] == [job_id]
    assert await door.status(long) == (JobStatus.QUEUED, 0)


async def test_a_paused_person_is_told_why_however_the_operator_wrote_it(door: Door) -> None:
    machine = await door.machine()
    await door.store.people.pause("p-ada", "too many lost tasks:\n\n\tplease\x07 write to us")
    none = (await machine.claims(wait_seconds=0.0))["none"]
    told = r"the operator has paused you: too many lost tasks: please\x07 write to us"
    assert (none["reason"], none["sentence"]) == ("PAUSED", told)
    assert (await machine.get("me")).json()["standing"] == none


async def test_the_same_request_id_is_answered_with_the_same_live_leases(door: Door) -> None:
    machine = await door.machine()
    for number in range(3):
        await door.job(number)
    request_id = secrets.token_hex(16)
    first = await machine.claims(free=2, request_id=request_id)
    again = await machine.claims(free=2, request_id=request_id)
    assert first["tasks"]
    tokens = {task["job_id"]: task["lease_token"] for task in first["tasks"]}
    assert {task["job_id"]: task["lease_token"] for task in again["tasks"]} == tokens
    other = await door.machine("eve")
    stolen = await other.claims(free=2, request_id=request_id)
    assert not tokens.keys() & {task["job_id"] for task in stolen["tasks"]}


async def test_a_job_that_a_claim_brought_before_comes_soon_again_after_that_claim_is_sent_late(door: Door) -> None:
    """As after an outage that outlasted the leases: a lease's token begins no second one."""
    machine = await door.machine()
    job_id = await door.job()
    request_id = secrets.token_hex(16)
    (task,) = (await machine.claims(request_id=request_id))["tasks"]
    await machine.post("release", {"leases": [lease(task)]})
    await door.publish(await door.get(job_id))
    assert (await machine.claims(request_id=request_id, wait_seconds=1.0))["tasks"] == []
    job = await door.get(job_id)
    assert job.status is JobStatus.QUEUED and job.next_run_at is not None
    assert job.next_run_at - await door.store.jobs.now_ms() <= 30_000, "its message is gone"


async def test_the_same_request_id_sent_twice_at_once_is_one_claim(door: Door) -> None:
    machine = await door.machine()
    request_id = secrets.token_hex(16)
    claims = [asyncio.create_task(machine.claims(free=1, wait_seconds=20, request_id=request_id)) for _ in range(3)]
    await eventually(lambda: door.waiting == 1, what="one machine that waits, however often it asks")
    for number in range(3):
        await door.job(number)
    answers = [(await claim)["tasks"] for claim in claims]
    assert len({(task["job_id"], task["lease_token"]) for tasks in answers for task in tasks}) == 1, answers
    assert (await machine.get("me")).json()["today"]["tasks"] == 1


async def test_a_report_sent_twice_is_answered_and_counted_once(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    report = offer(await machine.takes())
    assert await machine.reports(report) == await machine.reports(report)
    assert await machine.reports(report, report) == [{"job_id": job_id, "taken": "recorded", "reason": None}] * 2
    assert (await machine.get("me")).json()["today"]["recorded"] == 1
    assert [event.to_status for event in await door.store.jobs.events(job_id)].count(JobStatus.SUCCEEDED) == 1


async def test_a_failure_is_judged_by_the_gateway(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    task = await machine.takes()
    (answer,) = await machine.reports({**failure(task, "RATE_LIMITED"), "retry_after_seconds": 86_400})
    assert answer["taken"] == "recorded"
    job = await door.get(job_id)
    assert (job.status, job.error_code) == (JobStatus.FAILED_RETRYABLE, "RATE_LIMITED")
    now_ms = await door.store.jobs.now_ms()
    longest_ms = door.settings.work.retry_delays_seconds[-1] * 1000
    assert job.next_run_at is not None and job.next_run_at - now_ms <= longest_ms, "no day off on a machine's word"


@pytest.mark.parametrize("trusted", [True, False])
async def test_a_job_whose_turn_is_far_away_waits_and_keeps_its_attempt(door: Door, trusted: bool) -> None:
    """Given back as due at once, a slow shop's many links would go to the same machine and back without end."""
    machine = await door.machine(trusted=trusted)
    job_id = await door.job()
    (answer,) = await machine.reports({**failure(await machine.takes(), "NO_TURN"), "retry_after_seconds": 300})
    assert answer["taken"] == "recorded"
    job = await door.get(job_id)
    assert (job.status, job.attempt, job.error_code) == (JobStatus.FAILED_RETRYABLE, 0, "NO_TURN")
    waits_ms = (job.next_run_at or 0) - await door.store.jobs.now_ms()
    assert 0 < waits_ms <= 300_000
    assert (waits_ms <= 60_000) is not trusted, "a stranger's turns are its own, and keep the job from others a minute"


async def test_who_has_no_turn_is_not_given_the_job_meanwhile_and_others_are(door: Door) -> None:
    eve, ada = await door.machine("eve", trusted=False), await door.machine("ada", trusted=False)
    job_id = await door.job()

    async def due_again() -> None:
        await door.store.jobs._db.run(Statement("UPDATE crawl_jobs SET next_run_at = 1 WHERE id = :id", {"id": job_id}))
        await door.publish(await door.get(job_id))

    for seconds in (0, 86_400):
        await eve.reports({**failure(await eve.takes(), "NO_TURN"), "retry_after_seconds": seconds})
        await due_again()
        assert (await eve.claims(wait_seconds=0.5))["tasks"] == [], "whatever it said, else it had it again and again"
        (row,) = await door.store.jobs._db.run(
            Statement("SELECT person, until_at FROM job_exclusions WHERE person <> '-'")
        )
        longest_ms = int(str(row.rows[0]["until_at"])) - await door.store.jobs.now_ms()
        assert 59_000 < longest_ms + 5_000 <= 605_000
        await door.store.jobs._db.run(Statement("DELETE FROM job_exclusions"))
        await due_again()
    await eve.reports({**failure(await eve.takes(), "NO_TURN"), "retry_after_seconds": 600})
    await due_again()
    assert (await ada.takes())["job_id"] == job_id


async def test_what_is_released_costs_no_attempt_and_goes_to_somebody_else(door: Door) -> None:
    machine = await door.machine(trusted=False)
    job_id = await door.job()
    task = await machine.takes()
    assert (await machine.post("release", {"leases": [lease(task)]})).json()["released"] == [job_id]
    assert (await machine.post("release", {"leases": [lease(task)]})).json()["released"] == []
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)
    await door.publish(await door.get(job_id))
    assert (await machine.claims(wait_seconds=0))["tasks"] == []
    job = await door.get(job_id)
    assert job.next_run_at is not None, "its message is gone, so it is due again later"
    await door.publish(job)
    other = await door.machine("eve", trusted=False)
    assert [task["job_id"] for task in (await other.claims())["tasks"]] == [job_id]


async def test_leases_are_renewed_and_a_lost_one_is_not(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    task = await machine.takes()
    before = (await door.get(job_id)).lock_expires_at
    await asyncio.sleep(0.01)
    assert (await machine.post("renew", {"leases": [lease(task)]})).json()["held"] == [job_id]
    after = (await door.get(job_id)).lock_expires_at
    assert before is not None and after is not None and after > before
    await door.store.jobs.cancel([job_id], reason="no longer wanted")
    assert (await machine.post("renew", {"leases": [lease(task)]})).json()["held"] == []
    (answer,) = await machine.reports(offer(task))
    assert answer["taken"] == "lost"


async def test_messages_are_taken_only_as_far_as_machines_wait(door: Door) -> None:
    for number in range(5):
        await door.job(number)
    machine = await door.machine()
    assert len((await machine.claims(free=2))["tasks"]) in {1, 2}
    depths = {depth.name: depth.ready for depth in await door.broker.depths()}
    assert depths["crawl.shopee"] >= 3


async def test_a_short_link_goes_to_trusted_machines_alone(door: Door) -> None:
    job_id = await door.job(url="https://s.shopee.tw/abcdef")
    stranger = await door.machine("eve", trusted=False)
    assert (await stranger.claims(wait_seconds=0.3))["tasks"] == []
    await door.publish(await door.get(job_id))
    task = await (await door.machine()).takes()
    assert task["job_id"] == job_id


async def test_a_machine_leaves(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    await machine.takes()
    assert (await machine.post("leave")).json()["released"] == 1
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)
    assert refusal(await machine.get("me")) == (403, "REVOKED")


async def test_tasks_nobody_confirms_come_back(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.tasks.sweeping.SWEEP_SECONDS", 0.05)
    monkeypatch.setattr("gateway.tasks.sweeping.CONFIRM_SECONDS", 0.2)
    machine = await door.machine()
    job_id = await door.job()
    await machine.takes()

    async def back() -> bool:
        return await door.status(job_id) == (JobStatus.QUEUED, 0)

    await eventually(back, what="the task that nobody confirmed")


async def test_health_and_the_page(door: Door) -> None:
    assert (await door.client.get("/healthz")).text == "ok\n"
    ready = await door.client.get("/readyz")
    assert (ready.status_code, ready.text) == (200, "ready\n")
    page = await door.client.get("/")
    assert "crawlfleet join" in page.text and "9.0.0" in page.text
    assert "<code>crawlfleet volunteer leave</code>" in page.text
    assert "script" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


async def test_the_openapi_document_describes_every_call(door: Door) -> None:
    told = (await door.client.get("/v1/openapi.json")).json()
    calls = ("join", "claim", "renew", "report", "release", "official", "settings", "me", "leave")
    assert set(told["paths"]) == {f"/v1/{call}" for call in calls}
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(told)))
    assert named <= told["components"]["schemas"].keys()
    for path, methods in told["paths"].items():
        for method in methods:
            found = await door.client.request(method, path, json={})
            assert str(found.status_code) in methods[method]["responses"], path


async def test_two_gateways_side_by_side_answer_for_each_other(door: Door) -> None:
    """The second knows nothing but what the database has."""
    machine = await door.machine()
    job_id = await door.job()
    request_id = secrets.token_hex(16)
    (task,) = (await machine.claims(request_id=request_id))["tasks"]
    async with serving(door.settings, door.store, door.broker) as second:
        there = Machine(second.client, machine.token, machine.id)
        assert (await there.claims(request_id=request_id))["tasks"][0]["lease_token"] == task["lease_token"]
        assert (await there.post("renew", {"leases": [lease(task)]})).json()["held"] == [job_id]
        assert (await there.reports(offer(task)))[0]["taken"] == "recorded"
    assert (await machine.reports(offer(task)))[0]["taken"] == "recorded"
    assert await door.status(job_id) == (JobStatus.SUCCEEDED, 1)


async def test_a_machine_that_hangs_up_takes_nothing_with_it(door: Door) -> None:
    machine = await door.machine()
    waiting = asyncio.create_task(machine.claims(wait_seconds=20))
    await eventually(lambda: door.waiting == 1, what="a machine that waits")
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await eventually(lambda: door.waiting == 0, what="a gateway that noticed")
    job_id = await door.job()
    other = await door.machine("eve")
    assert [task["job_id"] for task in (await other.claims())["tasks"]] == [job_id]


async def test_a_database_that_is_away_is_said_and_a_message_is_not_lost(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = await door.machine()
    job_id = await door.job()

    async def away(*more: object, **named: object) -> object:
        raise StoreUnavailable("cut for the test")

    with monkeypatch.context() as cut:
        cut.setattr(door.store.gateway, "offered", away)
        found = await machine.claims(wait_seconds=0.5)
        assert (found["none"]["reason"], found["tasks"]) == ("UNAVAILABLE", [])
        assert (await door.client.get("/readyz")).status_code == 503
        cut.setattr(door.store.people, "by_token", away)
        answer = await machine.get("me")
        assert refusal(answer) == (503, "UNAVAILABLE")
        assert "cut for the test" not in answer.text
    assert (await door.status(job_id))[0] is JobStatus.QUEUED

    async def waits_again() -> bool:
        return sum(depth.ready for depth in await door.broker.depths()) == 1

    await eventually(waits_again, what="its message in a queue")
