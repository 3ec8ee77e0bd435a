"""What the polite way to shops counts."""

from __future__ import annotations

from prometheus_client import Counter

robots_closed = Counter(
    "crawlfleet_robots_closed_total", "robots.txt files that could not be read within their limits; nothing is fetched"
)
