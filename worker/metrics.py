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
by_way = Counter(
    "crawlfleet_worker_by_way_total", "Crawls, by the way they went and how they ended", ["platform", "way", "status"]
)
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
official_calls = Counter(
    "crawlfleet_official_calls_total", "Calls of shops' official interfaces, by what came of it", ["source", "outcome"]
)
official_items = Counter(
    "crawlfleet_official_items_total", "Products asked for there, by whether they are listed", ["source", "outcome"]
)
proxy_requests = Counter(
    "crawlfleet_worker_proxy_requests_total",
    "Requests through an operator's proxies, by what became of them",
    ["proxy", "outcome"],
)
proxy_waits = Counter(
    "crawlfleet_worker_proxy_waits_total", "Requests that were not made because no proxy they may go through was usable"
)
browsers_started = Counter("crawlfleet_worker_browsers_started_total", "Real browsers started")
browsers_ended = Counter(
    "crawlfleet_worker_browsers_ended_total", "Real browsers ended in the middle of a page, by reason", ["reason"]
)
browser_memory_bytes = Gauge(
    "crawlfleet_worker_browser_memory_bytes",
    "Resident memory of the real browser's processes and its driver at the last look",
)
browser_page_seconds = Histogram(
    "crawlfleet_worker_browser_page_seconds",
    "Seconds that one page took in the real browser, reading it included",
    buckets=(0.5, 1, 2, 5, 10, 20, 40, 60, 120),
)
browser_page_bytes = Histogram(
    "crawlfleet_worker_browser_page_bytes",
    "Bytes on the wire that one page took in the real browser, both directions",
    buckets=(50_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 15_000_000),
)
browser_requests = Counter(
    "crawlfleet_worker_browser_requests_total",
    "Requests of pages in the real browser, by what became of them",
    ["outcome"],
)
