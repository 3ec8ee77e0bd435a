"""The dispatcher's metrics."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

published = Counter("crawlfleet_dispatcher_published_total", "Messages the broker confirmed", ["platform"])
published_by_way = Counter(
    "crawlfleet_dispatcher_published_by_way_total",
    "Messages the broker confirmed, by the way they name",
    ["platform", "way"],
)
not_published = Counter(
    "crawlfleet_dispatcher_not_published_total",
    "Messages the broker did not confirm; their jobs are published again",
    ["platform", "reason"],
)
rerouted = Counter(
    "crawlfleet_dispatcher_rerouted_total",
    "Jobs that waited for a way which is switched off or not in use: they go another (moved) or failed (ended)",
    ["outcome"],
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

jobs = Gauge("crawlfleet_jobs", "Jobs in the database, by shop and state", ["platform", "status"])
jobs_oldest = Gauge(
    "crawlfleet_jobs_oldest_seconds",
    "How long the oldest job of this shop has been in this state",
    ["platform", "status"],
)
recrawls_due = Gauge("crawlfleet_recrawls_due", "Ended jobs whose next crawl is due", ["platform"])
queue_messages = Gauge("crawlfleet_queue_messages", "Messages that wait in a queue of the broker", ["queue"])
queue_consumers = Gauge("crawlfleet_queue_consumers", "Consumers of a queue of the broker", ["queue"])
processes = Gauge("crawlfleet_processes_alive", "Processes that reported in the last two minutes", ["role"])
volunteers = Gauge("crawlfleet_volunteers_alive", "Volunteers of the last two minutes (machines, persons)", ["what"])
feeds = Gauge(
    "crawlfleet_feed_accounts", "Accounts polled in the last day, by how their last poll ended", ["source", "outcome"]
)
shop_paused = Gauge("crawlfleet_shop_paused", "1 while nothing of the shop is published or claimed", ["shop"])
official_calls = Gauge(
    "crawlfleet_official_calls_in_hour",
    "Calls of a shop's official interface in the last hour",
    ["source"],
)
official_paused = Gauge(
    "crawlfleet_official_paused_seconds", "How long a shop's official interface is left alone", ["source"]
)
shop_last_recorded = Gauge(
    "crawlfleet_shop_last_recorded_timestamp_seconds", "When the shop's last result was recorded (Unix time)", ["shop"]
)

notices_met = Counter("crawlfleet_dispatcher_notices_met_total", "Events that rules of notifications met", ["kind"])
notice_messages = Counter(
    "crawlfleet_dispatcher_notice_messages_total",
    "Tries to send a message, by what became of it (sent, not_sent, unsure)",
    ["outcome"],
)
notices_waiting = Gauge("crawlfleet_dispatcher_notices_waiting", "Events noted whose message was not sent yet")
notice_targets_failing = Gauge(
    "crawlfleet_dispatcher_notice_targets_failing", "Targets of notifications whose last try failed"
)

# Alerts ask by how much these grew. A series that begins at 60 did not grow, so each is there from the start.
for _status in ("QUEUED", "DEAD"):
    reaped.labels(_status)
for _outcome in ("ok", "failed"):
    ticks.labels(_outcome)
