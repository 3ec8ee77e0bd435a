"""A job's life: its states, the table of transitions, and the values that travel between roles.

The same names stand in schema.sql, logs, metrics and the command line. A test holds the table here
and the guard in schema.sql equal.
"""

from __future__ import annotations

import hashlib
from base64 import b32encode
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from common.ways.way import Way


class JobStatus(StrEnum):
    """A job's state. In an `OPEN` one a crawl is still to come; the others are ends, until an operator or a recrawl."""

    NEW = "NEW"
    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED_RETRYABLE = "FAILED_RETRYABLE"
    FAILED_PERMANENT = "FAILED_PERMANENT"
    DEAD = "DEAD"


OPEN = frozenset({JobStatus.NEW, JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.FAILED_RETRYABLE})


class Transition(StrEnum):
    """Every arrow between states."""

    PUBLISH = "publish"
    CLAIM = "claim"
    SUCCEED = "succeed"
    RETRY_LATER = "retry_later"
    RETRY = "retry"
    FAIL = "fail"
    RELEASE = "release"
    REAP = "reap"
    BURY = "bury"
    REQUEUE = "requeue"
    RECHECK = "recheck"
    RECRAWL = "recrawl"
    CANCEL = "cancel"
    SECOND_LOOK = "second_look"
    UNCONFIRM = "unconfirm"
    NEXT_WAY = "next_way"
    NO_WAY = "no_way"


_S = JobStatus

TRANSITIONS: dict[Transition, frozenset[tuple[JobStatus, JobStatus]]] = {
    Transition.PUBLISH: frozenset({(_S.NEW, _S.QUEUED)}),
    Transition.CLAIM: frozenset({(_S.QUEUED, _S.RUNNING)}),
    Transition.SUCCEED: frozenset({(_S.RUNNING, _S.SUCCEEDED)}),
    Transition.RETRY_LATER: frozenset({(_S.RUNNING, _S.FAILED_RETRYABLE)}),
    Transition.RETRY: frozenset({(_S.FAILED_RETRYABLE, _S.QUEUED)}),
    Transition.FAIL: frozenset({(_S.RUNNING, _S.FAILED_PERMANENT)}),
    Transition.RELEASE: frozenset({(_S.RUNNING, _S.QUEUED)}),
    Transition.REAP: frozenset({(_S.RUNNING, _S.QUEUED)}),
    Transition.BURY: frozenset({(_S.RUNNING, _S.DEAD)}),
    Transition.REQUEUE: frozenset({(_S.DEAD, _S.NEW), (_S.FAILED_PERMANENT, _S.NEW)}),
    Transition.RECHECK: frozenset({(_S.SUCCEEDED, _S.NEW), (_S.FAILED_PERMANENT, _S.NEW), (_S.DEAD, _S.NEW)}),
    Transition.RECRAWL: frozenset({(_S.SUCCEEDED, _S.NEW), (_S.FAILED_PERMANENT, _S.NEW), (_S.DEAD, _S.NEW)}),
    Transition.CANCEL: frozenset(
        {
            (_S.NEW, _S.FAILED_PERMANENT),
            (_S.QUEUED, _S.FAILED_PERMANENT),
            (_S.RUNNING, _S.FAILED_PERMANENT),
            (_S.FAILED_RETRYABLE, _S.FAILED_PERMANENT),
        }
    ),
    Transition.SECOND_LOOK: frozenset({(_S.RUNNING, _S.NEW)}),
    Transition.UNCONFIRM: frozenset(
        {(_S.NEW, _S.FAILED_PERMANENT), (_S.QUEUED, _S.FAILED_PERMANENT), (_S.FAILED_RETRYABLE, _S.FAILED_PERMANENT)}
    ),
    Transition.NEXT_WAY: frozenset({(_S.RUNNING, _S.NEW)}),
    Transition.NO_WAY: frozenset(
        {(_S.NEW, _S.FAILED_PERMANENT), (_S.QUEUED, _S.FAILED_PERMANENT), (_S.FAILED_RETRYABLE, _S.FAILED_PERMANENT)}
    ),
}

ALLOWED: frozenset[tuple[JobStatus, JobStatus]] = frozenset().union(*TRANSITIONS.values())


def job_id_for(url_norm: str) -> str:
    """The id of the one job a canonical URL can have: 26 lower-case letters and digits.

    Derived from the URL, so inserting the same link twice, even from two ingestors at once, names the same row.
    """
    digest = hashlib.blake2b(url_norm.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return b32encode(digest).decode("ascii").rstrip("=").lower()


@dataclass(frozen=True, slots=True)
class NewJob:
    """A shop link about to be accepted. `source*` name the post that brought it first."""

    url: str
    url_norm: str
    platform: str
    region: str
    shop_id: str | None
    item_id: str | None
    source: str
    source_account: str
    source_post_id: str
    priority: int = 0
    max_attempts: int = 5

    @property
    def id(self) -> str:
        return job_id_for(self.url_norm)


@dataclass(frozen=True, slots=True)
class Sighting:
    """One post that names one link. Unique per (job, source, account, post): polling it again adds nothing."""

    job_id: str
    source: str
    source_account: str
    source_post_id: str
    post_url: str | None
    posted_at: int | None
    """UTC milliseconds, None when the network did not say."""
    url: str
    """The link as the post wrote it."""


class Crawlable(Protocol):
    """What a crawl must know of a job: all that a volunteer is told, and a Job."""

    @property
    def id(self) -> str: ...
    @property
    def url_norm(self) -> str: ...
    @property
    def platform(self) -> str: ...
    @property
    def attempt(self) -> int: ...
    @property
    def content_hash(self) -> str | None: ...
    @property
    def crawl_interval_ms(self) -> int | None: ...
    @property
    def via(self) -> Way | None: ...


@dataclass(frozen=True, slots=True)
class Job:
    """A row of crawl_jobs as the roles see it. All times are UTC milliseconds by the database's clock."""

    id: str
    source: str
    source_account: str
    source_post_id: str
    url: str
    url_norm: str
    platform: str
    region: str
    shop_id: str | None
    item_id: str | None
    status: JobStatus
    priority: int
    attempt: int
    max_attempts: int
    locked_by: str | None
    locked_at: int | None
    lock_expires_at: int | None
    lease_token: str | None
    next_run_at: int | None
    next_crawl_at: int | None
    last_error: str | None
    error_code: str | None
    created_at: int
    updated_at: int
    started_at: int | None
    finished_at: int | None
    result_json: str | None
    content_hash: str | None
    crawl_interval_ms: int | None
    """How long after its last success the link was to be crawled again."""
    failures: int
    """Attempts in a row that failed; vanished workers and releases do not count."""
    gone: int
    """Crawls in a row that found the page gone. An attempt that may be tried again leaves it as it is."""
    broken_at: int | None
    """BROKEN since then (five failures in a row): crawled weekly, with one attempt each time."""
    via: Way | None
    """The way it goes, or by which it ended. None: none is chosen yet; the dispatcher chooses one."""
