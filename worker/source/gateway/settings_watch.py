"""Whether a gateway tells other settings than this worker runs with."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from common.protocol.base import Answered
from common.protocol.joining import SettingsAnswer
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway

log = logging.getLogger("crawlfleet.worker.gateway")

SETTINGS_EVERY_SECONDS = 86_400.0
"""The settings are asked for at the start and so often, also when none changed: the answer brings the next token."""
SETTINGS_AGAIN_SECONDS = 600.0
"""After an answer that did not come."""
MOST_A_MINUTE = 3
"""Whatever number its answers name: what a gateway says there is read for seconds, of a PC that is somebody's."""
MINUTE_SECONDS = 60.0
MOST_WRITTEN = 20_000_000
"""Bytes of settings that the disk takes in a row; then as many as MOST_WRITTEN_A_DAY lets grow again. A fleet of a few
shops has a kilobyte of them."""
MOST_WRITTEN_A_DAY = 100_000_000
DAY_SECONDS = 86_400.0


class SettingsPace:
    """How often the settings are asked for, and how many bytes of them this PC's disk is given. One a membership: new
    settings end the worker and make the next one, which must not begin to count anew."""

    def __init__(self) -> None:
        self._asked: deque[float] = deque(maxlen=MOST_A_MINUTE)
        self._may_write = float(MOST_WRITTEN)
        self._written_at = float("-inf")

    def asks(self, now: float) -> bool:
        """Whether they may be asked for now; True counts as asked."""
        if len(self._asked) == MOST_A_MINUTE and now - self._asked[0] < MINUTE_SECONDS:
            return False
        grown = (now - self._written_at) * (MOST_WRITTEN_A_DAY / DAY_SECONDS)
        self._may_write = min(float(MOST_WRITTEN), self._may_write + grown)
        self._written_at = now
        if self._may_write <= 0:
            return False
        self._asked.append(now)
        return True

    def wrote(self, count: int) -> None:
        """So many bytes were kept."""
        self._may_write -= count


class SettingsWatch:
    """Looks at the number of the settings that every answer names, and asks for them when it is another, as often as
    `pace` lets it."""

    def __init__(
        self,
        calls: GatewayCalls,
        *,
        on_settings: Callable[[], None],
        monotonic: Callable[[], float],
        pace: SettingsPace | None = None,
    ) -> None:
        """`on_settings` is called when they are others."""
        self._pace = pace or SettingsPace()
        self._calls = calls
        self._on_settings = on_settings
        self._monotonic = monotonic
        self._number = calls.membership.told.number if calls.membership else ""
        self._ask_at = float("-inf")

    async def look(self, answer: Answered) -> None:
        """Raises ConfigError for a token that cannot be kept."""
        now = self._monotonic()
        if answer.settings == self._number and now < self._ask_at:
            return
        if not self._pace.asks(now):
            return
        self._ask_at = now + SETTINGS_AGAIN_SECONDS
        try:
            told = await self._calls.get("settings", SettingsAnswer)
        except (GatewayAway, TurnedAway) as error:
            log.warning("could not ask for the settings: %s", error)
            return
        # Twice, for a new token is kept once more with all the rest when it is used.
        self._pace.wrote(2 * len(told.told.model_dump_json()))
        self._ask_at = now + SETTINGS_EVERY_SECONDS
        if told.told.number != self._number:
            self._number = told.told.number
            self._on_settings()
