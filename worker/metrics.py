"""A worker's metrics."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

messages = Counter("crawlfleet_worker_messages_total", "Messages taken, by the outcome of their claim", ["outcome"])
malformed = Counter("crawlfleet_worker_malformed_total", "Messages that could not be read and were dead-lettered")
no_room = Counter(
    "crawlfleet_worker_no_room_total",
    "Copies that a full retry or dead-letter queue refused; the database brings back what they stood for",
)
recorded = Counter("crawlfleet_worker_recorded_total", "Crawls, by the status they ended in", ["platform", "status"])
errors = Counter(
    "crawlfleet_worker_errors_total", "Crawls that did not work, by error code", ["platform", "error_code"]
)
lost_leases = Counter("crawlfleet_worker_lost_leases_total", "Crawls cancelled under way because their lease was lost")
spooled = Counter("crawlfleet_worker_spooled_total", "Outcomes kept on disk because the database was away")
refused = Counter("crawlfleet_worker_refused_total", "Outcomes that the database will never take")
running = Gauge("crawlfleet_worker_running", "Crawls under way")
crawl_seconds = Histogram(
    "crawlfleet_worker_crawl_seconds",
    "Seconds from claim to recorded outcome",
    ["platform"],
    buckets=(0.1, 0.5, 1, 2, 5, 10, 30, 60, 300),
)
