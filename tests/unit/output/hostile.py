"""A database in which every text is hostile, and what may come out of it."""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

FORGED = "21:04:05 error   forged: line"
EVIL = (
    f"evil\x1b[31m\x1b]0;own\x07\r\n{FORGED}\t\u202egnp\u2066\u200f\u061c\u200b\ufeff\x9b2J\x7f\x85\u2028"
    "$(touch pwned)`id`; rm -rf ~ 'q\" --all e" + "\u0301" * 30 + "松木😀"
)
"""Escape sequences, line breaks, bidi and C1 controls, a shell's words, a flood of marks; and text that may stay."""

STATUSES = ("NEW", "QUEUED", "RUNNING", "SUCCEEDED", "FAILED_RETRYABLE", "FAILED_PERMANENT", "DEAD")
IDS = {status: f"{status.lower().replace('_', '')[:8]}aaaaaaaa" for status in STATUSES}
"""Of the job in each status."""

_PLAIN_TEXT = {
    "platform": "shopee",
    "region": "tw",
    "currency": "TWD",
    "verdict": "ok",
    "availability": "IN_STOCK",
    "role": "worker",
    "via": "http",
    "way": "http",
}


def fill(path: Path) -> None:
    """Into each table of the database at `path` rows with EVIL in every text column that a check allows it in."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for status in STATUSES:
            _insert(database, "crawl_jobs", id=IDS[status], url_norm=f"{EVIL}{status}", status=status, **_OF_JOBS)
        _insert(database, "crawl_jobs", id=EVIL.lower(), url_norm="x", status="DEAD", **_OF_JOBS | {"platform": EVIL})
        done = IDS["SUCCEEDED"]
        _insert(database, "job_sightings", job_id=done, posted_at=2**62)
        _insert(database, "products", product_key=EVIL, job_id=done)
        _insert(database, "products", product_key="plain", job_id=EVIL)
        _insert(database, "price_observations", product_key=EVIL, job_id=done)
        _insert(database, "shops", platform=f"other/{EVIL}", paused=1)
        _insert(database, "shop_windows", shop=f"other/{EVIL}", number=1, pages=20)
        _insert(database, "shop_ways", platform="shopee", in_use=1)
        _insert(database, "way_walls", shop=f"other/{EVIL}")
        _insert(database, "workers", state=f"paused {EVIL}", last_seen_at=2**52)
        _insert(database, "persons", id=EVIL, secret_hash="1", trusted=0, revoked_at=None)
        _insert(database, "persons", id="plain", secret_hash="2", trusted=0, revoked_at=None)
        _insert(database, "machines", id=EVIL, person="plain", join_hash="1", token_hash="1", next_token_hash="1")
        _insert(database, "shop_domains")
        _insert(database, "shop_currencies", currency="A\x1b[")
        _insert(database, "product_changes", product_key="plain", kind="drop")
        _insert(database, "operator_events", target=json.dumps({EVIL: [EVIL]}))
        _insert(database, "console_tokens", role="viewer")
        _insert(database, "proxies", name=EVIL[:40], scheme="http", port=1, domains=json.dumps([EVIL]))
        _insert(database, "notice_targets", url=f"json://127.0.0.1:1/{EVIL}")
        _insert(database, "notice_rules", id=1, kind="gone", quiet_from=1, quiet_to=2, digest_at=None, zone="UTC")
        _insert(database, "notices", state="failed")
        _insert(database, "feed_cursors", source="jsonl", account=EVIL, failures=3)
    database.close()


_RESULT = {
    "offer": {"title": EVIL, "price_minor": 1, "currency": EVIL, "availability": EVIL},
    "verdict": {"status": EVIL},
}
_OF_JOBS = {"result_json": json.dumps(_RESULT), "attempt": 1, "failures": 9, "gone": 3}


def _insert(database: sqlite3.Connection, table: str, **given: object) -> None:
    row = {}
    for _, name, kind, *_ in database.execute(f"PRAGMA table_info({table})"):
        text = _PLAIN_TEXT.get(name, EVIL) if kind == "TEXT" else None
        row[name] = given.get(name, text if text is not None else None if name == "id" else 1_000)
    marks = ", ".join("?" * len(row))
    database.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))


def assert_harmless(said: str) -> None:
    """Nothing but printable text and line breaks of our own."""
    for character in said:
        fine = character == "\n" or character.isprintable() or unicodedata.category(character) == "Zs"
        assert fine, f"{character!r} in {said!r}"
    assert "\u0301" * 5 not in said
    assert not [line for line in re.split("[\n\r]", said) if line.strip().startswith(FORGED)], said
