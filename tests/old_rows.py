"""Databases as the first versions made them, and rows that those wrote."""

from __future__ import annotations

import json

from common.job import job_id_for
from common.settings import DatabaseSettings
from common.store.drivers.base import Statement, Value
from common.store.drivers.text import split_script
from common.store.store import make_driver
from tests.places import FIXTURES


class Old:
    """A database as version 1 or 2 made it, and the rows that it wrote."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.statements = split_script((FIXTURES / f"schema_version_{version}.sql").read_text("utf-8"))
        self.statements.append(Statement("INSERT INTO schema_version VALUES (:v, 0)", {"v": version}))

    def job(self, url: str, platform: str, **offer: Value) -> str:
        """A job that succeeded with this offer."""
        job_id = job_id_for(url)
        told = json.dumps({"offer": offer, "verdict": {"status": "ok"}, "fetched_url": url})
        row: dict[str, Value] = {"id": job_id, "url": url, "url_norm": url, "platform": platform, "region": "any"}
        row |= {"source": "rss", "source_account": "a", "source_post_id": "p", "created_at": 1, "updated_at": 1}
        row |= {"status": "SUCCEEDED", "finished_at": 50, "result_json": told, "content_hash": f"hash of {url}"}
        self.insert("crawl_jobs", row)
        return job_id

    def product(self, key: str, url: str, *, seen_at: int, **more: Value) -> None:
        row: dict[str, Value] = {
            "product_key": key,
            "platform": key.split(":", maxsplit=1)[0],
            "region": "any",
            "url": url,
        }
        row |= {"url_norm": url, "availability": "IN_STOCK", "verdict": "ok", "job_id": job_id_for(url)}
        row |= {"first_seen_at": 1, "last_seen_at": seen_at}
        self.insert("products", row | more)

    def price(self, key: str, url: str, minor: int, at: int) -> None:
        row: dict[str, Value] = {"product_key": key, "job_id": job_id_for(url), "lease_token": f"{url} {at}"}
        row |= {"price_minor": minor, "currency": "EUR", "availability": "IN_STOCK", "observed_at": at}
        self.insert("price_observations", row)

    def insert(self, table: str, row: dict[str, Value]) -> None:
        names = ", ".join(row)
        marks = ", ".join(f":{name}" for name in row)
        self.statements.append(Statement(f"INSERT INTO {table} ({names}) VALUES ({marks})", row))

    async def written(self, settings: DatabaseSettings) -> None:
        driver = make_driver(settings)
        await driver.connect()
        await driver.batch(self.statements)
        await driver.close()
