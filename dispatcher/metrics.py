"""The dispatcher's metrics."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

published = Counter("crawlfleet_dispatcher_published_total", "Messages the broker confirmed", ["platform"])
not_published = Counter(
    "crawlfleet_dispatcher_not_published_total",
    "Messages the broker did not confirm; their jobs are published again",
    ["platform", "reason"],
)
reaped = Counter("crawlfleet_dispatcher_reaped_total", "Leases that ran out, by the status their job got", ["status"])
letters = Counter(
    "crawlfleet_dispatcher_dead_letters_total", "Dead letters of jobs that ended DEAD (published, refused)", ["outcome"]
)
recrawled = Counter("crawlfleet_dispatcher_recrawled_total", "Jobs whose next crawl came due")
ticks = Counter("crawlfleet_dispatcher_ticks_total", "Rounds, by how they ended (ok, failed)", ["outcome"])
switched_off = Counter(
    "crawlfleet_dispatcher_shops_switched_off_total",
    "Times a shop was paused because its pages could not be read",
    ["shop"],
)
failing_share = Gauge(
    "crawlfleet_shop_failing_share", "Share of pages that could not be read, in the shop's last full window", ["shop"]
)
yield_share = Gauge(
    "crawlfleet_shop_yield_share", "Share of pages whose price was recorded, in the shop's last full window", ["shop"]
)
second_looks = Counter(
    "crawlfleet_dispatcher_second_looks_total",
    "Volunteers' results settled without a gateway, by how they stand now",
    ["state"],
)
second_looks_waiting = Gauge(
    "crawlfleet_dispatcher_second_looks_waiting", "Volunteers' results that wait for a second look"
)
leading = Gauge("crawlfleet_dispatcher_leading", "1 while this dispatcher is the one that publishes")
