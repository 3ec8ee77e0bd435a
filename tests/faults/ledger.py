"""What a run came to: the rows that its books are made of, and the lines that a person is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from common.store.drivers.base import Driver, Statement
from tests.simulation.books import Event

ROWS = 10_000
"""Of one answer: libsql-server refuses to send more than 10 MB."""

_JOBS = """SELECT id, url_norm, status, attempt, max_attempts, error_code, letter_owed_at IS NOT NULL AS owed,
    json_extract(result_json, '$.offer.title') AS title FROM crawl_jobs WHERE id > :after ORDER BY id LIMIT :rows"""
_EVENTS = """SELECT job_id, seq, from_status, to_status, attempt, lease_token, error_code, at
    FROM job_events WHERE (job_id, seq) > (:after, :seq) ORDER BY job_id, seq LIMIT :rows"""
_PRICES = """SELECT id, job_id, lease_token, price_minor, first_seen_at
    FROM price_observations WHERE id > :after ORDER BY id LIMIT :rows"""
_WAITS = "SELECT lease_token, job_id FROM pending_results WHERE lease_token > :after ORDER BY lease_token LIMIT :rows"
_SHOWN = (
    "SELECT product_key, job_id, price_minor FROM products WHERE product_key > :after ORDER BY product_key LIMIT :rows"
)


@dataclass(frozen=True, slots=True)
class JobRow:
    id: str
    status: str
    attempt: int
    max_attempts: int
    error_code: str | None
    letter_owed: bool
    title: str | None = None
    """Of the result that the job's row keeps."""


@dataclass(frozen=True, slots=True)
class PriceRow:
    job_id: str
    token: str
    price_minor: int
    first_seen_at: int | None = None
    """When another lease was told it, of a price that was doubted."""


@dataclass(frozen=True, slots=True)
class Records:
    """What the database holds at the end."""

    jobs: Mapping[str, JobRow]
    """By canonical link."""
    events: Sequence[tuple[Event, int]]
    """Each with its time in milliseconds; of one job in order."""
    prices: Sequence[PriceRow]
    """In the order they were recorded."""
    shown: Mapping[str, int | None]
    """Job → the price its product shows."""
    sightings: int
    posts: int
    """Those that were written into the feed."""
    waiting: Sequence[str] = ()
    """Jobs of which a sight still waits for a second one."""


@dataclass(slots=True)
class Ledger:
    """One run, for a person."""

    seed: int
    jobs: int
    servers: str
    versions: str
    faults: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    attempts: int = 0
    fetches: int = 0
    lost_leases: int = 0
    leaps: int = 0
    """Prices that were recorded at a second sight."""
    sights: int = 0
    """Leases whose sight waited for a second one."""
    starts: int = 0
    ended_by_themselves: int = 0
    letters: int = 0
    volunteers: int = 0
    at_the_door: bool = False
    """Only the faults of gateways and volunteers."""
    door: str = ""
    """What volunteers and cheats came to, in a line."""
    fault_seconds: float = 0.0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    logs: str = ""

    def lines(self) -> list[str]:
        """As they are printed."""
        return [
            f"faults: seed {self.seed}, {self.jobs} jobs on {self.versions}",
            f"faults: {self.faults.total()} injected: {_counted(self.faults)}",
            f"faults: jobs {_counted(self.ends)}; {self.attempts} attempts, {self.fetches} fetches, "
            f"{self.lost_leases} leases ran out, {self.letters} dead letters",
            f"faults: {self.sights} sights waited for a second one, {self.leaps} prices were recorded at the second",
            *([f"faults: {self.door}"] if self.door else []),
            f"faults: {self.starts} processes started, {self.ended_by_themselves} of which gave up by themselves",
            f"faults: {self.seconds:.0f} s, faults during the first {self.fault_seconds:.0f} s",
            *(f"  {line}" for line in self.wrong),
            *([f"faults: the processes' logs are in {self.logs}"] if self.wrong else []),
            "faults: every promise held" if not self.wrong else f"faults: {len(self.wrong)} promises broken",
            f"faults: the same faults again: scripts/faults --seed {self.seed} --jobs {self.jobs} "
            f"--servers {self.servers}"
            + (f" --volunteers {self.volunteers}" if self.volunteers else "")
            + (" --at-the-door" if self.at_the_door else ""),
        ]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


async def read_records(driver: Driver, posts: int) -> Records:
    """Everything the books need, in answers of a bounded size."""
    jobs = {
        str(row["url_norm"]): JobRow(
            row["id"],
            row["status"],
            row["attempt"],
            row["max_attempts"],
            row["error_code"],
            bool(row["owed"]),
            row["title"],
        )
        async for row in paged(driver, _JOBS, "id", "")
    }
    events = [
        (
            Event(
                row["job_id"],
                row["from_status"],
                row["to_status"],
                row["attempt"],
                row["lease_token"],
                row["error_code"],
            ),
            int(row["at"]),
        )
        async for row in paged(driver, _EVENTS, "job_id", "", seq="seq")
    ]
    prices = [
        PriceRow(row["job_id"], row["lease_token"], row["price_minor"], row["first_seen_at"])
        async for row in paged(driver, _PRICES, "id", 0)
    ]
    shown = {str(row["job_id"]): row["price_minor"] async for row in paged(driver, _SHOWN, "product_key", "")}
    [counted] = (await driver.batch([Statement("SELECT COUNT(*) AS n FROM job_sightings")]))[0].rows
    waiting = [str(row["job_id"]) async for row in paged(driver, _WAITS, "lease_token", "")]
    return Records(jobs, events, prices, shown, int(counted["n"] or 0), posts, waiting)


async def paged(driver: Driver, sql: str, key: str, after: Any, *, seq: str | None = None) -> Any:
    """Rows in pages, each from behind the last row of the one before."""
    number = 0
    while True:
        args = {"after": after, "rows": ROWS, **({"seq": number} if seq else {})}
        [found] = await driver.batch([Statement(sql, args)])
        for row in found.rows:
            yield row
        if len(found.rows) < ROWS:
            return
        after = found.rows[-1][key]
        number = int(found.rows[-1][seq] or 0) if seq else 0
