"""Publishes the jobs that are due. QUEUED is written only after the broker's confirm.

A job may be published twice (after a crash between confirm and write, or by two dispatchers at once); a worker that
gets the second message finds the job claimed or done, and acks it. No job is marked as published without a confirm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.broker.base import Broker, Outgoing
from common.broker.topology import job_key, work_queue
from common.errors import BrokerUnavailable, PublishRefused, Unroutable
from common.job import JobStatus
from common.settings_tables.dispatch import DispatchSettings
from common.store import DueJob
from common.store.jobs.jobs import JobStore
from common.ways.way import Way
from dispatcher import metrics
from dispatcher.publishing.ladders import Ladders


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


@dataclass(frozen=True, slots=True)
class Lane:
    """What one batch is taken from: NEW jobs that go the way `via` (None: no way was chosen for them yet), as many as
    the QUEUED ones of the way `counted` leave room for; and jobs that were published before and go the way `again`."""

    platform: str
    via: Way | None
    counted: Way
    again: Way | None


def lanes(platform: str, ladders: Ladders) -> Sequence[Lane]:
    """All of a platform's work; none while no way of it may be used."""
    ways = ladders.ways(platform)
    begins = ladders.usual(platform)
    if begins is None:
        return ()
    # Most fleets have nothing but plain HTTP: what they publish, and publish again, is one question to the database.
    fresh = Lane(platform, None, begins, Way.HTTP if Way.HTTP in ways else None)
    own = {way: Lane(platform, way, way, None if way is Way.HTTP else way) for way in ways}
    # What went down to the way where others begin comes before them: they share its window.
    return (own.pop(begins), fresh, *own.values())


async def publish_due(
    lane: Lane, *, jobs: JobStore, broker: Broker, settings: DispatchSettings, ladders: Ladders
) -> Published:
    """Publish one batch of this lane's due jobs, highest priority first, then all accounts in turn.

    Jobs that were published before are published again only as far as the queue itself is below the window: their
    messages may be waiting in it. Jobs that begin at another way than most (their shop's walls, or a try of a walled
    way) are published by that way's own lane, and have their place in its window. Raises StoreError, and BrokerError
    that is no outage.
    """
    due = await jobs.due(
        lane.platform,
        limit=settings.batch,
        window=settings.window,
        retry_overdue_ms=int(settings.retry_overdue_seconds * 1000),
        via=lane.via,
        counted=lane.counted,
        again=lane.again,
    )
    outcome = Published()
    chosen = 0
    for way, those in ladders.by_way(due).items():
        elsewhere = [job.id for job in those if job.via is None and way is not lane.counted]
        chosen += await jobs.choose_way(elsewhere, way)
        here = those if not elsewhere else [job for job in those if job.via is not None]
        await _publish(way, here, outcome, lane.platform, jobs=jobs, broker=broker, settings=settings)
    dealt_with = outcome.confirmed + outcome.refused + outcome.unavailable + chosen
    outcome.more = outcome.reason is None and (
        chosen > 0 or (len(due) >= settings.batch and dealt_with >= settings.batch)
    )
    return outcome


async def _publish(
    way: Way,
    due: Sequence[DueJob],
    outcome: Published,
    platform: str,
    *,
    jobs: JobStore,
    broker: Broker,
    settings: DispatchSettings,
) -> None:
    """Publish these jobs for this way, and add to `outcome` what became of them."""
    if any(job.status is not JobStatus.NEW for job in due):
        try:
            ready = await _ready(platform if way is Way.HTTP else way, broker)
        except BrokerUnavailable as error:
            outcome.unavailable += len(due)
            outcome.reason = outcome.reason or str(error)
            return
        outcome.unseen |= ready is None
        due = due[: max(0, settings.window - (ready or 0))]
    if not due:
        return
    answers = await broker.publish([Outgoing(job.id, job_key(platform, job.region, way)) for job in due])
    confirmed = []
    for job, answer in zip(due, answers, strict=True):
        if answer is None:
            confirmed.append(job.id)
        else:
            _count_failure(outcome, platform, answer)
            outcome.reason = outcome.reason or str(answer)
    if confirmed:
        await jobs.publish(confirmed, republish_after_ms=int(settings.republish_after_seconds * 1000), via=way)
        outcome.confirmed += len(confirmed)
        metrics.published.labels(platform).inc(len(confirmed))
        metrics.published_by_way.labels(platform, way).inc(len(confirmed))


async def _ready(lane: str, broker: Broker) -> int | None:
    """How many messages wait in the work queue of this platform, or way; None when this account may not look at it."""
    own = work_queue(lane)
    return next((depth.ready for depth in await broker.depths(own.__eq__) if depth.name == own), None)


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
