"""Add links as jobs: one job for one product however often and however differently it is linked, and plain refusals.

Prints:
    new NEW https://shopee.tw/product/310001/9100001
    known NEW https://shopee.tw/product/310001/9100001
    refused UNKNOWN_SHOP https://news.example/pinewood
    refused NOT_A_PRODUCT https://shopee.tw/cart
"""

import asyncio
import tempfile
from pathlib import Path

from common.settings import DatabaseSettings, Settings
from fleet.operations.jobs.adding import Accepted, add_jobs

LINKS = [
    "https://shopee.tw/product/310001/9100001",
    "https://shopee.tw/Mug-i.310001.9100001?utm_source=threads",
    "https://news.example/pinewood",
    "https://shopee.tw/cart",
]


async def main(folder: Path) -> None:
    settings = Settings(database=DatabaseSettings(url=f"file:{folder / 'jobs.db'}"))
    for answer in await add_jobs(settings, LINKS, priority=0):
        if isinstance(answer, Accepted):
            print("new" if answer.new else "known", answer.status, answer.link.url_norm)
        else:
            print("refused", answer.reason, answer.url)


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(Path(folder)))
