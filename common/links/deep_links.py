"""App deep links (taobao://, tbopen://, tmall://, shopeetw://, intent://) as the web address they stand for. Pure."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote

SCHEMES = r"(?:taobao(?:lite)?|ltao|tbopen|tmall|shopee[a-z]{0,2}|intent|android-app|ios-app)://"
"""The beginnings of the deep links known here, for scanners of text."""

_TAOBAO = re.compile(r"(?:taobao|tbopen|taobaolite|ltao)://(.+)", re.IGNORECASE | re.DOTALL)
_TMALL = re.compile(r"tmall://(.+)", re.IGNORECASE | re.DOTALL)
_TMALL_ITEM = re.compile(r"item[\"':]{0,3}(?:id)?[=:\"']{1,4}(\d{1,20})", re.IGNORECASE)
_H5_ADDRESS = re.compile(r"[?&]h5url=[^&#]", re.IGNORECASE)
_SHOPEE = re.compile(r"shopee([a-z]{2})?://(.*)", re.IGNORECASE | re.DOTALL)
_SHOPEE_HOST = re.compile(r"[\w.-]{0,40}shopee\.[\w.]{2,6}/", re.IGNORECASE)
_SHOP_ID = re.compile(r"shop_?id[\"']{0,2}[=:][\"']{0,2}(\d{1,20})", re.IGNORECASE)
_ITEM_ID = re.compile(r"item_?id[\"']{0,2}[=:][\"']{0,2}(\d{1,20})", re.IGNORECASE)
_NAV_ROUTE = re.compile(r"navroute=([\w%+/=-]{8,4096})", re.IGNORECASE)
_WEB_IN_JSON = re.compile(r"https?:(?:\\?/){2}[^\"'\s]{4,2048}")
_APP_ADDRESS = re.compile(r"[?&]apprl=(https?(?::|%3a)[^&#\s]{4,2048})", re.IGNORECASE)
_INTENT = re.compile(r"intent://(.+?)(?:#intent;(.*))?", re.IGNORECASE | re.DOTALL)
_INTENT_SCHEME = re.compile(r"(?:^|;)scheme=([a-z]{3,12})(?:;|$)", re.IGNORECASE)
_PACKAGE = re.compile(r"(?:^|;)package=com\.shopee\.([a-z]{2})(?:;|$)", re.IGNORECASE)
_FALLBACK = re.compile(r"S\.browser_fallback_url=([^;]+)", re.IGNORECASE)
_STORE = ("https://play.google.com/", "market://")
_APP = re.compile(r"(?:android|ios)-app://[\w.]{1,80}/([a-z]{3,12})/(.+)", re.IGNORECASE | re.DOTALL)
_TLD = {"my": "com.my", "th": "co.th", "id": "co.id", "br": "com.br", "mx": "com.mx", "co": "com.co", "ar": "com.ar"}


def to_web(url: str) -> str | None:
    """The https address a deep link opens, or None when `url` is no deep link known here."""
    if url[:4].lower() == "http":
        return None
    if found := _TAOBAO.fullmatch(url):
        return "https://" + found[1]
    if found := _TMALL.fullmatch(url):
        return _tmall(found[1])
    if found := _SHOPEE.fullmatch(url):
        return _shopee((found[1] or "").lower(), found[2])
    if found := _INTENT.fullmatch(url):
        return _intent(found[1], found[2] or "")
    if found := _APP.fullmatch(url):
        return _by_scheme(found[1], found[2])
    return None


def _by_scheme(scheme: str, rest: str) -> str | None:
    scheme = scheme.lower()
    return f"https://{rest}" if scheme in {"http", "https"} else to_web(f"{scheme}://{rest}")


def _intent(rest: str, extras: str) -> str | None:
    """An Android intent: the page for browsers that it names, unless that is an app store, else what the app opens."""
    if fallback := _FALLBACK.search(extras):
        address = unquote(fallback[1])
        if address.lower().startswith("http") and not address.startswith(_STORE):
            return address
    scheme = found[1].lower() if (found := _INTENT_SCHEME.search(extras)) else "https"
    if scheme == "shopee" and (found := _PACKAGE.search(extras)):
        scheme += found[1].lower()
    return _by_scheme(scheme, rest)


def _tmall(rest: str) -> str:
    if _H5_ADDRESS.search(rest):
        return "https://m.taobao.com/tbopen/index.html?" + rest.partition("?")[2]
    if found := _TMALL_ITEM.search(unquote(rest)):
        return f"https://detail.tmall.com/item.htm?id={found[1]}"
    return "https://" + rest


def _shopee(country: str, rest: str) -> str | None:
    if found := _NAV_ROUTE.search(rest):
        packed = unquote(found[1])
        try:
            route = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_").decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return None
        address = _WEB_IN_JSON.search(route)
        return address[0].replace("\\/", "/") if address else _item(country, route)
    if rest.lower().startswith(("http://", "https://")):
        return rest
    if _SHOPEE_HOST.match(rest):
        return "https://" + rest
    if found := _APP_ADDRESS.search(rest):
        return unquote(found[1])
    if "itemid" in rest.lower():
        return _item(country, unquote(unquote(rest)))
    return f"https://shopee.{_TLD.get(country, country)}/{rest}" if country else None


def _item(country: str, text: str) -> str | None:
    """The item page, of a route inside the app that names shop and item."""
    shop, item = _SHOP_ID.search(text), _ITEM_ID.search(text)
    if not (country and shop and item):
        return None
    return f"https://shopee.{_TLD.get(country, country)}/product/{shop[1]}/{item[1]}"
