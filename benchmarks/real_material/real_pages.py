"""Pages and answers that real shops gave, at the addresses a worker asks for the item; and the prices they show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from benchmarks.real_material.real_site import Site, html_reply, json_reply, load
from common.links.domains import registrable_domain
from common.settings import ShopSettings, ShopsSettings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.shops.shopee.links import MARKETS
from fleet.demo.server import Reply

_SHARE_PAGE = "https://e.tb.cn/h.8IcTrtZuTU19ieN"
_SHORT = {
    "https://s.shopee.tw/4VacwWMMCr": "https://shopee.sg/product/672907573/19445913336?utm_source=short",
    "https://s.shopee.tw/9KdEmoLink": "https://shopee.vn/a-i.85794847.3391609027",
}
"""Real short links of posts. Where they led was not saved, so they lead to items that were."""
_FEW = 5
"""So many real items of a market show the shell or the login wall that was saved there; the others are gone (404)."""


@dataclass(slots=True)
class Pages:
    """What was put into the site."""

    shops: Shops
    settings: ShopsSettings
    posts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The addresses to post, by group."""
    prices: dict[str, frozenset[Decimal]] = field(default_factory=dict)
    """url_norm → the prices that are right; empty when no price must be recorded."""

    def known(self, group: str, url: str, prices: Iterable[str | float | None]) -> ShopLink:
        """Posts `url` in `group` and remembers what it costs. Raises ValueError when it is no shop's link."""
        link = self.shops.link(url)
        if link is None:
            raise ValueError(f"{url} is no link of a known shop")
        self.posts[group].append(url)
        self.prices[link.url_norm] = frozenset(Decimal(str(price)) for price in prices if price is not None)
        return link


def serve_pages(site: Site, data: Path) -> Pages:
    """Adds every saved page to `site`."""
    labelled = _labelled_pages(data / "product_pages")
    domains = {registrable_domain(url.split("/")[2]) or "" for url, _, _ in labelled}
    settings = ShopsSettings(other=ShopSettings(domains=tuple(sorted(domains))))
    pages = Pages(Shops(settings), settings)
    _shopee(site, data / "shops" / "shopee", load(data / "shops" / "html_ground-truth.json"), pages)
    _taobao(site, data / "shops" / "taobao", load(data / "shops" / "html_ground-truth.json"), pages)
    for url, path, prices in labelled:
        link = pages.shops.link(url)
        if link is None or link.platform != "other":
            # An address this shop's rules take for no product; posted all the same, so that it is seen to be refused.
            pages.posts["shop-pages"].append(url)
            continue
        pages.known("shop-pages", url, prices)
        site.add(link.url_norm, html_reply(path))
    _real_items(site, data, pages)
    return pages


def _labelled_pages(folder: Path) -> list[tuple[str, Path, Sequence[str | float]]]:
    """(address, page, right prices) of shops of the open web."""
    found: list[tuple[str, Path, Sequence[str | float]]] = []
    for name, labels in load(folder / "zyte_benchmark" / "ground-truth.json").items():
        found.append((labels["url"], folder / "zyte_benchmark" / "html" / f"{name}.html.gz", labels.get("price", [])))
    for name, labels in load(folder / "metascraper_shopping" / "ground-truth.json").items():
        prices = [] if labels["price"] is None else [labels["price"]]
        found.append((labels["url"], folder / "metascraper_shopping" / name, prices))
    return found


def _shopee(site: Site, folder: Path, truth: dict[str, dict[str, Any]], pages: Pages) -> None:
    for name, labels in truth.items():
        if name.startswith("shopee/") and labels["kind"] == "product":
            link = pages.known("shopee", labels["page_url"], [labels["price"]])
            site.add(pages.shops.for_platform("shopee").fetch_urls(link)[0], html_reply(_saved(folder, name)))
    for short, target in _SHORT.items():
        site.add(short, Reply(status=302, headers={"Location": target}))
    shell = html_reply(folder / "html" / "tw_shell_no_data.html.gz")
    blocked = _blocked(folder)
    for name, labels in load(folder / "api_json" / "ground-truth.json").items():
        market = next(MARKETS[word] for word in name.split("_") if word in MARKETS)
        prices = [labels[key] for key in ("price", "price_min") if labels.get(key)]
        link = pages.known("shopee", f"https://{market}/product/{labels['shop_id']}/{labels['item_id']}", prices)
        page, newer, older = pages.shops.for_platform("shopee").fetch_urls(link)
        site.add(page, shell)
        site.add(newer, blocked[0])
        site.add(older, json_reply(load(folder / "api_json" / name)))


def _taobao(site: Site, folder: Path, truth: dict[str, dict[str, Any]], pages: Pages) -> None:
    shell = html_reply(folder / "html" / "m_intl_shell_no_data.html.gz")
    for number, (name, labels) in enumerate(truth.items()):
        if not name.startswith("taobao/") or labels["kind"] != "product":
            continue
        prices = [labels[key] for key in ("price_shown", "price_before_coupon", "price_min") if key in labels]
        link = pages.known("taobao", labels["page_url"], prices)
        world, item = pages.shops.for_platform("taobao").fetch_urls(link)
        if number % 2:
            site.add(world, shell)
            site.add(item, html_reply(_saved(folder, name)))
        else:
            site.add(world, html_reply(_saved(folder, name)))
    site.add(_SHARE_PAGE, html_reply(folder / "html" / "share_page_e_tb_cn.html.gz"))
    pages.posts["taobao"].append(_SHARE_PAGE)
    answers = folder / "mtop_pcdetail_json"
    for item_id, labels in load(answers / "ground-truth.json").items():
        prices = [labels.get("price_before_coupon"), labels.get("price_after_coupon")]
        link = pages.known("taobao", labels["canonical_url"], prices)
        world, item = pages.shops.for_platform("taobao").fetch_urls(link)
        site.add(world, shell)
        site.add(item, json_reply(load(answers / f"{item_id}.json")))


def _real_items(site: Site, data: Path, pages: Pages) -> None:
    """Items whose addresses are real and whose pages were not saved: what strangers are shown there, for a few."""
    html = data / "shops" / "shopee" / "html"
    shown = {
        "sg": html_reply(html / "sg_category_list.html.gz"),
        "tw": html_reply(html / "tw_shell_no_data.html.gz"),
        "vn": html_reply(html / "vn_login_wall_2026_02.html.gz"),
        "br": html_reply(html / "br_home_shell_2026_05.html.gz"),
    }
    blocked = _blocked(data / "shops" / "shopee")
    token_needed = json_reply(load(data / "shops" / "taobao" / "mtop_errors" / "fail_sys_token_empty.json"))
    given: dict[str, int] = defaultdict(int)
    for case in load(data / "urls" / "shops" / "real_product_urls.json")["cases"]:
        link = pages.shops.link(case["url"])
        if link is None or link.short:
            continue
        urls = pages.shops.for_platform(link.platform).fetch_urls(link)
        if any(url in site for url in urls) or given[link.region] >= _FEW:
            continue
        if link.region in shown:
            site.add(urls[0], shown[link.region])
            for url, answer in zip(urls[1:], blocked, strict=False):
                site.add(url, answer)
        elif link.platform == "taobao":
            site.add(urls[0], token_needed)
        else:
            continue
        given[link.region] += 1


def _blocked(folder: Path) -> list[Reply]:
    answers = [load(path) for path in sorted((folder / "api_errors").glob("*.json"))]
    return [json_reply(answer["body"], answer["http_status"]) for answer in answers]


def _saved(folder: Path, name: str) -> Path:
    return folder / "html" / f"{Path(name).name}.gz"
