"""The database: jobs, feeds, products, prices and the fleet. It is the truth; the broker only carries job ids.

`open_store` gives a Store. Every step is one guarded statement or one atomic batch, and every write is safe to send
twice, because a write that answered with an error may have committed all the same.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from common.store.console.values import ConsolePerson, ConsoleRole, ConsoleToken
    from common.store.notices.values import Notice, NoticeState
    from common.store.operators.domains import AddedDomain
    from common.store.operators.values import (
        START,
        ChangeCount,
        Cursor,
        ErrorCount,
        FailureCount,
        FailuresCounted,
        JobName,
        JobsPage,
        OperatorEvent,
        Page,
        ProductChange,
    )
    from common.store.schema import MigrationReport
    from common.store.sights.values import LookBy, PendingSight, PriceObservation
    from common.store.store import Store, create_schema, init_schema, open_store, schema_version
    from common.store.trust.values import (
        AwaitedLooks,
        DoubtedResults,
        FailedCheck,
        Heard,
        ReportRow,
        StandingRow,
        TrustRow,
    )
    from common.store.values.claims import Claim, ClaimOutcome
    from common.store.values.feeds import FeedState, FeedWish, PollOutcome, SkippedPost, UnregisteredDomain
    from common.store.values.fleet import EndedInHour, FleetCounts, Leader, ShopRow
    from common.store.values.health import PageRead, ShopHealth, ShopWindow, Unread
    from common.store.values.job_filter import JobFilter
    from common.store.values.jobs import DueJob, JobEvent, Reaped, StatusCount, Waiting
    from common.store.values.ladders import Brought, Rung, WaitingByWay, Walls
    from common.store.values.products import Product
    from common.store.values.workers import ALIVE_MS, STOPPED, WorkerRow

__all__ = [
    "ALIVE_MS",
    "START",
    "STOPPED",
    "AddedDomain",
    "AwaitedLooks",
    "Brought",
    "ChangeCount",
    "Claim",
    "ClaimOutcome",
    "ConsolePerson",
    "ConsoleRole",
    "ConsoleToken",
    "Cursor",
    "DoubtedResults",
    "DueJob",
    "EndedInHour",
    "ErrorCount",
    "FailedCheck",
    "FailureCount",
    "FailuresCounted",
    "FeedState",
    "FeedWish",
    "FleetCounts",
    "Heard",
    "JobEvent",
    "JobFilter",
    "JobName",
    "JobsPage",
    "Leader",
    "LookBy",
    "MigrationReport",
    "Notice",
    "NoticeState",
    "OperatorEvent",
    "Page",
    "PageRead",
    "PendingSight",
    "PollOutcome",
    "PriceObservation",
    "Product",
    "ProductChange",
    "Reaped",
    "ReportRow",
    "Rung",
    "ShopHealth",
    "ShopRow",
    "ShopWindow",
    "SkippedPost",
    "StandingRow",
    "StatusCount",
    "Store",
    "TrustRow",
    "Unread",
    "UnregisteredDomain",
    "Waiting",
    "WaitingByWay",
    "Walls",
    "WorkerRow",
    "create_schema",
    "init_schema",
    "open_store",
    "schema_version",
]

_HOMES = {
    "console.values": "ConsolePerson ConsoleRole ConsoleToken",
    "notices.values": "Notice NoticeState",
    "operators.domains": "AddedDomain",
    "operators.values": "START ChangeCount Cursor ErrorCount FailureCount FailuresCounted JobName JobsPage"
    " OperatorEvent Page ProductChange",
    "schema": "MigrationReport",
    "sights.values": "LookBy PendingSight PriceObservation",
    "store": "Store create_schema init_schema open_store schema_version",
    "trust.values": "AwaitedLooks DoubtedResults FailedCheck Heard ReportRow StandingRow TrustRow",
    "values.claims": "Claim ClaimOutcome",
    "values.feeds": "FeedState FeedWish PollOutcome SkippedPost UnregisteredDomain",
    "values.fleet": "EndedInHour FleetCounts Leader ShopRow",
    "values.health": "PageRead ShopHealth ShopWindow Unread",
    "values.job_filter": "JobFilter",
    "values.jobs": "DueJob JobEvent Reaped StatusCount Waiting",
    "values.ladders": "Brought Rung WaitingByWay Walls",
    "values.products": "Product",
    "values.workers": "ALIVE_MS STOPPED WorkerRow",
}
"""A module below this one → its names. It is loaded when one of them is first asked for: a process needs few of these
modules, and to make all their classes took a worker some hundredths of a second."""
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

if not TYPE_CHECKING:  # which is to say of any other name that there is none

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = found  # found before this function from now on
        return found
