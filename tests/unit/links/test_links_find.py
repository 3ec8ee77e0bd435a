"""Links in what people write: glued, wrapped, cut short, in HTML."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from common.finding.find import find_links, find_links_html, find_links_in_urls
from common.settings import ShopSettings, ShopsSettings
from common.shops.base import ShopLink
from common.shops.registry import Shops

SHOPS = Shops(ShopsSettings(other=ShopSettings(domains=("shop.example",))))
A = "https://shopee.tw/product/1/2"
B = "https://shopee.tw/product/3/4"


def norms(text: str) -> list[str]:
    return [link.url_norm for link in find_links(text, SHOPS)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"好便宜{A}，快買{B}！{A}", [A, B]),
        (f"{A}好便宜", [A]),
        (f"{A}{B}", [A, B]),
        (f"看shopee.tw/product/1/2，還有（{B}）。", [A, B]),
        (f"[買]({A})[這]({B}) *{A}* | {B} |", [A, B]),
        ("連結 https://shopee.tw/【現貨】某商品-i.1.2？超讚 🔥", [A]),
        ("https://shopee.tw/(1pc)-x-i.1.2)", [A]),
        ("https://shopee.tw/x-1pc)-i.1.2", [A]),
        (f"分享 {quote(A, safe='')} 給你", [A]),
        (f"分享 {quote(quote(A, safe=''), safe='')}", [A]),
        (f"https://l.threads.com/?u={quote(A, safe='')}&e=AT1好", [A]),
        (A.replace("/", "\\/") + '\\n","next', [A]),
        ("https://item.taobao.com/item.htm?spm=1&amp;id=99", ["https://item.taobao.com/item.htm?id=99"]),
        ("【淘宝】https://m.tb.cn/h.5KxYzW  CZ0001 点击链接$/xx$后到淘", ["https://m.tb.cn/h.5KxYzW"]),
        ("監控 59💲4luGT8mrU6g🔐 https://m.tb.cn/h.8rOD8bO🎉", ["https://m.tb.cn/h.8rOD8bO"]),
        ("https://s.shopee.tw/AKL_xQ-abc喔", ["https://s.shopee.tw/AKL_xQ-abc"]),
        ("https://shop.example/p/1好便宜", ["https://shop.example/p/1"]),
        ("https://shop.example/產品/1，好", ["https://shop.example/%E7%94%A2%E5%93%81/1"]),
        ("taobao://item.taobao.com/item.htm?id=99 打开", ["https://item.taobao.com/item.htm?id=99"]),
        (f"{A}……", [A]),
        (f"{A}.", [A]),
    ],
)
def test_links_are_found_however_they_are_written(text: str, expected: list[str]) -> None:
    assert norms(text) == expected


@pytest.mark.parametrize(
    "slug",
    [
        "café-tasse", "p/größe?farbe=grün", "p/cafe\u0301", "p/2ème", "p/kahve-fincanı", "p/kružkaж",
        "p/Кружка-большая", "p/usbкабель", "p/ποτήρι", "p/đĩa", "p/हिन्दी", "p/כוס", "p/فنجان", "產品/1", "p/-สินค้าดี",
        "p/mug-好看", "p/café-好看",
    ],
)  # fmt: skip
@pytest.mark.parametrize("behind", ["", " voilà", "。好便宜", "，Preis", "」", ".", "……", "🔥"])
def test_a_word_of_an_address_goes_on_in_its_own_script(slug: str, behind: str) -> None:
    assert norms(f"voilà https://shop.example/{slug}{behind}") == norms(f"<https://shop.example/{encoded(slug)}>")


@pytest.mark.parametrize("slug", ["p/1", "p/mug", "café", "p/cafe\u0301", "p/2ème", "p/кружка", "?farbe=grün", "p/đĩa"])
@pytest.mark.parametrize(
    "behind",
    [
        "好便宜",
        "を買った",
        "コーヒー",
        "를 샀어요",
        "ดีมาก",
        "ほしい",
        "€20",
        "™",
        "²",
        "Ｓ号",
        "🔥好",
        "ー最高",
        "“好”",
        "–schön",
        "’de",
    ],
)
def test_text_of_scripts_without_blanks_is_glued_on(slug: str, behind: str) -> None:
    assert norms(f"https://shop.example/{slug}{behind}") == norms(f"https://shop.example/{encoded(slug)} x")


def encoded(slug: str) -> str:
    return quote(slug, safe="/?=-")


@pytest.mark.parametrize(
    "text",
    [
        "今天天氣真好",
        "shopee.tw/product/1/2… 看更多",
        "shopee.tw/product/1/2...",
        "https://s.shopee.tw/4Vac…",
        "https://evil.example/shopee.tw/product/1/2",
        "https://evil.example?shopee.tw/product/1/2",
        "https://evil.example/https://shopee.tw/product/1/2",
        "https://evil.example/?to=https%3A%2F%2Fshopee.tw%2Fproduct%2F1%2F2",
        "https://shopee.tw@evil.example/product/1/2",
        "https://user:pass@shopee.tw/product/1/2",
        "user@shopee.tw/product/1/2",
        "javascript:https://shopee.tw/product/1/2",
        "data:text/html,https://shopee.tw/product/1/2",
        "xshopee.tw.evil.example/product/1/2",
        "我發現超棒的東西『aaa』，售價$10！分享給你 https://tw.shp.ee/",
    ],
)
def test_what_is_no_link_or_was_cut_short_is_left_out(text: str) -> None:
    assert norms(text) == []


def test_html_gives_addresses_before_labels_and_text_in_order() -> None:
    html = (
        '<p>1 <a href="https://s.shopee.tw/abc"><span class="invisible">https://</span>s.shopee.tw/a…</a> '
        f'<br>shopee.tw/product/1/<b>2</b></p><div data-url="{B}">x</div>'
        '<a href="https://t.example/x">https://shopee.tw/product/5/6</a>'
        '<script>var a="https://shopee.tw/product/7/8"</script><p title="&quot;">unclosed <a href=\'//shopee.tw/x-i.9.9'
    )
    found = [link.url_norm for link in find_links_html(html, SHOPS)]
    assert found[:4] == ["https://s.shopee.tw/abc", A, B, "https://shopee.tw/product/5/6"]
    assert "https://shopee.tw/product/7/8" not in found


def test_html_comments_do_not_swallow_the_text_behind_them() -> None:
    assert [x.url_norm for x in find_links_html(f"a<!-- {B} --> {A} <?pi x?> {B}", SHOPS)] == [A, B]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div>" * 5000 + A, [A]),
        ("<div>" * 5000 + f"<a href='{A}'>x</a>", [A]),
        (f"<!--{A}-->", []),
        ('<a href="#" data-x=\'{"u":"https:\\/\\/shopee.tw\\/product\\/1\\/2"}\'>x</a>', [A]),
        ('<a href=" https://shopee.tw/product/1/2 ">x</a>', [A]),
        ("<p>https:&#47;&#47;shopee.tw/<wbr>product/1/2</p>", [A]),
        ("<p>https://shopee.tw/product/1/<br>2</p>", []),
        (f"<div><span>{A}</span><span>12 likes</span></div>", [A]),
        ("<span>https://shopee.tw/prod</span><span>uct</span><span>/1/2</span>", []),
        ("<a href='#'><span>https://</span><span>shopee.tw/prod</span><span>uct/1/2</span></a>", [A]),
        ("<p>https://shopee.tw/product/1/2&#8203;3</p>", []),
        ("<p>https://shopee.tw/product/1/2&shy;3</p>", ["https://shopee.tw/product/1/23"]),
        (f'<meta http-equiv="refresh" content="0;url={A}">', [A]),
        ('<meta property="al:ios:url" content="shopeetw://product/1/2">', [A]),
        ('<link rel=canonical href="//shopee.tw/product/1/2">', [A]),
    ],
)
def test_markup_of_every_sort(html: str, expected: list[str]) -> None:
    assert [link.url_norm for link in find_links_html(html, SHOPS)] == expected


def test_whole_addresses() -> None:
    found = find_links_in_urls(["https://x.example", A, A + "?x=1"], SHOPS)
    assert found == [ShopLink(A, A, "shopee", "tw", "1", "2")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://shopee.tw./product/1/2!", [A]),
        ("see https://shopee.tw.:443/product/1/2", []),
        ("https://SHOP.example./p/1?x=2", ["https://shop.example/p/1?x=2"]),
        ("https://shop.example.evil.example/p/1", []),
        ("https://shop.example../p/1", []),
        ("my shop is https://shopee.tw.", []),
    ],
)
def test_a_dot_that_ends_a_host_is_left_out_in_a_text_too(text: str, expected: list[str]) -> None:
    assert [link.url_norm for link in find_links(text, SHOPS)] == expected
    assert [link.url_norm for link in find_links_html(f"<p>{text}</p>", SHOPS)] == expected
