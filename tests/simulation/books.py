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
    events = [Event(*row) for row in database.ask(_EVENTS)]  # type: ignore[arg-type]
    limits = database.ask("SELECT id, max_attempts FROM crawl_jobs")
    return [
        *_ended(database, accepted),
        *one_lease_each(events),
        *spent_attempts({str(job_id): int(str(attempts)) for job_id, attempts in limits}, events),
        *_records(database, shop, events),
        *_no_empty_lease(shop, events, explained),
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
        elif event.became == "SUCCEEDED" and token not in observed:
            yield f"job {event.job_id[:6]} succeeded by the lease {token[:6]}, and its price is missing"
    for token, (job_id, price) in observed.items():
        if succeeded.get(token) != job_id:
            yield f"a price of job {job_id[:6]} was recorded by the lease {token[:6]}, which did not succeed"
        if price not in prices[token]:
            yield f"job {job_id[:6]}: the lease {token[:6]} recorded {price}, which its own fetch was not told"
    for job_id, token, hashed, price in database.ask(
        "SELECT j.id, j.lease_token, j.content_hash, p.price_minor "
        "FROM crawl_jobs j LEFT JOIN products p ON p.job_id = j.id WHERE j.status = 'SUCCEEDED'"
    ):
        mine = observed.get(str(token), ("", None))[1]
        if hashed != f"hash {mine}" or price != mine:
            yield f"job {str(job_id)[:6]} shows {hashed} and the price {price}; its lease recorded {mine}"


def _no_empty_lease(shop: Shop, events: Iterable[Event], explained: Callable[[str], bool]) -> Iterator[str]:
    fetched = {fetch.token for fetch in shop.log}
    for event in events:
        token = str(event.token)
        if event.code == "LEASE_EXPIRED" and token not in fetched and not explained(token):
            yield f"job {event.job_id[:6]}: the lease {token[:6]} ran out without a fetch, and no fault was near"
