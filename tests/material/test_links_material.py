"""Real links and texts nobody here wrote: every id right, nothing invented."""

from __future__ import annotations

import gzip
import json
from typing import Any
from urllib.parse import quote, unquote

from common.finding.find import find_links, find_links_html
from common.shops.registry import Shops
from common.shops.taobao.share_page import read_share_page
from tests.places import saved, saved_json

SHOPS = Shops()

PLACEHOLDER = "https://item.taobao.com/item.htm?id=1"
"""Called no product in one list and a product in two others: an id is taken whatever its length."""


def cases(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = saved_json(name)["cases"]
    return rows


def test_every_real_product_link_names_its_product() -> None:
    for row in cases("urls/shops/real_product_urls.json"):
        url = row["url"]
        bare, once = url.split("://")[1], quote(url, safe="")
        spans = (
            f'<span class="invisible">https://</span><span class="ellipsis">{bare[:30]}</span><span>{bare[30:]}</span>'
        )
        for found in (
            find_links(url, SHOPS),
            find_links(f"好物{url}，超讚", SHOPS),
            find_links(f"看{bare}好", SHOPS),
            find_links(f"看 {unquote(url)} 好", SHOPS),
            find_links(f"看{once}好", SHOPS),
            find_links(quote(once, safe=""), SHOPS),
            find_links(json.dumps({"a": url}).replace("/", "\\/"), SHOPS),
            find_links(f"[{url}]({url})。（{url}）", SHOPS),
            find_links(f"https://l.threads.com/?u={once}&e=AT0", SHOPS),
            find_links(f"https://s.shopee.tw/an_redir?origin_link={quote(once, safe='')}", SHOPS),
            find_links_html(f'<p><a href="{url}">…</a></p>', SHOPS),
            find_links_html(f'<p><a href="{url}">{spans}</a></p>', SHOPS),
            find_links_html(f"<p>{url.replace('&', '&amp;')}</p>", SHOPS),
        ):
            assert [(x.shop_id, x.item_id) for x in found] == [(row.get("shop_id"), row["item_id"])], url
            if row["marketplace"] == "shopee":
                assert found[0].url_norm == row["canonical"]


def test_no_real_page_of_another_kind_gives_a_link() -> None:
    wrong = [r["url"] for r in cases("urls/shops/real_non_product_urls.json") if find_links(r["url"], SHOPS)]
    assert set(wrong) <= {PLACEHOLDER}


def test_cases_of_public_test_suites() -> None:
    for row in cases("urls/shops/public_test_cases.json"):
        found = find_links(row["url"], SHOPS)
        if row.get("unsafe"):
            # One suite calls plain http unsafe; the canonical link is https either way.
            assert not found or row["url"].startswith("http://shopee.com.br/"), row
        elif row.get("short_link"):
            assert [x.short for x in found] == [True], row
        elif "item_id" in row:
            assert [x.item_id for x in found] == ([row["item_id"]] if row["item_id"] else []), row
            assert not found or row["marketplace"] != "shopee" or found[0].shop_id == row["shop_id"]
        if row.get("canonical"):
            assert found[0].url_norm == row["canonical"]


def test_texts() -> None:
    for row in cases("link_extraction/texts_with_shop_links.json"):
        assert [x.url for x in find_links(row["text"], SHOPS)] == row["shop_links"], row["text"]


def test_the_saved_share_page() -> None:
    page = gzip.decompress(saved("shops/taobao/html/share_page_e_tb_cn.html.gz").read_bytes())
    link = SHOPS.link(read_share_page(page) or "")
    assert link is not None and link.item_id == "1021732889355"
