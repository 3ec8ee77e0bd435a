"""The list of proxies, how each stands, and ties after a refusal, on every store driver."""

from __future__ import annotations

from common.errors import ErrorCode
from common.job import NewJob
from common.proxies.proxy import Proxy, Scheme
from common.store import ClaimOutcome, Store
from common.store.proxies.proxies import EVERYWHERE
from common.store.proxies.values import ProxyRow, Seen
from common.store.volunteers.values import MachineClaim
from common.timing.units import MINUTE_MS
from common.ways.way import Way
from tests.integration.store.jobs import Clock, link, running
from tests.integration.store.volunteers import at_the_gateway

ONE = Proxy("one", Scheme.SOCKS5, "proxy.example", 1080, "ada", "hunter2", ("shopee.tw", "shopee.sg"))


async def row(store: Store) -> ProxyRow:
    (found,) = await store.proxies.shown()
    return found


async def failed(store: Store, times: int, *, answered: int = 0) -> ProxyRow:
    await store.proxies.seen([Seen("one", answered, times, times, 80 if answered else None, "refused")])
    return await row(store)


async def test_a_proxy_is_kept_whole_and_shown_without_its_password(store: Store) -> None:
    assert await store.proxies.add(ONE, by="ada")
    assert not await store.proxies.add(ONE, by="bob")
    found = await row(store)
    assert (found.proxy.password, found.has_password, found.added_by, found.state) == (None, True, "ada", "healthy")
    assert "hunter2" not in repr(found)
    (listed,) = await store.proxies.to_use()
    assert listed.proxy == ONE
    assert "hunter2" not in repr(listed)
    assert await store.proxies.remove("one")
    assert not await store.proxies.remove("one")
    assert await store.proxies.shown() == []


async def test_five_failures_in_a_row_by_any_workers_and_pauses_that_grow(store: Store, clock: Clock) -> None:
    await store.proxies.add(ONE, by="ada")
    assert (await failed(store, 2)).state == "healthy"
    assert (await failed(store, 2)).failures == 4
    assert (await failed(store, 1, answered=3)).failures == 1, "an answer began anew"
    assert (await failed(store, 4)).off_ms == MINUTE_MS
    assert (await failed(store, 7)).off_ms == MINUTE_MS, "what others saw before adds nothing"
    for times_off, minutes in enumerate((2, 4, 8, 16, 32, 60, 60, 60), start=2):
        clock.ms += (await row(store)).off_ms
        assert (await row(store)).state == "trial"
        again = await failed(store, 1)
        assert (again.state, again.off_ms, again.times_off) == ("failing", minutes * MINUTE_MS, times_off)
    await store.proxies.seen([Seen("one", 1, 0, 0, 200, None), Seen("gone", 1, 0, 0, 200, None)])
    back = await row(store)
    assert (back.state, back.failures, back.times_off, back.last_error) == ("healthy", 0, 0, "refused")
    assert (back.mean_ms, back.answered, back.failed) == ((3 * 80 + 200) // 4, 4, 24)


async def test_off_and_on_by_an_operator(store: Store) -> None:
    await store.proxies.add(ONE, by="ada")
    await failed(store, 5)
    assert await store.proxies.switch_off("one", reason="the contract ended")
    off = await row(store)
    assert (off.state, off.switched_off_reason, off.healthy) == ("off", "the contract ended", False)
    assert not (await store.proxies.to_use())[0].proxy.on
    assert await store.proxies.switch_on("one")
    assert ((await row(store)).state, (await row(store)).off_ms) == ("healthy", 0)
    assert not await store.proxies.switch_on("two")
    assert not await store.proxies.switch_off("two", reason="")


async def ties(store: Store, job_id: str) -> dict[str, str | None]:
    return await store.proxies.ties(job_id, refused_ms=1000)


async def test_a_refused_job_is_tied_to_its_way_for_a_while(store: Store, clock: Clock) -> None:
    await store.proxies.tie("job", {"shopee.tw": "one", "oak.example": None}, for_ms=1000)
    await store.proxies.tie("job", {"shopee.tw": "two"}, for_ms=1500)
    assert await ties(store, "job") == {"shopee.tw": "one", "oak.example": None}
    assert await ties(store, "another") == {}
    clock.ms += 1000
    assert await ties(store, "job") == {"shopee.tw": "one"}
    clock.ms += 500
    assert await ties(store, "job") == {}
    await store.proxies.tie("job", {"shopee.tw": "two"}, for_ms=1000)
    assert await ties(store, "job") == {"shopee.tw": "two"}, "the old tie is over, and comes not back"


async def test_a_proxy_of_a_removed_ones_name_does_not_inherit_what_that_was_refused(store: Store) -> None:
    """Else whoever removes a proxy and adds another exit under its name asks again for what the shop refused."""
    await store.proxies.add(ONE, by="ada")
    await store.proxies.tie("job", {"shopee.tw": "one"}, for_ms=1000)
    assert not await store.proxies.add(ONE, by="bob")
    assert await ties(store, "job") == {"shopee.tw": "one"}, "nothing was added, and the tie stays"
    await store.proxies.remove("one")
    assert await ties(store, "job") == {"shopee.tw": "one"}
    await store.proxies.add(ONE, by="ada")
    assert await ties(store, "job") == {"shopee.tw": "one (removed)"}, "whose name no proxy can have"
    await store.proxies.tie("job", {"shopee.tw": "one"}, for_ms=2000)
    assert await ties(store, "job") == {"shopee.tw": "one (removed)"}


async def test_a_job_refused_through_a_proxy_goes_to_nobody_who_knows_of_no_ties(store: Store, clock: Clock) -> None:
    jobs = [await running(store, number) for number in (1, 2)]
    for job, proxy in zip(jobs, ("one", None), strict=True):
        await store.proxies.tie(job.id, {"shopee.tw": proxy}, for_ms=1000)
        await store.jobs.release(job.id, "lease")

    async def claimed(job: NewJob, token: str, person: str | None, keeps_ties: bool = False) -> ClaimOutcome:
        given = await store.jobs.claim(
            job.id, worker_id="w2", lease_token=token, lease_ms=60_000, person=person, keeps_ties=keeps_ties
        )
        assert given.outcome is not ClaimOutcome.EXCLUDED or given.wait_seconds == 1.0
        return given.outcome

    for token, person in (("a", "eve"), ("b", None)):
        assert await claimed(jobs[0], token, person) is ClaimOutcome.EXCLUDED
    assert [job.tied for job in await store.gateway.offered([jobs[0].id])] == [True]
    asked = MachineClaim(jobs[0].id, "shopee", "m", "ada", True, "r" * 32, "lease-m", 9, 9)
    assert (await at_the_gateway(store, asked, lease_ms=60_000)).outcome is ClaimOutcome.EXCLUDED, "a trusted machine"
    assert await claimed(jobs[1], "c", "eve") is ClaimOutcome.CLAIMED, "refused to an address without a proxy"
    assert await claimed(jobs[0], "d", None, keeps_ties=True) is ClaimOutcome.CLAIMED
    await store.jobs.release(jobs[0].id, "d")
    clock.ms += 1000
    assert [job.tied for job in await store.gateway.offered([jobs[0].id])] == [False]
    assert await claimed(jobs[0], "e", "eve") is ClaimOutcome.CLAIMED


async def test_a_tie_holds_no_official_interface_up(store: Store) -> None:
    job = link(1)
    await store.jobs.add([job])
    await store.jobs.publish([job.id], republish_after_ms=60_000, via=Way.OFFICIAL)
    await store.proxies.tie(job.id, {"shopee.tw": "one"}, for_ms=1000)
    given = await store.jobs.claim(job.id, worker_id="w", lease_token="a", lease_ms=60_000, way=Way.OFFICIAL)
    assert given.outcome is ClaimOutcome.CLAIMED


async def test_a_refusal_of_one_who_writes_no_ties_holds_the_job_to_no_proxy(store: Store, clock: Clock) -> None:
    """Whatever the worker knew: the record of what became of its lease tells."""
    by_proxy, bare, late, other = [await running(store, number) for number in (1, 2, 3, 4)]
    await store.proxies.tie(by_proxy.id, {"shopee.tw": "one"}, for_ms=1000)
    for job in (by_proxy, bare, late):
        code = ErrorCode.RATE_LIMITED
        assert await store.jobs.retry_later(job.id, "lease", delay_ms=0, error_code=code, detail="answered 429")
    await store.jobs.retry_later(other.id, "lease", delay_ms=0, error_code=ErrorCode.TIMEOUT, detail="late")
    assert await ties(store, by_proxy.id) == {"shopee.tw": "one"}
    assert await ties(store, bare.id) == {EVERYWHERE: None}
    assert await ties(store, other.id) == {}
    clock.ms += 1000
    assert await ties(store, late.id) == {}
