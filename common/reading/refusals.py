"""What a page is instead of a product: login walls, traffic checks, pages of errors, parked domains, empty shells."""

from __future__ import annotations

import re

from common.offer import Failure, FailureReason
from common.reading.document import Document, squeeze

_CAPTCHA = re.compile(
    r"verify you are (?:a )?human|are you a (?:human|robot)|robot check|enter the characters you see|unusual traffic|"
    r"checking your browser|just a moment\.\.\.|attention required|"
    r"access to this page has been denied|pardon our interruption|"
    r"px-captcha|g-recaptcha-response|cf-challenge|滑块|安全验证|人机验证",
    re.IGNORECASE,
)
_BLOCKED = re.compile(r"access denied|403 forbidden|request blocked|you have been blocked|forbidden", re.IGNORECASE)
_MISSING = re.compile(
    r"page (?:you (?:requested|were looking for) )?(?:can(?:not|'t) be|could not be|was not|"
    r"not) found|\b404\b|not found|"
    r"seite nicht gefunden|page introuvable|página no encontrada|página não encontrada|"
    r"找不到頁面|頁面不存在|页面不存在|ページが見つかりません",
    re.IGNORECASE,
)
_PARKED = re.compile(
    r"domain (?:is|may be) for sale|buy this domain|this domain is parked|domain parking|sedoparking|"
    r"parkingcrew|hugedomains",
    re.IGNORECASE,
)
_LOGIN = re.compile(r"^(?:log ?in|sign ?in|登录|登入|anmelden|iniciar sesión|đăng nhập)\b", re.IGNORECASE)
_BROKEN = re.compile(
    r"\b(?:500|502|503|504)\b.*(?:error|unavailable|gateway)|internal server error|service unavailable", re.IGNORECASE
)
_SMALL_CHARS = 3000
"""A wall or an error page says little else; a product page that merely mentions the words is longer."""
_TITLE_CHARS = 500


def refusal(document: Document, *, has_product: bool) -> Failure | None:
    """Why this page can be no product's page; None when nothing speaks against it. A stated product settles it."""
    if has_product:
        return None
    title = (document.title or "")[:_TITLE_CHARS]
    text = _visible_text(document)
    small = len(text) < _SMALL_CHARS
    around = f"{title} {' '.join(document.headings[:2])} {text if small else ''}"
    if _PARKED.search(around):
        return Failure(FailureReason.PARKED_DOMAIN, "the domain is parked")
    if _CAPTCHA.search(around):
        return Failure(FailureReason.CAPTCHA, "a traffic check stands before the page")
    if _BLOCKED.search(title) or (small and _BLOCKED.search(text[:500])):
        return Failure(FailureReason.BLOCKED, "the shop refused access")
    if _BROKEN.search(title):
        return Failure(FailureReason.ERROR_PAGE, "the shop's own error page")
    if _MISSING.search(title):
        return Failure(FailureReason.NOT_FOUND, "the shop says the page does not exist")
    if _LOGIN.search(title) and document.root.xpath("boolean(//input[@type='password'])"):
        return Failure(FailureReason.LOGIN_WALL, "a login page")
    if len(text) < 200 and not document.headings and not document.meta("og:title"):
        return Failure(FailureReason.EMPTY_SHELL, "a page without content before its scripts run")
    return None


def _visible_text(document: Document) -> str:
    pieces: list[str] = []
    size = 0
    body = document.root.find("body")
    for element in (body if body is not None else document.root).iter("*"):
        if element.tag in {"script", "style", "noscript", "template"}:
            pieces.append(element.tail or "")
            continue
        pieces.append(element.text or "")
        pieces.append(element.tail or "")
        size += len(pieces[-1].strip()) + len(pieces[-2].strip())
        if size > _SMALL_CHARS:
            break
    return squeeze(" ".join(pieces))
