"""App deep links (taobao://, tbopen://, tmall://, shopeetw://, intent://) as the web address they stand for. Pure."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote

_TAOBAO = re.compile(r"(?:taobao|tbopen|taobaolite|ltao)://(.+)", re.IGNORECASE | re.DOTALL)
_TMALL = re.compile(r"tmall://(.+)", re.IGNORECASE | re.DOTALL)
_TMALL_ITEM = re.compile(r"item[\"':]*(?:id)?[=:\"']+(\d{1,20})", re.IGNORECASE)
_SHOPEE = re.compile(r"shopee([a-z]{2})?://(.*)", re.IGNORECASE | re.DOTALL)
_NAV_ROUTE = re.compile(r"navroute=([\w%+/=-]{8,4096})", re.IGNORECASE)
_WEB_IN_JSON = re.compile(r"https?:(?:\\?/){2}[^\"'\s]{4,2048}")
_INTENT = re.compile(r"intent://(.+?)(?:#intent;(.*))?", re.IGNORECASE | re.DOTALL)
_FALLBACK = re.compile(r"S\.browser_fallback_url=([^;]+)", re.IGNORECASE)
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
        fallback = _FALLBACK.search(found[2] or "")
        return unquote(fallback[1]) if fallback else "https://" + found[1]
    return None


def _tmall(rest: str) -> str:
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
        return address[0].replace("\\/", "/") if address else None
    if rest.lower().startswith(("http://", "https://")):
        return rest
    return f"https://shopee.{_TLD.get(country, country)}/{rest}" if country else None
