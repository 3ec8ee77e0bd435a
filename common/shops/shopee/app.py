"""Links that open Shopee's app (shopeetw://…) as the web address they stand for. Pure."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote

from common.links.deep_links import App
from common.shops.shopee.links import MARKETS

_HOST = re.compile(r"[\w.-]{0,40}shopee\.[\w.]{2,6}/", re.IGNORECASE)
_SHOP_ID = re.compile(r"shop_?id[\"']{0,2}[=:][\"']{0,2}(\d{1,20})", re.IGNORECASE)
_ITEM_ID = re.compile(r"item_?id[\"']{0,2}[=:][\"']{0,2}(\d{1,20})", re.IGNORECASE)
_NAV_ROUTE = re.compile(r"navroute=([\w%+/=-]{8,4096})", re.IGNORECASE)
_WEB_IN_JSON = re.compile(r"https?:(?:\\?/){2}[^\"'\s]{4,2048}")
_APP_ADDRESS = re.compile(r"[?&]apprl=(https?(?::|%3a)[^&#\s]{4,2048})", re.IGNORECASE)
_PACKAGE = re.compile(r"(?:^|;)package=com\.shopee\.([a-z]{2})(?:;|$)", re.IGNORECASE)


def to_web(scheme: str, rest: str, extras: str) -> str | None:
    """The page that `scheme://rest` opens; None without a country, unless the link holds a whole address."""
    country = scheme.removeprefix("shopee")
    if len(country) == 1:
        return None
    if not country and (found := _PACKAGE.search(extras)):
        country = found[1].lower()
    if found := _NAV_ROUTE.search(rest):
        return _of_route(country, unquote(found[1]))
    if rest.lower().startswith(("http://", "https://")):
        return rest
    if _HOST.match(rest):
        return "https://" + rest
    if found := _APP_ADDRESS.search(rest):
        return unquote(found[1])
    if "itemid" in rest.lower():
        return _item(country, unquote(unquote(rest)))
    return f"https://{_site(country)}/{rest}" if country else None


def _of_route(country: str, packed: str) -> str | None:
    """The page of a route inside the app, which is JSON in Base64."""
    try:
        route = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_").decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return None
    address = _WEB_IN_JSON.search(route)
    return address[0].replace("\\/", "/") if address else _item(country, route)


def _item(country: str, text: str) -> str | None:
    """The item page, of a route inside the app that names shop and item."""
    shop, item = _SHOP_ID.search(text), _ITEM_ID.search(text)
    if not (country and shop and item):
        return None
    return f"https://{_site(country)}/product/{shop[1]}/{item[1]}"


def _site(country: str) -> str:
    return MARKETS.get(country, f"shopee.{country}")


APP = App(schemes=r"shopee[a-z]{0,2}", to_web=to_web)
