"""Which machine at a gateway is given tasks of which way, and what becomes of them."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from common.broker.base import Outgoing
from common.broker.topology import job_key
from common.job import JobStatus, NewJob
from common.shops.registry import Shops
from common.store import ClaimOutcome
from common.store.volunteers.values import MachineClaim
from common.ways.way import Way
from tests.integration.store.volunteers import at_the_gateway
from tests.integration.volunteers.door import ITEM, Door, Machine, failure, lease, offer

BOTH = ("http", "browser")


async def job(door: Door, number: int = 2, *, way: Way = Way.BROWSER, queue: Way | None = None) -> str:
    """A job that goes this way, whose message waits; `queue`: it waits at another way's."""
    link = ITEM.format(number=number)
    new = NewJob(link, link, "shopee", "tw", "1", str(number), "rss", "a", "p")
    await door.store.jobs.add([new])
    await door.store.jobs.choose_way([new.id], way)
    (refused,) = await door.broker.publish([Outgoing(new.id, job_key("shopee", "tw", queue or way))])
    assert refused is None
    await door.store.jobs.publish([new.id], republish_after_ms=900_000, via=way)
    return new.id


async def claim(machine: Machine, *ways: str, wait_seconds: float = 20.0, **more: Any) -> Any:
    body = {"request_id": secrets.token_hex(16), "free": 1, "wait_seconds": wait_seconds, **more}
    found = await machine.post("claim", body | ({"ways": ways} if ways else {}))
    assert found.status_code == 200, found.text
    return found.json()


async def ladder(door: Door) -> None:
    ways = {"shopee": Shops(door.settings.shops).for_platform("shopee").ways}
    await door.store.ways.put_ladders(ways, (Way.HTTP, Way.BROWSER))


async def test_an_operators_own_machine_records_what_it_saw_in_the_browser(door: Door) -> None:
    machine = await door.machine()
    job_id = await job(door)
    answer = await claim(machine, *BOTH)
    (task,) = answer["tasks"]
    assert (task["job_id"], task["way"], answer["ways"]) == (job_id, "browser", list(BOTH))
    (taken,) = await machine.reports(offer(task))
    assert taken["taken"] == "recorded"
    assert await door.status(job_id) == (JobStatus.SUCCEEDED, 1)
    product = await door.store.listing.product(job_id)
    assert product is not None and product.price_minor == 42000
    (price,) = await door.store.listing.history(product.product_key, limit=5)
    assert price.via == Way.BROWSER


async def test_it_is_told_the_way_again_when_the_claim_is_sent_again(door: Door) -> None:
    machine = await door.machine()
    await job(door)
    request_id = secrets.token_hex(16)
    (first,) = (await claim(machine, *BOTH, request_id=request_id))["tasks"]
    (again,) = (await claim(machine, *BOTH, request_id=request_id))["tasks"]
    assert (again["lease_token"], again["way"]) == (first["lease_token"], "browser")


async def test_a_report_brings_the_next_task_of_any_of_its_ways(door: Door) -> None:
    machine = await door.machine()
    for number in (2, 3, 4):
        await job(door, number)
    (task,) = (await claim(machine, *BOTH))["tasks"]
    asked = {"request_id": secrets.token_hex(16), "free": 1, "wait_seconds": 1, "ways": BOTH}
    said = (await machine.post("report", {"outcomes": [offer(task)], "next": asked})).json()
    assert [one["way"] for one in said["tasks"]] == ["browser"]


async def test_both_ways_are_filled_from_where_jobs_wait(door: Door) -> None:
    machine = await door.machine()
    waiting = {await job(door, number, way=(Way.HTTP, Way.BROWSER)[number % 2]) for number in range(2, 8)}
    came = []
    for _ in range(6):
        came += (await claim(machine, *BOTH, free=6))["tasks"]
        if len(came) == 6:
            break
    assert {one["job_id"] for one in came} == waiting
    assert sorted(one["way"] for one in came) == ["browser"] * 3 + ["http"] * 3


@pytest.mark.parametrize("ways", [(), ("http",), ("official",), ("official", "http", "by_post")])
async def test_a_volunteer_that_offers_no_browser_is_given_plain_http_alone(door: Door, ways: tuple[str, ...]) -> None:
    machine = await door.machine("bob", trusted=False)
    browser, official = await job(door, 2), await job(door, 3, way=Way.OFFICIAL)
    answer = await claim(machine, *ways, wait_seconds=1.0)
    assert answer["tasks"] == []
    given = ["http"] if not ways or "http" in ways else []
    assert answer["ways"] == given
    if not given:
        assert "no task by official" in answer["none"]["sentence"]
        assert answer["none"]["retry_after_seconds"] >= 60
    for left in (browser, official):
        assert await door.status(left) == (JobStatus.QUEUED, 0)
    if given:
        plain = await door.job(4)
        assert [one["job_id"] for one in (await claim(machine, *ways))["tasks"]] == [plain]


async def test_a_volunteer_that_offers_the_browser_is_given_its_jobs_and_no_official_one(door: Door) -> None:
    """What it saw is looked at a second time by the same way, as what it reads by plain HTTP is."""
    volunteer, other = await door.machine("bob", trusted=False), await door.machine("eve", trusted=False)
    official = await job(door, 3, way=Way.OFFICIAL)
    job_id = await job(door)
    (task,) = (await claim(volunteer, "official", *BOTH))["tasks"]
    assert (task["job_id"], task["way"]) == (job_id, "browser")
    (taken,) = await volunteer.reports(offer(task))
    assert taken["taken"] == "recorded"
    found = await door.get(job_id)
    assert (found.status, found.via, found.attempt) == (JobStatus.NEW, Way.BROWSER, 0), "it waits for a second look"
    assert await door.store.listing.product(job_id) is None
    await door.broker.publish([Outgoing(job_id, job_key("shopee", "tw", Way.BROWSER))])
    await door.store.jobs.publish([job_id], republish_after_ms=900_000, via=Way.BROWSER)
    (second,) = (await claim(other, *BOTH))["tasks"]
    assert (second["job_id"], second["way"]) == (job_id, "browser")
    await other.reports(offer(second))
    assert (await door.status(job_id))[0] is JobStatus.SUCCEEDED
    product = await door.store.listing.product(job_id)
    assert product is not None and product.price_minor == 42000
    assert await door.status(official) == (JobStatus.QUEUED, 0)


async def test_an_official_job_is_no_volunteers_in_the_database_either(door: Door) -> None:
    """Whatever a gateway would ask for."""
    machine = await door.machine("bob", trusted=False)
    job_id = await job(door, 3, way=Way.OFFICIAL)
    asked = MachineClaim(job_id, "shopee", machine.id, "p-bob", False, "r" * 32, "t" * 40, way=Way.OFFICIAL)
    assert (await at_the_gateway(door.store, asked, lease_ms=60_000)).outcome is ClaimOutcome.WRONG_QUEUE
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)


@pytest.mark.parametrize("ways", [(), ("official",), ("official", "http")])
async def test_an_operators_machine_is_given_what_it_names(door: Door, ways: tuple[str, ...]) -> None:
    machine = await door.machine()
    await job(door)
    official = await job(door, 3, way=Way.OFFICIAL)
    came = (await claim(machine, *ways, free=2, wait_seconds=1.0))["tasks"]
    assert [(one["job_id"], one["way"]) for one in came] == ([(official, "official")] if ways else [])


async def test_an_official_answer_may_leave_out_the_stock_and_comes_from_its_interface_alone(door: Door) -> None:
    machine = await door.machine()
    host = "https://open-api.affiliate.shopee.tw/"
    stated: dict[str, Any] = {"availability": "UNKNOWN", "price_kind": "official"}
    for number, told, taken in (
        (3, {"fetched_url": host}, "recorded"),
        (4, {}, "refused"),
        (5, {"fetched_url": "https://open-api.affiliate.shopee.sg/"}, "refused"),
        (6, {"fetched_url": host, "currency": "SGD"}, "refused"),
        (7, {"fetched_url": host, "item_id": "3"}, "refused"),
    ):
        job_id = await job(door, number, way=Way.OFFICIAL)
        (task,) = (await claim(machine, "official"))["tasks"]
        more = {name: told[name] for name in told if name != "fetched_url"}
        place = {"fetched_url": told["fetched_url"]} if "fetched_url" in told else {}
        (answer,) = await machine.reports(offer(task, offer=stated | more, **place))
        assert answer["taken"] == taken, (number, answer)
        product = await door.store.listing.product(job_id)
        assert (product is not None) == (taken == "recorded")


async def test_who_is_no_operators_machine_any_more_states_nothing_officially(door: Door) -> None:
    machine = await door.machine("eve")
    job_id = await job(door, 3, way=Way.OFFICIAL)
    (task,) = (await claim(machine, "official"))["tasks"]
    await door.store.people.trust("p-eve", trusted=False)
    stated = offer(task, offer={"availability": "UNKNOWN"}, fetched_url="https://open-api.affiliate.shopee.tw/")
    (answer,) = await machine.reports(stated)
    assert answer["taken"] == "refused"
    assert (await door.store.people.now(seen_ms=120_000)).official_seen == 0
    assert await door.store.listing.product(job_id) is None


async def test_a_shop_named_as_a_way_opens_no_queue_of_it(door: Door) -> None:
    machine = await door.machine("bob", trusted=False)
    job_id = await job(door)
    assert (await claim(machine, shops=["browser", "official"], wait_seconds=1.0))["tasks"] == []
    depths = {depth.name: depth.ready for depth in await door.broker.depths()}
    assert depths["crawl.browser"] == 1, "nobody took its message"
    assert await door.status(job_id) == (JobStatus.QUEUED, 0)


@pytest.mark.parametrize("way", [Way.HTTP, Way.OFFICIAL])
async def test_a_message_at_another_ways_queue_lends_nothing(door: Door, way: Way) -> None:
    machine = await door.machine()
    forged = await job(door, 2, way=way, queue=Way.BROWSER)
    assert (await claim(machine, "browser", wait_seconds=1.0))["tasks"] == []
    assert await door.status(forged) == (JobStatus.QUEUED, 0)


async def test_a_wall_sends_a_job_down_the_ladder_and_the_last_way_ends_it(door: Door) -> None:
    await ladder(door)
    machine = await door.machine()
    job_id = await job(door, way=Way.HTTP)
    (task,) = (await claim(machine))["tasks"]
    assert task["way"] == "http"
    await machine.reports(failure(task, "ACCESS_DENIED"))
    found = await door.get(job_id)
    assert (found.status, found.via, found.attempt) == (JobStatus.NEW, Way.BROWSER, 0)
    await door.broker.publish([Outgoing(job_id, job_key("shopee", "tw", Way.BROWSER))])
    await door.store.jobs.publish([job_id], republish_after_ms=900_000, via=Way.BROWSER)
    (task,) = (await claim(machine, *BOTH))["tasks"]
    assert task["way"] == "browser"
    await machine.reports(failure(task, "ACCESS_DENIED"))
    found = await door.get(job_id)
    assert (found.status, found.via) == (JobStatus.FAILED_RETRYABLE, Way.BROWSER)


async def test_what_is_given_back_waits_at_its_way(door: Door) -> None:
    machine = await door.machine()
    job_id = await job(door)
    (task,) = (await claim(machine, *BOTH))["tasks"]
    await machine.post("release", {"leases": [lease(task)]})
    found = await door.get(job_id)
    assert (found.status, found.via, found.attempt) == (JobStatus.QUEUED, Way.BROWSER, 0)


async def test_who_goes_which_way_is_known_while_it_asks_for_it(door: Door) -> None:
    machine, volunteer = await door.machine(), await door.machine("bob", trusted=False)
    seen = [(await door.store.people.now(seen_ms=120_000)).ways_seen]
    for ways in (BOTH, BOTH, ("http",), ("official",), (*BOTH, "official"), ("by_post",), ("http",), BOTH):
        await claim(machine, *ways, wait_seconds=0.0)
        await claim(volunteer, "http", "official", wait_seconds=0.0)
        seen.append((await door.store.people.now(seen_ms=120_000)).ways_seen)
    browser, official = ("browser",), ("official",)
    assert seen == [(), browser, browser, (), official, browser + official, (), (), browser], "what is given counts"
    await claim(machine, "official", wait_seconds=0.0)
    await door.store.people.pause("p-ada", "x")
    assert (await door.store.people.now(seen_ms=120_000)).ways_seen == (), "it is given none"
