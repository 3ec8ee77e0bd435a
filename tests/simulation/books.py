"""The books at a world's end: what the database holds against what the shop saw. Every line is a broken promise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from tests.simulation.database import Database
from tests.simulation.shop import Shop

ENDED = {"SUCCEEDED", "FAILED_PERMANENT", "DEAD"}
BY_OTHERS = {"LEASE_EXPIRED", "CANCELLED"}


class Event(NamedTuple):
    """A row of job_events."""

    job_id: str
    was: str | None
    became: str
    attempt: int
    token: str | None
    code: str | None


_EVENTS = "SELECT job_id, from_status, to_status, attempt, lease_token, error_code FROM job_events ORDER BY job_id, seq"


def check(database: Database, shop: Shop, accepted: Iterable[str], explained: Callable[[str], bool]) -> list[str]:
    """`explained` says whether a fault touched a lease, so that it may have ended without a fetch."""
    events = [Event._make(row) for row in database.ask(_EVENTS)]
    limits = database.ask("SELECT id, max_attempts FROM crawl_jobs")
    return [
        *_ended(database, accepted),
        *one_lease_each(events),
        *spent_attempts({str(job_id): int(str(attempts)) for job_id, attempts in limits}, events),
        *_records(database, shop, events),
        *_no_empty_lease(shop, events, explained),
        *_second_sights(database, shop, events),
        *_ways(database, shop),
    ]


def _ended(database: Database, accepted: Iterable[str]) -> Iterator[str]:
    rows = {str(job_id): (str(status), at) for job_id, status, at in database.ask(
        "SELECT id, status, updated_at FROM crawl_jobs")}  # fmt: skip
    for job_id in accepted:
        if job_id not in rows:
            yield f"job {job_id[:6]} was accepted and is gone"
        elif rows[job_id][0] not in ENDED:
            yield f"job {job_id[:6]} is still {rows[job_id][0]} long after the last fault"


def one_lease_each(events: Iterable[Event]) -> Iterator[str]:
    """A token begins one lease, and a lease ends once."""
    begun = Counter(event.token for event in events if event.became == "RUNNING")
    ended = Counter(event.token for event in events if event.was == "RUNNING")
    for token, times in begun.items():
        if times > 1:
            yield f"token {str(token)[:6]} began {times} leases"
    for token, times in ended.items():
        if times > begun[token]:
            yield f"the lease {str(token)[:6]} ended {times} times"


def spent_attempts(most: Mapping[str, int], events: Iterable[Event]) -> Iterator[str]:
    """`most`: each job's attempts. None is spent beyond them, and no job is DEAD before."""
    for event in events:
        if event.attempt > most[event.job_id]:
            yield f"job {event.job_id[:6]} had {event.attempt} attempts of {most[event.job_id]}"
        if event.became == "DEAD" and event.attempt < most[event.job_id]:
            yield f"job {event.job_id[:6]} is DEAD after {event.attempt} attempts of {most[event.job_id]}"


def _records(database: Database, shop: Shop, events: Iterable[Event]) -> Iterator[str]:
    prices: dict[str, set[int | None]] = defaultdict(set)
    for fetch in shop.log:
        prices[fetch.token].add(fetch.price_minor)
    observed = {
        str(token): (str(job_id), price)
        for token, job_id, price in database.ask("SELECT lease_token, job_id, price_minor FROM price_observations")
    }
    succeeded = {}
    for event in events:
        if event.was != "RUNNING" or event.code in BY_OTHERS or event.became == "QUEUED":
            continue
        token = str(event.token)
        if event.became == "SUCCEEDED":
            succeeded[token] = event.job_id
        if not prices[token]:
            yield f"job {event.job_id[:6]} became {event.became} by the lease {token[:6]}, which fetched nothing"
        elif event.became == "SUCCEEDED" and token not in observed and event.job_id not in shop.restless:
            yield f"job {event.job_id[:6]} succeeded by the lease {token[:6]}, and its price is missing"
    for token, (job_id, price) in observed.items():
        if succeeded.get(token) != job_id:
            yield f"a price of job {job_id[:6]} was recorded by the lease {token[:6]}, which did not succeed"
        if price not in prices[token]:
            yield f"job {job_id[:6]}: the lease {token[:6]} recorded {price}, which its own fetch was not told"
    for row_id, lease, hashed, price in database.ask(
        "SELECT j.id, j.lease_token, j.content_hash, p.price_minor "
        "FROM crawl_jobs j LEFT JOIN products p ON p.job_id = j.id WHERE j.status = 'SUCCEEDED'"
    ):
        if row_id in shop.restless:
            continue
        mine = observed.get(str(lease), ("", None))[1]
        if hashed != f"hash {mine}" or price != mine:
            yield f"job {str(row_id)[:6]} shows {hashed} and the price {price}; its lease recorded {mine}"


def _second_sights(database: Database, shop: Shop, events: Iterable[Event]) -> Iterator[str]:
    """A price that leapt was told to two fetches under two leases, the first of which recorded nothing; a flicker that
    no second fetch was told is recorded nowhere."""
    waited = {str(event.token) for event in events if event.was == "RUNNING" and event.became == "NEW"}
    told: dict[tuple[str, int | None], list[str]] = defaultdict(list)
    for fetch in shop.log:
        told[(fetch.job_id, fetch.price_minor)].append(fetch.token)
    last: dict[str, int] = {}
    for job_id, price, first_seen_at in database.ask(
        "SELECT job_id, price_minor, first_seen_at FROM price_observations ORDER BY observed_at, id"
    ):
        job, minor = str(job_id), int(str(price))
        if job not in shop.restless:
            continue
        before = last.get(job)
        last[job] = minor
        if before is None or 0.4 <= minor / before <= 2:
            continue
        if first_seen_at is None:
            yield f"job {job[:6]} recorded a leap from {before} to {minor} at first sight"
        if len(set(told[(job, minor)])) < 2 or not waited & set(told[(job, minor)]):
            yield f"job {job[:6]} recorded a leap from {before} to {minor} that one lease alone was told"
    for (job_id,) in database.ask(
        "SELECT w.job_id FROM pending_results w JOIN crawl_jobs j ON j.id = w.job_id WHERE j.status = 'SUCCEEDED'"
    ):
        yield f"job {str(job_id)[:6]} has ended, and a sight of it still waits"


def _ways(database: Database, shop: Shop) -> Iterator[str]:
    """A wall leads down, spends no attempt, and is no end; a walled page's price came by the browser alone."""
    lowest: dict[str, str] = {}
    attempts: dict[str, int] = {}
    for job_id, was, became, attempt, via, code in database.ask(
        "SELECT job_id, from_status, to_status, attempt, via, error_code FROM job_events ORDER BY job_id, seq"
    ):
        job, spent = str(job_id), int(str(attempt))
        if was == "RUNNING" and code == "AUTH_FAILED":
            if (became, via) != ("NEW", "http") or job not in shop.walled:
                yield f"job {job[:6]} met a wall by {via} and became {became}"
            elif spent >= attempts[job]:  # less by two where a lease before is given back late, too
                yield f"job {job[:6]} spent an attempt on a wall"
            lowest[job] = "browser"
        elif became == "NEW" and was != "RUNNING":
            lowest.pop(job, None)
        elif became == "RUNNING" and lowest.get(job, via) != via:
            yield f"job {job[:6]} met a wall by http and was crawled by {via} again"
        attempts[job] = spent
    for job_id, via in database.ask("SELECT job_id, via FROM price_observations"):
        if job_id in shop.walled and via != "browser":
            yield f"job {str(job_id)[:6]} has a price by {via}, which was shown a login"


def _no_empty_lease(shop: Shop, events: Iterable[Event], explained: Callable[[str], bool]) -> Iterator[str]:
    fetched = {fetch.token for fetch in shop.log}
    for event in events:
        token = str(event.token)
        if event.code == "LEASE_EXPIRED" and token not in fetched and not explained(token):
            yield f"job {event.job_id[:6]}: the lease {token[:6]} ran out without a fetch, and no fault was near"
