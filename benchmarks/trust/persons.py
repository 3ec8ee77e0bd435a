"""Who takes part: what each says of a page whose true price it could read. A lie is always half the price.

Liars know more here than they ever could: their own CV and every failed check, at once.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

from common.errors import ErrorCode
from common.trust.values import Standing, TrustRecord

REST_MS = 14 * 86_400_000


class Kind(StrEnum):
    HONEST = "honest"
    LIES_1 = "lies about 1 %"
    LIES_10 = "lies about 10 %"
    LIES_100 = "lies always"
    PATIENT = "lies at a high CV, never rests"
    RESTS = "lies at a high CV, rests 14 days after each catch"
    NEW_ONLY = "lies about new products only"
    ONE_SHOP = "earns CV at one shop, lies at another"
    GONE = "says every page is gone"
    WALLED = "says every shop is walled"
    PARROT = "never looks, repeats what it saw first"
    COLLUDES = "colludes"
    COLLUDES_LATE = "colludes at a high CV"


LIE_SHARE = {Kind.LIES_1: 0.01, Kind.LIES_10: 0.1, Kind.LIES_100: 1.0}
HIGH_CV = 50


@dataclass(frozen=True, slots=True)
class View:
    """What a person knows when it says something."""

    price: int
    known: bool
    """The product has a price that is shown."""
    shop: str
    record: TrustRecord
    standing: Standing
    remembered: int | None
    """What this person saw at this product first."""
    own_lie: int | None
    """The price that is shown, when it is a lie of this person or its ring: whoever told it keeps to it."""
    second: bool
    """It is a second look, which only those who collude can tell."""
    in_ring: bool
    """… of a lie that somebody of this person's ring has told."""
    now_ms: int


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    kind: Kind = Kind.HONEST
    ring: str = ""
    """Persons of one ring say the same lies of the same products."""

    def says(self, view: View, dice: random.Random) -> int | ErrorCode:
        """A price, or a failure."""
        if self.kind is Kind.GONE:
            return ErrorCode.CONTENT_NOT_FOUND
        if self.kind is Kind.WALLED:
            return ErrorCode.ACCESS_DENIED
        if self.kind is Kind.PARROT:
            return view.remembered if view.remembered is not None else view.price
        if view.own_lie is not None:
            return view.own_lie
        return view.price // 2 if self._lies(view, dice) else view.price

    def _lies(self, view: View, dice: random.Random) -> bool:
        if self.kind is Kind.COLLUDES:
            return not view.known and (view.in_ring or not view.second)
        if self.kind is Kind.COLLUDES_LATE:
            return not view.known and (view.in_ring or (view.record.cv >= HIGH_CV and not view.second))
        if self.kind in LIE_SHARE:
            return dice.random() < LIE_SHARE[self.kind]
        if self.kind in {Kind.PATIENT, Kind.RESTS}:
            failed_at = view.standing.failed_at
            rested = self.kind is Kind.PATIENT or failed_at is None or view.now_ms - failed_at > REST_MS
            return rested and view.record.cv >= HIGH_CV and not view.known
        if self.kind is Kind.NEW_ONLY:
            return not view.known and dice.random() < 0.1
        return self.kind is Kind.ONE_SHOP and view.shop == "shop 1"
