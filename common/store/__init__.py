"""The database is the truth: jobs, feeds, products, prices and the fleet, behind one atomic batch per step."""

from common.store.feeds import FeedStore
from common.store.fleet import FleetStore
from common.store.health import HealthStore
from common.store.jobs import JobStore
from common.store.listing import Listing
from common.store.store import Store, init_schema, open_store, schema_version
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
    WorkerRow,
)

__all__ = [
    "Claim",
    "ClaimOutcome",
    "DueJob",
    "FeedState",
    "FeedStore",
    "FleetStore",
    "HealthStore",
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
    "ShopHealth",
    "ShopRow",
    "ShopWindow",
    "SkippedPost",
    "StatusCount",
    "Store",
    "Unread",
    "WorkerRow",
    "init_schema",
    "open_store",
    "schema_version",
]
