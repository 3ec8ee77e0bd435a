"""Jobs by the API: listed page by page, counted, shown, added, and steered by id or by what was counted."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from common.job import NewJob
from common.store import ConsoleRole
from tests.servers.console import Here
from tests.servers.console.programs import Program, problem, program
from tests.servers.fleet_world import product_job

HOSTILE = '</script>"\u202e\x1b[31m\x7f é'


async def add(here: Here, numbers: range) -> list[NewJob]:
    jobs = [product_job(number) for number in numbers]
    await here.store.jobs.add(jobs)
    return jobs


async def each(program: Program, **query: Any) -> list[str]:
    """The ids that paging through the list meets."""
    ids: list[str] = []
    after: dict[str, str] = {}
    while True:
        told = await program.told("/jobs", **query, **after)
        ids += [job["id"] for job in told["items"]]
        if told["next"] is None:
            return ids
        after = {"after": told["next"]}


async def test_pages_meet_every_job_once_whatever_is_added_meanwhile(here: Here, viewer: Program) -> None:
    first = {job.id for job in await add(here, range(1, 8))}
    met: list[str] = []
    query: dict[str, Any] = {"limit": 2}
    while True:
        told = await viewer.told("/jobs", **query)
        met += [job["id"] for job in told["items"]]
        await add(here, range(100 * len(met), 100 * len(met) + 2))
        if told["next"] is None:
            break
        query["after"] = told["next"]
    assert len(met) == len(set(met)), "none twice"
    assert first <= set(met), "every one of before"
    assert len(await each(viewer, limit=3)) == 7 + 2 * 4
    assert (await viewer.told("/jobs/count")) == {"count": 15, "more": False}
    assert (await viewer.told("/jobs/count", most=5)) == {"count": 5, "more": True}


async def test_filters_are_those_of_the_command_line(here: Here, viewer: Program) -> None:
    one, two = await add(here, range(1, 3))
    await here.store.jobs.cancel([two.id], reason="not ours", event=None)
    assert await each(viewer, status="NEW") == [one.id]
    assert sorted(await each(viewer, status=["NEW", "FAILED_PERMANENT"])) == sorted([one.id, two.id])
    assert await each(viewer, shop="taobao") == await each(viewer, older_than="1h") == []
    assert await each(viewer, text="product/7/2", newer_than="1h", source="jsonl") == [two.id]
    (failed,) = (await viewer.told("/jobs/errors"))["items"]
    assert (failed["shop"], failed["status"], failed["count"]) == ("shopee", "FAILED_PERMANENT", 1)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"statsu": "NEW"}, "statsu"),
        ({"status": "GONE"}, "status.0"),
        ({"limit": 0}, "limit"),
        ({"limit": "5.0"}, "limit"),
        ({"limit": 501}, "limit"),
        ({"limit": ["1", "2"]}, "limit"),
        ({"older_than": "yesterday"}, "older_than"),
        ({"older_than": "٣h"}, "older_than"),
        ({"after": "nowhere"}, "after"),
        ({"broken": "yes"}, "broken"),
        ({"text": "a\x00b"}, "text"),
        ({"text": "a" * 301}, "text"),
    ],
)
async def test_a_typing_error_does_not_look_like_an_empty_answer(
    here: Here, viewer: Program, query: dict[str, Any], field: str
) -> None:
    told = problem(await viewer.get("/jobs", **query), 400, "WRONG_VALUES")
    assert [one["field"] for one in told["errors"]] == [field]


async def test_a_name_that_was_mistyped_is_told_the_near_one(here: Here, viewer: Program) -> None:
    told = problem(await viewer.get("/jobs", txt="mug"), 400, "WRONG_VALUES")
    assert told["errors"][0]["problem"] == "there is no such value; did you mean text?"


async def test_a_value_of_another_kind_is_told_in_this_programs_words(here: Here, operator: Program) -> None:
    """They were the library's: "Input should be a valid string"."""
    for given, said in (
        ({"links": "https://pine.example/p/1"}, {"links": "it must be a list"}),
        ({"links": ["x"], "priority": "high"}, {"priority": "it must be a whole number"}),
        ({"links": ["x"], "priority": 101}, {"priority": "it must be 100 or less"}),
        ({}, {"links": "it is missing"}),
    ):
        told = problem(await operator.post("/jobs/add", **given), 400, "WRONG_VALUES")
        assert {one["field"]: one["problem"] for one in told["errors"]} == said
    told = problem(
        await operator.post("/notify/rules/add", target="phone", kind="price-drop", by=10), 400, "WRONG_VALUES"
    )
    assert told["errors"] == [{"field": "by", "problem": "it must be text in quotes"}]
    for query, wrong in (({"limit": 501}, "it must be 500 or less"), ({"broken": "yes"}, "it must be true or false")):
        told = problem(await operator.get("/jobs", **query), 400, "WRONG_VALUES")
        assert told["errors"][0]["problem"] == wrong


async def test_a_query_of_thousands_of_names_holds_up_nobody(here: Here, viewer: Program) -> None:
    """Reading it took a time that grew with the square of them, and nobody else was answered meanwhile."""
    told = problem(await viewer.get("/jobs", **{f"n{number}": "" for number in range(5_000)}), 400, "WRONG_VALUES")
    assert "more than 100 values" in told["detail"]


async def test_a_shop_that_does_not_exist_is_named(here: Here, viewer: Program) -> None:
    told = problem(await viewer.get("/jobs", shop="ebay"), 400, "REFUSED")
    assert "shopee" in told["detail"]


@pytest.mark.parametrize("word", ["zzz", "'; DROP TABLE crawl_jobs;--", "../../etc", "%", "_", HOSTILE[:12], "é" * 900])
async def test_hostile_names_find_nothing(here: Here, viewer: Program, word: str) -> None:
    await add(here, range(1, 2))
    found = await viewer.get("/jobs/show", job=word)
    assert found.status_code in {400, 404}, found.text
    assert found.json()["next"] and "Traceback" not in found.text
    assert len(await each(viewer)) == 1


async def test_one_job_whole_and_what_strangers_wrote_is_escaped(here: Here, viewer: Program) -> None:
    job = dataclasses.replace(product_job(1), source="rss", source_account=f"https://x.example/?key=sesame#{HOSTILE}")
    await here.store.jobs.add([job])
    for named in (job.id, job.id[:8], job.url):
        found = await viewer.get("/jobs/show", job=named)
        assert found.text.isascii() and found.text.isprintable() and "sesame" not in found.text
        told = found.json()
        assert (told["id"], told["status"]) == (job.id, "NEW")
        assert [event["to_status"] for event in told["events"]] == ["NEW"]
        assert "lease_token" not in told


async def test_links_become_jobs(here: Here, operator: Program) -> None:
    links = ["https://shopee.tw/product/7/1", "https://nowhere.example/1", "https://shopee.tw/product/7/1"]
    told = (await operator.done("/jobs/add", links=links, priority=5))["items"]
    assert [one.get("new") for one in told] == [True, None, False]
    assert told[1]["reason"] == "UNKNOWN_SHOP"
    assert (await operator.told("/jobs/show", job=told[0]["id"]))["priority"] == 5
    (event,) = (await operator.told("/audit", operator="nightly"))["items"]
    assert (event["action"], event["through"], event["meant"], event["done"]) == ("jobs add", "API", 1, 1)


async def test_jobs_named_are_steered_at_once(here: Here, operator: Program) -> None:
    one, two = await add(here, range(1, 3))
    meant = await operator.done("/jobs/cancel", jobs=[one.id], dry_run=True)
    assert (meant["count"], meant["done"], meant["items"][0]["cancelled"]) == (1, 0, False)
    done = await operator.done("/jobs/cancel", jobs=[one.id[:9], two.url], reason="not ours")
    assert (done["count"], done["done"]) == (2, 2)
    assert [fate["cancelled"] for fate in done["items"]] == [True, True]
    assert (await operator.told("/jobs/show", job=one.id))["last_error"] == "not ours"
    again = await operator.done("/jobs/cancel", jobs=[one.id])
    assert again["done"] == 0 and "FAILED_PERMANENT" in again["items"][0]["reason"]
    problem(await operator.post("/jobs/requeue", jobs=["zzzz"]), 404, "NOT_FOUND")
    assert (await operator.done("/jobs/requeue", jobs=[one.id]))["done"] == 1


async def test_what_a_filter_finds_is_counted_first(here: Here, operator: Program) -> None:
    jobs = await add(here, range(1, 6))
    problem(await operator.post("/jobs/cancel", filter={"status": ["NEW"]}), 409, "COUNT_FIRST")
    problem(await operator.post("/jobs/cancel", dry_run=True), 400, "REFUSED")
    counted = await operator.done("/jobs/cancel", filter={"shop": "shopee"}, dry_run=True)
    assert (counted["count"], counted["done"], counted["items"]) == (5, 0, [])
    assert len(await each(operator, status="NEW")) == 5, "nothing was changed"
    await here.store.jobs.cancel([jobs[0].id], reason="meanwhile", event=None)
    await add(here, range(6, 8))
    asked = {"number": counted["number"], "count": counted["count"]}
    other = await program(here, "another", ConsoleRole.OPERATOR)
    problem(await other.post("/jobs/cancel", **asked), 409, "COUNT_AGAIN")
    problem(await operator.post("/jobs/cancel", **asked, filter={"shop": "other"}), 400, "WRONG_VALUES")
    done = await operator.done("/jobs/cancel", **asked)
    assert (done["count"], done["done"]) == (5, 4), "what changed meanwhile is left out, what came later too"
    assert len(await each(operator, status="NEW")) == 2
    problem(await operator.post("/jobs/cancel", **asked), 409, "COUNT_AGAIN")
    (event, *_) = (await here.store.operators.page(limit=1, action="jobs cancel")).rows
    assert (event.operator, event.meant, event.done) == ("nightly", 4, 4) and event.ended_at is not None


@pytest.mark.parametrize("told", [{"count": 4}, {"count": 6}, {}])
async def test_another_count_changes_nothing(here: Here, operator: Program, told: dict[str, int]) -> None:
    await add(here, range(1, 6))
    counted = await operator.done("/jobs/cancel", filter={"status": ["NEW"]}, dry_run=True)
    problem(await operator.post("/jobs/cancel", number=counted["number"], **told), 409, "OTHER_COUNT")
    assert len(await each(operator, status="NEW")) == 5


async def test_a_number_is_of_its_own_action(here: Here, operator: Program) -> None:
    await add(here, range(1, 3))
    counted = await operator.done("/jobs/cancel", filter={"status": ["NEW"]}, dry_run=True)
    asked = {"number": counted["number"], "count": counted["count"]}
    problem(await operator.post("/jobs/recheck", **asked), 409, "COUNT_AGAIN")


@pytest.mark.parametrize(
    ("content_type", "body", "status", "code"),
    [
        ("text/plain", b'{"jobs": ["a"]}', 415, "NOT_JSON"),
        ("application/x-www-form-urlencoded", b"jobs=a", 415, "NOT_JSON"),
        ("application/json", b"{", 400, "WRONG_VALUES"),
        ("application/json", b"", 400, "WRONG_VALUES"),
        ("application/json", b"[]", 400, "WRONG_VALUES"),
        ("application/json", b"null", 400, "WRONG_VALUES"),
        ("application/json", b"\xff\xfe", 400, "WRONG_VALUES"),
        ("application/json", b'{"jobs": ["\\ud800"]}', 400, "WRONG_VALUES"),
        ("application/json", b'{"jobs": "a"}', 400, "WRONG_VALUES"),
        ("application/json", b'{"jobs": [1]}', 400, "WRONG_VALUES"),
        ("application/json", b'{"dry_run": 1, "filter": {"shop": "shopee"}}', 400, "WRONG_VALUES"),
        ("application/json", b"[" * 60_000, 400, "WRONG_VALUES"),
        ("application/json", b'{"jobs": ["' + b"a" * 1_100_000 + b'"]}', 413, "TOO_LARGE"),
    ],
)
async def test_bodies_that_are_none(
    here: Here, operator: Program, content_type: str, body: bytes, status: int, code: str
) -> None:
    headers = {**operator.bearer, "content-type": content_type}
    problem(await operator.client.post("/api/v1/jobs/requeue", content=body, headers=headers), status, code)


async def test_calls_that_are_none(here: Here, operator: Program) -> None:
    problem(await operator.get("/nothing"), 404, "NO_SUCH_CALL")
    problem(await operator.client.get("/api/v2/jobs", headers=operator.bearer), 404, "NO_SUCH_CALL")
    other = await operator.post("/jobs")
    problem(other, 405, "OTHER_METHOD")
    assert "GET" in other.headers["allow"]
    asked = await operator.client.post("/api/v1/jobs/requeue?jobs=a", json={}, headers=operator.bearer)
    problem(asked, 400, "WRONG_VALUES")


async def test_a_resumed_shop_tells_which_pauses_still_hold_it(operator: Program) -> None:
    for shop in ("other", "other/oak.example", "shopee"):
        await operator.done("/shops/pause", shop=shop, reason="a test")
    assert await operator.done("/shops/resume", shop="other/oak.example") == {
        "shop": "other/oak.example",
        "paused": False,
        "changed": True,
        "still_paused": ["other"],
    }
    assert (await operator.done("/shops/resume", shop="other"))["still_paused"] == []
