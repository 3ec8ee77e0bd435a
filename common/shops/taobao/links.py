"""Taobao's and Tmall's link forms. Both share one id space. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode

from common.links.address import is_item_id, query
from common.links.domains import is_at
from common.shops.base import ShopLink

DOMAINS = ("taobao.com", "tmall.com", "tmall.hk", "tb.cn", "detail.liangxinyao.com", "detail.yao.95095.com")
"""The last two are Tmall's pharmacy, of the same id space."""

_QUERY_NAMES = ("id", "itemid", "item_id", "item_num_id", "num_iid", "itemnumid", "default_item_id", "mallstitemid")
_JU = re.compile(r"(?:(?:detail\.)?ju|jhs\.m)\.taobao\.com")
"""The group sale's `id` counts its own offers; the item is `item_id` there."""
_BY_PATH = (
    (
        re.compile(r"[a-z]{2,12}\.(?:taobao|tmall)\.com"),
        re.compile(r"/item/(?:wap/)?([0-9]{8,19})(?:\.html?)?"),
    ),
    (re.compile(r"(?:www|world)\.taobao\.com"), re.compile(r"/list/item(?:-amp|/wap)?/([0-9]{8,19})(?:\.html?)?")),
    (re.compile(r"a\.(?:m|wapa|waptest)\.(?:taobao|tmall)\.com"), re.compile(r"/i([0-9]{8,19})\.html?")),
)
_BY_QUERY = (
    (
        re.compile(r"item\.(?:[a-z]{1,12}\.)?(?:taobao|tmall)\.com"),
        re.compile(r"/(?:item(?:_o|_detail)?|item/detail|auction/item_detail)\.j?html?"),
    ),
    (
        re.compile(r"(?:[a-z]{1,12}\.)?(?:m\.)?detail(?:\.m)?\.tmall\.(?:com|hk)"),
        re.compile(r"/(?:hk/|templates/)?(?:item(?:_o)?|venus/spu_detail|item/index)\.html?"),
    ),
    (
        re.compile(r"(?:h5|h5api)\.m\.(?:taobao|tmall)\.com"),
        re.compile(r"/(?:awp/core/detail|app/detail/(?:index|detail|home))\.html?"),
    ),
    (re.compile(r"(?:m|h5)\.intl\.(?:taobao|tmall)\.com"), re.compile(r"/detail/detail\.html?")),
    (
        re.compile(r"(?:world|tw|hk|sg|my|taiwan|hongkong)\.(?:taobao|tmall)\.com"),
        re.compile(r"/item(?:/detail)?\.html?"),
    ),
    (re.compile(r"(?:new|detail|item)\.m\.(?:taobao|tmall)\.com"), re.compile(r"/(?:detail|item)\.html?")),
    (
        re.compile(r"main\.m\.taobao\.com"),
        re.compile(r"/(?:app/ltao-fe/we-detail/home|(?:security-h5-)?detail/(?:index|home))(?:\.html?)?"),
    ),
    (
        re.compile(r"pages(?:-[a-z]+)?\.m\.(?:taobao|tmall)\.com"),
        re.compile(r"/wow/z/app/detail-next/item/index(?:\.html?)?"),
    ),
    (
        re.compile(r"market\.(?:m|wapa)\.(?:taobao|tmall)\.com"),
        re.compile(
            r"/apps?/(?:dinamic|detail-project|detail|tb-detail)/(?:[a-z0-9]{1,12}[/-]){0,4}detail[a-z0-9-]{0,24}"
            r"(?:/index)?(?:\.html?)?"
        ),
    ),
    (re.compile(r"(?:detail\.ju|jhs\.m)\.taobao\.com"), re.compile(r"/(?:m/)?home\.html?")),
    (re.compile(r"detail\.(?:liangxinyao|yao\.95095)\.com"), re.compile(r"/item\.html?")),
    (re.compile(r"ju\.taobao\.com"), re.compile(r"/(?:tg/home|m/jusp/alone/detailwap/mtp)\.html?")),
    (re.compile(r"(?:uland|ai)\.taobao\.com"), re.compile(r"/(?:item|coupon|auction)/edetail(?:\.html?)?")),
)
_ENCODED_MARK = re.compile(r"(%(?:25){0,2}3f)", re.IGNORECASE)
_SHORT_CODE = re.compile(r"/(?:[a-z]/)?[A-Za-z0-9]{1,64}(?:[._-][A-Za-z0-9]{1,64}){0,3}/?")
_TOKEN = re.compile(r"[A-Za-z0-9]{0,64}")
_CLICK_CODE = re.compile(r"/[A-Za-z0-9_-]{4,64}/?")


def owns(host: str) -> bool:
    """Whether this lower-case host is one of the two shops' own domains or lies below one."""
    return is_at(host, DOMAINS)


def link(url: str, parts: SplitResult) -> ShopLink | None:
    """The product or short link at `parts`, whose host is lower-case already."""
    parts = _reopened(parts)
    host, path = parts.netloc, parts.path.rstrip("/").lower()
    for hosts, paths in _BY_PATH:
        if hosts.fullmatch(host) and (found := paths.fullmatch(path)):
            return product_link(url, found[1]) if is_item_id(found[1]) else None
    for hosts, paths in _BY_QUERY:
        if hosts.fullmatch(host) and paths.fullmatch(path):
            item_id = _id_in_query(parts, _QUERY_NAMES[1:] if _JU.fullmatch(host) else _QUERY_NAMES)
            return product_link(url, item_id) if item_id else None
    return _short(url, parts)


def product_link(url: str, item_id: str) -> ShopLink:
    """The one canonical link of an item, whichever of the two shops shows it."""
    return ShopLink(url, f"https://item.taobao.com/item.htm?id={item_id}", "taobao", "cn", None, item_id)


def _reopened(parts: SplitResult) -> SplitResult:
    """Doubled slashes made one, and a query whose question mark was percent-encoded made a query again."""
    path = re.sub("//+", "/", parts.path)
    head, mark, rest = _ENCODED_MARK.split(path, maxsplit=1) if _ENCODED_MARK.search(path) else (path, "", "")
    return parts._replace(path=head, query=unquote(rest)) if mark else parts._replace(path=path)


def _id_in_query(parts: SplitResult, names: Sequence[str]) -> str | None:
    """The id among the parameters; pages that route by fragment (#/…?id=, #!id=) keep it there."""
    found = _id_among(query(parts), names)
    if found is None and "id=" in parts.fragment.lower():
        found = _id_among(query(parts._replace(query=parts.fragment.rpartition("?")[2].lstrip("!/"))), names)
    return found


def _id_among(values: dict[str, str], names: Sequence[str]) -> str | None:
    for name in names:
        value = values.get(name, "").strip()
        if is_item_id(value):
            return value
    return None


def _short(url: str, parts: SplitResult) -> ShopLink | None:
    host, path = parts.netloc, parts.path
    if is_at(host, ("tb.cn",)):
        if not _SHORT_CODE.fullmatch(path):
            return None
        # tk belongs to the share token the code was made for; everything else only tells who shared.
        kept = _kept(parts, ("tk",))
    elif host in {"s.click.taobao.com", "s.click.tmall.com"}:
        if path not in {"/t", "/t_js"} and not _CLICK_CODE.fullmatch(path):
            return None
        kept = _kept(parts, ("e", "tu"))
        if path in {"/t", "/t_js"} and not kept:
            return None
    else:
        return None
    return ShopLink(url, f"https://{host}{path.rstrip('/')}{'?' + kept if kept else ''}", "taobao", "cn", short=True)


def _kept(parts: SplitResult, names: tuple[str, ...]) -> str:
    try:
        pairs = parse_qsl(parts.query, max_num_fields=256)
    except ValueError:
        return ""
    kept = []
    for name, given in pairs:
        # The share text goes on right behind the token: ?tk=AbC%20CZ193
        value = _token(given) if name == "tk" else given
        if name in names and value and value.isascii():
            kept.append((name, value))
    return urlencode(kept)


def _token(text: str) -> str:
    found = _TOKEN.match(text)
    return found[0] if found else ""
