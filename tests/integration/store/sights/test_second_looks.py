"""What becomes of volunteers' results, on every driver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.store import Heard, Store
from common.store.trust.second_looks import AGAIN_MS, PATIENCE_MS, PATIENCE_WITH_OPERATORS_MS
from common.store.trust.values import LooksWanted
from common.store.values.jobs import DueJob
from common.trust.states import ResultState
from common.ways.way import Way
from tests.integration.store.jobs import LEASE_MS, Clock, link, status, worker_lives
from tests.integration.store.volunteers import ALWAYS, NEVER, Volunteers, read


@pytest.fixture
def door(store: Store, clock: Clock) -> Volunteers:
    return Volunteers(store, clock)


async def test_a_newcomers_result_shows_only_when_another_person_saw_the_same(door: Volunteers) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 500)
    waits = await door.store.jobs.get(job.id)
    assert waits is not None and (waits.status, waits.attempt) == (JobStatus.NEW, 0), "no attempt is spent"
    assert await door.store.listing.products(limit=5) == []
    await door.publish()
    assert await door.claims(job, "ann") is None, "nobody confirms himself"
    await door.sees(job, "ben", 500)
    assert await status(door.store, job) is JobStatus.SUCCEEDED
    assert await door.price(job) == 500
    assert (await door.trusted("ann"), await door.trusted("ben")) == (1, 1)
    assert await door.store.trust.waiting() == (0, None)
    events = [(e.from_status, e.to_status) for e in await door.store.jobs.events(job.id)]
    assert events.count((JobStatus.RUNNING, JobStatus.NEW)) == 1


async def test_second_looks_have_their_place_in_the_window(door: Volunteers) -> None:
    """They come before new links, and no more messages go out than the window holds."""
    looks = [link(number) for number in range(1, 5)]
    await door.store.jobs.add(looks)
    await door.publish()
    for job in looks:
        token = await door.claims(job, "ann")
        assert token is not None
        assert await door.says(job, "ann", read(job, token, 500)) is Heard.HEARD
    await door.store.jobs.add([link(number) for number in range(10, 20)])
    due = door.store.jobs.due

    def ids(jobs: Sequence[DueJob | NewJob]) -> set[str]:
        return {job.id for job in jobs}

    assert ids(await due("shopee", limit=100, window=3, retry_overdue_ms=0)) < ids(looks)
    six = ids(await due("shopee", limit=100, window=6, retry_overdue_ms=0))
    assert len(six) <= 6 and ids(looks) < six
    await door.store.jobs.publish([link(10).id, link(11).id], republish_after_ms=60_000)
    assert len(await due("shopee", limit=100, window=2, retry_overdue_ms=0)) == 0, "the window is full"


async def test_two_who_differ_wait_for_the_operator_and_the_liar_fails(door: Volunteers, clock: Clock) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "liar", 5)
    await door.sees(job, "ben", 500)
    await door.publish()
    assert await door.claims(job, "cid") is None, "a third look is an operator's"
    assert await door.price(job) is None
    await door.operator_sees(job, 500)
    assert await door.settled() == {ResultState.REFUSED: 1, ResultState.CONFIRMED: 1}
    assert await door.settled() == {}
    assert (await door.trusted("liar"), await door.trusted("ben")) == (0, 1)
    (failed,) = await door.store.trust.standings()
    assert (failed.person, failed.failed, failed.set_aside_at) == ("liar", 1, None)
    clock.ms += 2 * 86_400_000
    await door.store.jobs.recrawl(limit=5)
    assert await door.claims(job, "cid") is not None, "afterwards the job is anybody's again"


async def test_a_shop_that_has_everybody_contradicted_sets_nobody_aside(door: Volunteers, clock: Clock) -> None:
    """One that shows another price with each look would else end everybody's part in the fleet."""
    clock.step_ms = 1
    persons = ("ann", "ben", "cem")
    for number, person in enumerate((*persons, *persons), start=1):
        job = link(number)
        await door.store.jobs.add([job])
        await door.sees(job, person, 510)
        await door.operator_sees(job, 500)
        assert await door.settled() == {ResultState.REFUSED: 1}
    standings = await door.store.trust.standings()
    assert [(one.person, one.failed, one.set_aside_at) for one in standings] == [(one, 2, None) for one in persons]


async def trusted_by(door: Volunteers, person: str, jobs: range) -> None:
    """The operator confirms so many results of the person."""
    for number in jobs:
        job = link(number)
        await door.store.jobs.add([job])
        await door.sees(job, person, 100 + number)
        await door.operator_sees(job, 100 + number)
    assert await door.settled() == {ResultState.CONFIRMED: len(jobs)}


async def test_a_trusted_persons_result_stands_until_the_person_is_set_aside(door: Volunteers, clock: Clock) -> None:
    await trusted_by(door, "sly", range(1, 11))
    new, old = link(50), link(1)
    await door.store.jobs.add([new])
    await door.sees(new, "sly", 7, dice=NEVER)
    assert await status(door.store, new) is JobStatus.SUCCEEDED
    assert await door.price(new) == 7
    clock.ms += 86_400_000
    await door.store.jobs.recrawl(limit=50)
    await door.sees(old, "sly", 101, dice=NEVER)
    assert await status(door.store, old) is JobStatus.SUCCEEDED, "what repeats the trusted price goes by the dice"
    for number in (60, 61):
        job = link(number)
        await door.store.jobs.add([job])
        await door.sees(job, "sly", 1, dice=0.0)
        await door.operator_sees(job, 900)
    assert await door.settled() == {ResultState.REFUSED: 2}
    (standing,) = await door.store.trust.standings("sly")
    assert standing.set_aside_at == clock.ms
    taken = await door.store.trust.take_back(limit=100)
    assert (taken.results, taken.jobs) == (2, 1), "one of the jobs is due for a recrawl already"
    assert (await door.store.trust.take_back(limit=100)).results == 0
    assert await door.price(new) is None
    assert await door.store.listing.history("shopee:tw:50", limit=5) == []
    assert await door.price(old) == 101, "what an operator saw stands"
    product = await door.store.listing.product("shopee:tw:50")
    assert product is not None and product.verdict_reason == "UNCONFIRMED"
    assert await door.store.jobs.recrawl(limit=50) == [old.id]
    await door.publish()
    assert await door.claims(new, "sly") is None
    assert await door.store.trust.forgive("sly")
    assert await door.claims(new, "sly") is not None


async def test_a_changed_value_is_always_checked(door: Volunteers, clock: Clock) -> None:
    await trusted_by(door, "ann", range(1, 11))
    job = link(1)
    for price in (150, None):
        clock.ms += 2 * 86_400_000
        await door.store.jobs.recrawl(limit=50)
        await door.sees(job, "ann", price, dice=NEVER)
        assert await status(door.store, job) is JobStatus.NEW
        assert await door.price(job) == 101
        await door.operator_sees(job, 101)
        assert await door.settled() == {ResultState.REFUSED: 1}
        await door.store.trust.forgive("ann")


async def test_one_persons_failures_end_nothing(door: Volunteers) -> None:
    walled, missing, both = link(1), link(2), link(3)
    await door.store.jobs.add([walled, missing, both])
    for _ in range(walled.max_attempts):
        await door.publish()
        await door.meets(walled, "ann", ErrorCode.ACCESS_DENIED)
        door.clock.ms += PATIENCE_MS + 1
    found = await door.store.jobs.get(walled.id)
    assert found is not None
    assert (found.status, found.failures, found.broken_at) == (JobStatus.NEW, 0, None)
    assert await door.claims(walled, "ann") is None
    await door.meets(missing, "ann", ErrorCode.CONTENT_NOT_FOUND)
    assert await status(door.store, missing) is JobStatus.NEW
    await door.meets(missing, "ben", ErrorCode.CONTENT_REMOVED)
    assert await status(door.store, missing) is JobStatus.FAILED_PERMANENT, "two persons found no page"
    await door.meets(both, "ann", ErrorCode.CONTENT_NOT_FOUND)
    await door.sees(both, "ben", 500)
    await door.sees(both, "ann", 500)
    assert await door.price(both) == 500, "what ann met said nothing; her own look confirms ben's"
    assert (await door.trusted("ann"), await door.trusted("ben")) == (1, 1)


async def test_a_look_that_tells_nothing_leaves_the_first_result_waiting(door: Volunteers, clock: Clock) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 500)
    await door.meets(job, "ben", ErrorCode.ACCESS_DENIED)
    clock.ms += 60_000
    await door.publish()
    assert await door.claims(job, "ben") is None and await door.claims(job, "ann") is None
    await door.sees(job, "cid", 500)
    assert await door.price(job) == 500
    assert (await door.trusted("ann"), await door.trusted("ben"), await door.trusted("cid")) == (1, 0, 1)


async def test_old_results_of_a_paused_shop_hold_up_no_other_shops(door: Volunteers, clock: Clock) -> None:
    paused, other = [link(number) for number in range(1, 31)], replace(link(99), shop_id="2")
    await door.store.jobs.add([*paused, other])
    for job in (*paused, other):
        await door.sees(job, "ann", 500)
        clock.ms += 1
    await door.store.fleet.pause_shop("shopee/1", "looked at")
    clock.ms += PATIENCE_MS
    assert await door.store.trust.unconfirm(limit=2) == [other.id]
    assert await door.store.trust.unconfirm(limit=2) == []


async def wanted(store: Store) -> LooksWanted:
    (shopee,) = await store.trust.looks_wanted()
    return shopee


@pytest.mark.parametrize(("platforms", "comes"), [((), 1), (("shopee", "other"), 1), (("taobao", "other"), 0)])
async def test_a_worker_that_does_not_take_the_shops_jobs_does_not_come(
    door: Volunteers, clock: Clock, platforms: tuple[str, ...], comes: int
) -> None:
    """One of an older release names no shops, and takes all."""
    job = link(1)
    await door.store.jobs.add([job])
    assert await door.store.trust.looks_wanted() == []
    await door.sees(job, "ann", 500)
    clock.ms += PATIENCE_MS
    await worker_lives(door.store, "w", platforms=platforms)
    assert (await wanted(door.store)).operators_seen == comes
    assert await door.store.trust.unconfirm(limit=5) == ([] if comes else [job.id])


@pytest.mark.parametrize(("ways", "comes"), [((), 1), ((Way.OFFICIAL, Way.HTTP), 1), ((Way.OFFICIAL, Way.BROWSER), 0)])
async def test_a_worker_that_does_not_go_the_jobs_way_does_not_come(
    door: Volunteers, clock: Clock, ways: tuple[Way, ...], comes: int
) -> None:
    """One that names no way goes http."""
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 500)
    clock.ms += PATIENCE_MS
    await worker_lives(door.store, "w", ways=ways)
    assert (await wanted(door.store)).operators_seen == comes
    assert await door.store.trust.unconfirm(limit=5) == ([] if comes else [job.id])


async def test_whoever_goes_http_does_not_come_for_a_job_that_went_down_to_the_browser(
    door: Volunteers, clock: Clock
) -> None:
    store, job = door.store, link(1)
    await store.ways.put_ladders({"shopee": (Way.HTTP, Way.BROWSER)}, tuple(Way))
    await store.jobs.add([job])
    await door.sees(job, "ann", 500)
    await door.publish()
    token = await door.claims(job, None)
    assert token is not None
    wall = ErrorCode.ACCESS_DENIED
    assert await store.jobs.next_way(job.id, token, error_code=wall, detail="", delay_ms=1) is JobStatus.NEW
    people = store.people
    await people.invite("op", name="op", secret_hash="s", machines=1, expires_in_ms=10**9, trusted=True)
    named = {"secret_hash": "s", "join_hash": "j", "token_hash": "t", "name": "m", "platform": "Linux", "version": "1"}
    await people.join("m1", **named)
    clock.ms += PATIENCE_MS
    await people.seen("m1")
    await worker_lives(store, "w")
    assert (await wanted(store)).operators_seen == 0
    await worker_lives(store, "b", ways=[Way.BROWSER])
    assert (await wanted(store)).operators_seen == 1
    assert await store.trust.unconfirm(limit=5) == []
    await worker_lives(store, "b", ways=[Way.HTTP])
    assert await store.trust.unconfirm(limit=5) == [job.id]


@pytest.mark.parametrize("operators", [False, True])
async def test_nobody_comes_for_the_second_look(door: Volunteers, clock: Clock, operators: bool) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 500)
    steps = PATIENCE_WITH_OPERATORS_MS // PATIENCE_MS if operators else 1
    for _ in range(steps):
        assert await door.store.trust.unconfirm(limit=5) == []
        clock.ms += PATIENCE_MS
        if operators:
            await door.store.fleet.worker_seen("w", role="worker", version="1", state="", running=0, done=0, failed=0)
    assert await door.store.trust.unconfirm(limit=5) == [job.id]
    assert await door.store.trust.unconfirm(limit=5) == []
    ended = await door.store.jobs.get(job.id)
    assert ended is not None
    assert (ended.status, ended.error_code, ended.failures) == (JobStatus.FAILED_PERMANENT, "UNCONFIRMED", 0)
    assert ended.next_crawl_at == clock.ms + AGAIN_MS
    assert await door.store.listing.products(limit=5) == []
    assert await door.store.trust.waiting() == (0, None)
    await door.store.jobs.requeue([job.id])
    assert await door.claims(job, "ann") is not None, "the next crawl may be ann's again"


async def test_a_late_report_changes_nothing(door: Volunteers, clock: Clock) -> None:
    job = link(1)
    await door.store.jobs.add([job])
    token = await door.claims(job, "ann")
    assert token is not None
    clock.ms += LEASE_MS
    assert await door.says(job, "ann", read(job, token, 500)) is Heard.LOST
    await door.store.jobs.reap(limit=5)
    assert await door.says(job, "ann", read(job, token, 500)) is Heard.LOST
    assert await door.store.trust.waiting() == (0, None)


async def test_results_that_stood_for_30_days_give_credit_and_are_forgotten(door: Volunteers, clock: Clock) -> None:
    await trusted_by(door, "ann", range(1, 11))
    job = link(50)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 7)
    clock.ms += 30 * 86_400_000
    assert await door.store.trust.forget(limit=100) == 0
    clock.ms += 1
    assert await door.store.trust.forget(limit=100) > 10
    (record,) = await door.store.trust.records("ann")
    assert (record.cv, record.confirmed, record.credit) == (10, 10, 11)
    assert await door.store.trust.forget(limit=100) == 0


async def test_credit_is_told_a_day_later(door: Volunteers, clock: Clock) -> None:
    """At once it would tell which result somebody looked at again."""
    await trusted_by(door, "ann", range(1, 11))
    (record,) = await door.store.trust.records("ann")
    assert record.credit == 10, "an operator sees it at once"
    assert await door.store.people.credit_before_today("ann") == 0
    clock.ms += 86_400_000 - clock.ms % 86_400_000
    assert await door.store.people.credit_before_today("ann") == 10
    job = link(11)
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 111, dice=ALWAYS)
    await door.operator_sees(job, 111)
    assert await door.settled() == {ResultState.CONFIRMED: 1}
    assert await door.store.people.credit_before_today("ann") == 10
    assert await door.store.people.credit_before_today("nobody") == 0


async def test_what_nobody_compares_is_shown_only_when_two_persons_said_it(door: Volunteers, clock: Clock) -> None:
    """A GTIN as the example: the first look's lie is not the second's, and nobody's alone."""
    lied, honest = "9780201379624", "4006381333931"
    job, alone = link(100), link(101)
    await door.store.jobs.add([job])

    async def sees(of: NewJob, person: str, gtin: str) -> str | None:
        await door.publish()
        token = await door.claims(of, person)
        assert token is not None
        assert await door.says(of, person, read(of, token, 500, gtin=gtin)) is Heard.HEARD
        product = await door.store.listing.product(f"shopee:tw:{of.item_id}")
        return product.gtin if product else None

    assert await sees(job, "liar", lied) is None
    assert await sees(job, "ben", honest) is None
    assert await door.price(job) == 500
    await trusted_by(door, "liar", range(1, 11))
    await trusted_by(door, "ben", range(11, 21))
    await door.store.jobs.add([alone])
    assert await sees(alone, "liar", lied) is None
    for person, said, shown in (
        ("ben", honest, None),
        ("ben", honest, None),
        ("liar", lied, None),
        ("liar", honest, None),
        ("ben", honest, honest),
        ("liar", lied, honest),
    ):
        clock.ms += 2 * 86_400_000
        await door.store.jobs.recrawl(limit=50)
        assert await sees(alone, person, said) == shown, (person, said)
    assert await status(door.store, alone) is JobStatus.NEW, "another GTIN than the recorded one is another product's"


async def test_a_trusted_machine_at_a_gateway_is_an_operators_worker_that_may_come(
    door: Volunteers, clock: Clock
) -> None:
    people, job = door.store.people, link(100)
    await people.invite("op", name="op", secret_hash="s", machines=1, expires_in_ms=10**9, trusted=True)
    await people.join(
        "m1", secret_hash="s", join_hash="j", token_hash="t", name="server", platform="Linux", version="1"
    )
    await door.store.jobs.add([job])
    await door.sees(job, "ann", 500)
    clock.ms += PATIENCE_MS
    await people.seen("m1")
    assert await door.store.trust.unconfirm(limit=5) == []
    assert await door.store.trust.looks_wanted() == [LooksWanted("shopee", 1, clock.ms - PATIENCE_MS, 0, 1)]
    await door.sees(job, "ben", 900)
    assert (await wanted(door.store)).third_looks == 1
    clock.ms += 120_000
    assert await door.store.trust.unconfirm(limit=5) == [job.id], "nobody of the operator's was seen for two minutes"
