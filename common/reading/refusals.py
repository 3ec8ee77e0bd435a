"""What a page is instead of a product: login walls, traffic checks, pages of errors, parked domains, empty shells."""

from __future__ import annotations

from common.offer import Failure, FailureReason
from common.reading.document import Document, body_text
from common.reading.words.wording import Wording

_CAPTCHA = Wording("<refusal.captcha>")
_BLOCKED = Wording("<refusal.blocked>")
_MISSING = Wording(
    r"<refusal.missing>|(?:^|\berror\s|[|–-]\s?)404(?:$|\s?[|–:-]|\s(?:error|page))", some_words=r"\b.{0,20}"
)
_PARKED = Wording("<refusal.parked>")
_LOGIN = Wording(r"^<refusal.login:words>", some_words=r".{1,80}")
_GONE = Wording("<refusal.gone>")
_CART = Wording(r"^\W*(?:<refusal.cart>)\W*\d*\W*(?:$|[-|–·])")
_BROKEN = Wording(r"\b(?:500|502|503|504)\b.*(?:error|unavailable|gateway)|<refusal.broken>")
_SMALL_CHARS = 3000
"""A wall or an error page says little else; a product page that merely mentions the words is longer."""
_TITLE_CHARS = 500


def refusal(document: Document, *, has_product: bool) -> Failure | None:
    """Why this page can be no product's page; None when nothing speaks against it. A stated product settles it."""
    if has_product:
        return None
    title = (document.title or "")[:_TITLE_CHARS]
    text = body_text(document, _SMALL_CHARS)
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
    if _MISSING.search(title) or any(_MISSING.search(heading[:_TITLE_CHARS]) for heading in document.headings[:2]):
        return Failure(FailureReason.NOT_FOUND, "the shop says the page does not exist")
    if any(map(_LOGIN.search, (title, *document.headings[:1]))) and document.root.xpath(
        "boolean(//input[@type='password'])"
    ):
        return Failure(FailureReason.LOGIN_WALL, "a login page")
    if any(map(_CART.search, (title, *document.headings[:1]))):
        return Failure(FailureReason.NOT_A_PRODUCT, "a shopping cart")
    if len(text) < 200 and not document.headings and not document.meta("og:title"):
        return Failure(FailureReason.EMPTY_SHELL, "a page without content before its scripts run")
    return None


def is_titled_gone(document: Document) -> bool:
    """Whether title or heading of a page that shows no product say that it had one. Asked when nothing was read."""
    return _GONE.search(f"{document.title or ''} {' '.join(document.headings[:2])}"[:_TITLE_CHARS]) is not None


def is_gone(document: Document) -> bool:
    """As `is_titled_gone`, anywhere near the page's beginning."""
    return is_titled_gone(document) or _GONE.search(body_text(document, _SMALL_CHARS)) is not None
