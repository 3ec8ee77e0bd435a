"""A gateway's metrics."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

requests = Counter("crawlfleet_gateway_requests_total", "Requests, by call and answer", ["call", "answer"])
request_seconds = Histogram(
    "crawlfleet_gateway_request_seconds",
    "Seconds from a request to its answer; a claim's include its waiting",
    ["call"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30),
)
claims = Counter("crawlfleet_gateway_claims_total", "Messages taken for volunteers, by what came of each", ["outcome"])
reports = Counter("crawlfleet_gateway_reports_total", "Outcomes reported, by what was answered", ["taken"])
given_back = Counter("crawlfleet_gateway_given_back_total", "Leases taken back by the sweep, by why", ["why"])
closed = Counter(
    "crawlfleet_gateway_closed_total",
    "Connections closed unasked: slow, too many of one address, too large a head, too many requests ahead",
    ["why"],
)
waiting = Gauge("crawlfleet_gateway_waiting", "Machines that wait for a task")
