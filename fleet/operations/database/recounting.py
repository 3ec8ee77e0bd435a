"""Counts that a backup of a server's database makes anew of its own rows: it is read table by table."""

from __future__ import annotations

import sqlite3

COUNTS = "attempts_by_hour"
"""Which a trigger counts as attempts end. It is read at another moment than the events it counts."""

HOUR_BEFORE = "SELECT CAST(strftime('%s', 'now') AS INTEGER) / 3600 - 1 AS hour"
"""Before the hour that the server's clock is in: no attempt that ends from now on is of an earlier one."""

_COUNT_ANEW = f"""
INSERT INTO {COUNTS} (hour, platform, via, to_status, error_code, count, last_at)
SELECT e.at / 3600000, j.platform, COALESCE(e.via, ''), e.to_status, COALESCE(e.error_code, ''), COUNT(*), MAX(e.at)
FROM job_events e CROSS JOIN crawl_jobs j ON j.id = e.job_id
WHERE e.from_status = 'RUNNING' AND e.to_status <> 'QUEUED' AND e.at >= :hour * 3600000
GROUP BY 1, 2, 3, 4, 5
"""  # noqa: S608


def count_attempts_anew(copy: sqlite3.Connection, hour: int) -> None:
    """As the events that were copied say, from this hour on. Earlier hours stay as they were counted: events of theirs
    may have been pruned. An event whose job came after the jobs were copied is left out, as the job is."""
    copy.execute("BEGIN")
    copy.execute(f"DELETE FROM {COUNTS} WHERE hour >= :hour", {"hour": hour})  # noqa: S608
    copy.execute(_COUNT_ANEW, {"hour": hour})
    copy.execute("COMMIT")
