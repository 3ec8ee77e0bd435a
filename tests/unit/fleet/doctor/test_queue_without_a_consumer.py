"""Messages that nobody takes: a worker may be missing, or be there and take nothing."""

from __future__ import annotations

from common.broker.base import QueueDepth
from fleet.doctor.broker import judge_queues


def test_the_step_serves_those_too_whose_worker_runs() -> None:
    """One without a network consumes nothing, and a second one beside it would not either."""
    (finding,) = judge_queues([QueueDepth("crawl.shopee", 5, 0)])
    step = finding.next_step
    assert step and "start `crawlfleet work`" in step and "`crawlfleet workers` says why" in step
