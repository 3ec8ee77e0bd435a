"""The list of shops. To add a shop: one file beside this one, and one line in `Shops.__init__`."""

from __future__ import annotations

from common.links.address import parse
from common.links.deep_links import to_web
from common.links.unwrap import chain
from common.settings import ShopsSettings
from common.shops.base import Shop, ShopLink
from common.shops.other.shop import Other
from common.shops.shopee.shop import Shopee
from common.shops.taobao.shop import Taobao


class Shops:
    """Every shop there is, asked in order."""

    def __init__(self, settings: ShopsSettings | None = None) -> None:
        settings = settings or ShopsSettings()
        self.shops: tuple[Shop, ...] = (
            Shopee(),
            Taobao(),
            Other(settings.other.domains),
        )

    def for_host(self, host: str) -> Shop | None:
        """The shop that owns this lower-case host name (no port)."""
        for shop in self.shops:
            if shop.owns(host):
                return shop
        return None

    def for_platform(self, platform: str) -> Shop:
        """Raises KeyError for a platform no shop has."""
        for shop in self.shops:
            if shop.platform == platform:
                return shop
        raise KeyError(platform)

    def fetchable(self, host: str) -> bool:
        """Whether any shop lets a worker connect to this host."""
        return any(shop.fetchable(host) for shop in self.shops)

    def link(self, url: str) -> ShopLink | None:
        """The product or short link that `url` names, also inside redirect wrappers and app deep links; else None.

        `ShopLink.url` is `url` as given. Never raises.
        """
        for address in reversed(chain(to_web(url) or url)):
            if found := self._direct(url, address):
                return found
        return None

    def _direct(self, url: str, address: str) -> ShopLink | None:
        parts = parse(to_web(address) or address)
        if parts is None:
            return None
        shop = self.for_host(parts.netloc.partition(":")[0])
        if shop is None or (":" in parts.netloc and shop.platform != "other"):
            return None
        return shop.link(url, parts)
