"""The links of a run: which shop each one is of, by which way alone its price can be read, and what that price is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from common.ways.way import Way

SHOPEE_SHOP = "310001"
OPEN_SHOP = "shop.pinewood.example"
"""Shows its products to anybody."""
OPEN_SCRIPTED = "shop.larchwood.example"
"""Shows them by its scripts alone."""
DOMAINS = ("pinewood.example", "larchwood.example")


@dataclass(frozen=True, slots=True)
class Article:
    """One product. `price_minor` is its own: no other of the run costs as much."""

    link: str
    """Canonical."""
    platform: str
    number: str
    """The shop's own number of it."""
    way: Way
    """The only one of its shop's ways that shows the price; those before it do not."""
    price_minor: int

    @property
    def price(self) -> str:
        return f"{self.price_minor // 100}.{self.price_minor % 100:02}"


def articles(links: int) -> list[Article]:
    """Mixed as posts are: no way's links come in one piece."""
    return [_article(number) for number in range(links)]


def _article(number: int) -> Article:
    way = (Way.OFFICIAL, Way.HTTP, Way.BROWSER)[number % 3]
    # The open web has no official interface.
    platforms = ("shopee", "taobao") if way is Way.OFFICIAL else ("shopee", "taobao", "other")
    platform = platforms[number // 3 % len(platforms)]
    price_minor = 10_000 + 100 * number
    if platform == "shopee":
        item = str(9_100_000 + number)
        return Article(f"https://shopee.tw/product/{SHOPEE_SHOP}/{item}", platform, item, way, price_minor)
    if platform == "taobao":
        item = str(720_000_000_000 + number)
        return Article(f"https://item.taobao.com/item.htm?id={item}", platform, item, way, price_minor + 1)
    item = f"oak-{number}"
    host = OPEN_SCRIPTED if way is Way.BROWSER else OPEN_SHOP
    return Article(f"https://{host}/boards/{item}", platform, item, way, price_minor + 2)


def of(every: Sequence[Article], platform: str, way: Way) -> Iterator[Article]:
    return (one for one in every if one.platform == platform and one.way is way)
