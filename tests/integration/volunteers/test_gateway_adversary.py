"""What no machine and no stranger gets through the door: real HTTP, on real stores and brokers."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import Counter
from typing import Any

import pytest

from common.job import JobStatus
from common.protocol.base import MAX_REPORT_BYTES, MAX_REQUEST_BYTES
from common.protocol.versions import PROGRAM
from common.store.drivers.base import Statement
from tests.integration.volunteers.door import Door, Machine, failure, join_body, lease, offer, refusal
from tests.servers.fleet_world import eventually


async def test_another_machines_lease_is_nobodys(door: Door) -> None:
    ada, eve = await door.machine("ada"), await door.machine("eve")
    job_id = await door.job()
    task = await ada.takes()
    assert (await eve.post("renew", {"leases": [lease(task)]})).json()["held"] == []
    assert (await eve.post("release", {"leases": [lease(task)]})).json()["released"] == []
    assert [one["taken"] for one in await eve.reports(offer(task), failure(task))] == ["lost", "lost"]
    assert await door.status(job_id) == (JobStatus.RUNNING, 1)
    (answer,) = await ada.reports(offer(task))
    assert answer["taken"] == "recorded"


async def test_a_lease_is_good_for_its_own_job_alone(door: Door) -> None:
    machine = await door.machine()
    first, second = await door.job(2), await door.job(3)
    one, two = await machine.takes(), await machine.takes()
    crossed = {**offer(one), "job_id": two["job_id"]}
    forged = {**offer(one), "lease_token": secrets.token_urlsafe(32)}
    assert [answer["taken"] for answer in await machine.reports(crossed, forged)] == ["lost", "lost"]
    assert {(await door.status(job))[0] for job in (first, second)} == {JobStatus.RUNNING}


async def test_a_late_report_changes_nothing(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    task = await machine.takes()
    await door.store.jobs._db.run(Statement("UPDATE crawl_jobs SET lock_expires_at = 1 WHERE id = :id", {"id": job_id}))
    assert (await machine.reports(offer(task)))[0]["taken"] == "lost"
    await door.store.jobs.reap(limit=9)
    assert (await machine.reports(offer(task)))[0]["taken"] == "lost"
    assert (await door.status(job_id))[0] is JobStatus.QUEUED
    assert await door.store.listing.product(job_id) is None


async def test_one_machine_that_vanishes_again_and_again_buries_no_job(door: Door) -> None:
    machine = await door.machine(trusted=False)
    job_id = await door.job()
    for _ in range(6):
        await door.store.jobs._db.run(Statement("UPDATE gateway_leases SET ended_at = 1 WHERE ended_at IS NOT NULL"))
        await door.store.jobs._db.run(Statement("DELETE FROM job_exclusions"))
        await door.publish(await door.get(job_id))
        await machine.takes()
        sql = "UPDATE crawl_jobs SET lock_expires_at = 1 WHERE id = :id"
        await door.store.jobs._db.run(Statement(sql, {"id": job_id}))
        await door.store.jobs.reap(limit=9)
        await door.store.gateway.close_over()
        assert await door.status(job_id) == (JobStatus.QUEUED, 0)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"link": "https://shopee.tw/product/1/99"}, "another link"),
        ({"fetched_url": "https://evil.example/product/1/2"}, "host"),
        ({"fetched_url": "https://127.0.0.1/product/1/2"}, "host"),
        ({"fetched_url": "javascript:alert(1)"}, "host"),
        ({"fetched_url": "https://shopee.tw/product/1/99"}, "belong"),
        ({"offer": {"item_id": "99"}}, "belong"),
        ({"offer": {"currency": "USD"}}, "USD"),
    ],
)
async def test_a_report_that_is_not_about_the_link_is_refused(door: Door, more: dict[str, Any], why: str) -> None:
    machine = await door.machine()
    job_id = await door.job()
    report = offer(await machine.takes(), **more)
    (answer,) = await machine.reports(report)
    assert answer["taken"] == "refused"
    assert why in answer["reason"]
    assert await machine.reports(report) == [answer], "and sent again it is refused the same"
    assert await door.status(job_id) == (JobStatus.QUEUED, 0), "nothing was learned of the link"
    assert await door.store.listing.product(job_id) is None
    assert (await machine.get("me")).json()["today"]["refused"] == 1


async def test_a_refused_report_cannot_be_mended_under_the_same_lease(door: Door) -> None:
    machine = await door.machine()
    task_job = await door.job()
    task = await machine.takes()
    await machine.reports(offer(task, offer={"currency": "USD"}))
    assert (await machine.reports(offer(task)))[0]["taken"] == "refused"
    assert (await door.status(task_job))[0] is JobStatus.QUEUED


async def test_the_gateway_judges_for_itself(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    report = offer(await machine.takes(), offer={"price_minor": 0, "title": "x" * 5000})
    assert (await machine.reports({**report, "verdict": {"status": "ok"}}))[0]["taken"] == "recorded"
    product = await door.store.listing.product(job_id)
    assert product and (product.price_minor, product.verdict, product.verdict_reason) == (None, "drop", "ZERO_PRICE")
    assert product.title and len(product.title) == 1000


@pytest.mark.parametrize("code", ["CANCELLED", "LEASE_EXPIRED", "UNCONFIRMED"])
async def test_codes_that_only_the_store_writes_are_refused(door: Door, code: str) -> None:
    machine = await door.machine()
    await door.job()
    (answer,) = await machine.reports(failure(await machine.takes(), code))
    assert answer["taken"] == "refused"


@pytest.mark.parametrize("call", ["claim", "renew", "report", "release", "official", "leave"])
async def test_without_a_token_nothing_is_answered(door: Door, call: str) -> None:
    stranger = Machine(door.client)
    assert refusal(await stranger.post(call, {})) == (401, "UNKNOWN_TOKEN")
    for token in ("", "x", "A" * 43, "'; DROP TABLE machines; --", "A" * 10_000):
        forged = Machine(door.client, token)
        assert refusal(await forged.post(call, {})) == (401, "UNKNOWN_TOKEN")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"request_id": 1}', b"[" * 50_000, b'{"free": 1e999}'],
)
async def test_what_is_malformed_is_refused_and_not_repeated(door: Door, body: bytes) -> None:
    machine = await door.machine()
    for call in ("claim", "renew", "report", "release", "official"):
        found = await machine.post(call, body)
        assert refusal(found) == (400, "MALFORMED")
        assert len(found.content) < 600


@pytest.mark.parametrize(("items", "reason"), [(240_000, "MALFORMED"), (900_000, "TOO_LARGE")])
async def test_a_report_of_a_million_mistakes_holds_nobody_up(door: Door, items: int, reason: str) -> None:
    machine = await door.machine(trusted=False)
    await door.job()
    told = offer(await machine.takes(), offer={"images": [1] * items})
    body = json.dumps({"outcomes": [told]}, separators=(",", ":")).encode()
    assert len(body) < MAX_REPORT_BYTES
    began = time.process_time()
    found = await machine.post("report", body)
    assert time.process_time() - began < 3
    assert refusal(found)[1] == reason and "more" in found.text, "wrong values are not told of one by one"


async def test_what_is_oversized_is_cut_off(door: Door) -> None:
    machine = await door.machine()
    assert refusal(await machine.post("claim", b" " * (MAX_REQUEST_BYTES + 1))) == (413, "TOO_LARGE")
    assert refusal(await machine.post("report", b" " * (MAX_REPORT_BYTES + 1))) == (413, "TOO_LARGE")
    assert (await machine.get("me")).status_code == 200


@pytest.mark.parametrize("trusted", [False, True])
async def test_reports_that_would_fill_the_database_are_refused(door: Door, trusted: bool) -> None:
    """An operator's own machine may tell of large pages alone."""
    machine = await door.machine(trusted=trusted)
    await door.job()
    pictures = [f"https://img.example/{number:03}{'x' * 3900}" for number in range(100)]
    variants = [{"name": "n" * 300, "sku": "s" * 200} for _ in range(500)]
    outcome = offer(await machine.takes(), offer={"images": pictures, "variants": variants})
    found = [await machine.post("report", {"outcomes": [outcome] * 2}) for _ in range(13)]
    assert found[0].status_code == 200
    if trusted:
        assert {one.status_code for one in found} == {200}
    else:
        assert refusal(found[-1]) == (429, "SLOW_DOWN")
        small = await machine.post("report", {"outcomes": [failure(outcome)]})
        assert small.status_code == 200, "what was refused does not count"


async def test_nothing_of_what_was_sent_comes_back_in_an_error(door: Door) -> None:
    secret = "hunter2-" + "x" * 20
    found = await Machine(door.client).post("join", {**join_body("s" * 43), "nonce": secret})
    assert refusal(found) == (400, "MALFORMED")
    assert secret not in found.text


@pytest.mark.parametrize(("field", "wrong"), [("came_from", 5), ("price_grounds", "strong")])
async def test_a_key_that_was_sent_does_not_come_back_either(door: Door, field: str, wrong: object) -> None:
    machine = await door.machine()
    await door.job()
    told = offer(await machine.takes(), offer={field: {"hunter2\n\x1b[31m": wrong}})
    found = await machine.post("report", {"outcomes": [told]})
    assert refusal(found) == (400, "MALFORMED")
    assert field in found.text and "hunter2" not in found.text


async def test_guessed_invites_bring_nobody_in(door: Door) -> None:
    await door.invite()
    answers = [refusal(await door.joins(secrets.token_urlsafe(32))) for _ in range(100)]
    assert set(answers) <= {(403, "BAD_INVITE"), (429, "SLOW_DOWN")}


async def test_an_invite_brings_as_many_machines_as_it_says(door: Door) -> None:
    secret = await door.invite(machines=2)
    nonce = secrets.token_urlsafe(32)
    first, again = await door.joins(secret, nonce=nonce), await door.joins(secret, nonce=nonce)
    assert first.json() == again.json(), "the same nonce is answered the same"
    found = await asyncio.gather(*(door.joins(secret) for _ in range(5)))
    assert sorted(one.status_code for one in found) == [200, 403, 403, 403, 403]
    assert {refusal(one) for one in found if one.status_code != 200} == {(403, "INVITE_FULL")}


async def test_revoking_works_on_the_next_request_and_gives_leases_back(door: Door) -> None:
    machine = await door.machine()
    job_id = await door.job()
    task = await machine.takes()
    assert await door.store.people.revoke("p-ada") == 1
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)
    for call, body in (("claim", {}), ("report", {"outcomes": [offer(task)]}), ("renew", {"leases": [lease(task)]})):
        assert refusal(await machine.post(call, body)) == (403, "REVOKED")


async def test_a_machine_that_waits_while_it_is_revoked_gets_nothing_it_can_use(door: Door) -> None:
    machine = await door.machine()
    waiting = asyncio.create_task(machine.claims(wait_seconds=3))
    await eventually(lambda: door.waiting == 1, what="a machine that waits")
    await door.store.people.revoke(machine.id)
    job_id = await door.job()
    tasks = (await waiting)["tasks"]
    assert refusal(await machine.post("report", {"outcomes": [offer(task) for task in tasks]})) == (403, "REVOKED")
    assert await door.store.listing.product(job_id) is None


@pytest.mark.parametrize("told", [{"tasks_per_day": 2, "leases_at_once": 2}])
async def test_quotas_hold(door: Door, told: dict[str, int]) -> None:
    machine = await door.machine()
    for number in range(1, 5):
        await door.job(number)
    tasks = [await machine.takes(), await machine.takes()]
    body = {"request_id": secrets.token_hex(16), "free": 64, "wait_seconds": 0}
    assert refusal(await machine.post("claim", body)) == (429, "QUOTA_SPENT")
    assert (await machine.get("me")).json()["standing"]["reason"] == "QUOTA_SPENT"
    assert (await machine.reports(offer(tasks[0])))[0]["taken"] == "recorded", "what it has it may report"


@pytest.mark.parametrize("told", [{"leases_at_once": 2}, {"tasks_per_day": 2}])
async def test_many_claims_at_once_bring_no_more_leases_than_allowed(door: Door, told: dict[str, int]) -> None:
    """Each of them finds the machine without a lease when it comes in; one that comes later is refused at once."""
    machine = await door.machine()
    jobs = [await door.job(number) for number in range(1, 9)]
    bodies = [{"request_id": secrets.token_hex(16), "free": 2, "wait_seconds": 4} for _ in range(6)]
    await asyncio.gather(*(machine.post("claim", body) for body in bodies))
    statuses = Counter([await door.status(job_id) for job_id in jobs])
    assert statuses == {(JobStatus.RUNNING, 1): 2, (JobStatus.QUEUED, 0): 6}
    (known,) = await door.store.people.machines("p-ada")
    assert (known.leases, known.tasks) == (2, 2)


@pytest.mark.parametrize("told", [{"leases_at_once": 2}])
async def test_who_asks_many_times_at_once_takes_nothing_from_others(door: Door, told: dict[str, int]) -> None:
    """What such a machine may not have lay with nobody until the dispatcher sent it again, and it was never counted."""
    eve, ada = await door.machine("eve", trusted=False), await door.machine("ada", trusted=False)
    bodies = [{"request_id": secrets.token_hex(16), "free": 64, "wait_seconds": 3} for _ in range(20)]
    asking = [asyncio.create_task(eve.post("claim", body)) for body in bodies]
    await eventually(lambda: door.waiting >= 1, what="the eager machine")
    other = asyncio.create_task(ada.claims(free=1))
    await eventually(lambda: door.waiting >= 2, what="the other machine")
    for number in range(1, 9):
        await door.job(number)
    assert len((await other)["tasks"]) == 1
    told_of = [task["job_id"] for one in await asyncio.gather(*asking) for task in one.json()["tasks"]]
    sql = "SELECT COUNT(*) AS n FROM job_events WHERE from_status = 'RUNNING' AND to_status = 'QUEUED'"
    (found,) = await door.store.jobs._db.run(Statement(sql))
    assert found.rows[0]["n"] == 0, "no job was lent to a machine that may not have it"
    assert 1 <= len(told_of) <= 2


@pytest.mark.parametrize("told", [{"leases_at_once": 2}])
async def test_no_more_leases_at_once_than_allowed(door: Door, told: dict[str, int]) -> None:
    machine = await door.machine()
    for number in range(1, 6):
        await door.job(number)
    taken = (await machine.claims(free=64))["tasks"]
    while len(taken) < 2:
        taken += (await machine.claims(free=64))["tasks"]
    assert len(taken) == 2
    body = {"request_id": secrets.token_hex(16), "free": 1, "wait_seconds": 0}
    found = await machine.post("claim", body)
    assert refusal(found) == (429, "TOO_MANY_LEASES")
    assert int(found.headers["retry-after"]) > 0


@pytest.mark.parametrize("told", [{"released_per_day": 3}])
async def test_tasks_given_back_lost_or_reported_on_falsely_are_limited_by_day(
    door: Door, told: dict[str, int]
) -> None:
    eve = await door.machine("eve", trusted=False)
    for number in range(1, 5):
        await door.job(number)
    given_back, falsely, lost = [await eve.takes() for _ in range(3)]
    await eve.post("release", {"leases": [lease(given_back)]})
    assert (await eve.reports(offer(falsely, offer={"currency": "USD"})))[0]["taken"] == "refused"
    assert (await eve.post("renew", {"leases": [lease(lost)]})).json()["held"]
    assert (await eve.get("me")).json()["standing"] is None
    sql = "UPDATE crawl_jobs SET lock_expires_at = 1 WHERE id = :id"
    await door.store.jobs._db.run(Statement(sql, {"id": lost["job_id"]}))
    assert await door.store.gateway.close_over() == 1
    body = {"request_id": secrets.token_hex(16), "free": 1, "wait_seconds": 0}
    assert refusal(await eve.post("claim", body)) == (429, "SLOW_DOWN")


@pytest.mark.parametrize("told", [{"requests_per_minute": 10}])
async def test_a_machine_that_asks_too_often_is_slowed_down(door: Door, told: dict[str, int]) -> None:
    machine = await door.machine()
    answers = [(await machine.get("me")).status_code for _ in range(12)]
    assert answers[:10] == [200] * 10
    assert answers[-1] == 429


async def test_a_worker_of_a_later_version_is_understood_and_hears_the_gateways(door: Door) -> None:
    machine = await door.machine()
    machine.headers["crawlfleet-version"] = "99.1.0"
    await door.job()
    body = {"request_id": "f" * 32, "free": 1, "wait_seconds": 5, "prefers": ["mugs"]}
    claimed = await machine.post("claim", body)
    assert claimed.headers["crawlfleet-version"] == PROGRAM
    (task,) = claimed.json()["tasks"]
    (taken,) = await machine.reports(offer(task, mood="good", offer={"colour_of_tomorrow": "blue"}))
    assert taken["taken"] == "recorded"
    refused = await machine.post("claim", {"request_id": "no"})
    assert (refused.status_code, refused.headers["crawlfleet-version"]) == (400, PROGRAM)


async def test_an_old_worker_is_told_so(door: Door) -> None:
    machine = await door.machine()
    machine.headers["crawlfleet-version"] = "0.1.9"
    assert refusal(await machine.get("me")) == (426, "TOO_OLD")
    machine.headers["crawlfleet-version"] = "nonsense"
    assert refusal(await machine.get("me")) == (426, "TOO_OLD")


async def test_what_is_not_there_is_said_in_the_same_form(door: Door) -> None:
    assert refusal(await door.client.get("/v1/jobs")) == (404, "NOT_FOUND")
    assert refusal(await door.client.get("/v1/me/", headers={"host": "evil.example"})) == (404, "NOT_FOUND")
    assert refusal(await door.client.get("/v1/claim")) == (405, "NOT_FOUND")
    assert refusal(await door.client.put("/v1/me")) == (405, "NOT_FOUND")


async def test_one_persons_word_shows_nowhere_until_another_saw_the_same(door: Door) -> None:
    ada, eve = await door.machine("ada", trusted=False), await door.machine("eve", trusted=False)
    job_id = await door.job()
    assert (await ada.reports(offer(await ada.takes())))[0]["taken"] == "recorded", "the answer tells nothing"
    assert await door.store.listing.product(job_id) is None
    assert await door.status(job_id) == (JobStatus.NEW, 0)
    await door.publish(await door.get(job_id))
    assert (await ada.claims(wait_seconds=0.3))["tasks"] == [], "not by the same person"
    await door.publish(await door.get(job_id))
    assert (await eve.reports(offer(await eve.takes())))[0]["taken"] == "recorded"
    product = await door.store.listing.product(job_id)
    assert product and product.price_minor == 42000


async def test_two_who_differ_record_nothing(door: Door) -> None:
    ada, eve = await door.machine("ada", trusted=False), await door.machine("eve", trusted=False)
    job_id = await door.job()
    await ada.reports(offer(await ada.takes()))
    await door.publish(await door.get(job_id))
    assert (await eve.reports(offer(await eve.takes(), offer={"price_minor": 1})))[0]["taken"] == "recorded"
    assert await door.store.listing.product(job_id) is None


async def test_a_person_set_aside_gets_nothing(door: Door) -> None:
    machine = await door.machine(trusted=False)
    await door.store.jobs._db.run(
        Statement("INSERT INTO standings (person, failed, set_aside_at) VALUES ('p-ada', 2, 1)")
    )
    body = {"request_id": secrets.token_hex(16), "free": 1, "wait_seconds": 0}
    assert refusal(await machine.post("claim", body)) == (403, "SET_ASIDE")
