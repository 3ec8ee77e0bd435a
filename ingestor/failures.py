"""What went wrong with a poll: a kind for the metrics, and a text for people. Pure."""

from __future__ import annotations

from common.errors import CrawlfleetError, SourceError, StoreError
from common.links.shown_account import without_queries

BUG = "bug"
"""The kind of an error that nobody expected."""
NEEDS_PERSON = "needs_person"
"""The kind of one that stays until somebody does something."""


def described(error: Exception, timeout_seconds: float) -> tuple[str, str]:
    """Kind and text. The key of a private feed's address is not in it. `timeout_seconds`: what a poll may take."""
    kind, text = _kind_and_text(error, timeout_seconds)
    return kind, without_queries(text)


def _kind_and_text(error: Exception, timeout_seconds: float) -> tuple[str, str]:
    if isinstance(error, SourceError):
        if error.needs_person:
            return NEEDS_PERSON, str(error)
        return ("rate_limited" if error.retry_after_seconds else "source"), str(error)
    if isinstance(error, TimeoutError):
        return "timeout", f"the poll took longer than {timeout_seconds:g} s (ingest.poll_timeout_seconds)"
    if isinstance(error, StoreError):
        return "store", str(error)
    if isinstance(error, CrawlfleetError):
        return "source", str(error)
    return BUG, f"{type(error).__name__}: {error}"
