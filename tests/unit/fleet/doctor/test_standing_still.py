"""What stands still without anything being broken: a shop that robots.txt closes, a window that is full."""

from __future__ import annotations

import dataclasses

import pytest

from common.broker.base import QueueDepth
from common.job import JobStatus
from common.settings import BrokerSettings, Settings
from common.settings_tables.feeds import FeedSettings
from common.store import STOPPED, ErrorCount, FeedState, Leader, ShopHealth, ShopWindow, StatusCount, WorkerRow
from fleet.doctor.broker import judge_messages
from fleet.doctor.finding import Level
from fleet.doctor.shops.shops import judge_robots
from fleet.doctor.work import judge_feeds, judge_jobs, judge_lead, judge_workers

NOW = 1_795_000_000_000
HOUR = 3_600_000


def fetched(at_ms: int) -> ShopHealth:
    """A shop whose pages were last fetched then."""
    return ShopHealth("shopee", 0, (ShopWindow("shopee", 1, at_ms, at_ms, 30, 0, 0, 30),))


def test_a_shop_whose_robots_txt_forbids_its_pages_is_named() -> None:
    def errors(count: int, status: JobStatus = JobStatus.FAILED_PERMANENT) -> list[ErrorCount]:
        return [ErrorCount("shopee", status, "ROBOTS_DISALLOWED", count)]

    (never,) = judge_robots([], errors(60), NOW)
    assert "shopee: its robots.txt forbids its pages: 60 jobs ended by that, and none was ever fetched" in never.text
    (since,) = judge_robots([fetched(NOW - 50 * HOUR)], errors(60), NOW)
    assert since.level is Level.WARNING and "ever" not in since.text
    assert list(judge_robots([fetched(NOW - HOUR)], errors(60), NOW)) == [], "its pages are fetched; some are forbidden"
    assert list(judge_robots([], errors(9), NOW)) == [], "too few to say"
    assert list(judge_robots([], errors(60, JobStatus.NEW), NOW)) == [], "they are looked at again"


def test_a_full_window_is_told_from_a_dispatcher_that_is_missing() -> None:
    def said(queued: int) -> str:
        waiting = StatusCount("other", JobStatus.NEW, 500, NOW - HOUR)
        found = judge_jobs(Settings(), [waiting, StatusCount("other", JobStatus.QUEUED, queued, NOW)], [], NOW)
        return str(next(found).next_step)

    assert said(199) == "paused shop, or no dispatcher: start `crawlfleet up`"
    assert said(200).startswith("the window is full: 200 are QUEUED. ")
    assert said(200).endswith("each is published again 15m after it was")


def test_an_account_that_fails_tells_for_how_long_and_when_it_is_polled_next() -> None:
    settings = Settings(feeds=(FeedSettings(source="jsonl", account="a"),))
    failing = FeedState("jsonl", "a", NOW - 3 * HOUR, "the token is dead", 4, NOW + 180_000, 0)

    def said(state: FeedState) -> str:
        (finding,) = judge_feeds(settings, [state], NOW)
        return finding.text.removeprefix("jsonl:a: 4 polls failed in a row").removesuffix(
            "; the last said: the token is dead"
        )

    since = dataclasses.replace(failing, failing_since=NOW - 2 * HOUR)
    assert said(since) == ", for 2h, and the next is in 3m"
    assert said(dataclasses.replace(since, next_poll_at=NOW - 1)) == ", for 2h", "it may go on now"
    assert said(failing) == ", and the next is in 3m", "since when is not known"


def test_jobs_whose_messages_were_purged_are_named_before_they_are_published_again() -> None:
    def said(queued: int, depths: list[QueueDepth], ago_ms: int = 180_000, put_off: int = 0) -> list[str]:
        counts = [StatusCount("shopee", JobStatus.QUEUED, queued, NOW - ago_ms)]
        found = judge_messages(Settings(), counts, depths, NOW, {"shopee": put_off, "other": 90})
        return [finding.text for finding in found]

    purged = QueueDepth("crawl.shopee", 0, 0)
    (text,) = said(60, [purged])
    assert text.startswith(
        "at least 60 QUEUED jobs have no message in any queue, as after a purge; each is published again"
    )
    assert said(60, [purged, QueueDepth("crawl.dlq.shopee", 60, 0)]), "a dead letter stands for no waiting job"
    assert not said(60, [QueueDepth("crawl.shopee", 60, 0)]), "they wait for a worker"
    assert not said(60, [purged, QueueDepth("crawl.retry.1m", 60, 0)]), "they were put off"
    assert not said(8, [QueueDepth("crawl.shopee", 0, 2)]), "two workers hold as many"
    assert not said(60, [purged], put_off=60), "a gateway put them off: none of its machines may take them"
    assert said(60, [purged], put_off=59)[0].startswith("at least 1 QUEUED job has no")
    assert not said(60, [purged], ago_ms=60_000), "their messages may be on their way"


@pytest.mark.parametrize(
    ("platforms", "named"),
    [
        (("shopee",), "`crawlfleet jobs pause shopee --reason purged`, then `crawlfleet jobs resume shopee`"),
        (("other", "shopee"), "`crawlfleet jobs resume SHOP`, for other and shopee"),
    ],
)
def test_the_shops_to_pause_for_purged_messages_are_named(platforms: tuple[str, ...], named: str) -> None:
    counts = [StatusCount(platform, JobStatus.QUEUED, 30, NOW - 180_000) for platform in platforms]
    counts.append(StatusCount("taobao", JobStatus.QUEUED, 1, NOW))
    (finding,) = judge_messages(Settings(), counts, [], NOW, {})
    assert str(finding.next_step).endswith(named)


def test_a_worker_that_vanished_is_named_for_an_hour_while_others_work() -> None:
    def worker(name: str, ago_ms: int, state: str = "working") -> WorkerRow:
        return WorkerRow(name, "worker", "0.2.0", state, 1, 5, 1, NOW - 9 * HOUR, NOW - ago_ms)

    alive, killed = worker("w1", 1000), worker("w2", 400_000)
    others = [worker("w3", 400_000, STOPPED), worker("w4", HOUR + 1)]
    (seen, vanished) = judge_workers([alive, killed, *others], 3, NOW)
    assert (seen.level, vanished.level) == (Level.OK, Level.WARNING)
    assert vanished.text == "w2 fell silent 6m ago: it did not say that it stops"
    assert "`crawlfleet work` there" in str(vanished.next_step)
    assert len(list(judge_workers([killed], 3, NOW))) == 1, "that none is left is said already"


def test_a_dispatcher_of_before_leads() -> None:
    finding = judge_lead(Settings(), Leader("vm-7", NOW + 5_000), 0, NOW)
    assert finding.level is Level.FAILED
    assert "the dispatcher vm-7 leads and does not say its version" in finding.text
    assert "end that process" in (finding.next_step or "")


def test_a_dispatcher_is_missed_where_others_work_though_nothing_is_open() -> None:
    """Whoever an alert woke for it is not to read here that all is well."""
    missed = judge_lead(Settings(), Leader("vm-7", NOW - HOUR), 0, NOW, others_work=True)
    assert missed.level is Level.WARNING and "crawlfleet up" in (missed.next_step or "")
    assert missed.text.endswith("and what comes in or comes due again will wait for that")
    assert judge_lead(Settings(), Leader("vm-7", NOW - HOUR), 0, NOW).level is Level.OK, "nobody is there"


def test_new_jobs_behind_a_broker_that_refuses_them_are_not_told_of_a_dispatcher_alone() -> None:
    """A policy at RabbitMQ had made the queue smaller than the window: a dispatcher led and no shop was paused."""
    waiting = StatusCount("other", JobStatus.NEW, 10, NOW - HOUR)
    settings = Settings(broker=BrokerSettings(url="amqp://127.0.0.1/"))
    (found,) = judge_jobs(settings, [waiting], [], NOW)
    assert found.next_step is not None
    assert "start `crawlfleet dispatch`" in found.next_step
    assert "the broker refuses" in found.next_step and "`rabbitmqctl list_policies`" in found.next_step
