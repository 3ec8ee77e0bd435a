"""The list of shops. A shop is its folder beside this file, and its line here.

Names only, so that whoever needs no more than those (settings, queues, the command line) loads no page reading;
registry.py loads the classes. Shops are asked in this order whether a host is theirs; the open web comes last.
"""

from __future__ import annotations

OPEN_WEB = "other"
"""The shop that is all the shops of the open web, each told from the others by its registrable domain. They have no
ids of their own: any number or SKU is one page's word."""

SHOPS = {
    "shopee": "common.shops.shopee.shop:Shopee",
    "taobao": "common.shops.taobao.shop:Taobao",
    OPEN_WEB: "common.shops.other.shop:Other",
}
"""The shop's name → module:class. The name is its word in settings, queues (crawl.<name>), the database and keys of
products: one lower-case word, and none of jobs, retry, dlx, dlq, official and browser, which the broker uses."""

_SECOND_WORDS = {"tmall": "taobao"}


def domains_begin() -> dict[str, str]:
    """The word that a shop's own domains begin with → the shop: its name, as in shopee.tw, or another word for it."""
    return {name: name for name in SHOPS if name != OPEN_WEB} | _SECOND_WORDS
