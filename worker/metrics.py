"""What a worker counts."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

messages = Counter("crawlfleet_worker_messages_total", "Messages taken, by what came of the claim", ["outcome"])
malformed = Counter("crawlfleet_worker_malformed_total", "Messages sent to the dead-letter queue unread")
recorded = Counter("crawlfleet_worker_recorded_total", "Crawls, by the status they ended in", ["platform", "status"])
errors = Counter("crawlfleet_worker_errors_total", "Crawls that did not work, by reason", ["platform", "error_code"])
lost_leases = Counter("crawlfleet_worker_lost_leases_total", "Crawls whose result was dropped: the lease was lost")
spooled = Counter("crawlfleet_worker_spooled_total", "Outcomes that waited on disk for the database")
running = Gauge("crawlfleet_worker_running", "Crawls under way")
crawl_seconds = Histogram(
    "crawlfleet_worker_crawl_seconds", "Claim to outcome", ["platform"], buckets=(0.1, 0.5, 1, 2, 5, 10, 30, 60, 300)
)
