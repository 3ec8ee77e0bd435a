"""What a page of Taobao or Tmall is instead of a product: login, traffic check, gone, a list, a share page."""

from __future__ import annotations

import re

from common.links.address import parse as parse_address
from common.offer import Failure, FailureReason
from common.reading.parsed.document import Document, body_text
from common.reading.text.address_parts import host_of
from common.shops.base import ShopLink
from common.shops.taobao import links as taobao_links

_SHARE_TARGET = re.compile(r"""\bvar\s{1,5}url\s{0,5}=\s{0,5}['"](https?:(?:\\?/){2}[^'"\s]{5,4000})['"]""")
_GOES_TO = re.compile(
    r"""(?:location(?:\.href)?\s{0,5}=\s{0,5}|location\.(?:replace|assign)\(\s{0,5}|"""
    r"""http-equiv=["']?refresh["']?[^>]{0,40}url=)['"]?((?:https?:)?(?:\\?/){2}[^'"\s>]{5,4000})""",
    re.IGNORECASE,
)
_LOGIN_HOST = re.compile(
    r"(?:login|passport|pass|havanalogin)\.(?:[a-z]{2,5}\.)?(?:taobao|tmall|alibaba)\.(?:com|hk)", re.IGNORECASE
)
_LOGIN_FORM = re.compile(
    r"login\.(?:m\.)?(?:taobao|tmall)\.com/(?:member/)?(?:login|jump)|id=[\"']?login-form|fm-login-id|TPL_username|"
    r"<input[^>]{1,200}type=[\"']?password",
    re.IGNORECASE,
)
_LOGIN_TITLE = re.compile(r"登录|登入|log ?in\b|sign ?in\b", re.IGNORECASE)
_CAPTCHA = re.compile(
    r"punish\?x5secdata|/_____tmd_____/|x5referer|sufei-punish|nc_1_n1z|baxia-dialog|滑块验证|验证码拦截|"
    r"拖动.{0,12}滑块|通过验证以确保|_config_\s{0,3}=\s{0,3}\{[^}]{0,300}[\"']?captcha",
    re.IGNORECASE,
)
_DENIED = re.compile(r"访问被拒绝|访问受限|拒绝访问|请求被拦截|access denied|403 forbidden", re.IGNORECASE)
_GONE = re.compile(
    r"(?:您|你)?(?:查看|访问|瀏覽|要找)的(?:宝贝|商品|寶貝|页面|产品).{0,6}(?:不存在|找不到|已下架|被删除|已被删除|不見了)|"
    r"(?:此|该|本|這件|这件)?(?:宝贝|商品|寶貝)(?:已经|已被|已|被)(?:下架|删除|刪除|转移)|"
    r"(?:item|product) (?:is no longer available|does not exist|has been removed|not found)",
    re.IGNORECASE,
)
_BROKEN = re.compile(
    r"出错了|出错啦|系统繁忙|网络(?:开小差|异常)|服务器.{0,4}(?:错误|异常)|50[0234] |页面走丢", re.IGNORECASE
)
MAX_TEXT_CHARS = 20_000
"""Of the page's text that is looked at."""
_SMALL_CHARS = 1500
_FEW_CHARS = 30
_REDIRECT_CHARS = 5000
"""A page that only leads elsewhere is no longer than this, scripts included."""


def refusal(document: Document) -> Failure | None:
    """Why this page is no product's; None when nothing speaks against it."""
    title, text = document.title or "", body_text(document, MAX_TEXT_CHARS)
    small = len(text) < _SMALL_CHARS
    is_login = _LOGIN_TITLE.search(title) and _LOGIN_FORM.search(document.text)
    if is_login or _LOGIN_HOST.fullmatch(host_of(document.url)):
        return Failure(FailureReason.LOGIN_WALL, "Taobao's login page")
    if "punish" in document.url or (_CAPTCHA.search(document.text) and not document.headings and small):
        return Failure(FailureReason.CAPTCHA, "Taobao's traffic check")
    if small and _DENIED.search(f"{title} {text}"):
        return Failure(FailureReason.BLOCKED, "Taobao refused access")
    if _GONE.search(f"{title} {text}"):
        return Failure(FailureReason.REMOVED, "Taobao says the item is gone")
    if len(text) < _FEW_CHARS and ("请登录" in text or "請登入" in text):
        return Failure(FailureReason.LOGIN_WALL, "a page that only asks for a login")
    target = _SHARE_TARGET.search(document.text)
    if target is None and len(document.text) < _REDIRECT_CHARS:
        target = _GOES_TO.search(document.text)
    if target and (led := _leads(target[1].replace("\\/", "/"))) is not None:
        return led
    if _BROKEN.search(title) or (len(text) < 200 and _BROKEN.search(text)):
        return Failure(FailureReason.ERROR_PAGE, "Taobao's page for errors")
    listed = _listed(document)
    if listed >= 3 and link_of(document.canonical or document.meta("og:url") or document.url) is None:
        return Failure(FailureReason.LISTING, f"a page that lists {listed} products, not one product")
    return None


def _leads(address: str) -> Failure | None:
    """What an address that the page sends its visitor to stands for; None when it is none of the two shops'."""
    address = "https:" + address if address.startswith("//") else address
    if _LOGIN_HOST.fullmatch(host_of(address)):
        return Failure(FailureReason.LOGIN_WALL, "a page that leads to Taobao's login")
    if "punish" in address or "_____tmd_____" in address:
        return Failure(FailureReason.CAPTCHA, "a page that leads to Taobao's traffic check")
    host = host_of(address)
    if not taobao_links.owns(host):
        return None
    return Failure(FailureReason.SHARE_REDIRECT, f"a share page that leads to {address[:300]}")


def _listed(document: Document) -> int:
    """How many different items the page links to."""
    found = set()
    for href in document.root.xpath("//a/@href")[:2000]:
        if ("id=" in href or ".htm" in href) and (link := link_of(document.absolute(href) or "")) and link.item_id:
            found.add(link.item_id)
    return len(found)


def link_of(url: str) -> ShopLink | None:
    """The item or short link this address names."""
    parts = parse_address(url)
    return taobao_links.link(url, parts) if parts else None
