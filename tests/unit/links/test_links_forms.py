"""Forms of addresses seen in public code and posts: each names its product, and what only looks like one does not."""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import quote

import pytest

from common.finding.find import find_links, find_links_html
from common.shops.registry import Shops

SHOPS = Shops()
P = "https://shopee.tw/product/1/2"
T = "https://item.taobao.com/item.htm?id=600000000001"


def q(text: str) -> str:
    return quote(text, safe="")


def norms(text: str) -> list[str]:
    return [link.url_norm for link in find_links(text, SHOPS)]


MARKETS = (
    "shopee.tw shopee.sg shopee.com.my shopee.co.th shopee.vn shopee.co.id shopee.ph shopee.com.br shopee.com.mx "
    "shopee.com.co shopee.cl shopee.pl shopee.es shopee.fr shopee.in"
).split()


@pytest.mark.parametrize("domain", MARKETS)
@pytest.mark.parametrize("prefix", ["", "www.", "m.", "mall.", "app."])
def test_every_form_on_every_host_of_every_market(domain: str, prefix: str) -> None:
    for rest in (
        "【免運】🔥無線-i.1.2",
        "%E7%84%A1%25E7-i.1.2?sp_atk=1",
        "x-i.5.6-i.7.8-i.1.2",
        "product/1/2",
        "opaanlp/1/2?__mobile__=1",
        "some.shop_1/1/2",
        "product?itemid=2&shopid=1",
        "product/?ShopId=1&ItemId=2",
        "universal-link/product/1/2",
        "universal-link/x-i.1.2",
        "universal-link?shopid=1&itemid=2",
        f"universal-link?redir={q(f'https://{domain}/product/1/2')}",
        f"an_redir?origin_link={q(q(f'https://{domain}/x-i.1.2'))}&affiliate_id=1",
    ):
        link = SHOPS.link(f"https://{prefix}{domain}/{rest}")
        assert link is not None, rest
        assert link.url_norm == f"https://{domain}/product/1/2"


SHOPEE = [
    "https://shopee.tw//product/1/2",
    "https://shopee.tw/product%2F1%2F2",
    "https://shopee.tw/product/1/2%3Fx%3D1",
    "https://shopee.tw/x-i.1.2%3Fsp_atk%3D5",
    "https://shopee.tw/x-i.1.2&sp_atk=3",
    "https://shopee.tw/Why%3F-i.1.2",
    "https://shopee.tw/x-i.1.2%E5%A5%BD",
    "https://shopee.tw/product/1/2%22%3E",
    "https://shopee.tw/i-i.1.2",
    "https://shopee.tw/universal-link/1/2",
    "https://mall.shopee.tw/item/?sid=1&iid=2",
    "https://live.shopee.tw/universal-link/product/1/2",
    "https://s.shopee.tw/universal-link?url=" + q(P),
    "https://shopee.tw/universal-link?deep_link=" + q("shopee://product/1/2"),
    "https://xiapi.xiapibuy.com/x-i.1.2",
    "HTTPS://WWW.SHOPEE.TW/Product/1/2",
    "https://ｓｈｏｐｅｅ.tw/product/1/2",
    "shopeetw://product/1/2",
    "shopee://shopee.tw/product/1/2",
    "shopeetw://reactPath?tab=buy&path=shopee%2FPRODUCT_PAGE%3Fshopid%3D1%26itemid%3D2",
    "shopeetw://home?navRoute=" + b64encode(b'{"paths":[{"rnNav":{"params":{"shopid":1,"itemid":2}}}]}').decode(),
    "intent://product/1/2#Intent;scheme=shopeetw;package=com.shopee.tw;end",
    "intent://product/1/2#Intent;scheme=shopee;package=com.shopee.tw;"
    "S.browser_fallback_url=https%3A%2F%2Fplay.google.com%2Fx;end",
    "android-app://com.shopee.tw/https/shopee.tw/product/1/2",
    "https://shopee.prf.hn/click/camref:1/destination:" + q(P),
    "https://shopee.onelink.me/abc?af_web_dp=" + q(P),
    "https://go.bsky.app/redirect?u=" + q(P),
    "https://l.threads.net/?u=" + q(P) + "&e=AT",
    "https://lm.facebook.com/l.php?u=" + q(P) + "&h=AT",
    "https://out.reddit.com/t3_x?url=" + q(P) + "&token=1",
    "https://t.me/iv?url=" + q(P) + "&rhash=1",
    "https://www.google.com.tw/url?sa=t&url=" + q(P),
    "https://social-plugins.line.me/lineit/share?url=" + q(P),
    "https://l.threads.com/?u=" + q("https://l.wl.co/l?u=" + q("https://shope.ee/an_redir?origin_link=" + P)),
]  # fmt: skip
TAOBAO = [
    "https://detail.tmall.com//item.htm?id=600000000001",
    "https://detail.tmall.hk/item.htm?id=600000000001",
    "https://item.tmall.com/item.htm?id=600000000001",
    "http://item.ny.taobao.com/item.htm?id=600000000001",
    "https://chaoshi.detail.tmall.com/item.htm??id=600000000001",
    "https://item.taobao.com/item.htm%3Fid%3D600000000001",
    "https://item.taobao.com/item.htm?spm=1&amp;amp;id=600000000001",
    "https://item.taobao.com/item.htm?user_id=4&skuId=9&itemId=600000000001",
    "https://item.taobao.com/item.htm?item_id=600000000001",
    "https://item.taobao.com/item.htm#!id=600000000001",
    "https://m.intl.taobao.com/detail/detail.html#/?id=600000000001",
    "https://ju.taobao.com/m/jusp/alone/detailwap/mtp.htm?item_id=600000000001",
    "https://detail.ju.taobao.com/home.htm?id=10000012345678&item_id=600000000001",
    "https://world.taobao.com/item/600000000001.html",
    "https://world.taobao.com/item/600000000001",
    "http://taiwan.tmall.com/item/600000000001.htm?spm=a1z3o.7406521",
    "https://chaoshi.m.detail.tmall.com/item.htm?id=600000000001",
    "https://detail.m.tmall.hk/item.htm?id=600000000001&toSite=main",
    "https://market.m.taobao.com/app/dinamic/h5-tb-detail/index.html?ft=t&id=600000000001",
    "https://pages-fast.m.taobao.com/wow/z/app/detail-next/item/index?x-ssr=true&id=600000000001",
    "https://uland.taobao.com/coupon/edetail?activityId=1&itemId=600000000001&pid=mm_1",
    "taobaolite://item.taobao.com/item.htm?id=600000000001",
    "tmall://page.tm/appLink?&action=ali.open.nav&h5Url=" + q(T),
    "taobao://m.taobao.com/tbopen/index.html?h5Url=" + q(T),
    "intent://m.taobao.com/tbopen/index.html?h5Url=" + q(T) + "#Intent;scheme=taobao;package=com.taobao.taobao;end",
    "intent://item.taobao.com/item.htm?id=600000000001#Intent;scheme=taobao;S.browser_fallback_url=x;end",
    "https://s.click.taobao.com/t_9?p=mm_1&l=" + q(T),
    "http://redirect.simba.taobao.com/rd?&f=" + q(T) + "&k=1",
    "https://mulebuy.com/product/?id=600000000001&platform=TAOBAO",
    "https://joyagoo.com/product?id=600000000001&shop_type=taobao",
    "https://hoobuy.com/product/1/600000000001",
    "https://www.acbuy.com/product?id=600000000001&source=TB",
    "https://www.cssbuy.com/item-600000000001.html",
    "https://www.basetao.com/products/agent/taobao/600000000001.html",
]


@pytest.mark.parametrize(("url", "expected"), [(url, P) for url in SHOPEE] + [(url, T) for url in TAOBAO])
def test_forms_of_one_product_in_text_and_html(url: str, expected: str) -> None:
    assert norms(url) == [expected]
    assert norms(f"看這個 {url} 買") == [expected]
    assert [x.url_norm for x in find_links_html(f'<p>看<a href="{url}">x</a></p>', SHOPS)] == [expected]


@pytest.mark.parametrize(
    "url",
    [
        "https://shopee.tw/product/0/2",
        "https://shopee.tw/product/-1/2",
        "https://shopee.tw/product/1/-2",
        "https://shopee.tw/product/01/2",
        "https://shopee.tw/product/1/02",
        "https://shopee.tw/product/1/99999999999999999999",
        "https://shopee.tw/product/a/2",
        "https://shopee.tw/product/１/２",
        "https://shopee.tw/product/1",
        "https://shopee.tw/product?itemid=2",
        "https://shopee.tw/product?shopid=1",
        "https://shopee.tw/x-i.1",
        "https://shopee.tw/x-i.1.",
        "https://shopee.tw/x-i.1.2.3",
        "https://shopee.tw/xi.1.2",
        "https://shopee.tw/product/1/2%E2%80%A6",
        "https://shopee.tw/shop/1/2",
        "https://shopee.tw/cart/1/2",
        "https://shopee.tw/universal-link/shop/123",
        "https://shopee.tw/universal-link/now-food/shop/22384866?deep_and_deferred=1",
        "https://shopee.tw/universal-link?redir=https%3A%2F%2Flive.shopee.tw%2Fmiddle-page%3Ftype%3Dlive%26id%3D5",
        "https://shope.ee/an_redir?origin_link=https%3A%2F%2Fshopee.com.br%2Fsearch%3Fkeyword%3Da",
        "https://shopee.tw/api/v4/item/get?itemid=1&shopid=2",
        "https://shopee.tw/search?keyword=https://shopee.tw/product/1/2",
        "https://cf.shopee.tw/file/x-i.1.2",
        "https://shopee.tw/from_same_shop/1/2",
        "https://shopee.tw/add-on-deal/1/2",
        "https://item.taobao.com/item.htm",
        "https://h5.m.taobao.com/app/detail/desc.html?_isH5Des=true#!id=605258110430&type=1",
        "ftp://item.taobao.com/item.htm?id=600000000001",
        "https://item.taobao.com/item.htm?id=0",
        "https://item.taobao.com/item.htm?id=-5",
        "https://item.taobao.com/item.htm?id=0012",
        "https://item.taobao.com/item.htm?id=12a",
        "https://item.taobao.com/item.htm?id=99999999999999999999",
        "https://market.m.taobao.com/app/dinamic/h5-tb-odetail/index.html?id=600000000001",
        "https://h5.m.taobao.com/awp/base/buy.htm?itemId=39544967909",
        "https://uland.taobao.com/quan/detail?sellerId=2&activityId=1",
        "https://www.google.com/search?q=https://shopee.tw/product/1/2",
        "https://t.co/x?u=https://shopee.tw/product/1/2",
        "https://shоpee.tw/product/1/2",
        "shоpee.tw/product/1/2",
        "fаshopee.tw/product/1/2",
        "éshopee.tw/product/1/2",
        "https://shopee.tw-evil.example/product/1/2",
        "https://shopee.tw%2eevil.example/product/1/2",
        "https://shopee.tw。evil.example/product/1/2",
        "https://evil.example\\shopee.tw/product/1/2",
        "https://shopee.tw\\@evil.example/product/1/2",
        "evil.example:8080/https://shopee.tw/product/1/2",
        "evil.example:shopee.tw/product/1/2",
        "https://evil.example:8080/?u=https://shopee.tw/product/1/2",
        "https://evil.example/" + "a" * 9000 + "/https://shopee.tw/product/1/2",
        "http://127.0.0.1/?u=https://shopee.tw/product/1/2",
    ],
)
def test_what_only_looks_like_a_product_gives_no_link(url: str) -> None:
    assert norms(url) == []
    assert SHOPS.link(url) is None
