"""Feeds that fail at one place, again and again, and answer elsewhere."""

from __future__ import annotations

from collections import Counter


class Tries:
    """Polls of each account in a row that found no page where they were to go on, though the newest one was there."""

    MOST = 3

    def __init__(self) -> None:
        self._polls: Counter[str] = Counter()

    def spent(self, account: str) -> bool:
        """Counts one, and says of each third that it is."""
        self._polls[account] = (self._polls[account] + 1) % self.MOST
        return self._polls[account] == 0

    def over(self, account: str) -> None:
        self._polls.pop(account, None)
