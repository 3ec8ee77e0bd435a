"""The books of volunteers: what they reported, and what became of it. Every line is a broken promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from tests.faults.books import Lease, leases_of, within
from tests.faults.door.records import DoorRecords, PersonRow
from tests.faults.ledger import Records
from tests.faults.shop import Fetch, sold_of
from tests.simulation.books import BY_OTHERS, ENDED

FAILED_TO_BE_SET_ASIDE = 2


def check_door(records: Records, door: DoorRecords, log: Sequence[Fetch], cheats: Collection[str]) -> list[str]:
    """`cheats`: the persons, by id, who told prices that no page states."""
    persons = {person.id: person for person in door.persons}
    leases = leases_of(records)
    return [
        *_after_revocation(door, persons, leases),
        *_lies(records, door, persons, leases, cheats),
        *_standings(door, cheats),
        *_one_word_each(door, leases),
        *_own_lease(records, leases, log),
        *_left_over(records, door),
    ]


def leases_of_persons(door: DoorRecords, persons: Collection[str]) -> set[str]:
    """The tokens of all that these were given."""
    return {lease.token for lease in door.leases if lease.person in persons}


def leases_frozen(door: DoorRecords, records: Records, stood_still: Iterable[tuple[str, int, int]]) -> set[str]:
    """Those during which their machine stood still, and that did not succeed: a request that was under way is out of
    time when it goes on, whether the page was asked for or not."""
    spans = list(stood_still)
    leases = leases_of(records)
    found = set()
    for lent in door.leases:
        lease = leases.get(lent.token)
        if lease is not None and lease.became != "SUCCEEDED":
            found |= {
                lent.token
                for person, began_ms, ended_ms in spans
                if person == lent.person and began_ms < lease.ended_ms and ended_ms > lease.begun_ms
            }
    return found


def _by_holder(lease: Lease) -> bool:
    """Ended by what its holder reported."""
    return lease.became != "QUEUED" and lease.code not in BY_OTHERS


def _after_revocation(
    door: DoorRecords, persons: Mapping[str, PersonRow], leases: Mapping[str, Lease]
) -> Iterator[str]:
    """From the moment that the operator's word is in the database nothing is given or recorded."""
    for lent in door.leases:
        person = persons[lent.person]
        if person.revoked_at is None:
            continue
        last = person.revoked_at
        if lent.claimed_at > last:
            yield f"{person.name} was given a task {lent.claimed_at - person.revoked_at} ms after being revoked"
        lease = leases.get(lent.token)
        if lease is not None and _by_holder(lease) and lease.ended_ms > last:
            yield (
                f"{person.name} recorded {lease.became} of job {lease.job_id[:6]} "
                f"{lease.ended_ms - person.revoked_at} ms after being revoked"
            )
    for result in door.results:
        revoked_at = persons[result.person].revoked_at
        if revoked_at is not None and result.reported_at > revoked_at:
            yield f"a report of {persons[result.person].name} was kept {result.reported_at - revoked_at} ms too late"


def _lies(
    records: Records,
    door: DoorRecords,
    persons: Mapping[str, PersonRow],
    leases: Mapping[str, Lease],
    cheats: Collection[str],
) -> Iterator[str]:
    """No price by a cheat's lease, and no success. What a lie's price came to elsewhere, tests/faults/books.py says."""
    priced = {price.token for price in records.prices}
    names = {job.id: link for link, job in records.jobs.items()}
    for lent in door.leases:
        if lent.person not in cheats:
            continue
        who, link = persons[lent.person].name, names.get(lent.job_id, "?")
        if lent.token in priced:
            yield f"{link}: a price of {who}, who lies, was recorded"
        if (lease := leases.get(lent.token)) is not None and lease.became == "SUCCEEDED":
            yield f"{link} succeeded by a report of {who}, who lies"


def _standings(door: DoorRecords, cheats: Collection[str]) -> Iterator[str]:
    for person in door.persons:
        if person.id not in cheats and (person.failed or person.set_aside_at is not None):
            yield f"{person.name}, who is honest, failed {person.failed} checks"
        if person.failed >= FAILED_TO_BE_SET_ASIDE and person.set_aside_at is None:
            yield f"{person.name} failed {person.failed} checks and is not set aside"


def _one_word_each(door: DoorRecords, leases: Mapping[str, Lease]) -> Iterator[str]:
    """How a lease ended is the same in the gateway's books and in the job's."""
    for lent in door.leases:
        lease = leases.get(lent.token)
        if lease is None or lent.ended_as is None:
            continue
        if _by_holder(lease) and lent.ended_as != "recorded":
            yield f"job {lent.job_id[:6]} became {lease.became} by a lease that is said to be {lent.ended_as}"
        if not _by_holder(lease) and lent.ended_as == "recorded":
            how = lease.code or "given back"
            yield f"a report on job {lent.job_id[:6]} is said to be recorded, and its lease was {how}"
    for token, times in Counter(result.token for result in door.results).items():
        if token not in leases or not _by_holder(leases[token]) or times > 1:
            yield f"{times} reports are kept of a lease {token[:6]} that no report ended"


def _own_lease(records: Records, leases: Mapping[str, Lease], log: Sequence[Fetch]) -> Iterator[str]:
    """What a job's row keeps was told to a fetch under the very lease that it succeeded by."""
    last = {lease.job_id: lease for lease in leases.values() if lease.became == "SUCCEEDED"}
    fetches = {(fetch.link, fetch.sold): fetch for fetch in log}
    for link, job in records.jobs.items():
        if job.status != "SUCCEEDED":
            continue
        sold = sold_of(job.title)
        fetch = fetches.get((link, sold))
        if sold is None or fetch is None:
            yield f"{link} keeps {job.title!r}, which no fetch of it was told"
        elif not within(fetch, last[job.id]):
            yield f"{link} keeps what was told to another lease than the one that it succeeded by"


def _left_over(records: Records, door: DoorRecords) -> Iterator[str]:
    ended = {job.id: link for link, job in records.jobs.items() if job.status in ENDED}
    for result in door.results:
        if result.state == "waiting" and result.job_id in ended:
            yield f"{ended[result.job_id]} has ended, and a volunteer's result of it still waits"
    for lease in door.leases:
        if lease.ended_as is None and lease.job_id in ended:
            yield f"{ended[lease.job_id]} has ended, and a machine's lease of it was never ended"


def told(records: Records, door: DoorRecords, cheats: Collection[str]) -> str:
    """What volunteers and cheats came to, in a line."""
    states = Counter(result.state for result in door.results)
    ends = Counter(lease.ended_as or "live" for lease in door.leases)
    by_volunteers = {lease.token for lease in door.leases}
    recorded = sum(price.token in by_volunteers for price in records.prices)
    caught = sum(person.set_aside_at is not None for person in door.persons if person.id in cheats)
    revoked = sum(person.revoked_at is not None for person in door.persons)
    return (
        f"{len(door.persons)} persons, {len(cheats)} of whom cheat; {revoked} revoked, {caught} set aside; "
        f"{len(door.leases)} leases of machines ({_counted(ends)}), {len(door.results)} reports ({_counted(states)}), "
        f"{recorded} of {len(records.prices)} prices by volunteers"
    )


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
