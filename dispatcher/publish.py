"""Publishes the jobs that are due. QUEUED is written only after the broker's confirm.

A job may be published twice (after a crash between confirm and write, or by two dispatchers at once); a worker that
gets the second message finds the job claimed or done, and acks it. No job is marked as published without a confirm.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from common.broker.base import Broker, Outgoing
from common.errors import BrokerUnavailable, PublishRefused, Unroutable
from common.settings import DispatchSettings
from common.store import JobStore
from dispatcher import metrics

log = logging.getLogger("crawlfleet.dispatcher.publish")


@dataclass(slots=True)
class Published:
    """What became of one batch of messages."""

    confirmed: int = 0
    refused: int = 0
    """Nacked (a full queue) or returned (no queue is bound). The jobs stay as they are."""
    unavailable: int = 0
    """Not confirmed in time, or the broker could not be reached."""
    more: bool = False
    """The batch was full and confirmed whole: there may be more to publish at once."""


async def publish_due(platform: str, *, jobs: JobStore, broker: Broker, settings: DispatchSettings) -> Published:
    """Publish one batch of this platform's due jobs, highest priority first, then all accounts in turn.

    Raises StoreError.
    """
    due = await jobs.due(
        platform,
        limit=settings.batch,
        window=settings.window,
        retry_overdue_ms=int(settings.retry_overdue_seconds * 1000),
    )
    if not due:
        return Published()
    answers = await broker.publish([Outgoing(job.id, job.routing_key) for job in due])
    outcome = Published(more=len(due) >= settings.batch)
    confirmed = []
    for job, answer in zip(due, answers, strict=True):
        if answer is None:
            confirmed.append(job.id)
        else:
            _count_failure(outcome, platform, answer)
    if confirmed:
        await jobs.publish(confirmed, republish_after_ms=int(settings.republish_after_seconds * 1000))
        outcome.confirmed = len(confirmed)
        metrics.published.labels(platform).inc(len(confirmed))
    failed = outcome.refused + outcome.unavailable
    if failed:
        outcome.more = False
        log.warning(
            "%d of %d messages were not confirmed; their jobs stay and are tried again",
            failed,
            len(due),
            extra={"platform": platform, "reason": str(next(a for a in answers if a is not None)), "count": failed},
        )
    return outcome


def _count_failure(outcome: Published, platform: str, answer: Exception) -> None:
    if isinstance(answer, PublishRefused):
        reason = "refused"
        outcome.refused += 1
    elif isinstance(answer, Unroutable):
        reason = "unroutable"
        outcome.refused += 1
    elif isinstance(answer, BrokerUnavailable):
        reason = "unavailable"
        outcome.unavailable += 1
    else:
        raise answer
    metrics.not_published.labels(platform, reason).inc()
