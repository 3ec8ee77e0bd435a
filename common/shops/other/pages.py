"""Reading any other shop's pages, by what every shop page may carry."""

from __future__ import annotations

from common.offer import Failure, Offer
from common.page import Page
from common.reading.product import read_product
from common.shops.base import ShopLink


def read_page(page: Page, link: ShopLink | None) -> Offer | Failure:
    """Never raises. `link` is only the address: such shops have no ids of their own."""
    return read_product(page)
