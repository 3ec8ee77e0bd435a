"""How likely a result is checked by a second look. Pure; the dice are thrown elsewhere.

A result that says something new is not like one that repeats what is trusted: only the first can show a wrong price. So
what changes a trusted value is always checked, and a person who once failed a check has every new value checked, until
enough of them were confirmed; after a second failed check for as long as no operator forgives.
"""

from __future__ import annotations

from common.timing.units import DAY_MS
from common.trust.values import Standing, TrustRecord

CERTAIN_BELOW = 10
"""Everything is checked until so many results in a row were confirmed."""
LEAST = 0.02
FAILED_WITHIN_MS = 14 * DAY_MS
"""Two failed checks within this time set a person aside (schema.sql, trigger volunteer_results_refused)."""
PROBATION_CONFIRMED = 200
"""A single failed check is remembered for 14 days, and until so many results were confirmed since."""


def cv_now(record: TrustRecord, reader_version: str) -> int:
    """Results confirmed in a row, as far as they speak for this version of the reader."""
    return record.cv if record.reader_version == reader_version else min(record.cv, CERTAIN_BELOW)


def probability(cv: int) -> float:
    """The chance that a result which always-rules do not catch is checked: 1 while CV < 10, else max(2 %, 1/CV)."""
    return 1.0 if cv < CERTAIN_BELOW else max(LEAST, 1 / cv)


def on_probation(standing: Standing, now_ms: int) -> bool:
    """Whether every value that is not trusted yet is checked when this person brings it."""
    if standing.set_aside_at is not None or standing.failed >= 2:
        return True
    if not standing.failed or standing.failed_at is None:
        return False
    recent = now_ms - standing.failed_at < FAILED_WITHIN_MS
    return recent or standing.confirmed_since < PROBATION_CONFIRMED
