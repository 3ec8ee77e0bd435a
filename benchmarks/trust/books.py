"""Trust as the triggers of schema.sql count it, in memory. tests/unit/trust holds both equal on one history."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from common.trust.checking import FAILED_WITHIN_MS
from common.trust.states import ResultState
from common.trust.values import Standing, TrustRecord

READER = "1"


@dataclass(slots=True)
class Books:
    """Every person's trust with each shop, and standing."""

    records: dict[tuple[str, str], TrustRecord] = field(default_factory=lambda: defaultdict(TrustRecord))
    standings: dict[str, Standing] = field(default_factory=lambda: defaultdict(Standing))
    caught: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Failed checks of each person, ever."""

    def settled(self, person: str, shop: str, state: ResultState, now_ms: int, *, stays: bool = False) -> None:
        """One result of this person has become `state`."""
        record = self.records[person, shop]
        if state is ResultState.CONFIRMED:
            self.records[person, shop] = replace(record, cv=record.cv + 1, reader_version=READER)
            standing = self.standings[person]
            if standing.failed or standing.failed_at is not None:
                self.standings[person] = replace(standing, confirmed_since=standing.confirmed_since + 1)
        elif state is ResultState.OUTDATED:
            self.records[person, shop] = replace(record, outdated_cv=record.cv)
        elif state is ResultState.REFUSED:
            self._refused(person, now_ms, stays=stays)

    def _refused(self, person: str, now_ms: int, *, stays: bool) -> None:
        self.caught[person] += 1
        for (who, shop), record in list(self.records.items()):
            if who == person:
                self.records[who, shop] = replace(record, cv=0, outdated_cv=0)
        before = self.standings[person]
        recent = before.failed_at is not None and before.failed_at > now_ms - FAILED_WITHIN_MS
        aside = before.set_aside_at
        if aside is None and recent and not stays:
            aside = now_ms
        self.standings[person] = Standing(before.failed + 1, now_ms, 0, aside)
