"""What the API fails at, again and again: one post's quote, or the replies to it."""

from __future__ import annotations

from collections import Counter

from common.errors import SourceError
from ingestor.sources.http import Unanswered
from ingestor.sources.threads.token import DeadToken

TRIES = 3
"""So many polls of an account in a row end by it: the API may be down for a moment."""


class FailsAtIt(Exception):
    """The API answers, and fails at one post."""


class Failing:
    """Of all accounts of this process."""

    def __init__(self) -> None:
        self._polls: Counter[str] = Counter()
        """Account → polls in a row that ended by it, or would have."""

    def raise_for(self, account: str, error: SourceError) -> None:
        """Nothing for a refusal. Raises what says nothing of the one post that was asked for, or may not; after some
        polls FailsAtIt."""
        if isinstance(error, Unanswered | DeadToken) or error.retry_after_seconds is not None:
            raise error
        if error.needs_person:
            return
        if self._polls[account] < TRIES - 1:
            self._polls[account] += 1
            raise error
        raise FailsAtIt(str(error)) from error

    def over(self, account: str) -> None:
        """A poll of this account met nothing of it."""
        self._polls.pop(account, None)
