"""What a shop knows: its links, what wraps them, the addresses to fetch, and how to read its pages.

Everything here is pure: no network, no clock, no storage.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import SplitResult

from common.links.deep_links import App
from common.links.wrappers import Wrapper
from common.offer import Failure, Offer
from common.page import Page
from common.settings_tables.shops import ShopSettings
from common.shops.in_browser import InBrowser
from common.ways.way import Way

if TYPE_CHECKING:
    from common.shops.official import OfficialInterface


@dataclass(frozen=True, slots=True)
class ShopLink:
    """A link to one product (or a short link that hides one). `url_norm` is the canonical URL, its identity."""

    url: str
    url_norm: str
    platform: str
    region: str
    """The market, "any" when the link does not say. One item id means one product within <platform>:<region>."""
    shop_id: str | None = None
    item_id: str | None = None
    short: bool = False
    """A short link: `url_norm` is the short link itself until somebody expands it."""


class Shop(ABC):
    """One shop, or one kind of shops. A class of its own in the shop's folder; table.py names it."""

    platform: ClassVar[str]
    """Its name, as in table.py."""
    free_form: ClassVar[bool] = False
    """Its addresses have no form of their own: any path may show a product, and any port. Where such an address ends
    in a text, only the text can say."""
    ways: ClassVar[Sequence[Way]] = (Way.HTTP, Way.BROWSER)
    """Its ladder: the ways to its products, the first to try first. A fleet uses those that `crawl.ways` names."""
    wrappers: ClassVar[Sequence[Wrapper]] = ()
    """Redirect wrappers of its own (affiliate links, logins), and of those who serve only its customers."""
    app: ClassVar[App | None] = None
    """What its app's own links mean, when it has an app."""

    def __init__(self, settings: ShopSettings | None = None) -> None:
        """`settings`: `[shops.<name>]`."""
        self.settings = settings or ShopSettings()

    @abstractmethod
    def owns(self, host: str) -> bool:
        """Whether this lower-case host name (no port) is the shop's own: by registrable domain, never by substring."""

    @abstractmethod
    def link(self, url: str, parts: SplitResult) -> ShopLink | None:
        """The product (or short link) at `parts`, as address.parse gave them, or None when it names none.

        `ShopLink.url` is `url` as given; `parts` are what it stands for, out of any wrapper.
        """

    @abstractmethod
    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        """The addresses to fetch for this item, in order of preference. At least one."""

    @abstractmethod
    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        """Read a page or JSON answer. Never raises, never guesses. `link` is what was asked for, when known."""

    def official(self) -> OfficialInterface | None:
        """The shop's official interface; None when it has none."""
        return None

    def currency(self, region: str) -> str | None:
        """What prices of this market are in, where a market has one currency alone."""
        return None

    def fetchable(self, host: str) -> bool:
        """Whether a worker may connect to this host for this shop (redirects included)."""
        return self.owns(host)

    @property
    def in_browser(self) -> InBrowser:
        """What its pages need of other hosts in a browser, and which of their answers hold a product."""
        return InBrowser()

    def browser_urls(self, link: ShopLink) -> Sequence[str]:
        """As fetch_urls, of the addresses that are pages."""
        return self.fetch_urls(link)

    def share_target(self, body: bytes) -> str | None:
        """Where a short link leads whose answer is a page instead of a redirect; None when the page does not say."""
        return None

    def single_shop(self, typed: str) -> str | None:
        """A single shop of this platform as `ShopLink.shop_id` names it, from what a person typed; None for no name."""
        return typed or None
