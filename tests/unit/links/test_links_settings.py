"""One address in every setting it is posted in: bare, glued, encoded, wrapped, in JSON, Markdown and HTML."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote, unquote

import pytest

from common.finding.find import find_links, find_links_html
from common.shops.registry import Shops

SHOPS = Shops()
PRODUCTS = {
    "https://shopee.tw/product/310001/9100001": ("310001", "9100001"),
    "https://shopee.sg/Clay-Teapot-(0.5L)-Oak-i.310002.9100002": ("310002", "9100002"),
    "https://shopee.co.th/กาน้ำชา-i.310003.9100003?sp_atk=0a1b&xptdk=0a1b": ("310003", "9100003"),
    "https://shopee.vn/%E1%BA%A4m-tr%C3%A0-i.310004.9100004": ("310004", "9100004"),
    "https://shopee.com.br/opaanlp/310005/9100005": ("310005", "9100005"),
    "https://shopee.co.id/teko-tanah-liat-i.310006.9100006#reviews": ("310006", "9100006"),
    "https://item.taobao.com/item.htm?id=600000000001": (None, "600000000001"),
    "https://item.taobao.com/item.htm?spm=a21n57.1.0.0&id=600000000002&ns=1": (None, "600000000002"),
    "https://detail.tmall.com/item.htm?abbucket=3&id=600000000003&skuId=500": (None, "600000000003"),
    "https://world.taobao.com/item/600000000004.htm": (None, "600000000004"),
}


def _spans(url: str) -> str:
    bare = url.split("://")[1]
    return f'<span class="invisible">https://</span><span class="ellipsis">{bare[:24]}</span><span>{bare[24:]}</span>'


TEXTS: dict[str, Callable[[str], str]] = {
    "bare": lambda url: url,
    "glued into Chinese": lambda url: f"好物{url}，超讚",
    "without its scheme": lambda url: f"看{url.split('://')[1]}好",
    "decoded": lambda url: f"看 {unquote(url)} 好",
    "encoded once": lambda url: f"看{quote(url, safe='')}好",
    "encoded twice": lambda url: quote(quote(url, safe=""), safe=""),
    "in JSON": lambda url: json.dumps({"a": url}).replace("/", "\\/"),
    "in Markdown, thrice": lambda url: f"[{url}]({url})。（{url}）",
    "behind a network's redirect": lambda url: f"https://l.threads.com/?u={quote(url, safe='')}&e=AT0",
    "behind a partner's redirect": lambda url: f"https://s.shopee.tw/an_redir?origin_link={quote(url, safe='')}",
}
MARKUP: dict[str, Callable[[str], str]] = {
    "an anchor": lambda url: f'<p><a href="{url}">…</a></p>',
    "an anchor of hidden spans": lambda url: f'<p><a href="{url}">{_spans(url)}</a></p>',
    "text with escaped ampersands": lambda url: f"<p>{url.replace('&', '&amp;')}</p>",
}


@pytest.mark.parametrize("url", PRODUCTS)
@pytest.mark.parametrize("setting", TEXTS)
def test_a_product_is_named_once_in_every_text(setting: str, url: str) -> None:
    assert [(one.shop_id, one.item_id) for one in find_links(TEXTS[setting](url), SHOPS)] == [PRODUCTS[url]]


@pytest.mark.parametrize("url", PRODUCTS)
@pytest.mark.parametrize("setting", MARKUP)
def test_a_product_is_named_once_in_every_markup(setting: str, url: str) -> None:
    assert [(one.shop_id, one.item_id) for one in find_links_html(MARKUP[setting](url), SHOPS)] == [PRODUCTS[url]]


@pytest.mark.parametrize(
    "url",
    [
        "https://shopee.tw/",
        "https://shopee.sg/Teapots-cat.11012819.11013077",
        "https://shopee.ph/search?keyword=teapot%20clay",
        "https://shopee.tw/oakpottery",
        "https://shopee.com.my/shop/310001/search",
        "https://shopee.vn/buyer/login?next=https%3A%2F%2Fshopee.vn%2F",
        "https://shopee.co.id/flash_sale?promotionId=2",
        "https://shopee.co.th/api/v4/search/search_items?keyword=x&limit=60",
        "https://cf.shopee.tw/file/0123456789abcdef",
        "https://s.taobao.com/search?q=%E8%8C%B6%E5%A3%B6",
        "https://shop310001.taobao.com/",
        "https://www.tmall.com/?spm=1",
        "https://login.taobao.com/member/login.jhtml?redirectURL=x",
        "https://shopee.tw.example/product/310001/9100001",
        "https://item.taobao.com.example/item.htm?id=600000000001",
        "https://notshopee.tw/product/310001/9100001",
    ],
)
def test_other_pages_of_the_shops_and_look_alikes_name_none(url: str) -> None:
    assert find_links(url, SHOPS) == []
    assert find_links_html(f'<a href="{url}">x</a>', SHOPS) == []
