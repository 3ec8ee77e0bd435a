"""Jobs of a paused shop wait in their thousands, and a dispatcher passes over all of them in each of its rounds."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from common.store.schema import schema_sql
from common.store.statements import SQL

WAITING = 3_000
PAGE_BYTES = 4096
READ = Path("/proc/self/io")
ASKED = {
    "now_ms": 1_800_000_000_000,
    "platform": "other",
    "via": None,
    "counted": "http",
    "again": "http",
    "limit": 200,
    "window": 200,
    "retry_overdue_ms": 60_000,
}


def bytes_read() -> int:
    """By this process since it began, from the system's cache too."""
    return int(dict(line.split(": ") for line in READ.read_text().splitlines())["rchar"])


@pytest.mark.skipif(not READ.exists(), reason="only Linux tells how much a process reads")
def test_without_a_look_at_each(tmp_path: Path) -> None:
    """A look is a page of the file: with 180,000 of them a round took two seconds."""
    database = sqlite3.connect(tmp_path / "jobs.db", isolation_level=None)
    database.executescript(schema_sql())
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("INSERT INTO shops (platform, paused) VALUES ('other/oak.example', 1)")
    database.execute("BEGIN")
    for number in range(WAITING + 1):
        shop = "elm.example" if number == WAITING else "oak.example"
        database.execute(
            "INSERT INTO crawl_jobs (id, source, source_account, source_post_id, url, url_norm, platform, region, "
            "shop_id, last_error, created_at, updated_at) VALUES (:id, 'rss', 'a', 'p', :id, :id, 'other', 'any', "
            ":shop, :error, :at, :at)",
            {"id": f"{number:026}", "shop": shop, "error": "-" * 3000, "at": number},
        )
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("PRAGMA cache_size = 16")
    before = bytes_read()
    found = database.execute(SQL["due"], ASKED).fetchall()
    read = bytes_read() - before
    database.close()
    assert [row[0] for row in found] == [f"{WAITING:026}"]
    assert read < WAITING * PAGE_BYTES / 2
