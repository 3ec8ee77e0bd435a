"""How the broker takes messages: when it is asked again after it was away, and what is said of that in the log."""

from __future__ import annotations

import logging
from collections.abc import Callable

from common.output.trouble import Trouble
from common.settings import PLATFORMS
from dispatcher.publishing.publish import Published

log = logging.getLogger("crawlfleet.dispatcher")

AWAY = "the broker is away: no job is published, and none is lost"


class BrokerStanding:
    """Told of each batch that was published."""

    def __init__(self, *, pause_seconds: Callable[[int], float], monotonic: Callable[[], float]) -> None:
        """`pause_seconds`: until the next try after so many in a row that found the broker away."""
        self._pause_seconds = pause_seconds
        self._monotonic = monotonic
        self._not_before = monotonic()
        self._away = Trouble(monotonic, log)
        self._queues_unseen = Trouble(monotonic, log)
        self._refused = {platform: Trouble(monotonic, log) for platform in PLATFORMS}

    @property
    def may_be_asked(self) -> bool:
        """False: it was away, and its pause is not over."""
        return self._monotonic() >= self._not_before

    @property
    def is_away(self) -> bool:
        """Whether the last batch that was published found it away."""
        return self._away.times > 0

    def note(self, platform: str, outcome: Published) -> None:
        """What became of one batch of this platform's messages."""
        if outcome.unavailable:
            self._away.met(
                f"{AWAY}; tried again with growing pauses",
                {"platform": platform, "reason": outcome.reason},
            )
            self._not_before = self._monotonic() + self._pause_seconds(self._away.times)
        elif outcome.confirmed or outcome.refused:
            self._away.over("the broker is back")
            self._not_before = self._monotonic()
        if outcome.unseen:
            self._queues_unseen.met(
                "the broker does not let this account look at the work queues: without workers they fill beyond the "
                "window. Remove the account and add it anew: crawlfleet broker user add NAME --role dispatcher",
                {"platform": platform},
            )
        if outcome.refused:
            told = f"the broker refused {outcome.refused} messages; their jobs stay and are tried again"
            self._refused[platform].met(told, {"platform": platform, "reason": outcome.reason})
        elif outcome.confirmed:
            self._refused[platform].over("the broker takes messages again", {"platform": platform})
