"""Whether a gateway tells other settings than this worker runs with."""

from __future__ import annotations

import logging
from collections.abc import Callable

from common.protocol.base import Answered
from common.protocol.joining import SettingsAnswer
from worker.source.calls import GatewayAway, GatewayCalls, TurnedAway

log = logging.getLogger("crawlfleet.worker.gateway")

SETTINGS_EVERY_SECONDS = 86_400.0
"""The settings are asked for at the start and so often, also when none changed: the answer brings the next token."""
SETTINGS_AGAIN_SECONDS = 600.0
"""After an answer that did not come."""


class SettingsWatch:
    """Looks at the number of the settings that every answer names, and asks for them when it is another."""

    def __init__(self, calls: GatewayCalls, *, on_settings: Callable[[], None], monotonic: Callable[[], float]) -> None:
        """`on_settings` is called when they are others."""
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
