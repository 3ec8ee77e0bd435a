"""Minutes, hours and days in milliseconds, the unit in which the database keeps times."""

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
