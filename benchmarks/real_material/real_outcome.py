"""What a run over the saved material came to, read back from its database and its log."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal

from common.job import Job, JobStatus
from common.money import format_minor
from common.settings import DatabaseSettings
from common.store import JobFilter, open_store
from ingestor.summary import IngestSummary

EVERYTHING = 100_000


@dataclass(slots=True)
class Outcome:
    """One backend's run. `complaints` are errors and tracebacks of the log: each one is a bug."""

    backend: str
    seconds: float
    accounts: int
    accounts_refused: dict[str, int]
    posts_read: dict[str, int]
    """By network."""
    posts_skipped: dict[str, int]
    links_found: dict[str, int]
    """By network; the same link in two posts counts twice."""
    sightings: int
    jobs_made: dict[str, int]
    """By where they stand now."""
    products: int
    prices: int
    """Products with a price."""
    prices_right: int
    prices_known: int
    """Jobs whose right price is known."""
    set_aside: dict[str, int]
    """Read as a product, but the verdict was not ok: by verdict and reason."""
    refusals: dict[str, int]
    retries: int
    complaints: dict[str, int]
    wrong_prices: list[str] = field(default_factory=list)
    not_read: list[str] = field(default_factory=list)
    """Links whose right price is known and that ended without one."""


class Listening(logging.Handler):
    """Counts posts, links and skipped posts, and keeps errors and tracebacks. Polls run in one thread."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.posts: Counter[str] = Counter()
        self.links: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.complaints: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        source = getattr(record, "source", "")
        if str(record.msg).startswith("polled:") and isinstance(record.args, tuple):
            posts, links, _ = record.args
            self.posts[source] += _number(posts)
            self.links[source] += _number(links)
        elif str(record.msg).startswith("post %s skipped"):
            self.skipped[str(getattr(record, "reason", "unsaid"))] += 1
        needs_person = getattr(record, "reason", None) == "needs_person"
        if record.exc_info or (record.levelno >= logging.ERROR and not needs_person):
            cause = f": {record.exc_info[1]!r}" if record.exc_info else ""
            self.complaints[f"{record.name}: {record.getMessage()}{cause}"[:300]] += 1


def _number(counted: object) -> int:
    """Of "1,234 posts"."""
    return int(str(counted).partition(" ")[0].replace(",", ""))


@contextmanager
def listening() -> Iterator[Listening]:
    """Hears everything the fleet logs, and nothing of it reaches the terminal."""
    heard, fleet, root = Listening(), logging.getLogger("crawlfleet"), logging.getLogger()
    level = fleet.level
    fleet.setLevel(logging.INFO)
    root.addHandler(heard)
    try:
        yield heard
    finally:
        root.removeHandler(heard)
        fleet.setLevel(level)


async def outcome_of(
    backend: str,
    database: DatabaseSettings,
    *,
    seconds: float,
    ingested: IngestSummary,
    retries: int,
    heard: Listening,
    prices: Mapping[str, frozenset[Decimal]],
) -> Outcome:
    """Reads the run's database. `prices`: url_norm → the right ones, empty when there must be none."""
    store = await open_store(database)
    try:
        jobs = await store.listing.jobs(JobFilter(), limit=EVERYTHING)
        products = await store.listing.products(limit=EVERYTHING)
        states = await store.feeds.states()
    finally:
        await store.close()
    found = Outcome(
        backend=backend,
        seconds=round(seconds, 1),
        accounts=ingested.accounts,
        accounts_refused=_counted(_reason(s.last_error) for s in states if s.failures and s.last_error),
        posts_read=dict(heard.posts),
        posts_skipped=dict(heard.skipped),
        links_found=dict(heard.links),
        sightings=ingested.sightings_added,
        jobs_made=_counted(str(job.status) for job in jobs),
        products=len(products),
        prices=sum(product.price_minor is not None for product in products),
        prices_right=0,
        prices_known=0,
        set_aside=_counted(text for job in jobs if (text := _verdict(job))),
        refusals=_counted(_refusal(job) for job in jobs if job.status is not JobStatus.SUCCEEDED),
        retries=retries,
        complaints=dict(heard.complaints),
    )
    _compare(found, jobs, prices)
    return found


def _compare(found: Outcome, jobs: Sequence[Job], prices: Mapping[str, frozenset[Decimal]]) -> None:
    by_link = {job.url_norm: job for job in jobs}
    for link, right in prices.items():
        job = by_link.get(link)
        if not right:
            continue
        found.prices_known += 1
        price = read_price(job) if job else None
        if price is None:
            found.not_read.append(f"{link}: {_why(job)}")
        elif price in right:
            found.prices_right += 1
        else:
            found.wrong_prices.append(f"{link}: read {price}, right {', '.join(map(str, sorted(right)))}")


def read_price(job: Job) -> Decimal | None:
    """The price a succeeded job recorded with the verdict ok."""
    tree = json.loads(job.result_json) if job.result_json else {}
    offer = tree.get("offer", {})
    if tree.get("verdict", {}).get("status") != "ok" or offer.get("price_minor") is None:
        return None
    return Decimal(format_minor(offer["price_minor"], offer["currency"]))


def _why(job: Job | None) -> str:
    if job is None:
        return "no job"
    return _verdict(job) or (_refusal(job) if job.status is not JobStatus.SUCCEEDED else "read, without a price")


def _verdict(job: Job) -> str | None:
    verdict = json.loads(job.result_json).get("verdict", {}) if job.result_json else {}
    return f"{verdict['status']}: {verdict.get('reason')}" if verdict.get("status", "ok") != "ok" else None


def _refusal(job: Job) -> str:
    return f"{job.status} {job.error_code} {_reason(job.last_error)}".strip()


def _reason(error: str | None) -> str:
    """The word a page was refused with, or the start of what happened, without its address."""
    text = error or "unsaid"
    word = text.split(":", 1)[0]
    if word.isupper():
        return word
    return " ".join("…" if "://" in part else part for part in text.split())[:80]


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(Counter(words).most_common())
