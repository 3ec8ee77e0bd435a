"""What a run came to: the rows that its books are made of, and the lines that a person is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from common.settings import DatabaseSettings
from common.store.drivers.base import Row, Statement
from common.store.rows import number, text_or_none
from common.store.store import make_driver
from common.ways.way import Way
from tests.simulation.books import Event

_JOBS = "SELECT id, url_norm, status, via, max_attempts, error_code FROM crawl_jobs ORDER BY id"
_EVENTS = """SELECT job_id, from_status, to_status, attempt, lease_token, error_code, via, at
    FROM job_events ORDER BY job_id, seq"""
_PRICES = "SELECT job_id, lease_token, price_minor, price_kind, via FROM price_observations ORDER BY id"
_CALLS = "SELECT source, SUM(calls) AS calls FROM official_calls GROUP BY source"


@dataclass(frozen=True, slots=True)
class Job:
    id: str
    status: str
    via: str | None
    max_attempts: int
    error_code: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a job, with the way that it went then."""

    event: Event
    via: str | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class Price:
    job_id: str
    token: str
    price_minor: int
    kind: str | None
    via: str | None


@dataclass(frozen=True, slots=True)
class Records:
    """What the database holds at the end."""

    jobs: Mapping[str, Job]
    """By canonical link."""
    steps: Sequence[Step]
    """Of one job in order."""
    prices: Sequence[Price]
    calls: Mapping[str, int]
    """Taken from each official source's budget in the last hour."""


@dataclass(slots=True)
class Ledger:
    """One run, for a person."""

    links: int
    servers: str
    browser_as: str = ""
    started: Counter[Way] = field(default_factory=Counter)
    killed: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    """By status and the way that brought the result."""
    roads: Counter[str] = field(default_factory=Counter)
    """Ways that jobs went, one after another, and why each did not do."""
    calls: list[str] = field(default_factory=list)
    refused: str = ""
    pages: str = ""
    leases: str = ""
    late: int = 0
    """Messages of jobs that have ended, which wait in retry queues."""
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    logs: str = ""

    def lines(self) -> list[str]:
        """As they are printed."""
        started = ", ".join(f"{way} {count}" for way, count in sorted(self.started.items()))
        return [
            f"ways: {self.links} links on {self.servers}; workers started: {started}; "
            f"browsers ran as {self.browser_as}",
            f"ways: killed with -9 in mid-crawl: {', '.join(self.killed) or 'none'}; {self.leases}",
            f"ways: {self.refused}",
            f"ways: ended {_counted(self.ends)}",
            *(f"ways:   {count:4} went {road}" for road, count in sorted(self.roads.items(), key=lambda one: -one[1])),
            *(f"ways: {line}" for line in self.calls),
            f"ways: {self.pages}",
            f"ways: {self.seconds:.0f} s; {self.late} messages of ended jobs still wait in retry queues, to be acked",
            *(f"  {line}" for line in self.wrong),
            *([f"ways: the processes' logs are in {self.logs}"] if self.logs else []),
            "ways: every job ended as it must" if not self.wrong else f"ways: {len(self.wrong)} things went wrong",
        ]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


async def read_records(database_url: str) -> Records:
    driver = make_driver(DatabaseSettings(url=database_url))
    await driver.connect()
    try:
        answers = await driver.batch([Statement(sql) for sql in (_JOBS, _EVENTS, _PRICES, _CALLS)])
    finally:
        await driver.close()
    jobs, events, prices, calls = (answer.rows for answer in answers)
    return Records(
        {str(row["url_norm"]): _job(row) for row in jobs},
        [_step(row) for row in events],
        [_price(row) for row in prices],
        {str(row["source"]): number(row["calls"]) for row in calls},
    )


def _job(row: Row) -> Job:
    via, error_code = text_or_none(row["via"]), text_or_none(row["error_code"])
    return Job(str(row["id"]), str(row["status"]), via, number(row["max_attempts"]), error_code)


def _step(row: Row) -> Step:
    event = Event(
        job_id=str(row["job_id"]),
        was=text_or_none(row["from_status"]),
        became=str(row["to_status"]),
        attempt=number(row["attempt"]),
        token=text_or_none(row["lease_token"]),
        code=text_or_none(row["error_code"]),
    )
    return Step(event, text_or_none(row["via"]), number(row["at"]))


def _price(row: Row) -> Price:
    kind, via = text_or_none(row["price_kind"]), text_or_none(row["via"])
    return Price(str(row["job_id"]), str(row["lease_token"]), number(row["price_minor"]), kind, via)
