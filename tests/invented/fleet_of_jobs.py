"""An invented fleet for the console: any number of jobs in every state, their products, prices, posts, workers, feeds.

Statements straight into the tables of a fresh database, so 200,000 jobs take seconds. The same number and time make the
same rows. The shops of the open web are under .example, and no goods are a real shop's.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from common.job import job_id_for
from common.store.drivers.base import Statement
from common.timing.units import DAY_MS

ROWS_AT_ONCE = 2_000
DOMAINS = ("pinewood.example", "harbourlight.example", "felt-and-thread.example", "stonebridge.example")
ACCOUNTS = (
    ("threads", "pinewood.finds"),
    ("bluesky", "kitchen.example"),
    ("rss", "https://deals.example/feed"),
    ("mastodon", "@ada@social.example"),
)
MAKES = ("Oak", "Walnut", "Linen", "Copper", "Stoneware", "Wool", "Birch", "Slate", "竹製", "手工")
GOODS = ("cutting board", "desk lamp", "tea pot", "bread knife", "blanket", "shelf", "apron", "bowl", "茶壺", "馬克杯")
ENDS = (
    ("SUCCEEDED", 800, None),
    ("FAILED_PERMANENT", 60, "CONTENT_NOT_FOUND"),
    ("NEW", 45, None),
    ("QUEUED", 30, None),
    ("FAILED_RETRYABLE", 35, "TIMEOUT"),
    ("DEAD", 20, "ACCESS_DENIED"),
    ("RUNNING", 10, None),
)
"""Of a thousand jobs how many stand where, and why."""
_COLUMNS = (
    *(
        "id",
        "source",
        "source_account",
        "source_post_id",
        "url",
        "url_norm",
        "platform",
        "region",
        "shop_id",
        "item_id",
    ),
    *("status", "attempt", "locked_by", "locked_at", "lock_expires_at", "lease_token", "next_run_at", "next_crawl_at"),
    *("last_error", "error_code", "created_at", "updated_at", "started_at", "finished_at", "result_json", "via"),
)


def fill(path: Path, jobs: int, now_ms: int) -> None:
    """Fill the fresh embedded database at `path`. What a power cut leaves of it does not matter here."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("journal_mode = DELETE", "journal_mode = OFF", "synchronous = OFF", "cache_size = -200000"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        # Events are written by themselves below, and indexes afterwards: row by row both take longer than all the rest.
        left_out = connection.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = 'crawl_jobs' AND sql IS NOT NULL "
            "AND (type = 'index' OR name = 'crawl_jobs_added')"
        ).fetchall()
        for kind, name, _ in left_out:
            connection.execute(f"DROP {kind} {name}")
        connection.executemany(
            f"INSERT INTO crawl_jobs ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})",
            sorted(_job(number, now_ms) for number in range(jobs)),  # by id, as its index goes
        )
        for _, _, sql in left_out:
            connection.execute(sql)
        for statement in _of_jobs(jobs, now_ms):
            connection.execute(statement.sql, statement.args)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")


def statements(jobs: int, now_ms: int) -> Iterator[Statement]:
    """What fills a fresh database of any kind, in this order; each may be a batch of its own."""
    picked = ", ".join(f"json_extract(value, '$[{number}]')" for number in range(len(_COLUMNS)))
    insert = f"INSERT INTO crawl_jobs ({', '.join(_COLUMNS)}) SELECT {picked} FROM json_each(:rows)"
    for begin in range(0, jobs, ROWS_AT_ONCE):
        rows = [_job(number, now_ms) for number in range(begin, min(begin + ROWS_AT_ONCE, jobs))]
        yield Statement(insert, {"rows": json.dumps(rows, ensure_ascii=False)})
    yield from _of_jobs(jobs, now_ms)


def _of_jobs(jobs: int, now_ms: int) -> Iterator[Statement]:
    for sql in (*_FROM_JOBS, *_AROUND) if jobs else ():
        yield Statement(sql, {"now": now_ms} if ":now" in sql else {})


def title(number: int) -> str:
    return f"{MAKES[number % 10]} {GOODS[number // 10 % 10]} {20 + number // 100 % 60} cm"


def _job(number: int, now_ms: int) -> list[Any]:
    """The columns of job `number`, in the order of _COLUMNS."""
    dice = (number + 1) * 2_654_435_761 % 2**32
    status, error = _end(dice % 1000)
    platform, region, shop, item, link = _place(number)
    source, account = ACCOUNTS[dice // 1000 % 4]
    at = now_ms - 1000 - int((dice / 2**32) ** 2 * 60 * DAY_MS)
    if status in {"RUNNING", "QUEUED"}:
        at = now_ms - 1000 - dice % 300_000
    elif status in {"NEW", "FAILED_RETRYABLE"}:
        at = now_ms - 1000 - dice % 7_000_000
    ended, running = status in {"SUCCEEDED", "FAILED_PERMANENT", "DEAD"}, status == "RUNNING"
    attempt = {"NEW": 0, "QUEUED": 0, "DEAD": 5}.get(status, 1)
    return [
        *(job_id_for(link), source, account, f"post-{number // 2}", link, link, platform, region, shop, item),
        *(status, attempt, f"worker-{number % 4 + 1}" if running else None, at if running else None),
        *(at + 600_000 if running else None, f"lease-{number}" if attempt else None),
        now_ms + dice % 3_600_000 if status in {"QUEUED", "FAILED_RETRYABLE"} else None,
        now_ms + dice % (7 * DAY_MS) - 3_600_000 if status == "SUCCEEDED" else None,
        *(f"{error}: the shop said so" if error else None, error, at - 3_600_000, at),
        *(at - 2_000 if attempt else None, at if ended else None),
        _result(number, platform) if status == "SUCCEEDED" else None,
        None if status == "NEW" else "http",
    ]


def _end(of_thousand: int) -> tuple[str, str | None]:
    for status, share, error in ENDS:
        if of_thousand < share:
            return status, error
        of_thousand -= share
    raise AssertionError("the shares of ENDS are a thousand")


def _place(number: int) -> tuple[str, str, str, str, str]:
    """Platform, region, shop, item and link of job `number`."""
    kind = number % 10
    if kind < 4:
        return "shopee", "tw", "310001", f"9{number:08}", f"https://shopee.tw/product/310001/9{number:08}"
    if kind < 7:
        return "taobao", "cn", "", f"72{number:010}", f"https://item.taobao.com/item.htm?id=72{number:010}"
    domain = DOMAINS[number // 10 % len(DOMAINS)]
    return "other", "web", domain, f"p{number}", f"https://shop.{domain}/goods/p{number}"


def _result(number: int, platform: str) -> str:
    currency = {"shopee": "TWD", "taobao": "CNY"}.get(platform, "EUR")
    stock = "IN_STOCK" if number % 9 else "OUT_OF_STOCK"
    return (
        f'{{"offer": {{"title": "{title(number)}", "price_minor": {990 + number * 37 % 90_000}, '
        f'"currency": "{currency}", "price_kind": "regular", "availability": "{stock}", '
        '"seller": "Invented goods, of no real shop"}, "verdict": {"status": "ok", "reason": null}}'
    )


_FROM_JOBS = (
    # The trigger may have written one for each row, in the state that the row has now.
    "DELETE FROM job_events",
    """
    INSERT INTO job_events (job_id, seq, from_status, to_status, attempt, lease_token, worker, error_code, at, via)
    SELECT id, 1, NULL, 'NEW', 0, NULL, NULL, NULL, created_at, NULL FROM crawl_jobs
    UNION ALL
    SELECT id, 2, 'NEW', 'QUEUED', 0, NULL, NULL, NULL, updated_at - 3000, 'http' FROM crawl_jobs WHERE status <> 'NEW'
    UNION ALL
    SELECT id, 3, 'QUEUED', 'RUNNING', 1, lease_token, 'worker-1', NULL, updated_at - 2000, 'http'
    FROM crawl_jobs WHERE attempt > 0
    UNION ALL
    SELECT id, 4, 'RUNNING', status, attempt, lease_token, 'worker-1', error_code, updated_at, 'http'
    FROM crawl_jobs WHERE attempt > 0 AND status <> 'RUNNING'
    ORDER BY 1, 2
    """,
    """
    INSERT INTO job_sightings (job_id, source, source_account, source_post_id, post_url, posted_at, url, seen_at)
    SELECT id, source, source_account, source_post_id, 'https://social.example/' || source_post_id, created_at - 60000,
           url, created_at FROM crawl_jobs
    """,
    """
    INSERT INTO products (product_key, platform, region, item_id, shop_id, url, url_norm, title, seller, price_minor,
        currency, price_kind, availability, verdict, job_id, first_seen_at, last_seen_at, price_at, gone_at)
    SELECT CASE platform WHEN 'other' THEN 'other:' || shop_id || ':id:' || item_id
                         ELSE platform || ':' || region || ':' || item_id END,
        platform, region, item_id, shop_id, url, url_norm, json_extract(result_json, '$.offer.title'),
        json_extract(result_json, '$.offer.seller'), json_extract(result_json, '$.offer.price_minor'),
        json_extract(result_json, '$.offer.currency'), 'regular', json_extract(result_json, '$.offer.availability'),
        'ok', id, created_at, updated_at, updated_at, CASE WHEN rowid % 50 = 0 THEN updated_at END
    FROM crawl_jobs WHERE status = 'SUCCEEDED'
    """,
    """
    INSERT INTO price_observations (product_key, job_id, lease_token, price_minor, currency, price_kind, availability,
        observed_at, via)
    SELECT product_key, job_id, job_id || '-' || days.value,
        MAX(1, price_minor + MIN(days.value, 1) * ((products.rowid * 7 + days.value * 13) % 9 * 40 - 160)),
        currency, 'regular', CASE WHEN days.value = 3 THEN 'OUT_OF_STOCK' ELSE 'IN_STOCK' END,
        last_seen_at - days.value * 86400000, 'http'
    FROM products, json_each(CASE WHEN products.rowid % 100 < 2 THEN '[9,7,5,4,3,2,1,0]' ELSE '[1,0]' END) AS days
    """,
    """
    INSERT INTO product_changes (product_key, at, kind, price_before_minor, price_minor, currency)
    SELECT product_key, last_seen_at,
        CASE rowid % 8 WHEN 0 THEN 'rise' WHEN 1 THEN 'back' WHEN 2 THEN 'gone' ELSE 'drop' END,
        CASE WHEN rowid % 8 = 0 THEN MAX(1, price_minor - 200) WHEN rowid % 8 > 2 THEN price_minor + 300 END,
        price_minor, currency
    FROM products WHERE rowid % 3 = 0 ORDER BY last_seen_at
    """,
)
_AROUND = (
    """
    INSERT INTO workers (worker_id, role, version, state, running, done, failed, first_seen_at, last_seen_at, ways)
    SELECT 'worker-' || value, 'worker', '1.2.3', CASE value WHEN 4 THEN 'idle: no message waits' ELSE 'working' END,
        4 - value, 12000 / value, 17 * value, :now - 9 * 86400000, :now - value * 4000, 'http'
    FROM json_each('[1,2,3,4]')
    """,
    """
    INSERT INTO persons (id, name, secret_hash, machines_max, expires_at, created_at)
    SELECT 'person-' || value, CASE value WHEN 1 THEN 'bo' ELSE 'cleo' END, 'invented-' || value, 3, :now + 86400000,
        :now - 20 * 86400000 FROM json_each('[1,2]')
    """,
    """
    INSERT INTO machines (id, person, name, platform, version, join_hash, token_hash, token_expires_at, joined_at,
        last_seen_at)
    SELECT 'machine-' || value, 'person-' || (1 + value % 2), 'home-' || value, 'linux', '1.2.3', 'join-' || value,
        'token-' || value, :now + 30 * 86400000, :now - 19 * 86400000, :now - 5000 FROM json_each('[1,2,3]')
    """,
    """
    INSERT INTO feed_cursors (source, account, cursor, last_polled_at, last_error, failures)
    SELECT DISTINCT source, source_account, 'c', :now - 40000,
        CASE source WHEN 'mastodon' THEN 'the server did not answer' END, CASE source WHEN 'mastodon' THEN 3 ELSE 0 END
    FROM (SELECT * FROM crawl_jobs LIMIT 50)
    """,
    """
    INSERT INTO unregistered_links (domain, posts, first_seen_at, last_seen_at)
    SELECT value, 40 - key * 7, :now - 8 * 86400000, :now - 60000
    FROM json_each('["lanternworks.example", "riverpottery.example", "tinshop.example"]')
    """,
    """
    INSERT INTO shop_domains (domain, added_at, added_by)
    SELECT value, :now - 8 * 86400000, 'ada' FROM json_each('["harbourlight.example", "stonebridge.example"]')
    """,
    """
    INSERT INTO shop_windows (shop, number, begins_at, ends_at, pages, failed, zero_prices, yielded)
    SELECT shops.value, numbers.value, :now - (13 - numbers.value) * 3600000, :now - (12 - numbers.value) * 3600000, 50,
        (numbers.value * 7 + shops.key * 5) % 19, 0, 31 + (numbers.value * 3 + shops.key) % 14
    FROM json_each('["shopee", "taobao", "other/pinewood.example", "other/harbourlight.example"]') AS shops,
        json_each('[1,2,3,4,5,6,7,8,9,10,11,12]') AS numbers
    """,
    "UPDATE shops SET paused = 1, paused_reason = 'asks every visitor to sign in' WHERE platform = 'taobao'",
    """
    INSERT INTO operator_events (id, at, operator, through, action, target, meant, done, ended_at)
    SELECT 'event-' || value, :now - value * 4000000, CASE value % 2 WHEN 0 THEN 'ada' ELSE 'bo' END,
        CASE value % 3 WHEN 0 THEN 'command line' ELSE 'console' END, 'jobs requeue',
        '{"filter": {"shop": "shopee", "error_code": "TIMEOUT"}}', value * 31, value * 31, :now - value * 4000000 + 900
    FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]')
    """,
)
