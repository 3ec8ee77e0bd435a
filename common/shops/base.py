"""What a shop must know: its links, its canonical link, the addresses to fetch, and how to read its pages.

Everything here is pure: no network, no clock, no storage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import SplitResult

from common.offer import Failure, Offer
from common.page import Page


@dataclass(frozen=True, slots=True)
class ShopLink:
    """A link to one product (or a short link that hides one). `url_norm` is the canonical URL, its identity."""

    url: str
    url_norm: str
    platform: str
    region: str
    shop_id: str | None = None
    item_id: str | None = None
    short: bool = False
    """A short link: `url_norm` is the short link itself until somebody expands it."""


class Shop(Protocol):
    """One file per shop implements this; registry.py lists them."""

    platform: str
    adapter: str
    adapter_version: int

    def owns(self, host: str) -> bool:
        """Whether this lower-case host name (no port) is the shop's own: by registrable domain, never by substring."""

    def link(self, url: str, parts: SplitResult) -> ShopLink | None:
        """The product (or short link) that `url` names, or None when it names none."""

    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        """The addresses to fetch for this item, in order of preference. At least one."""

    def fetchable(self, host: str) -> bool:
        """Whether a worker may connect to this host for this shop (redirects included)."""

    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        """Read a page or JSON answer. Never raises, never guesses. `link` is what was asked for, when known."""
