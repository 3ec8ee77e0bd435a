"""Links as they stand in posts: glued to text, marks, markup and each other."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from common.finding.find import find_links
from common.shops.registry import Shops

SHOPS = Shops()
A = "https://shopee.tw/product/1/2"
B = "https://shopee.tw/product/3/4"
TB = "https://m.tb.cn/h.5KxYzW"


def norms(text: str) -> list[str]:
    return [link.url_norm for link in find_links(text, SHOPS)]


@pytest.mark.parametrize(
    "text",
    [
        "“%s”", "‘%s’", "《%s》", "（%s）", "(%s)", "<%s>", "[%s](%s)", "\u200b%s\u200b", "\u200e%s\u200e",
        "\u2066%s\u2069abc", "%s\ufe0f好", "點我👉%s👈", "%s&quot;>", "%s&lt;br&gt;", "%s&nbsp;買", "%s&#39;", "%s\\n",
        "%s\\u0022", "%s'", "%s`", "%s~~", "**%s**", "__%s__", "%s;", "%s、", "%s?", "%s？", "%s#", "%s/", "%s\u3000買",
        "a%s", "。%s", "%s%%20", "%s%%0A", "%s%%EF%%BC%%8C好", "<%s|連結>", "%s\u2060買", "%s元的好物",
    ],
)  # fmt: skip
def test_marks_around_a_link_fall_away(text: str) -> None:
    assert norms(text.replace("%s", A).replace("%%", "%")) == [A]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("shopee.tw:443/product/1/2", [A]),
        ("//shopee.tw/product/1/2", [A]),
        ("買：//shopee.tw/product/1/2", [A]),
        ("Link:shopee.tw/product/1/2", [A]),
        ("https:// shopee.tw/product/1/2", [A]),
        ("[x](https://shopee.tw/Bag-(1pc)-i.1.2)", [A]),
        ("https://shopee.tw/商品(紅)-i.1.2好用", [A]),
        (f"{A},{B}", [A, B]),
        (f"{A}|{B}", [A, B]),
        (f"{A}和{B}\n{A}", [A, B]),
        ("text=%E5%A5%BD%20" + quote(f"{A} {B}", safe=""), [A, B]),
        (quote(quote(f"{A} 好 {B}", safe=""), safe=""), [A, B]),
        (f"{A}?x={B}", [A]),
        (json.dumps({"a": "https://shopee.tw/好🔥-i.1.2", "b": f"{B}\n"}), [A, B]),
        ("https://item.taobao.com/item.htm?q=手机&id=600000000001", ["https://item.taobao.com/item.htm?id=600000000001"]),
        ("https://item.taobao.com/item.htm?id=600000000001…", []),
        ("https://shopee.tw/product\n/1/2", []),
        ("https://shopee.tw/prod uct/1/2", []),
        ("https://shopee.tw/\u200bproduct/1/2", [A]),
        ("https://shopee\u200b.tw/product/1/\u20602", [A]),
        ("https://shopee.tw/product/1/2\u200b好", [A]),
        ("https://shopee.tw/product/1/2\u200b3", []),
        ("https://shopee.tw/product/1/2\uff13", []),
        ("shopee.tw/product/1/2</span><span class='invisible'>3</span>", []),
        (f"1\ufe0f\u20e3{A}2\ufe0f\u20e3{B}", [A, B]),
        (f"[url]{A}[/url]", [A]),
        (f"{A}(AD)", [A]),
        ("https://item.taobao.com/item.htm?id=600000000001[doge]", ["https://item.taobao.com/item.htm?id=600000000001"]),
        ("https://s.shopee.tw/5Ak0QFrSVB{a}", ["https://s.shopee.tw/5Ak0QFrSVB"]),
        (f"{A},ok {B}+1", [A, B]),
        (f"{A}@oak", [A]),
        (f"{A[8:]},{B[8:]}", [A, B]),
        (f"{A}+{B}", [A, B]),
        (f"{A}/{B}", [A, B]),
        ("https://s.shopee.tw/5Ak0QFrSVB%EF%BC%8C%E5%BF%AB", ["https://s.shopee.tw/5Ak0QFrSVB"]),
        ("https://item.taobao.com/item.htm?id=600000000001%E3%80%82", ["https://item.taobao.com/item.htm?id=600000000001"]),
        ("https://s.shopee.co.th/30lJC2Kxaa?share_cha…", ["https://s.shopee.co.th/30lJC2Kxaa"]),
        ("https://s.shopee.co.th/30lJC2Kxaa…", []),
        ("https://m.tb.cn/h.iXXX6S4?tk=AbC12…", []),
    ],
)  # fmt: skip
def test_where_a_link_begins_and_ends(text: str, expected: list[str]) -> None:
    assert norms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"【淘宝】假一赔四 {TB}?tk=abcDEF123 CZ0001 「t」点击链接直接打开 或者", [TB + "?tk=abcDEF123"]),
        (f"淘口令:_09_HU7632_{TB}_六必居", [TB]),
        (f"{TB}?tk=MPQHUv32tQo%20CZ193", [TB + "?tk=MPQHUv32tQo"]),
        (f"{TB}?tk=MPQH/", [TB + "?tk=MPQH"]),
        (f"{TB}?tk=abc「x」", [TB + "?tk=abc"]),
        (f"【优惠券】{TB}?sm=baa500 点击链接，再选择浏览器咑閞；或復·制这段描述￥DuG1bLdlVPN￥后咑閞淘♂寳♀", [TB]),
        (f"$5KxYzW$:// CZ3457,{TB}", [TB]),
        ("m.tb.cn/h.5KxYzW复制", [TB]),
        ("taobaolite://m.tb.cn/h.5KxYzW", [TB]),
        (f"taobao://m.taobao.com/tbopen/index.html?h5Url={TB}", [TB]),
        ("taobao://s.click.taobao.com/NMJ5nJu", ["https://s.click.taobao.com/NMJ5nJu"]),
        ("￥CZ0001 abcDEF123￥ 打开淘宝", []),
        ("https://m.tb.cn/ https://m.tb.cn", []),
        ("https://vn.shp.ee/JdnPvA3B", ["https://vn.shp.ee/JdnPvA3B"]),
        ("https://s.shopee.com.br/AbC?lp=aff。", ["https://s.shopee.com.br/AbC"]),
    ],
)  # fmt: skip
def test_share_texts_and_short_links(text: str, expected: list[str]) -> None:
    assert norms(text) == expected
