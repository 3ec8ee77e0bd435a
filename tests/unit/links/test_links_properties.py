"""What holds for any text: nothing raises or is invented, nothing is slow, and a link is found wherever it stands."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from common.finding.find import find_links, find_links_html, find_links_in_urls
from common.settings import ShopSettings, ShopsSettings
from common.shops.registry import Shops
from tests.growth import assert_linear

pytestmark = pytest.mark.unmeasured

SHOPS = Shops(ShopsSettings(other=ShopSettings(domains=("shop.example",))))
A = "https://shopee.tw/product/1/2"

URLISH = st.text(alphabet=st.sampled_from('https:/shoe.tw-i123?&=%(。，…)好u\\"<>@ \n'), max_size=200)
PARTS = (
    "https:// // shopee.tw item.taobao.com shop.example /product/ -i. 1 2 . / ? & id= % %25 %3A %2F @ : # … 好 "
    "shopee:// intent:// #Intent; scheme= ; an_redir?origin_link= l.threads.com/?u= universal-link navRoute= tmall:// "
    "h5Url= m.tb.cn/h.a item.htm? é [ ] ( )"
).split()
PARTS += [" ", "\u200d", "\ud800"]
PIECES = st.lists(st.sampled_from(PARTS), max_size=30).map("".join)
ANYTHING = st.one_of(URLISH, PIECES, st.text(st.characters(), max_size=200))


@settings(max_examples=500)
@given(ANYTHING)
@example("https://[/product/1/2 https://shopee.tw:x/product/1/2")
def test_nothing_raises_and_every_link_is_canonical_already(text: str) -> None:
    for link in [*find_links(text, SHOPS), *find_links_html(text, SHOPS), *find_links_in_urls([text], SHOPS)]:
        again = SHOPS.link(link.url_norm)
        assert again is not None
        assert (again.url_norm, again.shop_id, again.item_id) == (link.url_norm, link.shop_id, link.item_id)


IDS = st.integers(1, 2**63 - 1).map(str)
GLUE = st.text(st.characters(categories=["Lo", "So"], min_codepoint=0x3000), max_size=12)
MARK = st.sampled_from(
    ["", "，", "。", "！", "？", "、", "；", "」", "】", "）", "》", "\u3000", " ", "\n", ")", "]", "”", "’", "🔥"]
)


@settings(max_examples=300)
@given(before=GLUE, after=GLUE, mark=MARK, shop=IDS, item=IDS, form=st.integers(0, 6))
def test_a_link_between_letters_is_found_with_its_ids(
    before: str, after: str, mark: str, shop: str, item: str, form: int
) -> None:
    shopee = f"https://shopee.tw/product/{shop}/{item}"
    written, expected = [
        (shopee, shopee),
        (f"shopee.tw/opaanlp/{shop}/{item}", shopee),
        (f"https://shopee.tw/【現貨】無線-i.9.9-i.{shop}.{item}", shopee),
        (f"https://m.shopee.tw/universal-link?shopid={shop}&itemid={item}", shopee),
        ("https://s.shopee.tw/an_redir?origin_link=" + quote(quote(shopee, safe=""), safe=""), shopee),
        (f"https://detail.tmall.com/item.htm?spm=a.b&id={item}", f"https://item.taobao.com/item.htm?id={item}"),
        (f"https://m.tb.cn/h.{item}", f"https://m.tb.cn/h.{item}"),
    ][form]
    assert [link.url_norm for link in find_links(f"{before}{written}{mark}{after}", SHOPS)] == [expected]


@given(before=st.text(max_size=40), after=st.text(alphabet="，。！好買 \n）」🔥", max_size=20))
def test_a_link_behind_a_space_is_always_found(before: str, after: str) -> None:
    assert A in [link.url_norm for link in find_links(f"{before} {A}{after}", SHOPS)]


def found(text: str) -> list[str]:
    return [link.url_norm for link in find_links(text, SHOPS)]


UNITS = (
    "https://shopee.tw/x-i.1.2 https://shopee.tw/a好 https://shopee.tw/- https://shopee.tw/a)))) https://m.tb.cn/h.a "
    "https:// http:// https://é https://shopee.tw/ shopee.tw/， shopee.tw/ 好a ( ) -i.1 -i.1.2 i.1.2. %25 a. a.bc/， "
    "a- https%3A%2F%2Fshopee.tw%2F https%253A%252F%252F taobao://x? intent:// shopeetw://home?navRoute=abcdefgh "
    "<a&#32;href=x.tw/> &amp; & ;& … \\/ \\u0026 javascript: // https://l.threads.com/?u= https://evil.example/ "
    "https://l.threads.com/?u=https%3A%2F%2Fl.threads.com%2F%3Fu%3D https://s.shopee.tw/an_redir?origin_link= "
    "https://www.google.com/url?q="
).split()
UNITS += [
    "https://shop.example/p/1 ",
    "taobao://x ",
    "shopee.tw/x,",
    "https://shopee.tw/product/1/2+",
    "shopee.tw/\u200b",
    "[(",
    "1\ufe0f\u20e3",
]


@pytest.mark.parametrize("unit", UNITS)
def test_a_hostile_text_takes_linear_time(unit: str) -> None:
    assert_linear(found, lambda size: "https://shopee.tw/" + unit * (size // len(unit)), 200_000)


LONG = [
    ("https://market.m.taobao.com/app/detail/", "-detail", "/x!"),
    ("https://shopee.tw/", "-i.1.2", "x"),
    ("https://shopee.tw/universal-link/", "%25", ""),
    ("https://item.taobao.com/item.htm?", "&?;amp;", ""),
    ("https://item.taobao.com/item.htm#", "id=?", ""),
    ("https://item.taobao.com", "/", ""),
    ("https://m.tb.cn/h." + "a" * 60 + "-", "a.", ""),
    ("https://s.shopee.tw/", "_", ""),
    ("https://shopee.tw/", "a好", ""),
    ("tmall://", "item\"':", ""),
    ("intent://x#Intent;", "scheme=a;", ""),
    ("shopeetw://itemid", "shopid", ""),
    ("https://l.threads.com/?u=", "https%3A%2F%2Fl.threads.com%2F%3Fu%3D", ""),
]
LONGEST = 4000
"""Letters of one address; each text holds 100 of them."""


@pytest.mark.parametrize(("head", "unit", "tail"), LONG)
def test_long_hostile_addresses_take_time_in_proportion_to_their_length(head: str, unit: str, tail: str) -> None:
    def text(size: int) -> str:
        return (head + unit * (size // len(unit)) + tail + " ") * 100

    assert_linear(found, text, LONGEST)


def test_deep_nesting_ends() -> None:
    address = A
    for _ in range(9):
        address = "https://l.threads.com/?u=" + quote(address, safe="")
    assert find_links(address, SHOPS) == []
    assert find_links("https://l.threads.com/?u=" * 500 + A, SHOPS) == []
