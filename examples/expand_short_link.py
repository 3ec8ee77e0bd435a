"""Expand a short link. A client that answers from memory stands for the network; `GuardedClient` is the real one.

Prints:
    short: True https://m.tb.cn/h.5abcDEF
    leads to: https://item.taobao.com/item.htm?id=720000000004
    gone: CONTENT_NOT_FOUND, worth asking again: False
"""

import asyncio
from typing import Any

import httpx

from common.finding.expand import expansion
from common.net.client import Answer
from common.shops.registry import Shops

PAGES = {
    "https://m.tb.cn/h.5abcDEF": (
        200,
        b"<script>var url = 'https://item.taobao.com/item.htm?id=720000000004';</script>",
    )
}


class Canned:
    async def get(self, url: str, **options: Any) -> Answer:
        status, body = PAGES.get(url, (404, b""))
        return Answer(url, status, httpx.Headers(), body)


async def main() -> None:
    shops = Shops()
    short = shops.link("https://m.tb.cn/h.5abcDEF")
    gone = shops.link("https://m.tb.cn/h.6goneAB")
    if short is None or gone is None:
        raise SystemExit("these are short links")
    print("short:", short.short, short.url_norm)
    found = await expansion(short, Canned(), shops)
    print("leads to:", found.link.url_norm if found.link else found.detail)
    refused = await expansion(gone, Canned(), shops)
    if refused.code:
        print(f"gone: {refused.code}, worth asking again: {refused.code.retry}")


asyncio.run(main())
