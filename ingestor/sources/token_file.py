"""An account's token as it is now: a new one in its token_file needs no restart."""

from __future__ import annotations

from pathlib import Path

from common.config.secrets import expanded, feed_token
from common.errors import ConfigError, SourceError
from common.settings_tables.feeds import FeedSettings


def token_now(feed: FeedSettings, what: str) -> str:
    """The token in the file now, else the one read at start; empty without either.

    Raises SourceError naming `what` where the file cannot be read and there is no other.
    """
    token = feed.token
    try:
        token = feed_token(feed) or token
    except ConfigError as error:
        if not token:
            # Its words never repeat a secret that stands where a path is wanted.
            raise SourceError(f"{what}: {error}", needs_person=True) from None
    return token.get_secret_value() if token else ""


def path_of(feed: FeedSettings) -> Path | None:
    """Where the token's file really lies; None also for what is no path."""
    try:
        return expanded(feed.token_file).resolve() if feed.token_file else None
    except (OSError, RuntimeError, ValueError):
        return None
