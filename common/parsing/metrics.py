"""What the parsing child's parent counts."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

seconds = Histogram(
    "crawlfleet_parse_seconds", "From request to answer", ["task"], buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
)
stopped = Counter("crawlfleet_parse_stopped_total", "Readings that passed a limit", ["task", "limit"])
raised = Counter("crawlfleet_parse_raised_total", "Readings that raised an error", ["task"])
