"""Shopee's link forms in all its markets. Pure."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, unquote

from common.links.address import is_item_id, query
from common.links.domains import is_at
from common.shops.base import ShopLink

MARKETS = {
    "sg": "shopee.sg",
    "my": "shopee.com.my",
    "th": "shopee.co.th",
    "vn": "shopee.vn",
    "ph": "shopee.ph",
    "id": "shopee.co.id",
    "tw": "shopee.tw",
    "br": "shopee.com.br",
    "mx": "shopee.com.mx",
    "co": "shopee.com.co",
    "cl": "shopee.cl",
    "ar": "shopee.com.ar",
    "pl": "shopee.pl",
    "es": "shopee.es",
    "fr": "shopee.fr",
    "in": "shopee.in",
}
_REGION_OF = {domain: region for region, domain in MARKETS.items()}
_PAGE_HOSTS = ("", "www.", "m.", "mall.", "app.", "mobile.")
_SHORT_HOSTS = ("s.",)
_SHORT_DOMAINS = ("shp.ee", "shope.ee")
_MIRROR = "xiapibuy.com"
"""Shopee's own mirror of every market for sellers; the market is the first label ("xiapi" is Taiwan)."""

DOMAINS = (*MARKETS.values(), *_SHORT_DOMAINS, _MIRROR)

_ID = r"([0-9]{1,19})"
_END = r"/?(?!\d)(?=[\s\"'<>)\],;!]{0,3}(?:$|[?&#]|[^\x00-\x7f…]))"
"""What may follow the ids: nothing, a query (its mark may have been percent-encoded), marks or text glued on."""
_SLUG = re.compile(rf"(?:^|-)i\.{_ID}\.{_ID}{_END}")
_PAIR = re.compile(rf"/(?:product|opaanlp)/{_ID}/{_ID}{_END}", re.IGNORECASE)
_NAMED = re.compile(rf"/([^/]{{1,100}})/{_ID}/{_ID}{_END}")
_BARE_PAIR = re.compile(rf"/{_ID}/{_ID}{_END}")
_UNIVERSAL = re.compile(r"(?:^/m)?/universal-link(?=/|$)", re.IGNORECASE)
_SHORT_CODE = re.compile(r"/(?:dlink/)?[A-Za-z0-9_-]{1,64}/?")
_NOT_SHOP_NAMES = frozenset(
    "shop shops search category collection collections daily_discover find_similar_products similar_products "
    "you_may_also_like list mall m events event cart checkout user buyer seller api help docs blog web video "
    "campaign campaigns flash_sale flash_deals product-ratings ratings rating official-shop voucher vouchers "
    "verify chat live sv top_products recommendation recommendations order orders from_same_shop "
    "item-ratings brand brands cat page pages post feed games coins digital-product now-food shopeefood "
    "bundle-deal add-on-deal add-on-deal-selection recommend similar frequently_bought_together".split()
)


def owns(host: str) -> bool:
    """Whether this lower-case host is one of Shopee's own domains or lies below one."""
    return is_at(host, DOMAINS)


def region_of(host: str) -> str | None:
    """The market a page host belongs to, or None when `host` shows no product pages."""
    for prefix in _PAGE_HOSTS:
        if host.startswith(prefix) and (region := _REGION_OF.get(host[len(prefix) :])):
            return region
    if host.endswith("." + _MIRROR):
        label = host.removesuffix("." + _MIRROR)
        return "tw" if label == "xiapi" else label if label in MARKETS else None
    return None


def short_region(host: str) -> str | None:
    """The market of a short-link host ("any" when its name does not say), or None when it is none."""
    for prefix in _SHORT_HOSTS:
        if host.startswith(prefix) and (region := _REGION_OF.get(host[len(prefix) :])):
            return region
    for domain in _SHORT_DOMAINS:
        if host in {domain, "www." + domain, "s." + domain}:
            return "any"
        if host.endswith("." + domain):
            label = host.removesuffix("." + domain)
            return label if label in MARKETS else None
    return None


def link(url: str, parts: SplitResult) -> ShopLink | None:
    """The product or short link at `parts`, whose host is lower-case already."""
    host = parts.netloc
    if region := region_of(host):
        ids = _ids(parts)
        return product_link(url, region, *ids) if ids else None
    if region := short_region(host):
        path = parts.path.rstrip("/")
        if _SHORT_CODE.fullmatch(path) and path.lower() not in {"/an_redir", "/dlink", "/universal-link"}:
            return ShopLink(url, f"https://{host.removeprefix('www.')}{path}", "shopee", region, short=True)
    return None


def product_link(url: str, region: str, shop_id: str, item_id: str) -> ShopLink:
    """The one canonical link of an item."""
    return ShopLink(url, f"https://{MARKETS[region]}/product/{shop_id}/{item_id}", "shopee", region, shop_id, item_id)


def _ids(parts: SplitResult) -> tuple[str, str] | None:
    whole = re.sub("//+", "/", parts.path)
    path = _UNIVERSAL.sub("", whole, count=1)
    found = _ids_in_path(path)
    if found is None and path != whole and (pair := _BARE_PAIR.match(path)):
        found = _checked(pair[1], pair[2])
    opened = path != whole and not path.strip("/")
    if found is None and (opened or path.rstrip("/").lower() in {"/product", "/item"}):
        found = _ids_in_query(parts)
    if found is None and parts.query and "-i." in parts.query and path.count("/") == 1 and "=" not in parts.query:
        # A raw question mark inside the slug: /buy-one?-i.1.2
        found = _ids_in_path(f"{path}-{parts.query}")
    return found


def _ids_in_path(path: str) -> tuple[str, str] | None:
    """The ids a path ends with, as it stands or percent-decoded up to three times."""
    for _ in range(4):
        if found := _PAIR.match(path):
            return _checked(found[1], found[2])
        slugs = list(_SLUG.finditer(path.rstrip("/").rpartition("/")[2]))
        if slugs:
            # A title may hold the like of an id itself: the last one counts.
            return _checked(slugs[-1][1], slugs[-1][2])
        if (found := _NAMED.match(path)) and unquote(found[1]).lower() not in _NOT_SHOP_NAMES:
            return _checked(found[2], found[3])
        if "%" not in path:
            break
        path = unquote(path)
    return None


def _ids_in_query(parts: SplitResult) -> tuple[str, str] | None:
    values = query(parts)
    shop = values.get("shopid") or values.get("shop_id") or values.get("sid") or ""
    item = values.get("itemid") or values.get("item_id") or values.get("iid") or ""
    return _checked(shop, item)


def _checked(shop_id: str, item_id: str) -> tuple[str, str] | None:
    return (shop_id, item_id) if is_item_id(shop_id) and is_item_id(item_id) else None
