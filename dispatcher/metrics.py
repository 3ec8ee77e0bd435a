"""What the dispatcher counts."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

published = Counter("crawlfleet_dispatcher_published_total", "Messages the broker confirmed", ["platform"])
not_published = Counter(
    "crawlfleet_dispatcher_not_published_total", "Messages not confirmed; their jobs stay", ["platform", "reason"]
)
reaped = Counter("crawlfleet_dispatcher_reaped_total", "Leases that ran out", ["status"])
recrawled = Counter("crawlfleet_dispatcher_recrawled_total", "Jobs whose next crawl came due")
ticks = Counter("crawlfleet_dispatcher_ticks_total", "Rounds, by how they ended", ["outcome"])
switched_off = Counter(
    "crawlfleet_dispatcher_shops_switched_off_total", "Shops whose reading was switched off", ["shop"]
)
failing_share = Gauge("crawlfleet_shop_failing_share", "Pages not read, of the shop's last full window", ["shop"])
yield_share = Gauge("crawlfleet_shop_yield_share", "Prices recorded, of the shop's last full window", ["shop"])
leading = Gauge("crawlfleet_dispatcher_leading", "1 while this dispatcher is the one that publishes")
