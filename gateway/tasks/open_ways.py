"""The ways beside plain HTTP whose queues this gateway can read. Pure but for the clock it is given.

One machine that offers another way must not take plain HTTP from all others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from common.errors import BrokerError
from common.ways.way import Way

Named = TypeVar("Named", bound=str)

log = logging.getLogger("crawlfleet.gateway.desk")

NO_QUEUE_SECONDS = 300.0
"""A way whose queue this gateway may not read, or that is not there, is left out so long."""


class OpenWays:
    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._closed_until: dict[str, float] = {}

    def of(self, ways: Iterable[Named]) -> tuple[Named, ...]:
        """Those of them that are not left out now; of names that may be no way's, too."""
        return tuple(way for way in ways if self._closed_until.get(way, float("-inf")) <= self._monotonic())

    def leave_out(self, ways: Iterable[Way], error: BrokerError) -> None:
        for way in ways:
            self._closed_until[way.value] = self._monotonic() + NO_QUEUE_SECONDS
            log.warning("no tasks by %s are given here for %.0f minutes: %s", way, NO_QUEUE_SECONDS / 60, error)
