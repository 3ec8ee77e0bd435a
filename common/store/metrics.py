"""What the store counts of its database."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

again = Counter(
    "crawlfleet_database_tried_again_total",
    "Batches sent again, by why: busy (no connection free), silent (no answer in time), away",
    ["reason"],
)
batches = Counter(
    "crawlfleet_database_batches_total", "Batches that the database answered, by whether they read or write", ["kind"]
)
statements = Counter(
    "crawlfleet_database_statements_total", "Statements in those batches, by whether they read or write", ["kind"]
)
writes_stuck = Gauge(
    "crawlfleet_database_writes_stuck", "1 while the database answers reads but no writes: it must be restarted"
)
sights = Counter(
    "crawlfleet_sights_total",
    "Doubted sights, by what came of them: waits, confirmed, flickered, unstable; anew: another product was confirmed",
    ["platform", "came_to"],
)
not_understood = Counter(
    "crawlfleet_results_not_understood_total",
    "Volunteers' results that wait in words of a newer version, each once: they are left to that",
)
