"""Second sights where volunteers look, too: whose word confirms whose, and what a doubted price says of them."""

from __future__ import annotations

import pytest

from common.outcome.second_sight import Doubt
from common.outcome.sight_rules import USUAL
from common.store import ClaimOutcome, LookBy, Store
from common.store.volunteers.values import End, MachineClaim
from common.timing.units import DAY_MS
from common.trust.settling import FORGIVEN, FORGIVEN_WITHIN_MS
from common.trust.states import ResultState
from common.ways.way import Way
from tests.integration.store.jobs import Clock, link
from tests.integration.store.volunteers import ALWAYS, Volunteers, at_the_gateway, look, read

JOB = link(1)
KEY = "shopee:tw:1"


async def known_product(store: Store, clock: Clock) -> Volunteers:
    """The operator's worker recorded 1000, and the next crawl is due."""
    door = Volunteers(store, clock)
    await store.jobs.add([JOB])
    await door.operator_sees(JOB, 1000)
    clock.ms += DAY_MS
    await store.jobs.recrawl(limit=5)
    return door


async def test_a_volunteers_jump_is_checked_once_and_confirmed_by_another(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await door.sees(JOB, "ann", 3000)
    (waiting,) = await store.listing.pending(job_id=JOB.id, limit=5)
    assert (waiting.person, waiting.doubt) == ("ann", Doubt.PRICE_JUMPED)
    assert (waiting.look_by, waiting.again_at) == (LookBy.ANOTHER_PERSON, clock.ms + USUAL.again_ms)
    due = await store.jobs.due("shopee", limit=5, window=5, retry_overdue_ms=0)
    assert due == [], "a slip of the shop's would still be there"
    seen_at = clock.ms
    clock.ms += USUAL.again_ms
    await door.sees(JOB, "ben", 3000)
    assert await door.price(JOB) == 3000, "no third look"
    assert (await door.trusted("ann"), await door.trusted("ben")) == (1, 1)
    newest = (await store.listing.history(KEY, limit=1))[0]
    assert (newest.first_seen_at, newest.observed_at) == (seen_at, clock.ms)
    assert await store.listing.pending(limit=5) == []


async def test_an_operators_look_confirms_a_volunteers_jump(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await door.sees(JOB, "ann", 3000)
    await door.operator_sees(JOB, 3000)
    assert await door.price(JOB) == 3000
    assert await door.settled() == {ResultState.CONFIRMED: 1}


async def test_a_volunteers_look_is_the_second_sight_of_an_operators_jump(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await door.operator_sees(JOB, 3000)
    assert await door.price(JOB) == 1000
    clock.ms += USUAL.again_ms
    await door.sees(JOB, "ann", 3000, dice=ALWAYS)
    assert await door.price(JOB) == 3000, "its own check as well: nobody looks a third time"
    assert await door.trusted("ann") == 1
    assert await store.trust.waiting() == (0, None)


async def test_who_confirms_an_operators_price_adds_nothing_beside_it(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await door.operator_sees(JOB, 3000)
    clock.ms += USUAL.again_ms
    await door.publish()
    token = await door.claims(JOB, "eve")
    assert token is not None
    lies = {"list_price_minor": 99_000, "price_min_minor": 1, "price_max_minor": 99_000}
    await door.says(JOB, "eve", read(JOB, token, 3000, title="藍色茶壺 🫖 evil.example", **lies))
    product = await store.listing.product(KEY)
    assert product is not None and (product.title, product.price_minor) == ("藍色茶壺 🫖", 3000)
    assert (product.list_price_minor, product.price_min_minor, product.price_max_minor) == (None, None, None)
    assert [one.list_price_minor for one in await store.listing.history(KEY, limit=5)] == [None, None]
    assert await door.trusted("eve") == 0, "nothing is earned by it"
    assert await store.trust.waiting() == (0, None) and await store.trust.standings() == []


async def test_two_volunteers_do_not_outvote_what_an_operator_saw_between_them(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await door.sees(JOB, "ann", 3000)
    clock.ms += 1000
    await door.operator_sees(JOB, 7000)
    clock.ms += USUAL.again_ms
    await door.sees(JOB, "ben", 3000)
    assert await door.price(JOB) == 1000
    await door.when_due(JOB)
    assert await door.claims(JOB, "cid") is None, "an operator's worker looks"
    assert {one.look_by for one in await store.listing.pending(limit=5)} == {LookBy.OPERATOR}
    await door.operator_sees(JOB, 3000)
    assert await door.price(JOB) == 3000


async def test_a_price_that_is_never_twice_the_same_makes_no_liar(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await door.operator_sees(JOB, 3000)
    clock.ms += USUAL.again_ms
    await door.sees(JOB, "ann", 7000)
    for price_minor in (5000, 4000):
        clock.ms += USUAL.again_ms
        await door.operator_sees(JOB, price_minor)
    product = await store.listing.product(KEY)
    assert product is not None and product.verdict_reason == "UNSTABLE"
    assert await door.settled() == {ResultState.INCONCLUSIVE: 1}
    assert await store.trust.standings() == []


async def jumps(door: Volunteers, store: Store, person: str) -> dict[ResultState, int]:
    """The person meets a price that nobody else does: the operator's worker sees the old one."""
    await store.jobs.recheck([JOB.id])
    await door.sees(JOB, person, 3000)
    door.clock.ms += USUAL.again_ms
    await door.operator_sees(JOB, 1000)
    return await door.settled()


async def test_who_meets_a_flicker_has_failed_no_check(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    for _ in range(FORGIVEN):
        assert await jumps(door, store, "ann") == {ResultState.INCONCLUSIVE: 1}
    assert await store.trust.standings() == [] and await door.trusted("ann") == 0, "and nothing is earned by it"
    assert await jumps(door, store, "ben") == {ResultState.INCONCLUSIVE: 1}, "each person is counted alone"
    assert await jumps(door, store, "ann") == {ResultState.REFUSED: 1}, "who invents prices goes on and on"
    clock.ms += FORGIVEN_WITHIN_MS
    assert await jumps(door, store, "ann") == {ResultState.INCONCLUSIVE: 1}


async def test_flickers_of_one_person_settled_at_once_are_counted_one_by_one(store: Store, clock: Clock) -> None:
    door = Volunteers(store, clock)
    links = [link(number) for number in range(1, FORGIVEN + 2)]
    await store.jobs.add(links)
    for one in links:
        await door.operator_sees(one, 1000)
    clock.ms += DAY_MS
    await store.jobs.recrawl(limit=len(links))
    for one in links:
        await door.sees(one, "ann", 3000)
        await door.operator_sees(one, 1000)
    assert await door.settled() == {ResultState.INCONCLUSIVE: FORGIVEN, ResultState.REFUSED: 1}


async def test_two_volunteers_who_meet_an_outage_agree_and_an_operator_agrees_with_them(
    store: Store, clock: Clock
) -> None:
    door = await known_product(store, clock)

    async def meets_it(person: str) -> None:
        await door.publish()
        token = await door.claims(JOB, person)
        assert token is not None
        await door.says(JOB, person, read(JOB, token, None, title="Temporarily unavailable"))

    await meets_it("ann")
    await meets_it("ben")
    product = await store.listing.product(KEY)
    assert product is not None
    assert (product.price_minor, product.verdict_reason, product.generation) == (1000, "ANOTHER_PRODUCT", 1)
    assert (await door.trusted("ann"), await door.trusted("ben")) == (1, 1)
    assert await store.listing.pending(limit=5) == []
    await store.jobs.recheck([JOB.id])
    await meets_it("cid")
    await door.publish()
    token = await door.claims(JOB, None)
    assert token is not None
    assert await store.jobs.succeed(JOB.id, token, look(JOB, None, title="Temporarily unavailable"))
    assert await door.settled() == {ResultState.CONFIRMED: 1}


async def test_what_was_not_doubted_and_is_contradicted_is_a_failed_check_at_once(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await door.sees(JOB, "liar", 500)
    await door.operator_sees(JOB, 1000)
    assert await door.settled() == {ResultState.REFUSED: 1}


async def test_a_volunteers_word_of_the_old_price_ends_a_jump(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await door.operator_sees(JOB, 3000)
    clock.ms += USUAL.again_ms
    await door.publish()
    token = await door.claims(JOB, "ann")
    assert token is not None
    await door.says(JOB, "ann", read(JOB, token, 1000))
    await door.operator_sees(JOB, 1000)
    product = await store.listing.product(KEY)
    assert product is not None and (product.price_minor, product.flickers) == (1000, 1)


async def test_a_trusted_machines_jump_waits_and_its_lease_ends_as_recorded(store: Store, clock: Clock) -> None:
    door = await known_product(store, clock)
    await store.people.invite("op", name="op", secret_hash="s", machines=2, expires_in_ms=DAY_MS, trusted=True)
    for machine in ("m1", "m2"):
        named = {"join_hash": f"j{machine}", "token_hash": f"t{machine}", "name": machine}
        await store.people.join(machine, secret_hash="s", platform="Linux", version="1", **named)

    async def claims(machine: str, token: str) -> ClaimOutcome:
        await door.publish()
        asked = MachineClaim(JOB.id, "shopee", machine, "op", True, f"request {token}", token)
        return (await at_the_gateway(store, asked)).outcome

    assert await claims("m1", "one") is ClaimOutcome.CLAIMED
    for _ in range(2):
        assert await store.gateway.record("m1", read(JOB, "one", 3000)) is End.RECORDED
    assert await door.price(JOB) == 1000 and len(await store.listing.pending(limit=5)) == 1
    clock.ms += USUAL.again_ms
    assert await claims("m2", "two") is ClaimOutcome.CLAIMED
    assert await store.gateway.record("m2", read(JOB, "two", 3000)) is End.RECORDED
    assert await door.price(JOB) == 3000 and await store.listing.pending(limit=5) == []


@pytest.mark.parametrize(("ways", "waited_for"), [("http,browser", True), ("browser", True), ("http", False)])
async def test_a_machine_is_waited_for_where_it_goes_the_jobs_way(
    store: Store, clock: Clock, ways: str, waited_for: bool
) -> None:
    """The second look is another machine's, if one is at work that can take it."""
    other = link(2)
    await store.ways.put_ladders({"shopee": (Way.BROWSER,)}, tuple(Way))
    door = await known_product(store, clock)
    await store.jobs.add([other])
    await store.people.invite("op", name="op", secret_hash="s", machines=2, expires_in_ms=DAY_MS, trusted=True)
    for machine in ("m1", "m2"):
        named = {"join_hash": f"j{machine}", "token_hash": f"t{machine}", "name": machine}
        await store.people.join(machine, secret_hash="s", platform="Linux", version="1", **named)
    await store.people.goes("m2", ways)

    async def claims(job: str, machine: str, token: str, way: Way) -> ClaimOutcome:
        await store.jobs.publish([job], republish_after_ms=60_000, via=way)
        asked = MachineClaim(job, "shopee", machine, "op", True, f"request {token}", token, way=way)
        return (await at_the_gateway(store, asked)).outcome

    at_work = Way.BROWSER if ways == "browser" else Way.HTTP
    assert await claims(other.id, "m2", "at work", at_work) is ClaimOutcome.CLAIMED
    assert await claims(JOB.id, "m1", "one", Way.BROWSER) is ClaimOutcome.CLAIMED
    assert await store.gateway.record("m1", read(JOB, "one", 3000)) is End.RECORDED
    assert await door.price(JOB) == 1000, "it is doubted"
    clock.ms += USUAL.again_ms
    again = await claims(JOB.id, "m1", "two", Way.BROWSER)
    assert again is (ClaimOutcome.EXCLUDED if waited_for else ClaimOutcome.CLAIMED)
