"""What a request ends with when an operation raises: one table for the pages and for the JSON API. Pure."""

from __future__ import annotations

from enum import StrEnum

from common.errors import BrokerError, CleartextRefused, CrawlfleetError, StoreError, StoreRejected
from fleet.console.access.entering import Busy
from fleet.one_look import LookedAt
from fleet.opening import DatabaseMissing
from fleet.operations.selecting import NotFound

RETRY_AFTER_SECONDS = 5
"""What passes may have passed after so long."""
AWAY_FOR_STRANGERS = "The console cannot reach its database; its log says why."


class Ended(StrEnum):
    """How; the word is what programs are told."""

    DATABASE_REFUSED = "DATABASE_REFUSED"
    BUSY = "BUSY"
    BROKER_AWAY = "BROKER_AWAY"
    DATABASE_AWAY = "DATABASE_AWAY"
    NOT_FOUND = "NOT_FOUND"
    REFUSED = "REFUSED"
    OUR_ERROR = "OUR_ERROR"

    @property
    def status(self) -> int:
        """Of the answer."""
        return _STATUS[self]

    @property
    def passes(self) -> bool:
        """Whether the very same may work a little later."""
        return self.status == 503


_STATUS = {
    Ended.DATABASE_REFUSED: 500,
    Ended.BUSY: 503,
    Ended.BROKER_AWAY: 503,
    Ended.DATABASE_AWAY: 503,
    Ended.NOT_FOUND: 404,
    Ended.REFUSED: 400,
    Ended.OUR_ERROR: 500,
}
_BY_ERROR: tuple[tuple[type[Exception], Ended], ...] = (
    (StoreRejected, Ended.DATABASE_REFUSED),
    (Busy, Ended.BUSY),
    (LookedAt, Ended.BUSY),
    (BrokerError, Ended.BROKER_AWAY),
    (StoreError, Ended.DATABASE_AWAY),
    (CleartextRefused, Ended.DATABASE_AWAY),
    (DatabaseMissing, Ended.DATABASE_AWAY),
    (NotFound, Ended.NOT_FOUND),
    (CrawlfleetError, Ended.REFUSED),
)
"""The first that fits."""


def ended(error: Exception) -> Ended:
    """What is in no table is an error of ours."""
    return next((how for kind, how in _BY_ERROR if isinstance(error, kind)), Ended.OUR_ERROR)


def keeps_to_itself(error: Exception) -> bool:
    """Whether its words hold paths and addresses of ours, which whoever is no operator is not told."""
    return isinstance(error, StoreError | BrokerError | CleartextRefused | DatabaseMissing)
