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


class SettingsWatch:
    """Looks at the number of the settings that every answer names, and asks for them when it is another, MOST_A_MINUTE
    times a minute."""

    def __init__(self, calls: GatewayCalls, *, on_settings: Callable[[], None], monotonic: Callable[[], float]) -> None:
        """`on_settings` is called when they are others."""
        self._calls = calls
        self._on_settings = on_settings
        self._monotonic = monotonic
        self._number = calls.membership.told.number if calls.membership else ""
        self._ask_at = float("-inf")
        self._asked: deque[float] = deque(maxlen=MOST_A_MINUTE)

    async def look(self, answer: Answered) -> None:
        """Raises ConfigError for a token that cannot be kept."""
        now = self._monotonic()
        if answer.settings == self._number and now < self._ask_at:
            return
        if len(self._asked) == MOST_A_MINUTE and now - self._asked[0] < MINUTE_SECONDS:
            return
        self._asked.append(now)
        self._ask_at = now + SETTINGS_AGAIN_SECONDS
        try:
            told = await self._calls.get("settings", SettingsAnswer)
        except (GatewayAway, TurnedAway) as error:
            log.warning("could not ask for the settings: %s", error)
            return
        self._ask_at = now + SETTINGS_EVERY_SECONDS
        if told.told.number != self._number:
            self._number = told.told.number
            self._on_settings()
