"""For version 3: the registrable domain of every host that links of the open web stand on."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from common.links.domains import site_of
from common.store import rows
from common.store.drivers.base import Driver, Statement, Value

HOSTS_AT_ONCE = 10_000
"""A server's answer may hold 10 MB; a host has at most 253 characters."""

_HOSTS = """
SELECT netloc FROM (
    SELECT substr(address, 1, instr(address, '/') - 1) AS netloc FROM (
        SELECT substr(url_norm, instr(url_norm, '://') + 3) || '/' AS address
        FROM crawl_jobs WHERE platform = 'other' AND result_json IS NOT NULL
        UNION ALL
        SELECT substr(url_norm, instr(url_norm, '://') + 3) || '/'
        FROM products WHERE substr(product_key, 1, 10) IN ('other:any:', 'other:sku:')))
WHERE :after IS NULL OR netloc > :after GROUP BY netloc ORDER BY netloc LIMIT :limit
"""


async def hosts(driver: Driver) -> Mapping[str, Value]:
    """The value of :hosts in 0003: [[host with port, host, registrable domain], …]. Only reads."""
    found: list[list[str]] = []
    after: str | None = None
    while True:
        (answer,) = await driver.batch([Statement(_HOSTS.strip(), {"after": after, "limit": HOSTS_AT_ONCE})])
        names = [str(row["netloc"]) for row in answer.rows]
        found += [[name, *_named(name)] for name in names]
        if len(names) < HOSTS_AT_ONCE:
            return {"hosts": rows.as_json(found)}
        after = names[-1]


def _named(netloc: str) -> tuple[str, str]:
    address = f"https://{netloc}/"
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        host = ""
    return host, site_of(address)
