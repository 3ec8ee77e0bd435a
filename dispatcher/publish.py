"""Publishes the jobs that are due. QUEUED is written only after the broker's confirm.

A job may be published twice (after a crash between confirm and write, or by two dispatchers at once); a worker that
gets the second message finds the job claimed or done, and acks it. No job is marked as published without a confirm.
"""

from __future__ import annotations

from dataclasses import dataclass

from common.broker.base import Broker, Outgoing
from common.broker.topology import work_queue
from common.errors import BrokerUnavailable, PublishRefused, Unroutable
from common.job import JobStatus
from common.settings import DispatchSettings
from common.store import JobStore
from dispatcher import metrics


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
    reason: str | None = None
    """Why the first of those that were not confirmed was not."""
    unseen: bool = False
    """The broker does not let this account see how full the queue is: it was taken for empty."""


async def publish_due(platform: str, *, jobs: JobStore, broker: Broker, settings: DispatchSettings) -> Published:
    """Publish one batch of this platform's due jobs, highest priority first, then all accounts in turn.

    Jobs that were published before are published again only as far as the queue itself is below the window: their
    messages may be waiting in it. Raises StoreError, and BrokerError that is no outage.
    """
    due = await jobs.due(
        platform,
        limit=settings.batch,
        window=settings.window,
        retry_overdue_ms=int(settings.retry_overdue_seconds * 1000),
    )
    full_batch = len(due) >= settings.batch
    unseen = False
    if any(job.status is not JobStatus.NEW for job in due):
        try:
            ready = await _ready(platform, broker)
        except BrokerUnavailable as error:
            return Published(unavailable=len(due), reason=str(error))
        unseen = ready is None
        due = due[: max(0, settings.window - (ready or 0))]
    if not due:
        return Published()
    answers = await broker.publish([Outgoing(job.id, job.routing_key) for job in due])
    outcome = Published(more=full_batch and len(due) >= settings.batch, unseen=unseen)
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
        outcome.reason = str(next(answer for answer in answers if answer is not None))
    return outcome


async def _ready(platform: str, broker: Broker) -> int | None:
    """How many messages wait in the platform's work queue; None when this account may not look at it."""
    return next((depth.ready for depth in await broker.depths() if depth.name == work_queue(platform)), None)


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
