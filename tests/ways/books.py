"""The books at a run's end: what the database holds against catalogue and doubles. A line is something wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from common.ways.way import Way
from tests.simulation.books import one_lease_each, spent_attempts
from tests.ways.catalogue import Article
from tests.ways.ledger import Ledger, Records
from tests.ways.shops import Shops

if TYPE_CHECKING:
    from tests.ways.run import Plan

WALLS = {"ACCESS_DENIED", "AUTH_FAILED"}


LADDERS = {
    "shopee": (Way.OFFICIAL, Way.HTTP, Way.BROWSER),
    "taobao": (Way.OFFICIAL, Way.HTTP, Way.BROWSER),
    "other": (Way.HTTP, Way.BROWSER),
}
KINDS = {("shopee", Way.OFFICIAL): {"official"}, ("taobao", Way.OFFICIAL): {"official_discount", "official_list"}}


def check(every: Sequence[Article], records: Records, ledger: Ledger, shops: Shops, plan: Plan) -> list[str]:
    """What went wrong; `ledger` is told what there was."""
    events = [step.event for step in records.steps]
    roads = _roads(records)
    _tell(every, records, roads, ledger, shops, plan)
    return [
        *_ends(every, records, roads),
        *_prices(every, records),
        *one_lease_each(events),
        *spent_attempts({job.id: job.max_attempts for job in records.jobs.values()}, events),
        *_calls(records, shops, plan),
        *_over_budget(records, plan),
        *_nothing_for_nothing(ledger, shops, plan),
    ]


def _roads(records: Records) -> Mapping[str, list[tuple[str, str | None]]]:
    """By job: each way that it went, and how the last lease there ended; None for a result."""
    found: dict[str, list[tuple[str, str | None]]] = defaultdict(list)
    for step in records.steps:
        if step.event.was == "RUNNING" and step.via is not None:
            road = found[step.event.job_id]
            if road and road[-1][0] == step.via:
                road[-1] = (step.via, step.event.code)
            else:
                road.append((step.via, step.event.code))
    return found


def _ends(
    every: Sequence[Article], records: Records, roads: Mapping[str, list[tuple[str, str | None]]]
) -> Iterator[str]:
    for link in records.jobs.keys() - {one.link for one in every}:
        yield f"{link} has a job and was never posted"
    for one in every:
        job = records.jobs.get(one.link)
        if job is None:
            yield f"{one.link} was posted and has no job"
        elif (job.status, job.via) != ("SUCCEEDED", one.way):
            yield f"{one.link} ended as {job.status} ({job.error_code}) by {job.via}, not by {one.way}"
        elif not _right(one, roads[job.id]):
            yield f"{one.link} went {_told(roads[job.id])}"


def _right(one: Article, road: Sequence[tuple[str, str | None]]) -> bool:
    """Down its ladder to the one way that shows it; those that have met walls often may be left out."""
    ladder = [way.value for way in LADDERS[one.platform]]
    gone = [way for way, _ in road]
    above = road[:-1]
    reasons = all(code == "NOT_LISTED" if way == Way.OFFICIAL else code in WALLS for way, code in above)
    return gone == [way for way in ladder if way in gone] and gone[-1] == one.way and reasons and road[-1][1] is None


def _prices(every: Sequence[Article], records: Records) -> Iterator[str]:
    by_job = {job.id: link for link, job in records.jobs.items()}
    ended = Counter(step.event.job_id for step in records.steps if step.event.became == "SUCCEEDED")
    recorded = defaultdict(list)
    for price in records.prices:
        recorded[by_job[price.job_id]].append(price)
    for token, times in Counter(price.token for price in records.prices).items():
        if times > 1:
            yield f"the lease {token[:6]} recorded {times} prices"
    for one in every:
        job, prices = records.jobs.get(one.link), recorded[one.link]
        if job is None:
            continue
        if ended[job.id] != 1 or len(prices) != 1:
            yield f"{one.link} succeeded {ended[job.id]} times and has {len(prices)} prices"
            continue
        [price] = prices
        if (price.price_minor, price.via) != (one.price_minor, one.way):
            yield f"{one.link} has the price {price.price_minor} by {price.via}, not {one.price_minor} by {one.way}"
        kinds = KINDS.get((one.platform, one.way))
        if kinds and price.kind not in kinds:
            yield f"{one.link} has a price of the kind {price.kind}"


def _calls(records: Records, shops: Shops, plan: Plan) -> Iterator[str]:
    for source, double in shops.doubles.items():
        taken, limit = records.calls.get(source, 0), plan.calls_per_hour[source]
        if not double.calls <= taken <= limit:
            yield f"{source}: {double.calls} calls came, {taken} were taken of {limit} an hour"
        if double.refused_signatures:
            yield f"{source} refused {double.refused_signatures} signatures"


def _claims_of_pages(records: Records) -> list[int]:
    """When the budget of Shopee's pages was taken from, in order."""
    shopee = {job.id for link, job in records.jobs.items() if "shopee" in link}
    return sorted(
        step.at_ms
        for step in records.steps
        if step.event.became == "RUNNING" and step.event.job_id in shopee and step.via != Way.OFFICIAL
    )


def most_within(times_ms: Sequence[int], window_ms: int) -> int:
    """The most of these times that lie in one window."""
    most = first = 0
    for last, at in enumerate(times_ms):
        while at - times_ms[first] >= window_ms:
            first += 1
        most = max(most, last - first + 1)
    return most


def _over_budget(records: Records, plan: Plan) -> Iterator[str]:
    times = _claims_of_pages(records)
    for seconds in (1, 5, 20, 60):
        most, allowed = most_within(times, seconds * 1000), int(plan.shopee_requests_per_second * seconds) + 1
        if most > allowed:
            yield f"{most} crawls of Shopee's pages began within {seconds} s, and the budget allows {allowed}"


def _nothing_for_nothing(ledger: Ledger, shops: Shops, plan: Plan) -> Iterator[str]:
    """What was to go wrong did."""
    if not shops.refusing.refused:
        yield f"the interface of {plan.refused_by} never said that it wants fewer calls"
    if len(ledger.killed) != len(plan.robbed):
        yield f"{len(plan.robbed)} workers were to be killed, and {len(ledger.killed)} were"


def _tell(
    every: Iterable[Article],
    records: Records,
    roads: Mapping[str, list[tuple[str, str | None]]],
    ledger: Ledger,
    shops: Shops,
    plan: Plan,
) -> None:
    ledger.ends = Counter(f"{job.status} by {job.via}" for job in records.jobs.values())
    ledger.roads = Counter(_told(road) for road in roads.values())
    leases = [step for step in records.steps if step.event.was == "RUNNING"]
    lost = sum(step.event.code == "LEASE_EXPIRED" for step in leases)
    paused = sum(step.event.code == "WAY_PAUSED" for step in leases)
    tokens = Counter(price.token for price in records.prices)
    ledger.leases = (
        f"{len(leases)} leases ended, {lost} of them ran out; {len(records.prices)} results recorded, "
        f"{sum(times > 1 for times in tokens.values())} leases recorded two"
    )
    what = "10030" if plan.refused_by == "shopee" else "7 (a ban of a second)"
    ledger.refused = (
        f"the official double of {plan.refused_by} answered {what} to {shops.refusing.refused} calls within "
        f"{plan.refuse_seconds:g} s; {paused} leases were given back to wait, no attempt spent"
    )
    ledger.calls = [
        f"official {source}: {double.calls} calls came, {records.calls.get(source, 0)} taken from the budget of "
        f"{plan.calls_per_hour[source]} an hour, {double.refused_signatures} bad signatures"
        for source, double in shops.doubles.items()
    ]
    times = _claims_of_pages(records)
    ledger.pages = (
        f"Shopee's pages: {len(times)} crawls by http and browser, at most {most_within(times, 1000)} in a second and "
        f"{most_within(times, 20_000)} in twenty, of {plan.shopee_requests_per_second:g} a second"
    )


def _told(road: Sequence[tuple[str, str | None]]) -> str:
    return " > ".join(f"{way} ({code})" if code else way for way, code in road)
