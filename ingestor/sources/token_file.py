"""An account's token as it is now: a new one in its token_file needs no restart."""

from __future__ import annotations

from pathlib import Path

from common.config.secrets import expanded
from common.errors import SourceError
from common.output.unreadable import why_unreadable
from common.settings_tables.feeds import FeedSettings


def token_now(feed: FeedSettings, what: str) -> str:
    """The token in the file now, else the one read at start; empty without either.

    Raises SourceError naming `what` where the file cannot be read and there is no other.
    """
    token = feed.token.get_secret_value() if feed.token else ""
    path = path_of(feed)
    if path:
        try:
            token = path.read_text("utf-8").strip() or token
        except (OSError, UnicodeDecodeError) as error:
            if not token:
                why = why_unreadable(path, error)
                step = "Put the feed's token there (token_file)."
                raise SourceError(f"{what}: {why}. {step}", needs_person=True) from None
    return token


def path_of(feed: FeedSettings) -> Path | None:
    """Where the token's file really lies."""
    return expanded(feed.token_file).resolve() if feed.token_file else None
