"""Reading Taobao and Tmall: mtop answers (JSON and JSONP), item pages new and classic, share pages, walls, shells."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from common.links.address import parse as parse_address
from common.offer import Failure, FailureReason, Offer
from common.page import Page
from common.reading.decode import decode
from common.reading.document import Document, parse
from common.reading.embedded_state import assigned_json
from common.reading.json_text import loads
from common.reading.product import read_document
from common.shops import taobao_links
from common.shops.base import ShopLink
from common.shops.taobao_classic import read_classic
from common.shops.taobao_detail import ADAPTER, CURRENCY, read_detail

_JSONP = re.compile(r"\A\s{0,100}[\w$.]{1,60}\s{0,10}\((?=\s{0,100}[{\[])")
_STATE = re.compile(r"__ICE_APP_CONTEXT__")
_STATE_START = re.compile(r"(?:var\s{1,5}\w{1,20}|__ICE_APP_CONTEXT__)\s{0,5}=\s{0,5}(?=\{\s{0,5}[\"'])")
_SHARE_TARGET = re.compile(r"""\bvar\s{1,5}url\s{0,5}=\s{0,5}['"](https?://[^'"\s]{5,2000})['"]""")
_LOGIN = re.compile(
    r"login\.(?:m\.)?(?:taobao|tmall)\.com/(?:member/)?(?:login|jump)|id=[\"']login-form|fm-login-id|TPL_username",
    re.IGNORECASE,
)
_LOGIN_ADDRESS = re.compile(
    r"https?://(?:login|passport|pass)\.(?:m\.)?(?:taobao|tmall|alibaba|tmall\.hk)", re.IGNORECASE
)
_LOGIN_TITLE = ("登录", "sign in", "login", "請登入", "登入")
_CAPTCHA = re.compile(
    r"punish\?x5secdata|/_____tmd_____/|x5referer|sufei-punish|nc_1_n1z|滑块验证|验证码拦截", re.IGNORECASE
)
_GONE = (
    "您查看的宝贝不存在",
    "此宝贝已下架",
    "宝贝已下架",
    "商品已下架",
    "您查看的商品找不到",
    "很抱歉，您查看的宝贝不存在",
    "该商品已下架",
)

_RETURN_CODES = (
    (re.compile(r"TOKEN|ILLEGAL_ACCESS|FAIL_SYS_ILLEGEL"), FailureReason.TOKEN_NEEDED),
    (re.compile(r"SESSION_EXPIRED|NEED_LOGIN|LOGIN"), FailureReason.LOGIN_WALL),
    (re.compile(r"USER_VALIDATE|RGV587|PUNISH|CAPTCHA"), FailureReason.CAPTCHA),
    (re.compile(r"TRAFFIC_LIMIT|FLOW_LIMIT|LIMIT|BLOCK|DENY|FORBID"), FailureReason.BLOCKED),
    (re.compile(r"ITEM_NOT|NOT_FOUND|NOT_EXIST|NO_ITEM|ITEM_DELETE"), FailureReason.NOT_FOUND),
)


def read_page(page: Page, link: ShopLink | None) -> Offer | Failure:
    """Never raises on any body."""
    wanted = (link or _link(page.url) or _NOBODY).item_id
    head = page.body[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        return Failure(FailureReason.EMPTY_SHELL, "an empty answer")
    if not head.startswith(b"<"):
        text = decode(page.body, page.content_type)
        if head[:1] in (b"{", b"[") or _JSONP.match(text):
            return _read_answer(_loads_answer(text), wanted)
    document = parse(page)
    if document.root is None:
        return Failure(FailureReason.UNREADABLE, "neither HTML nor JSON")
    return _read_html(document, wanted)


_NOBODY = ShopLink("", "", "taobao", "cn")


def _loads_answer(text: str) -> Any:
    wrapper = _JSONP.match(text)
    if wrapper:
        text = text[wrapper.end() :].rstrip().rstrip(";").rstrip().removesuffix(")")
    return loads(text)


def _read_answer(answer: Any, wanted: str | None) -> Offer | Failure:
    if not isinstance(answer, dict):
        return Failure(FailureReason.UNREADABLE, "a JSON answer that is broken or was cut short")
    told = answer.get("ret")
    codes = " ".join(str(code) for code in told[:5]) if isinstance(told, list) else str(told or "")
    data = answer.get("data")
    if codes and "SUCCESS" not in codes.upper().partition("::")[0]:
        for pattern, reason in _RETURN_CODES:
            if pattern.search(codes.upper()):
                return Failure(reason, f"mtop answered {codes[:200]}")
        return Failure(FailureReason.ERROR_PAGE, f"mtop answered {codes[:200]}")
    detail = data if isinstance(data, dict) else answer
    if "item" not in detail and isinstance(detail.get("res"), dict):
        detail = detail["res"]
    if not detail.get("item"):
        return Failure(FailureReason.EMPTY_SHELL, "the answer holds no item")
    return read_detail(detail, wanted=wanted, source="mtop")


def _read_html(document: Document, wanted: str | None) -> Offer | Failure:
    if _STATE.search(document.text) and (detail := _ice_detail(document.text)):
        return read_detail(detail, wanted=wanted, source="ice-app-context")
    if (classic := read_classic(document, wanted)) is not None:
        return classic
    if (wall := _wall(document)) is not None:
        return wall
    if (world := _world(document, wanted)) is not None:
        return world
    if target := _SHARE_TARGET.search(document.text):
        return Failure(FailureReason.SHARE_REDIRECT, f"a share page that leads to {target[1][:300]}")
    return Failure(FailureReason.EMPTY_SHELL, "a page without product data before its scripts run")


def _ice_detail(text: str) -> dict[str, Any] | None:
    for start in _STATE_START.finditer(text):
        state = assigned_json(text[start.start() : start.end() + 4_000_000], start[0].rstrip("= "))
        node: Any = state
        for key in ("loaderData", "home", "data", "res"):
            node = node.get(key) if isinstance(node, dict) else None
        if isinstance(node, dict) and node.get("item"):
            return node
    return None


def _wall(document: Document) -> Failure | None:
    title = (document.title or "").lower()
    if _LOGIN_ADDRESS.match(document.url) or (
        any(word in title for word in _LOGIN_TITLE) and _LOGIN.search(document.text)
    ):
        return Failure(FailureReason.LOGIN_WALL, "Taobao's login page")
    if _CAPTCHA.search(document.text) and not document.headings:
        return Failure(FailureReason.CAPTCHA, "Taobao's traffic check")
    if any(phrase in document.text for phrase in _GONE):
        return Failure(FailureReason.REMOVED, "Taobao says the item is gone")
    return None


def _world(document: Document, wanted: str | None) -> Offer | None:
    """The pages for readers abroad carry what any shop's page may carry."""
    offer = read_document(document, adapter=ADAPTER, currency=CURRENCY)
    if not isinstance(offer, Offer) or not offer.title or offer.price_minor is None:
        return None
    own = _link(document.canonical or document.meta("og:url") or document.url)
    item_id = (own.item_id if own else None) or wanted
    if not item_id:
        return None
    return dataclasses.replace(offer, item_id=item_id, url=f"https://item.taobao.com/item.htm?id={item_id}")


def _link(url: str) -> ShopLink | None:
    parts = parse_address(url)
    return taobao_links.link(url, parts) if parts else None
