"""What the store counts of its database."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

again = Counter(
    "crawlfleet_database_tried_again_total",
    "Batches sent again, by why: busy (no connection free), silent (no answer in time), away",
    ["reason"],
)
writes_stuck = Gauge(
    "crawlfleet_database_writes_stuck", "1 while the database answers reads but no writes: it must be restarted"
)
