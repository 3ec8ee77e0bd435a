"""Keeps a Threads token valid: long-lived tokens last 60 days and can be refreshed only before they expire.

A token older than three days (by its file's time; one from the environment: since its first use) is refreshed and
written back to `token_file`, whole or not at all, readable by its owner only. Where the file cannot be written, the new
token is kept in memory, and a warning says that an operator must replace the file before the old token expires.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from common.config.problems import named_path
from common.errors import SourceError
from common.lasting.files import write_lasting
from common.settings_tables.feeds import FeedSettings
from common.timing.units import DAY_MS
from ingestor.sources.base import Tools
from ingestor.sources.token_file import path_of, token_now

log = logging.getLogger("crawlfleet.ingestor.threads")

REFRESH_AFTER_MS = 3 * DAY_MS
RETRY_REFRESH_MS = DAY_MS
"""After a refused refresh (a token younger than a day cannot be refreshed) the next one waits this long."""


class DeadToken(SourceError):
    """The token expired or was revoked; only a person can make a new one."""


Refresh = Callable[[str], Awaitable[tuple[str, float]]]
"""token → (new token, seconds it lives). Raises SourceError."""


@dataclass(slots=True)
class _Held:
    given: str
    """What file or environment said; when that changes, a person has put in a new token."""
    token: str
    first_used_at_ms: int
    tried_at_ms: int | None = None
    refreshed_at_ms: int | None = None


class TokenKeeper:
    """Each account's token, in memory. One keeper serves all accounts of the source."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._held: dict[str, _Held] = {}

    async def token(self, feed: FeedSettings, refresh: Refresh) -> str:
        """The account's valid token, refreshed when due. Raises SourceError(needs_person) when there is none."""
        given = _given(feed)
        held = self._held.get(feed.label)
        if held is None or held.given != given:
            held = self._held[feed.label] = _Held(given, given, self._tools.clock_ms())
        if self._due(feed, held):
            await self._refresh(feed, held, refresh)
        return held.token

    def _due(self, feed: FeedSettings, held: _Held) -> bool:
        now_ms = self._tools.clock_ms()
        # A time that lies ahead is of a clock that was put right since, and says nothing.
        if held.tried_at_ms is not None and 0 <= now_ms - held.tried_at_ms < RETRY_REFRESH_MS:
            return False
        since_ms = held.refreshed_at_ms or _written_at_ms(feed) or held.first_used_at_ms
        return not 0 <= now_ms - since_ms < REFRESH_AFTER_MS

    async def _refresh(self, feed: FeedSettings, held: _Held, refresh: Refresh) -> None:
        held.tried_at_ms = self._tools.clock_ms()
        fields = {"source": feed.source, "account": feed.account}
        try:
            token, lives_seconds = await refresh(held.token)
        except DeadToken:
            raise
        except SourceError as error:
            log.warning("token not refreshed, the present one stays in use: %s", error, extra=fields)
            return
        held.token, held.refreshed_at_ms = token, self._tools.clock_ms()
        if write_back(feed, token):
            held.given = token
            log.info("token refreshed and written back; it lives %.0f days", lives_seconds / 86_400, extra=fields)
            return
        log.warning(
            "token refreshed but NOT written back (%s): the new one is lost when this process ends. Replace the feed's "
            "token by hand before it dies, or give a token_file that can be written.",
            f"cannot write {named_path(feed.token_file)}" if feed.token_file else "it came from the environment",
            extra=fields,
        )


def _given(feed: FeedSettings) -> str:
    token = token_now(feed, "Threads")
    if not token:
        raise SourceError(
            "Threads: no token. Set the feed's token_file, or name the feed and set CRAWLFLEET_FEED_TOKEN_<NAME>.",
            needs_person=True,
        )
    return token


def _written_at_ms(feed: FeedSettings) -> int | None:
    path = path_of(feed)
    try:
        return int(path.stat().st_mtime * 1000) if path else None
    except OSError:
        return None


def write_back(feed: FeedSettings, token: str) -> bool:
    """Replace the file whole, mode 0600; False when that is not possible."""
    path = path_of(feed)
    if path is None or not os.access(path, os.W_OK):
        return False
    try:
        write_lasting(path, f"{token}\n".encode())
    except OSError:
        return False
    return True
