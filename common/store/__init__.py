"""The database: jobs, feeds, products, prices and the fleet. It is the truth; the broker only carries job ids.

`open_store` gives a Store. Every step is one guarded statement or one atomic batch, and every write is safe to send
twice, because a write that answered with an error may have committed all the same.
"""

from common.store.feeds import FeedStore
from common.store.fleet import FleetStore
from common.store.health import HealthStore
from common.store.jobs import JobStore
from common.store.listing import Listing
from common.store.store import Store, init_schema, open_store, schema_version
from common.store.trust.reports import ReportStore
from common.store.trust.second_looks import TrustStore
from common.store.trust.values import DoubtedResults, Heard, ReportRow, StandingRow, TrustRow
from common.store.values import (
    Claim,
    ClaimOutcome,
    DueJob,
    FeedState,
    JobEvent,
    JobFilter,
    MigrationReport,
    PageRead,
    PollOutcome,
    PriceObservation,
    Product,
    Reaped,
    ShopHealth,
    ShopRow,
    ShopWindow,
    SkippedPost,
    StatusCount,
    Unread,
    UnregisteredDomain,
    WorkerRow,
)

__all__ = [
    "Claim",
    "ClaimOutcome",
    "DoubtedResults",
    "DueJob",
    "FeedState",
    "FeedStore",
    "FleetStore",
    "HealthStore",
    "Heard",
    "JobEvent",
    "JobFilter",
    "JobStore",
    "Listing",
    "MigrationReport",
    "PageRead",
    "PollOutcome",
    "PriceObservation",
    "Product",
    "Reaped",
    "ReportRow",
    "ReportStore",
    "ShopHealth",
    "ShopRow",
    "ShopWindow",
    "SkippedPost",
    "StandingRow",
    "StatusCount",
    "Store",
    "TrustRow",
    "TrustStore",
    "Unread",
    "UnregisteredDomain",
    "WorkerRow",
    "init_schema",
    "open_store",
    "schema_version",
]
