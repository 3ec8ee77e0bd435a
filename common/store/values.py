"""What the store is asked with and answers. All times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from common.job import Job, JobStatus
from common.ways.way import Way


class ClaimOutcome(StrEnum):
    CLAIMED = "CLAIMED"
    NOT_CLAIMABLE = "NOT_CLAIMABLE"
    """Finished, running elsewhere, or not due yet."""
    LEASE_OVER = "LEASE_OVER"
    """This very token began a lease that is over; a token is used for one lease. Claim with a new one."""
    UNKNOWN_JOB = "UNKNOWN_JOB"
    WRONG_QUEUE = "WRONG_QUEUE"
    """A job of another shop, or that goes another way, than the queue it was named in carries."""
    WAY_OFF = "WAY_OFF"
    """An operator switched off the way it goes."""
    OVER_BUDGET = "OVER_BUDGET"
    """The shop's fleet-wide budget has no room now."""
    SHOP_PAUSED = "SHOP_PAUSED"
    EXCLUDED = "EXCLUDED"
    """This person is not given this job: it waits for somebody else's look, or the person was set aside."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What claim() answers."""

    outcome: ClaimOutcome
    job: Job | None = None
    """The row, when it exists. With CLAIMED it carries the lease."""
    wait_seconds: float | None = None
    """OVER_BUDGET: until the budget has room, 0.0 when it has some by now and the claim is to be made again at once.
    NOT_CLAIMABLE on a FAILED_RETRYABLE job: until it is due. EXCLUDED: until this person may have the job, None when
    set aside. Else None: there is nothing to wait for."""


@dataclass(frozen=True, slots=True)
class OwedLetter:
    """A job that ended DEAD and whose dead letter is still to be published."""

    id: str
    platform: str
    region: str
    error_code: str | None

    @property
    def routing_key(self) -> str:
        return f"{self.platform}.{self.region or 'any'}"


@dataclass(frozen=True, slots=True)
class DueJob:
    """A job to publish now."""

    id: str
    platform: str
    region: str
    shop_id: str | None
    via: Way | None
    """None: no way was chosen for it yet."""
    status: JobStatus


@dataclass(frozen=True, slots=True)
class Reaped:
    """A job whose lease ran out: `status` is QUEUED, or DEAD when its attempts were spent."""

    id: str
    platform: str
    region: str
    status: JobStatus


@dataclass(frozen=True, slots=True)
class JobEvent:
    """One change of status, as the database's trigger wrote it. `from_status` is None for the insert."""

    job_id: str
    seq: int
    """1, 2, 3 … within the job."""
    from_status: JobStatus | None
    to_status: JobStatus
    attempt: int
    lease_token: str | None
    worker: str | None
    error_code: str | None
    at: int
    via: Way | None = None
    """The way that the job goes, or by which the lease went that ended."""
    detail: str | None = None
    """Of next_way: why that way did not do, its first 300 characters."""


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
    cursor: str | None
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


@dataclass(frozen=True, slots=True)
class FeedWish:
    """What operators wish of one account."""

    source: str
    account: str
    paused_at: int | None
    poll_asked_at: int | None


@dataclass(frozen=True, slots=True)
class JobFilter:
    """Which jobs are wanted: those that match every field given. Ages are counted from updated_at."""

    statuses: tuple[JobStatus, ...] = ()
    platform: str | None = None
    error_code: str | None = None
    older_than_ms: int | None = None
    newer_than_ms: int | None = None
    broken: bool = False
    """Only links that are BROKEN."""
    single: str | None = None
    """A single shop of the platform: on the open web its registrable domain."""
    source: str | None = None
    """The network of any post that named the link; `operator` for links that operators added."""
    account: str | None = None
    """The account of any post that named the link."""
    text: str | None = None
    """Words, each in the canonical link or the title of the product; or how the id begins."""
    as_of_ms: int | None = None
    """Only jobs that last changed up to then, and ages counted from then: so two looks mean the same jobs."""


@dataclass(frozen=True, slots=True)
class StatusCount:
    """How many jobs a platform has in one status, and since when the oldest of them."""

    platform: str
    status: JobStatus
    count: int
    oldest_updated_at: int


@dataclass(frozen=True, slots=True)
class Product:
    """What is known of a product now. `price_minor` is the last price whose verdict was ok."""

    product_key: str
    platform: str
    region: str
    item_id: str | None
    shop_id: str | None
    sku: str | None
    url: str
    url_norm: str
    title: str | None
    brand: str | None
    seller: str | None
    image_url: str | None
    price_minor: int | None
    currency: str | None
    list_price_minor: int | None
    price_kind: str | None
    availability: str
    verdict: str
    verdict_reason: str | None
    job_id: str
    content_hash: str | None
    first_seen_at: int
    last_seen_at: int
    price_at: int | None
    price_min_minor: int | None
    price_max_minor: int | None
    stock: int | None
    gone_at: int | None
    """When three crawls in a row had found the page gone; None while it is there."""
    gtin: str | None
    details_json: str | None
    """Rating, category, condition, images …, as the last trusted page that states any said: `read_details` reads it."""
    generation: int
    """1, 2 … raised when the address was found to show another product; what was known before is its history only."""
    anew_at: int | None
    """When it was raised last."""
    flickers: int
    """Sights that were doubted and not seen again, in this generation."""


@dataclass(frozen=True, slots=True)
class EndedInHour:
    """Crawls that ended within one hour (UTC, hours since 1970), by how their job stood then."""

    hour: int
    status: JobStatus
    count: int


@dataclass(frozen=True, slots=True)
class Leader:
    """Who leads a role until `expires_at` (UTC milliseconds), or led it until then."""

    holder: str
    expires_at: int


@dataclass(frozen=True, slots=True)
class FleetCounts:
    """The fleet at the database's time `now` (UTC milliseconds)."""

    now: int
    machines: int
    """Volunteers' machines that were seen lately, and the persons they belong to."""
    persons: int
    processes: Mapping[str, int]
    """Role → processes that were seen lately."""
    feeds: Mapping[tuple[str, str], int]
    """(source, ok or failed) → accounts whose last poll ended so, within a day."""
    recrawls_due: Mapping[str, int]
    """Platform → ended jobs whose next crawl is due."""


@dataclass(frozen=True, slots=True)
class ShopRow:
    """A shop's policy, with figures counted from its jobs. `requests_per_second` None: no fleet-wide budget."""

    platform: str
    paused: bool
    paused_reason: str | None
    requests_per_second: float | None
    burst: int
    last_success_at: int | None
    succeeded_last_hour: int
    failed_last_hour: int
    """FAILED_PERMANENT and DEAD."""
    waiting_retry: int
    """FAILED_RETRYABLE now."""
    reviewed_at: int | None = None
    """When somebody last read the shop's terms."""
    reviewed_by: str | None = None
    review_note: str | None = None


@dataclass(frozen=True, slots=True)
class PageRead:
    """One attempt that ended, as the health of its shop counts it: a page once, when its crawl first tells of it."""

    shop: str
    """A platform, or other/<registrable domain>."""
    ended_at: int
    failed: bool
    """No offer, one that was dropped or quarantined, or a refusal."""
    zero_price: bool
    yielded: bool
    """A price was recorded."""
    person: str | None = None
    """The one volunteer on whose word it rests. None: an operator's worker saw it, or two persons did."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Attempts that ended since shops' health was last read, oldest first."""

    read_to: int
    """Where the last reading stopped."""
    read_up_to: int
    """Where the next one begins, once these pages are recorded."""
    pages: tuple[PageRead, ...]
    """Only those that say something of reading."""
    more: bool
    """The limit was reached: there is more."""


@dataclass(frozen=True, slots=True)
class ShopWindow:
    """How reading went for a number of one shop's pages in a row. `shop`: a platform, or other/<registrable domain>."""

    shop: str
    number: int
    """1, 2, 3 … within the shop."""
    begins_at: int
    ends_at: int
    pages: int
    """Pages that were read, or not, or refused."""
    failed: int
    """Of those: no offer, one that was dropped or quarantined, or a refusal."""
    zero_prices: int
    yielded: int
    """Prices recorded."""


@dataclass(frozen=True, slots=True)
class ShopHealth:
    """A shop's last windows, oldest first; the last one may not be full yet."""

    shop: str
    judged_from: int
    """When the shop was last resumed (0: never). Crawls that ended up to then do not count."""
    windows: tuple[ShopWindow, ...]

    @property
    def counted(self) -> tuple[ShopWindow, ...]:
        """The windows since the shop was resumed."""
        return tuple(window for window in self.windows if window.begins_at > self.judged_from)


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """Schema versions before (None: there was no schema) and after."""

    before: int | None
    after: int
    serves: int
    """The oldest schema version whose programs may work with it now."""
