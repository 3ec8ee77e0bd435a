"""Every shop of the list, as one: whose link is this, whose host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from common.links.address import MAX_LINK_CHARS, parse
from common.links.deep_links import DeepLinks
from common.links.known_wrappers import WRAPPERS
from common.links.wrappers import Unwrapping
from common.settings_tables.shops import ShopSettings, ShopsSettings, listed_currencies
from common.shops.base import Shop, ShopLink
from common.shops.table import SHOPS

NONE_TOLD: Mapping[str, str] = {}


class Shops:
    """Every shop there is, asked in order."""

    def __init__(self, settings: ShopsSettings | None = None) -> None:
        self.settings = settings = settings or ShopsSettings()
        """As they are now, the domains that were added among them."""
        self._named = {name: settings.of(name) for name in SHOPS}
        self.shops = tuple(load_shop(name, settings.of(name)) for name in SHOPS)
        self._deep_links = DeepLinks([shop.app for shop in self.shops if shop.app])
        self.deep_links = self._deep_links.beginnings
        """A regular expression of how an app's link begins, for scanners of text."""
        own = [wrapper for shop in self.shops for wrapper in shop.wrappers]
        self._unwrapping = Unwrapping([*own, *WRAPPERS], self.deep_links)

    def add_domains(self, added: Sequence[str], currencies: Mapping[str, str] = NONE_TOLD) -> bool:
        """The shops of the open web are those of the settings and `added`, which replaces what was added before.

        `currencies`: registrable domain → what its prices are in where its pages do not say it; they go before those of
        the settings. True when something changes. Whoever holds this object knows it at once.
        """
        for shop in self.shops:
            if not shop.free_form:
                continue
            named = self._named[shop.platform]
            domains = tuple(dict.fromkeys([*named.domains, *added]))
            told = listed_currencies({**named.told_currencies, **currencies})
            if domains == shop.settings.domains and told == shop.settings.currencies:
                return False
            shop.settings = shop.settings.model_copy(update={"domains": domains, "currencies": told})
            self.settings = self.settings.model_copy(update={shop.platform: shop.settings})
            return True
        return False

    def for_host(self, host: str) -> Shop | None:
        """The shop that owns this lower-case host name (no port)."""
        for shop in self.shops:
            if shop.owns(host):
                return shop
        return None

    def sells_here(self, domain: str) -> bool:
        """Whether this registrable domain, or a host of it, is a shop of the open web here."""
        host_of_it = f".{domain}"
        listed = (name for shop in self.shops if shop.free_form for name in shop.settings.domains)
        return any(name == domain or name.endswith(host_of_it) for name in listed)

    def for_platform(self, platform: str) -> Shop:
        """Raises KeyError for a platform no shop has."""
        for shop in self.shops:
            if shop.platform == platform:
                return shop
        raise KeyError(platform)

    def reader(self, host: str) -> Shop:
        """The shop whose rules read a page of this host: its own, else those for any page of the open web."""
        return self.for_host(host) or next(shop for shop in self.shops if shop.free_form)

    def may_lead_to_one(self, host: str) -> bool:
        """Whether addresses on this lower-case host (no port) can name a product: a shop's own host, or a wrapper's."""
        return self.for_host(host) is not None or self._unwrapping.is_wrapper_host(host)

    def innermost(self, url: str) -> str:
        """The address that `url` leads to by what is known of wrappers and app links; `url` itself when it is none."""
        return self._unwrapping.chain(self._deep_links.to_web(url) or url)[-1]

    def link(self, url: str) -> ShopLink | None:
        """The product or short link that `url` names, also inside redirect wrappers and app deep links; else None.

        `ShopLink.url` is `url` as given. None, too, where its canonical spelling passes MAX_LINK_CHARS. Never raises.
        """
        for address in reversed(self._unwrapping.chain(self._deep_links.to_web(url) or url)):
            if found := self._direct(url, address):
                return found
        return None

    def _direct(self, url: str, address: str) -> ShopLink | None:
        parts = parse(self._deep_links.to_web(address) or address)
        if parts is None:
            return None
        shop = self.for_host(parts.netloc.partition(":")[0])
        if shop is None or (":" in parts.netloc and not shop.free_form):
            return None
        link = shop.link(url, parts)
        return link if link is None or len(link.url_norm) <= MAX_LINK_CHARS else None


def load_shop(name: str, settings: ShopSettings) -> Shop:
    """One shop by its name. Raises TypeError when table.py and the class it names do not fit together. What its module
    or its class raises has a note that says for which line of table.py it was asked."""
    module, _, class_name = SHOPS[name].partition(":")
    try:
        shop = getattr(import_module(module), class_name)(settings)
    except Exception as error:
        error.add_note(f'the shop "{name}": "{SHOPS[name]}" of common/shops/table.py could not be made')
        raise
    if not isinstance(shop, Shop) or shop.platform != name:
        raise TypeError(f"{SHOPS[name]} in common/shops/table.py is not a Shop whose platform is {name!r}")
    return shop
