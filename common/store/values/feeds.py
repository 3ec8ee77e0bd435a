"""Watched accounts: what a poll leaves behind, and how each account is doing. Times are UTC milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

READ_IN_PART = "read_in_part"
"""A key of a cursor that is not its source's alone: what was read of an answer that was too much for one poll."""
MOVED_TO = "moved_to"
"""The other: where the account's address leads for good."""
MOVED = "write that address as its account: the old one is followed only as long as it answers"
SMALLER_FEED = (
    "watch a smaller feed of it, such as one of a section; or raise fetch.max_wire_bytes where its bytes were cut"
)
"""What a person can do about it."""


@dataclass(frozen=True, slots=True)
class SkippedPost:
    """A post that could not be read, or not all of whose links were taken, and why."""

    source_post_id: str
    reason: str
    links_left_out: int = 0
    """More than 0: the post was read, and so many of its links were beyond the limit for one post."""


@dataclass(frozen=True, slots=True)
class PollOutcome:
    """What of a poll was new to the database."""

    jobs_added: int
    sightings_added: int
    links_waiting: int = 0
    """Links beyond the account's limit for the day. They were not accepted, and the cursor stayed."""
    day_ends_in_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class UnregisteredDomain:
    """A registrable domain that posts link to and that was no shop here when they were read."""

    domain: str
    posts: int
    """About: a post that was read twice after a lost answer may count twice."""
    first_seen_at: int
    last_seen_at: int


@dataclass(frozen=True, slots=True)
class FeedState:
    """How one account is doing. `failures` counts failed polls in a row; a poll that works sets it to 0."""

    source: str
    account: str
    last_polled_at: int | None
    last_error: str | None
    failures: int
    next_poll_at: int | None
    posts_skipped: int
    """Posts that could not be read."""
    links_in_day: int = 0
    """Links accepted on the day (UTC) of the last poll."""
    day_spent_at: int | None = None
    """When the last poll met the limit for the day; None when it did not."""
    posts_cut: int = 0
    """Posts with more links than one post may have."""
    links_left_out: int = 0
    """Those links, all together."""
    paused_at: int | None = None
    """An operator wants it polled no more; None: it is polled."""
    paused_reason: str | None = None
    poll_asked_at: int | None = None
    """When an operator last asked for a poll at once."""
    read_in_part: str | None = None
    """What was read of the account's last answer, when that was too much for one poll; None when all was."""
    moved_to: str | None = None
    """Where the account's address leads for good, at another site; None: nowhere else. As it may be shown."""
    failing_since: int | None = None
    """When the first of the failures in a row was; None when the last poll worked, or when it is not known (a program
    of before schema version 33 was there)."""
    last_failed_at: int | None = None
    """When a poll last failed, also before ones that worked; None when none did, or as above."""


@dataclass(frozen=True, slots=True)
class FeedWish:
    """What operators wish of one account."""

    source: str
    account: str
    paused_at: int | None
    poll_asked_at: int | None
