"""Which addresses name a product, and which only look like one."""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import quote

import pytest
from pydantic import TypeAdapter

from common.links.address import MAX_LINK_CHARS
from common.protocol.base import Address
from common.settings import ShopSettings, ShopsSettings
from common.shops.registry import Shops

SHOPS = Shops()
P = "https://shopee.tw/product/123/456"


def norm(url: str) -> str | None:
    link = SHOPS.link(url)
    return link.url_norm if link else None


@pytest.mark.parametrize(
    "url",
    [
        P,
        "http://shopee.tw/product/123/456/",
        "shopee.tw/product/123/456",
        "//shopee.tw/product/123/456",
        "https://SHOPEE.TW/PRODUCT/123/456?utm_source=x#frag",
        "https://shopee.tw:443/product/123/456",
        "https://m.shopee.tw/product/123/456",
        "https://mall.shopee.tw/product/123/456",
        "https://xiapi.xiapibuy.com/product/123/456",
        "https://shopee.tw/無線耳機-i.123.456",
        "https://shopee.tw/%E7%84%A1%E7%B7%9A-i.123.456?sp_atk=1",
        "https://shopee.tw/%25E7%2584%25A1-i.123.456",
        "https://shopee.tw/a-i.9.9-b-i.123.456",
        "https://shopee.tw/i.123.456",
        "https://shopee.tw/opaanlp/123/456?__mobile__=1",
        "https://shopee.tw/some_shop/123/456",
        "https://shopee.tw/product?shopid=123&itemid=456",
        "https://shopee.tw/product?shop_id=123&item_id=456",
        "https://shopee.tw/universal-link?shopid=123&itemid=456",
        "https://shopee.tw/universal-link?url=https%3A%2F%2Fshopee.tw%2Fproduct%2F123%2F456",
        "https://shopee.tw/universal-link?redir=https%3A%2F%2Fshopee.tw%2Fproduct%2F123%2F456&deep_and_web=1",
        "https://shopee.tw/universal-link/product/123/456?deep_and_web=1",
        "https://shopee.tw/universal-link/abc-i.123.456",
        "https://s.shopee.tw/an_redir?origin_link=" + quote(P, safe=""),
        "https://shope.ee/an_redir?origin_link=" + quote(quote(P, safe=""), safe=""),
        "https://shopee.tw/buyer/login?next=" + quote(P, safe=""),
        "https://l.threads.com/?u=" + quote(P, safe="") + "&e=AT0",
        "https://l.facebook.com/l.php?u=" + quote(P, safe=""),
        "https://www.google.com/url?q=" + quote(P, safe="") + "&sa=D",
        "https://l.instagram.com/?u=" + quote("https://s.shopee.tw/an_redir?origin_link=" + quote(P, safe=""), safe=""),
        "https://invol.co/aff_m?offer_id=1&url=" + quote(P, safe=""),
        "https://shopee.tw/m/universal-link?url=" + quote(P, safe=""),
        "https://shopee.tw/m/universal-link/product/123/456",
        "https://www.google.com.vn/imgres?q=cup&imgrefurl=" + quote(P, safe="") + "&docid=1",
        "https://wa.me/?text=" + quote(P, safe=""),
        "https://invl.me/clabc?url=" + quote(P, safe=""),
        "https://atth.me/adv.php?rk=1&url=" + quote(P, safe=""),
        "https://go.isclix.com/deep_link/v5/1/2?url_enc=" + b64encode(P.encode()).decode().rstrip("="),
        "shopeetw://main?apprl=" + quote(P, safe=""),
        quote(P, safe=""),
        quote(quote(P, safe=""), safe=""),
        "shopeetw://home?navRoute=" + b64encode(b'{"paths":[{"webNav":{"url":"https://shopee.tw/product/123/456"}}]}').decode(),
        "intent://shopee.tw/product/123/456#Intent;scheme=https;end",
    ],
)  # fmt: skip
def test_every_form_of_one_shopee_product_has_one_canonical_link(url: str) -> None:
    link = SHOPS.link(url)
    assert link is not None
    assert (link.url_norm, link.region, link.shop_id, link.item_id, link.short) == (P, "tw", "123", "456", False)
    assert link.url == url


@pytest.mark.parametrize(
    ("host", "region"),
    [
        ("shopee.sg", "sg"), ("shopee.com.my", "my"), ("shopee.co.th", "th"), ("shopee.vn", "vn"), ("shopee.ph", "ph"),
        ("shopee.co.id", "id"), ("shopee.com.br", "br"), ("shopee.com.mx", "mx"), ("shopee.com.co", "co"),
        ("shopee.cl", "cl"), ("shopee.pl", "pl"), ("shopee.es", "es"), ("shopee.fr", "fr"), ("shopee.in", "in"),
    ],
)  # fmt: skip
def test_every_market_keeps_its_own_domain(host: str, region: str) -> None:
    link = SHOPS.link(f"https://{host}/x-i.1.2")
    assert link is not None
    assert (link.region, link.url_norm) == (region, f"https://{host}/product/1/2")


@pytest.mark.parametrize(
    "url",
    [
        "https://item.taobao.com/item.htm?id=600000000001",
        "https://item.taobao.com/item.htm?&id=600000000001&spm=a.b",
        "https://detail.tmall.com/item.htm?spm=1&id=600000000001&skuId=5",
        "https://chaoshi.detail.tmall.com/item.htm?id=600000000001",
        "https://detail.m.tmall.com/item.htm?id=600000000001",
        "https://detail.tmall.hk/hk/item.htm?id=600000000001",
        "https://h5.m.taobao.com/awp/core/detail.htm?id=600000000001",
        "https://m.intl.taobao.com/detail/detail.html?id=600000000001",
        "https://world.taobao.com/item/600000000001.htm",
        "https://world.tmall.com/item/600000000001.htm",
        "https://www.taobao.com/list/item/600000000001.htm?spm=1",
        "https://world.taobao.com/item/wap/600000000001.htm",
        "https://www.taobao.com/list/item/wap/600000000001.htm",
        "https://detail.liangxinyao.com/item.htm?id=600000000001",
        "https://detail.yao.95095.com/item.htm?id=600000000001",
        "https://jhs.m.taobao.com/m/home.htm?id=10000001&item_id=600000000001",
        "http://a.m.taobao.com/i600000000001.htm?ttid=1@x",
        "https://main.m.taobao.com/app/ltao-fe/we-detail/home.html?id=600000000001&un=1",
        "https://pages-g.m.taobao.com/wow/z/app/detail-next/item/index?fromPc=true&id=600000000001",
        "https://uland.taobao.com/item/edetail?id=600000000001",
        "https://login.taobao.com/member/login.jhtml?redirectURL=https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D600000000001",
        "https://click.simba.taobao.com/cc_im?p=x&u=https%3A%2F%2Fdetail.tmall.com%2Fitem.htm%3Fid%3D600000000001",
        "taobao://item.taobao.com/item.htm?id=600000000001",
        "tmall://page.tm/itemDetail?itemID=600000000001",
        'tmall://tmallclient/?{"action":"item:id=600000000001"}',
        "tbopen://m.taobao.com/tbopen/index.html?h5Url=https%3A%2F%2Fa.m.taobao.com%2Fi600000000001.htm%3Fprice%3D1",
        "https://cnfans.com/product/?shop_type=taobao&id=600000000001",
        "https://www.superbuy.com/en/page/buy/?url=https%3A%2F%2Fitem.taobao.com%2Fitem.htm%3Fid%3D600000000001",
        "https://link.zhihu.com/?target=https%3A//item.taobao.com/item.htm%3Fid%3D600000000001",
    ],
)
def test_taobao_and_tmall_share_one_canonical_link(url: str) -> None:
    link = SHOPS.link(url)
    assert link is not None
    assert link.url_norm == "https://item.taobao.com/item.htm?id=600000000001"
    assert (link.platform, link.region, link.shop_id, link.item_id) == ("taobao", "cn", None, "600000000001")


@pytest.mark.parametrize(
    "url",
    [
        "https://shopee.tw/",
        "https://shopee.tw/shop/123",
        "https://shopee.tw/search?keyword=a-i.1.2",
        "https://shopee.tw/find_similar_products?itemid=1&shopid=2",
        "https://shopee.tw/you_may_also_like/1/2/3",
        "https://shopee.tw/product/1/2/rating",
        "https://shopee.tw/opaanlp/1/2/extra",
        "https://shopee.tw/product/1/2x",
        "https://shopee.tw/a-i.1.２",
        "https://shopee.tw/cart",
        "https://seller.shopee.tw/product/1/2",
        "https://cf.shopee.tw/file/ab",
        "https://shopee.com/product/1/2",
        "https://shopee.tw.evil.example/product/1/2",
        "https://evil.example/shopee.tw/product/1/2",
        "https://evil.example/?url=https%3A%2F%2Fshopee.tw%2Fproduct%2F1%2F2",
        "https://fakeshopee.tw/product/1/2",
        "https://shopee.tw@evil.example/product/1/2",
        "https://user:pass@shopee.tw/product/1/2",
        "https://evil.example\\@shopee.tw/product/1/2",
        "https://shopee.tw../product/1/2",
        "https://shopee.tw:8443/product/1/2",
        "javascript:https://shopee.tw/product/1/2",
        "ftp://shopee.tw/product/1/2",
        "https://s.shopee.tw/",
        "https://s.shopee.tw/an_redir?origin_link=https%3A%2F%2Fevil.example%2Fproduct%2F1%2F2",
        "https://tw.shp.ee/",
        "https://item.taobao.com/item.htm?id=stale",
        "https://item.taobao.com/item.htm?id=０１",
        "https://item.taobao.com.evil.example/item.htm?id=9",
        "https://s.taobao.com/search?q=x&id=1",
        "https://shop1.taobao.com/?id=123456789",
        "https://cloud.video.taobao.com/play/u/1/p/2/e/6/t/1/456746530721.mp4?id=1",
        "https://market.m.taobao.com/apps/market/detailrax/recommend-items.html?itemId=793819906782",
        "https://a.m.taobao.com/i123456.htm",
        "https://s.click.taobao.com/t",
        "https://m.tb.cn/",
        "",
        "https://[::1/",
        "https://shopee.tw/product/0/0",
    ],
)
def test_what_is_no_product_gives_no_link(url: str) -> None:
    assert norm(url) is None


@pytest.mark.parametrize(
    ("url", "url_norm", "platform", "region"),
    [
        ("https://s.shopee.tw/4VacwWMMCr?share=1#x", "https://s.shopee.tw/4VacwWMMCr", "shopee", "tw"),
        ("http://tw.shp.ee/emSPQ2o", "https://tw.shp.ee/emSPQ2o", "shopee", "tw"),
        ("https://shp.ee/abc", "https://shp.ee/abc", "shopee", "any"),
        ("https://shope.ee/30abc", "https://shope.ee/30abc", "shopee", "any"),
        ("https://s.shopee.co.id/abc", "https://s.shopee.co.id/abc", "shopee", "id"),
        ("http://m.tb.cn/h.3XYA5IW?sm=1&tk=Ab1", "https://m.tb.cn/h.3XYA5IW?tk=Ab1", "taobao", "cn"),
        ("https://e.tb.cn/h.8quCap2qAP6bcyt", "https://e.tb.cn/h.8quCap2qAP6bcyt", "taobao", "cn"),
        ("https://s.click.taobao.com/t?e=m%3D2%26s&spm=1", "https://s.click.taobao.com/t?e=m%3D2%26s", "taobao", "cn"),
    ],
)
def test_short_links_are_kept_until_expanded(url: str, url_norm: str, platform: str, region: str) -> None:
    link = SHOPS.link(url)
    assert link is not None
    assert (link.url_norm, link.platform, link.region, link.short) == (url_norm, platform, region, True)
    assert (link.shop_id, link.item_id) == (None, None)
    again = SHOPS.link(link.url_norm)
    assert again is not None and again.url_norm == url_norm


def test_configured_shops_are_matched_on_label_boundaries_and_in_unicode() -> None:
    shops = Shops(ShopsSettings(other=ShopSettings(domains=("shop.example", "bücher.example"))))
    tracked = shops.link("https://www.shop.example/p/1?utm_source=x")
    assert tracked is not None and tracked.url_norm == "https://www.shop.example/p/1"
    named = [
        shops.link(f"https://{host}/p") for host in ("BÜCHER.example", "xn--bcher-kva.example", "www.bücher.example")
    ]
    assert [link.shop_id for link in named if link] == ["xn--bcher-kva.example"] * 3, "one shop, by registrable domain"
    for url in ("https://myshop.example/p/1", "https://shop.example.evil/p", "https://shop.example/", "https://shop.example/cart",
                "https://shop.example/a.jpg", "https://u@shop.example/p/1"):  # fmt: skip
        assert shops.link(url) is None, url


@pytest.mark.parametrize(
    "rest", ["?utm_source=news&fbclid=1", "?&", "./", "a/..", "./cart", "%63art", "a/../login?next=1", "a%2Ejpg"]
)
def test_what_is_no_product_in_its_canonical_spelling_is_none(rest: str) -> None:
    shops = Shops(ShopsSettings(other=ShopSettings(domains=("shop.example",))))
    assert shops.link(f"https://shop.example/{rest}") is None


def test_the_addresses_to_fetch_start_where_an_anonymous_reader_sees_most() -> None:
    taobao = SHOPS.link("https://detail.tmall.com/item.htm?id=600000000001")
    shopee = SHOPS.link(P)
    assert taobao and shopee
    assert SHOPS.for_platform("taobao").fetch_urls(taobao)[0] == "https://world.taobao.com/item/600000000001.htm"
    assert SHOPS.for_platform("shopee").fetch_urls(shopee)[0] == P
    assert "item_id=456&shop_id=123" in SHOPS.for_platform("shopee").fetch_urls(shopee)[1]
    for link in (taobao, shopee):
        shop = SHOPS.for_platform(link.platform)
        assert all(shop.fetchable(url.split("/")[2]) for url in shop.fetch_urls(link))
    taobao_shop = SHOPS.for_platform("taobao")
    assert taobao_shop.fetchable("login.taobao.com") and not taobao_shop.fetchable("taobao.com.evil.example")
    with pytest.raises(KeyError):
        SHOPS.for_platform("amazon")


@pytest.mark.parametrize("letter", ["x", "é", "無"])
def test_a_link_is_none_that_no_machine_of_a_volunteer_could_be_told_of(letter: str) -> None:
    shops = Shops(ShopsSettings(other=ShopSettings(domains=("pinewood.example",))))
    spelled = len(quote(letter))
    room = MAX_LINK_CHARS - len("https://pinewood.example/")
    fits = shops.link(f"https://pinewood.example/{letter * (room // spelled)}")
    assert fits and TypeAdapter(Address).validate_python(fits.url_norm)
    assert shops.link(f"https://pinewood.example/{letter * (room // spelled + 1)}") is None
