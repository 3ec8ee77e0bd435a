"""Reading this shop's pages. Not written yet: every page is a Failure that says so."""

from __future__ import annotations

from common.offer import Failure, FailureReason, Offer
from common.page import Page
from common.shops.base import ShopLink


def read_page(page: Page, link: ShopLink | None) -> Offer | Failure:
    """Never raises."""
    return Failure(FailureReason.UNREADABLE, f"no reader yet for {page.url}")
