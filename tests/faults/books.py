"""The books at a run's end: what the database holds against what the shops logged. Every line is a broken promise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.faults.ledger import Records
from tests.faults.shop import Fetch
from tests.simulation.books import BY_OTHERS, ENDED, Event, one_lease_each, spent_attempts

CLOCKS_APART_MS = 50
"""The shops and the database read one machine's clock, but a database tells its time as its statement began."""

NOTHING_ASKED = "NO_TURN"
"""A worker's turn at the shop was far away: the job waits so long, its attempt given back."""

UP, DOWN = 2.0, 0.4
"""A price is doubted beyond these times the last one ([jumps] as it is without settings)."""

MAY_END_AS = {
    "steady": {"SUCCEEDED", "DEAD"},
    "flaky": {"SUCCEEDED", "DEAD"},
    "restless": {"SUCCEEDED", "DEAD"},
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


def check(
    records: Records,
    kinds: Mapping[str, str],
    log: Sequence[Fetch],
    letters: Iterable[str | None],
    *,
    unfetched: Collection[str] = (),
) -> list[str]:
    """`kinds`: every link that was posted, and what its page is like. `letters`: the jobs of all dead letters.
    `unfetched`: leases by which a failure may be told without a fetch. What they recorded is looked at as any other."""
    events = [event for event, _ in records.events]
    leases = leases_of(records)
    return [
        *_accepted(records, kinds),
        *one_lease_each(events),
        *spent_attempts({job.id: job.max_attempts for job in records.jobs.values()}, events),
        *_ends(records, kinds, leases, log, unfetched),
        *_prices(records, kinds, leases, log),
        *_letters(records, set(letters)),
        *_second_sights(records, kinds, leases, log),
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
    records: Records,
    kinds: Mapping[str, str],
    leases: Mapping[str, Lease],
    log: Sequence[Fetch],
    unfetched: Collection[str],
) -> Iterator[str]:
    fetches: dict[str, list[Fetch]] = defaultdict(list)
    for fetch in log:
        fetches[fetch.link].append(fetch)
    by_job: dict[str, list[tuple[str, Lease]]] = defaultdict(list)
    for token, lease in leases.items():
        by_job[lease.job_id].append((token, lease))
    for link, job in records.jobs.items():
        if job.status not in ENDED:
            yield f"{link} is still {job.status}"
        elif job.status not in MAY_END_AS.get(kinds.get(link, ""), ENDED):
            yield f"{link}, a {kinds[link]} page, became {job.status} ({job.error_code})"
        asked_again = kinds.get(link) == "restless"
        if job.status == "SUCCEEDED" and not asked_again and _successes(lease for _, lease in by_job[job.id]) != 1:
            yield f"{link} succeeded more than once"
        for token, lease in by_job[job.id]:
            by_worker = lease.became != "QUEUED" and lease.code not in BY_OTHERS and lease.code != NOTHING_ASKED
            if by_worker and token not in unfetched and not any(within(fetch, lease) for fetch in fetches[link]):
                yield f"{link} became {lease.became} by a lease under which nothing was fetched"


def _successes(leases: Iterable[Lease]) -> int:
    return sum(lease.became == "SUCCEEDED" for lease in leases)


def within(fetch: Fetch, lease: Lease) -> bool:
    """Whether it came during this lease."""
    return lease.begun_ms - CLOCKS_APART_MS <= fetch.at_ms <= lease.ended_ms + CLOCKS_APART_MS


def _prices(
    records: Records, kinds: Mapping[str, str], leases: Mapping[str, Lease], log: Sequence[Fetch]
) -> Iterator[str]:
    told: dict[tuple[str, int | None], list[Fetch]] = defaultdict(list)
    for fetch in log:
        told[(fetch.link, fetch.price_minor)].append(fetch)
    links = {job.id: link for link, job in records.jobs.items()}
    times = Counter(seen.token for seen in records.prices)
    last = {seen.job_id: seen.price_minor for seen in records.prices}
    for seen in records.prices:
        link, lease = links.get(seen.job_id, "?"), leases.get(seen.token)
        fetches = told.get((link, seen.price_minor), [])
        if times[seen.token] > 1:
            yield f"{link}: one lease recorded {times[seen.token]} prices"
        if not fetches:
            yield f"{link} recorded {seen.price_minor}, which no fetch of it was told"
        elif lease is None or lease.job_id != seen.job_id or lease.became != "SUCCEEDED":
            yield f"{link} recorded a price by a lease that did not succeed"
        elif not any(within(fetch, lease) for fetch in fetches):
            yield f"{link} recorded {seen.price_minor}, which was told to another lease"
    for token, lease in leases.items():
        unstable = kinds.get(links[lease.job_id]) == "restless"
        if lease.became == "SUCCEEDED" and token not in times and not unstable:
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


def _second_sights(
    records: Records, kinds: Mapping[str, str], leases: Mapping[str, Lease], log: Sequence[Fetch]
) -> Iterator[str]:
    """A price that leapt was told to two leases, of which the first recorded nothing; what one fetch alone was told is
    recorded nowhere; nothing waits at a job that has ended."""
    links = {job.id: link for link, job in records.jobs.items()}
    told = Counter((fetch.link, fetch.price_minor) for fetch in log)
    waited: dict[str, list[Lease]] = defaultdict(list)
    for lease in leases.values():
        if lease.became == "NEW":
            waited[links[lease.job_id]].append(lease)
    last: dict[str, int] = {}
    for seen in records.prices:
        link = links.get(seen.job_id, "?")
        before, last[link] = last.get(link), seen.price_minor
        if kinds.get(link) != "restless" or before is None or DOWN <= seen.price_minor / before <= UP:
            continue
        leap = f"{link} leapt from {before} to {seen.price_minor}"
        first = [fetch for fetch in log if (fetch.link, fetch.price_minor) == (link, seen.price_minor)]
        if seen.first_seen_at is None:
            yield f"{leap}, recorded at first sight"
        elif told[(link, seen.price_minor)] < 2:
            yield f"{leap}, which one fetch alone was told"
        elif not any(within(fetch, lease) for fetch in first for lease in waited[link]):
            yield f"{leap}, and no lease waited that was told so"
    for job_id in records.waiting:
        link = links.get(job_id, job_id)
        if job_id in links and records.jobs[link].status == "SUCCEEDED":
            yield f"{link} has ended, and a sight of it still waits"


def lost(events: Iterable[Event]) -> int:
    """Leases that ran out."""
    return sum(event.code == "LEASE_EXPIRED" for event in events)
