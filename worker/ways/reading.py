"""How a way of crawling reads a page, and what it says of one that shows no product."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from common.errors import CrawlError
from common.offer import Failure, Offer
from common.page import Page
from common.shops.base import Shop, ShopLink

Read = Callable[[Shop, Page, ShopLink], Awaitable[Offer | Failure]]
"""Reads a page that a stranger wrote. Raises CrawlError when that does not end well."""


def refusal(failure: Failure, url: str) -> CrawlError:
    """What the page at this address was instead of a product, as an error to raise."""
    return CrawlError(failure.reason.error_code, f"{failure.reason}: {failure.detail} ({url})")
