"""Short links lead to a product, or to a reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import httpx
import pytest

from common.errors import CrawlError, ErrorCode
from common.finding.expand import expansion
from common.net.answer.body import Limits
from common.net.client import Answer
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.shops.taobao.share_page import read_share_page

SHOPS = Shops()
ITEM = "https://item.taobao.com/item.htm?id=600000000001"


class Web:
    """Redirects and pages by address, walked as the guarded client walks them."""

    def __init__(self, pages: dict[str, str | bytes | int | CrawlError]) -> None:
        self.pages = pages
        self.asked: list[str] = []

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        allow_host: Callable[[str], bool] | None,
        max_redirects: int | None = None,
        limits: Limits | None = None,
        before_hop: Callable[[str], Awaitable[None]] | None = None,
    ) -> Answer:
        while True:
            if allow_host and not allow_host(url.split("/")[2]):
                raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"{url} is not a registered shop's host")
            if before_hop:
                await before_hop(url)
            self.asked.append(url)
            page = self.pages[url]
            if isinstance(page, CrawlError):
                raise page
            if isinstance(page, int):
                return Answer(url, page, httpx.Headers(), b"")
            if isinstance(page, bytes):
                return Answer(url, 200, httpx.Headers(), page)
            url = page


def short(url: str) -> ShopLink:
    link = SHOPS.link(url)
    assert link is not None and link.short
    return link


async def test_redirects_end_at_the_product_without_asking_for_it() -> None:
    web = Web({"https://s.shopee.tw/abc": "https://shopee.tw/opaanlp/1/2?x=1"})
    link = (await expansion(short("http://s.shopee.tw/abc?share=1"), web, SHOPS)).link
    assert link is not None
    assert (link.url, link.url_norm) == ("http://s.shopee.tw/abc?share=1", "https://shopee.tw/product/1/2")
    assert web.asked == ["https://s.shopee.tw/abc"]


async def test_a_share_page_carries_its_target() -> None:
    web = Web({"https://m.tb.cn/h.x": b"<script>\n var url = 'https://e.tb.cn/h.y';</script>",
               "https://e.tb.cn/h.y": f"<script>var url='{ITEM}&sp_tk=1';".encode()})  # fmt: skip
    link = (await expansion(short("https://m.tb.cn/h.x"), web, SHOPS)).link
    assert link is not None and link.url_norm == ITEM


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("https://evil.example/product/1/2", ErrorCode.ADDRESS_REFUSED),
        ("https://127.0.0.1/x", ErrorCode.ADDRESS_REFUSED),
        (b"var url = 'https://evil.example/item.htm?id=1'", ErrorCode.CONTENT_NOT_FOUND),
        (b"var url = 'https://m.tb.cn/h.x'", ErrorCode.CONTENT_NOT_FOUND),
        (b"nothing here", ErrorCode.CONTENT_NOT_FOUND),
        (404, ErrorCode.CONTENT_NOT_FOUND),
        (429, ErrorCode.RATE_LIMITED),
        (403, ErrorCode.ACCESS_DENIED),
        (503, ErrorCode.NETWORK_ERROR),
        (CrawlError(ErrorCode.TIMEOUT, "too slow"), ErrorCode.TIMEOUT),
    ],
)
async def test_what_leads_nowhere_says_why(page: str | bytes | int | CrawlError, code: ErrorCode) -> None:
    web = Web({"https://m.tb.cn/h.x": page})
    result = await expansion(short("https://m.tb.cn/h.x"), web, SHOPS)
    assert result.link is None
    assert result.code == code
    assert result.detail


async def test_only_the_shop_that_has_share_pages_reads_them() -> None:
    web = Web({"https://s.shopee.tw/abc": b"<script>var url = 'https://shopee.tw/product/1/2'</script>"})
    result = await expansion(short("https://s.shopee.tw/abc"), web, SHOPS)
    assert (result.link, result.code) == (None, ErrorCode.CONTENT_NOT_FOUND)


def test_share_page_forms() -> None:
    assert read_share_page('var url = "https:\\/\\/item.taobao.com\\/item.htm?id=1\\u0026x=2";') == (
        "https://item.taobao.com/item.htm?id=1&x=2"
    )
    assert read_share_page(b"\xff<html>") is None
    assert read_share_page("var url = ''; var invalidUrl = 'https://x.example'") is None
