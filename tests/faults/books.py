"""The books at a run's end: what the database holds against what the shops logged. Every line is a broken promise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.faults.ledger import Records
from tests.faults.shop import Fetch
from tests.simulation.books import BY_OTHERS, ENDED, Event, one_lease_each, spent_attempts

CLOCKS_APART_MS = 50
"""The shops and the database read one machine's clock, but a database tells its time as its statement began."""

MAY_END_AS = {
    "steady": {"SUCCEEDED", "DEAD"},
    "flaky": {"SUCCEEDED", "DEAD"},
    "gone": {"FAILED_PERMANENT", "DEAD"},
    "down": {"DEAD"},
}
"""What a page may lead to. DEAD: its attempts were spent, on failures or on processes that vanished."""


@dataclass(frozen=True, slots=True)
class Lease:
    """One attempt of a job, from its claim to its end."""

    job_id: str
    begun_ms: int
    ended_ms: int
    became: str
    code: str | None


def check(records: Records, kinds: Mapping[str, str], log: Sequence[Fetch], letters: Iterable[str | None]) -> list[str]:
    """`kinds`: every link that was posted, and what its page is like. `letters`: the jobs of all dead letters."""
    events = [event for event, _ in records.events]
    leases = leases_of(records)
    return [
        *_accepted(records, kinds),
        *one_lease_each(events),
        *spent_attempts({job.id: job.max_attempts for job in records.jobs.values()}, events),
        *_ends(records, kinds, leases, log),
        *_prices(records, leases, log),
        *_letters(records, set(letters)),
    ]


def leases_of(records: Records) -> dict[str, Lease]:
    """By lease token; those that have ended."""
    begun: dict[str, int] = {}
    leases = {}
    for event, at in records.events:
        token = str(event.token)
        if event.became == "RUNNING":
            begun[token] = at
        elif event.was == "RUNNING":
            leases[token] = Lease(event.job_id, begun.get(token, at), at, event.became, event.code)
    return leases


def _accepted(records: Records, kinds: Mapping[str, str]) -> Iterator[str]:
    for link in kinds:
        if link not in records.jobs:
            yield f"{link} was posted and has no job"
    for link in records.jobs:
        if link not in kinds:
            yield f"{link} has a job and was never posted"
    if records.sightings != records.posts:
        yield f"{records.posts} posts were written, and {records.sightings} sightings recorded"


def _ends(
    records: Records, kinds: Mapping[str, str], leases: Mapping[str, Lease], log: Sequence[Fetch]
) -> Iterator[str]:
    fetches: dict[str, list[Fetch]] = defaultdict(list)
    for fetch in log:
        fetches[fetch.link].append(fetch)
    by_job: dict[str, list[Lease]] = defaultdict(list)
    for lease in leases.values():
        by_job[lease.job_id].append(lease)
    for link, job in records.jobs.items():
        if job.status not in ENDED:
            yield f"{link} is still {job.status}"
        elif job.status not in MAY_END_AS.get(kinds.get(link, ""), ENDED):
            yield f"{link}, a {kinds[link]} page, became {job.status} ({job.error_code})"
        if job.status == "SUCCEEDED" and sum(one.became == "SUCCEEDED" for one in by_job[job.id]) != 1:
            yield f"{link} succeeded more than once"
        for lease in by_job[job.id]:
            by_worker = lease.became != "QUEUED" and lease.code not in BY_OTHERS
            if by_worker and not any(_within(fetch, lease) for fetch in fetches[link]):
                yield f"{link} became {lease.became} by a lease under which nothing was fetched"


def _within(fetch: Fetch, lease: Lease) -> bool:
    return lease.begun_ms - CLOCKS_APART_MS <= fetch.at_ms <= lease.ended_ms + CLOCKS_APART_MS


def _prices(records: Records, leases: Mapping[str, Lease], log: Sequence[Fetch]) -> Iterator[str]:
    told = {(fetch.link, fetch.price_minor): fetch for fetch in log}
    links = {job.id: link for link, job in records.jobs.items()}
    times = Counter(seen.token for seen in records.prices)
    last = {seen.job_id: seen.price_minor for seen in records.prices}
    for seen in records.prices:
        link, lease = links.get(seen.job_id, "?"), leases.get(seen.token)
        fetch = told.get((link, seen.price_minor))
        if times[seen.token] > 1:
            yield f"{link}: one lease recorded {times[seen.token]} prices"
        if fetch is None:
            yield f"{link} recorded {seen.price_minor}, which no fetch of it was told"
        elif lease is None or lease.job_id != seen.job_id or lease.became != "SUCCEEDED":
            yield f"{link} recorded a price by a lease that did not succeed"
        elif not _within(fetch, lease):
            yield f"{link} recorded {seen.price_minor}, which was told to another lease"
    for token, lease in leases.items():
        if lease.became == "SUCCEEDED" and token not in times:
            yield f"{links[lease.job_id]} succeeded, and its price is missing"
    for job_id, price in records.shown.items():
        if price != last.get(job_id):
            yield f"{links.get(job_id, job_id)} shows {price}; recorded last was {last.get(job_id)}"
    for job_id in last.keys() - records.shown.keys():
        yield f"{links.get(job_id, job_id)} has a recorded price and no product"


def _letters(records: Records, letters: set[str | None]) -> Iterator[str]:
    for link, job in records.jobs.items():
        if job.status == "DEAD" and job.letter_owed:
            yield f"{link} is DEAD and still owes its dead letter"
        elif job.status == "DEAD" and job.id not in letters:
            yield f"{link} is DEAD, and no dead letter names it"


def lost(events: Iterable[Event]) -> int:
    """Leases that ran out."""
    return sum(event.code == "LEASE_EXPIRED" for event in events)
