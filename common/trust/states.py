"""How a volunteer's result stands. The same names are in schema.sql (volunteer_results.state)."""

from __future__ import annotations

from enum import StrEnum


class ResultState(StrEnum):
    UNCHECKED = "unchecked"
    """Recorded without a second look."""
    WAITING = "waiting"
    """Not recorded: somebody else looks first."""
    CONFIRMED = "confirmed"
    """Another look said the same. Counts towards CV."""
    AGREED = "agreed"
    """Two persons met the same failure. Stands, and changes no CV."""
    REFUSED = "refused"
    """Contradicted by a look that is believed: a failed check."""
    OUTDATED = "outdated"
    """Contradicted, but it only said what was trusted before: the page changed between the looks. Changes no CV."""
    INCONCLUSIVE = "inconclusive"
    """A wall, a time-out, a page that was not found, or looks that cannot be compared. Changes no CV."""
    UNCONFIRMED = "unconfirmed"
    """Nobody came for the second look. Never recorded."""
    QUARANTINED = "quarantined"
    """Was unchecked when its person was set aside; taken back, and the job is crawled again."""
