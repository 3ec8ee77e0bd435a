"""Pictures of the console's main screens for docs/console.md, of an invented fleet: `scripts/screenshots`.

PNG files in docs/images. Fails when one is larger than MOST_BYTES, for they stand in the repository.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

from playwright.async_api import ViewportSize

from common.proxies.proxy import Proxy, Scheme
from common.settings import Settings
from common.store import Store, init_schema
from common.store.proxies.values import Seen
from fleet.opening import embedded_path
from tests.invented.fleet_of_jobs import DOMAINS, fill
from tests.places import REPO
from tests.servers.console import serving_anew
from tests.servers.console.chromium import chromium, sign_in

FOLDER = REPO / "docs" / "images"
JOBS = 6_000
WINDOW: ViewportSize = {"width": 1200, "height": 820}
SCALE = 0.75
MOST_BYTES = 120_000


def screens(path: Path) -> dict[str, str]:
    """Name of each picture → the address that it shows."""
    with closing(sqlite3.connect(path)) as connection:
        (job,) = connection.execute(
            "SELECT id FROM crawl_jobs WHERE status = 'DEAD' ORDER BY updated_at DESC"
        ).fetchone()
        (product,) = connection.execute(
            "SELECT product_key FROM price_observations JOIN products USING (product_key) "
            "WHERE title NOT GLOB '*[^ -~]*' GROUP BY product_key HAVING COUNT(*) > 5 ORDER BY MAX(observed_at) DESC"
        ).fetchone()
    return {
        "console-overview": "/",
        "console-jobs": "/jobs?status=FAILED_PERMANENT&status=DEAD&shop=shopee",
        "console-job": f"/jobs/{job}",
        "console-product": f"/products/one?{urlencode({'key': product})}",
        "console-shops": "/shops",
        "console-errors": "/errors",
        "console-proxies": "/proxies",
    }


async def proxies(store: Store) -> None:
    """One that works, one that fails, and one that is switched off."""
    for name, domain in (("sg-1", "pinewood.example"), ("tw-1", "shopee.tw"), ("tw-2", "shopee.tw")):
        user = "fleet" if name == "tw-1" else None
        await store.proxies.add(Proxy(name, Scheme.SOCKS5, f"{name}.example", 1080, user, user, (domain,)), by="ada")
    fine = Seen("tw-1", answered=1204, failed=3, in_a_row=0, mean_ms=340, error="no answer within 10 s")
    failing = Seen("tw-2", answered=20, failed=9, in_a_row=7, mean_ms=None, error="407: it asks for a password")
    await store.proxies.seen([fine, failing])
    await store.proxies.switch_off("sg-1", reason="the contract ends in May")


async def take(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as made:
        settings = Settings.model_validate(
            {
                "database": {"url": f"file:{Path(made) / 'fleet.db'}"},
                "console": {"listen": "127.0.0.1:0"},
                "feeds": [{"source": "rss", "account": "https://deals.example/feed"}],
                "proxies": {"use": True},
                "shops": {"other": {"domains": DOMAINS[:1]}},
            }
        )
        await init_schema(settings.database)
        path = embedded_path(settings.database)
        fill(path, JOBS, int(time.time() * 1000))
        async with serving_anew(settings) as here, chromium() as browser:
            await proxies(here.store)
            context = await browser.new_context(base_url=here.url, device_scale_factor=SCALE)
            page = await context.new_page()
            await page.set_viewport_size(WINDOW)
            await here.person("ada")
            await sign_in(page, "ada")
            await page.get_by_text(re.compile(r"\d seconds? ago")).wait_for()  # doctor has looked
            for name, address in screens(path).items():
                await page.goto(address)
                picture = await page.screenshot(path=folder / f"{name}.png")
                print(f"{name}.png  {len(picture):,} bytes")
                if len(picture) > MOST_BYTES:
                    sys.exit(f"{name}.png is larger than {MOST_BYTES:,} bytes: show less of the screen")
            await context.close()


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(FOLDER))
