"""Publishes the dead letters of jobs that ended DEAD: a job's row says that it owes one until the broker confirmed it.

So neither a full dead-letter queue nor a broker that is away loses a letter; it follows later. A job gets one letter,
or two when this process dies between the confirm and the write.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from common.broker.base import Broker, OutgoingLetter
from common.errors import PublishRefused
from common.output.trouble import Trouble
from common.store.jobs.jobs import JobStore
from dispatcher import metrics

log = logging.getLogger("crawlfleet.dispatcher.letters")

AT_ONCE = 100
"""Letters per round, so that a round stays short after a day of failures."""
REFUSED_PAUSE_SECONDS = 60.0
"""A full dead-letter queue waits for a person: it is not asked again in every round."""
AWAY_PAUSE_SECONDS = 5.0
"""A broker that is away comes back by itself."""


class LetterWriter:
    """Publishes what is owed, a round at a time."""

    def __init__(self, jobs: JobStore, broker: Broker, *, monotonic: Callable[[], float]) -> None:
        self._jobs = jobs
        self._broker = broker
        self._monotonic = monotonic
        self._not_before = monotonic()
        self._not_taken = Trouble(monotonic, log)

    async def publish_owed(self) -> int:
        """How many letters the broker confirmed. Raises StoreError."""
        if self._monotonic() < self._not_before:
            return 0
        owed = await self._jobs.letters_owed(limit=AT_ONCE)
        if not owed:
            return 0
        letters = [OutgoingLetter(one.id, one.routing_key, f"attempts spent: {one.error_code}") for one in owed]
        answers = await self._broker.publish_letters(letters)
        confirmed = [one.id for one, answer in zip(owed, answers, strict=True) if answer is None]
        await self._jobs.letters_published(confirmed)
        metrics.letters.labels("published").inc(len(confirmed))
        if len(confirmed) < len(owed):
            full = any(isinstance(answer, PublishRefused) for answer in answers)
            self._not_before = self._monotonic() + (REFUSED_PAUSE_SECONDS if full else AWAY_PAUSE_SECONDS)
            metrics.letters.labels("refused").inc(len(owed) - len(confirmed))
            advice = " `crawlfleet dlq list` shows what fills the queue: requeue or drop some." if full else ""
            self._not_taken.met(
                f"{len(owed) - len(confirmed)} dead letters were not taken; their jobs are DEAD all the same, and the "
                f"letters follow.{advice}",
                {"reason": str(next(answer for answer in answers if answer is not None))},
            )
        else:
            self._not_taken.over("dead letters are taken again")
        return len(confirmed)
