"""An invented large fleet in a fresh embedded database: a million jobs of two thousand shops, and what belongs to them.

Every job was crawled three times within six days, so that all attempts lie in the week that `shops show` looks at. A
quarter of the jobs that succeeded have a product, each with ten prices. Rows go straight into the tables, sorted as the
tables are, and indexes are made afterwards: a million jobs (20 million rows, 3.2 GB) take some five minutes. The same
numbers and time make the same rows. The shops of the open web are under .example, and no goods are a real shop's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.large.around import AROUND
from common.job import job_id_for
from common.timing.units import DAY_MS

ROUNDS = 3
PRICES = 10
_ENDS = (
    ("SUCCEEDED", 800, None),
    ("FAILED_PERMANENT", 60, "CONTENT_NOT_FOUND"),
    ("NEW", 45, None),
    ("QUEUED", 30, None),
    ("FAILED_RETRYABLE", 35, "TIMEOUT"),
    ("DEAD", 20, "ACCESS_DENIED"),
    ("RUNNING", 10, None),
)
_NETWORKS = ("threads", "bluesky", "rss", "mastodon")
_ACCOUNTS = 500
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
    *("last_error", "error_code", "created_at", "updated_at", "started_at", "finished_at", "result_json", "failures"),
    *("broken_at", "via", "crawl_interval_ms"),
)
_LEFT_OUT = "type = 'trigger' OR (type = 'index' AND sql IS NOT NULL)"


@dataclass(frozen=True, slots=True)
class Size:
    jobs: int = 1_000_000
    shops: int = 2_000
    machines: int = 200


def fill(path: Path, size: Size, now_ms: int) -> None:
    """Fill the fresh embedded database at `path`. What a power cut leaves of it does not matter here."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("journal_mode = DELETE", "journal_mode = OFF", "synchronous = OFF", "cache_size = -400000"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        left_out = connection.execute(f"SELECT type, name, sql FROM sqlite_master WHERE {_LEFT_OUT}").fetchall()
        for kind, name, _ in left_out:
            connection.execute(f"DROP {kind} {name}")
        connection.executemany(
            f"INSERT INTO crawl_jobs ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})",
            sorted(_jobs(size, now_ms)),
        )
        values = {"now": now_ms, "shops": size.shops, "machines": size.machines, "accounts": _ACCOUNTS}
        for sql in (*_FROM_JOBS, *AROUND):
            connection.execute(sql, {name: value for name, value in values.items() if f":{name}" in sql})
        for _, _, sql in sorted(left_out):
            connection.execute(sql)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")


def domain(number: int) -> str:
    return f"shop-{number:04}.example"


def title(number: int) -> str:
    return f"Oak shelf of {20 + number % 200} cm, {number}"


def _jobs(size: Size, now_ms: int) -> Iterator[list[Any]]:
    """By number, each with its columns in the order of _COLUMNS."""
    for number in range(size.jobs):
        dice = (number + 1) * 2_654_435_761 % 2**32
        status, error = _end(dice % 1000)
        platform, region, shop, item, link = _place(number, size)
        account = dice // 1000 % _ACCOUNTS
        at = now_ms - 1000 - int(dice / 2**32 * 3 * DAY_MS)
        if status in {"RUNNING", "QUEUED"}:
            at = now_ms - 1000 - dice % 300_000
        elif status in {"NEW", "FAILED_RETRYABLE"}:
            at = now_ms - 1000 - dice % 7_000_000
        ended, running = status in {"SUCCEEDED", "FAILED_PERMANENT", "DEAD"}, status == "RUNNING"
        attempt = {"NEW": 0, "QUEUED": 0, "DEAD": 5}.get(status, 1)
        broken = status == "DEAD" and number % 4 == 0
        yield [
            *(job_id_for(link), _NETWORKS[account % 4], f"account-{account}", f"post-{number // 2}", link, link),
            *(platform, region, shop, item),
            *(status, attempt, f"worker-{number % 30 + 1}" if running else None, at if running else None),
            *(at + 600_000 if running else None, f"lease-{number}" if attempt else None),
            now_ms + dice % 3_600_000 if status in {"QUEUED", "FAILED_RETRYABLE"} else None,
            now_ms + dice % (7 * DAY_MS) - 3_600_000 if status == "SUCCEEDED" else None,
            *(f"{error}: the shop said so" if error else None, error, at - 9 * DAY_MS, at),
            *(at - 2_000 if attempt else None, at if ended else None),
            _result(number, platform) if status == "SUCCEEDED" else None,
            *(12 if broken else 0, at if broken else None, None if status == "NEW" else "http", DAY_MS),
        ]


def _end(of_thousand: int) -> tuple[str, str | None]:
    for status, share, error in _ENDS:
        if of_thousand < share:
            return status, error
        of_thousand -= share
    raise AssertionError("the shares of _ENDS are a thousand")


def _place(number: int, size: Size) -> tuple[str, str, str, str, str]:
    """Platform, region, shop, item and link of job `number`: of ten six are Shopee's, one Taobao's."""
    kind = number % 10
    if kind < 6:
        shop = f"{310_000 + number // 10 % 400}"
        return "shopee", "tw", shop, f"9{number:08}", f"https://shopee.tw/product/{shop}/9{number:08}"
    if kind < 7:
        return "taobao", "cn", "", f"72{number:010}", f"https://item.taobao.com/item.htm?id=72{number:010}"
    shop = domain(number // 10 * 3 % size.shops + kind - 7)
    return "other", "web", shop, f"p{number}", f"https://www.{shop}/goods/p{number}"


def _result(number: int, platform: str) -> str:
    currency = {"shopee": "TWD", "taobao": "CNY"}.get(platform, "EUR")
    stock = "IN_STOCK" if number % 9 else "OUT_OF_STOCK"
    return (
        f'{{"offer": {{"title": "{title(number)}", "price_minor": {990 + number * 37 % 90_000}, '
        f'"currency": "{currency}", "price_kind": "regular", "availability": "{stock}", '
        f'"description": "{"Solid oak, oiled by hand, made to order in a small workshop. " * 4}", '
        '"seller": "Invented goods, of no real shop"}, "verdict": {"status": "ok", "reason": null}}'
    )


_STEPS = 'json_each(\'[[0,"NEW"],[1,"QUEUED"],[2,"RUNNING"],[3,"END"]]\')'
_FROM_JOBS = (
    # Three rounds of four events; the last round goes as far as the job stands.
    f"""
    INSERT INTO job_events (job_id, seq, from_status, to_status, attempt, lease_token, worker, error_code, at, via)
    SELECT crawl_jobs.id, rounds.key * 4 + steps.key + 1,
        CASE steps.key WHEN 0 THEN CASE rounds.key WHEN 0 THEN NULL ELSE 'SUCCEEDED' END WHEN 1 THEN 'NEW'
                       WHEN 2 THEN 'QUEUED' ELSE 'RUNNING' END,
        CASE steps.key WHEN 3 THEN CASE WHEN rounds.key < 2 THEN 'SUCCEEDED' ELSE status END
                       ELSE json_extract(steps.value, '$[1]') END,
        CASE WHEN steps.key < 2 THEN 0 ELSE 1 END,
        CASE WHEN steps.key > 1 THEN crawl_jobs.id || '-' || rounds.key END,
        CASE WHEN steps.key > 1 THEN CASE WHEN crawl_jobs.rowid % 3 THEN 'worker-' || (crawl_jobs.rowid % 30 + 1)
                                          ELSE 'machine-' || (crawl_jobs.rowid % 200 + 1) END END,
        CASE WHEN steps.key = 3 AND rounds.key = 2 THEN error_code END,
        updated_at - (2 - rounds.key) * 86400000 - (3 - steps.key) * 1000,
        CASE steps.key WHEN 0 THEN NULL ELSE 'http' END
    FROM crawl_jobs, json_each('[0,1,2]') AS rounds, {_STEPS} AS steps
    WHERE rounds.key < 2 OR steps.key = 0 OR (steps.key = 1 AND status <> 'NEW') OR (steps.key = 2 AND attempt > 0)
       OR (steps.key = 3 AND attempt > 0 AND status <> 'RUNNING')
    """,
    """
    INSERT INTO attempts_by_hour (hour, platform, via, to_status, error_code, count, last_at)
    SELECT e.at / 3600000, j.platform, COALESCE(e.via, ''), e.to_status, COALESCE(e.error_code, ''), COUNT(*), MAX(e.at)
    FROM job_events e CROSS JOIN crawl_jobs j ON j.id = e.job_id
    WHERE e.from_status = 'RUNNING' AND e.to_status <> 'QUEUED' GROUP BY 1, 2, 3, 4, 5
    """,
    """
    INSERT INTO job_sightings (job_id, source, source_account, source_post_id, post_url, posted_at, url, seen_at)
    SELECT id, source, source_account, source_post_id, 'https://social.example/' || source_post_id, created_at - 60000,
           url, created_at FROM crawl_jobs
    """,
    """
    INSERT INTO products (product_key, platform, region, item_id, shop_id, url, url_norm, title, seller, price_minor,
        currency, price_kind, availability, verdict, verdict_reason, job_id, first_seen_at, last_seen_at, price_at,
        gone_at)
    SELECT CASE platform WHEN 'other' THEN 'other:' || shop_id || ':id:' || item_id
                         ELSE platform || ':' || region || ':' || item_id END,
        platform, region, item_id, shop_id, url, url_norm, json_extract(result_json, '$.offer.title'),
        json_extract(result_json, '$.offer.seller'), json_extract(result_json, '$.offer.price_minor'),
        json_extract(result_json, '$.offer.currency'), 'regular', json_extract(result_json, '$.offer.availability'),
        CASE WHEN rowid % 40 = 0 THEN 'quarantine' ELSE 'ok' END,
        CASE WHEN rowid % 40 = 0 THEN CASE WHEN rowid % 80 THEN 'AMBIGUOUS_CURRENCY' ELSE 'AMBIGUOUS_PRICE' END END,
        id, created_at, updated_at, updated_at, CASE WHEN rowid % 50 = 0 THEN updated_at END
    FROM crawl_jobs WHERE status = 'SUCCEEDED' AND rowid % 4 = 0 ORDER BY 1
    """,
    """
    INSERT INTO price_observations (product_key, job_id, lease_token, price_minor, currency, price_kind, availability,
        observed_at, via)
    SELECT product_key, job_id, job_id || '-' || days.value,
        MAX(1, price_minor + MIN(days.value, 1) * ((products.rowid * 7 + days.value * 13) % 9 * 40 - 160)),
        currency, 'regular', CASE WHEN days.value = 3 THEN 'OUT_OF_STOCK' ELSE 'IN_STOCK' END,
        last_seen_at - days.value * 86400000, 'http'
    FROM products, json_each('[9,8,7,6,5,4,3,2,1,0]') AS days
    """,
    """
    INSERT INTO product_changes (product_key, at, kind, price_before_minor, price_minor, currency)
    SELECT product_key, last_seen_at - days.value * 86400000,
        CASE products.rowid % 8 WHEN 0 THEN 'rise' WHEN 1 THEN 'back' WHEN 2 THEN 'gone' ELSE 'drop' END,
        CASE WHEN products.rowid % 8 = 0 THEN MAX(1, price_minor - 200)
             WHEN products.rowid % 8 > 2 THEN price_minor + 300 END,
        price_minor, currency
    FROM products, json_each('[0,7,14]') AS days ORDER BY 2
    """,
)
