"""Add a shop: a class that knows its links and pages, and one line in the list of shops.

In the project the class lies in a folder of its own under common/shops, and the line stands in common/shops/table.py.

Prints:
    acorn fi 42 https://acorn.example/p/42
    its queue: crawl.acorn
    read: Nut bowl, 12.00 EUR
"""

from collections.abc import Sequence
from urllib.parse import SplitResult

from common.shops.table import SHOPS

SHOPS["acorn"] = "__main__:Acorn"  # before anything that reads the list

from common.broker.topology import work_queue  # noqa: E402
from common.finding.find import find_links  # noqa: E402
from common.money import format_minor  # noqa: E402
from common.offer import Failure, Offer  # noqa: E402
from common.page import Page  # noqa: E402
from common.reading.product import read_product  # noqa: E402
from common.shops.base import Shop, ShopLink  # noqa: E402
from common.shops.registry import Shops  # noqa: E402
from fleet.demo.pages import other_page  # noqa: E402


class Acorn(Shop):
    platform = "acorn"

    def owns(self, host: str) -> bool:
        return host == "acorn.example" or host.endswith(".acorn.example")

    def link(self, url: str, parts: SplitResult) -> ShopLink | None:
        item = parts.path.removeprefix("/p/")
        if not item.isdecimal():
            return None
        return ShopLink(url, f"https://acorn.example/p/{item}", self.platform, "fi", item_id=item)

    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        return (link.url_norm,)

    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        return read_product(page)


shops = Shops()
for link in find_links("so pretty: https://www.acorn.example/p/42?ref=feed 🌰", shops):
    print(link.platform, link.region, link.item_id, link.url_norm)
    print("its queue:", work_queue(link.platform))
    offer = shops.for_platform("acorn").read(Page(link.url_norm, other_page("Nut bowl", "12.00", "EUR", "NB")), link)
    if isinstance(offer, Offer) and offer.price_minor is not None and offer.currency:
        print(f"read: {offer.title}, {format_minor(offer.price_minor, offer.currency)} {offer.currency}")
