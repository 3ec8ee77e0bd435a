"""What a page is instead of a product: login walls, traffic checks, pages of errors, parked domains, empty shells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from common.offer import Failure, FailureReason
from common.reading import address
from common.reading.declared import schema_org
from common.reading.declared.opengraph import is_product
from common.reading.declared.own_product import any_is_named
from common.reading.found import Found
from common.reading.parsed.document import Document, body_text
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.cart_form import fills_cart_by_name
from common.reading.words.wording import Wording

_CAPTCHA = Wording("<refusal.captcha>")
_BLOCKED = Wording("<refusal.blocked>")
_BLOCKED_ALONE = Wording(r"^\W*(?:<refusal.blocked_alone>)\W*(?:$|\s[|–·-]\s)")
_MISSING = Wording(
    r"<refusal.missing>|(?:^|(?<![^\W_])(?:error|<refusal.error>)\s|[|–-]\s?)404(?:$|\s?[|–:-]|\s(?:error|page))",
    some_words=r"\b.{0,20}",
)
_MISSING_ALONE = Wording(r"\W*(?:\w+,?\s){0,4}(?:<refusal.missing>)\W*", some_words=r"\b.{0,20}")
_PARKED = Wording("<refusal.parked>")
_LOGIN = Wording(r"^<refusal.login:words>", some_words=r".{1,80}")
_GONE = Wording("<refusal.gone>")
_SOLD_OUT = Wording("<refusal.sold_out>")
_CART = Wording(r"^\W*(?:<refusal.cart>)\W*\d*\W*(?:$|[-|–·]|(?<=\s)(?:<refusal.cart>))")
_BROKEN = Wording(r"\b(?:500|502|503|504)\b.*(?:error|unavailable|gateway)|<refusal.broken>")
_CHALLENGE = re.compile(
    r"cdn-cgi/challenge|challenges\.cloudflare\.com|captcha-delivery\.com|px-captcha|_Incapsula_Resource|"
    r"awswaf\.com|arkoselabs\.com|validatecaptcha|ddos-guard",
    re.IGNORECASE,
)
"""What the best known traffic checks leave in the source of their pages."""
_WIDGET = re.compile(
    r"(?:src|action)=[\"'][^\"'\s]{0,200}captcha|"
    r"(?:class|id)=[\"'][^\"']{0,100}(?:cf-turnstile|geetest|smart-?captcha|nc_wrapper|slider-?captcha)",
    re.IGNORECASE,
)
"""What asks who is there: in such a check, and in a form below a product for what people think of it."""
_IN_ANY_CHALLENGE = tuple("challenge captcha incapsula awswaf arkose ddos turnstile geetest nc_wrapper".split())
"""One of these is in all that the two patterns find; looking for them is a hundred times faster."""
_CHALLENGE_CHARS = 1000
"""A page that is nothing but a traffic check says no more."""
_ARTICLES = frozenset(
    "article blogposting newsarticle techarticle blog analysisnewsarticle backgroundnewsarticle opinionnewsarticle "
    "reportagenewsarticle reviewnewsarticle advertisercontentarticle liveblogposting scholarlyarticle report "
    "discussionforumposting".split()
)
_LABELS_OF_ARTICLES = frozenset({"article", "og:article", "news", "newsarticle"})
_SMALL_CHARS = 3000
"""A wall or an error page says little else; a product page that merely mentions the words is longer."""
_TITLE_CHARS = 500


def refusal(document: Document) -> Failure | None:
    """Why this page, which declares no product, can be no product's page; None when nothing speaks against it."""
    title = (document.title or "")[:_TITLE_CHARS]
    text = body_text(document, _SMALL_CHARS)
    small = len(text) < _SMALL_CHARS
    said = f"{title} {' '.join(document.headings[:2])}"
    around = f"{said} {text if small else ''}"
    brief = f"{said} {text if len(text) < _CHALLENGE_CHARS else ''}"
    asks_for_proof = _CAPTCHA.search(brief) and (_CAPTCHA.search(said) or not _is_asked_to_sign_in(document))
    if _PARKED.search(around):
        return Failure(FailureReason.PARKED_DOMAIN, "the domain is parked")
    if asks_for_proof or (len(text) < _CHALLENGE_CHARS and _is_challenge(document)):
        return Failure(FailureReason.CAPTCHA, "a traffic check stands before the page")
    alone = any(map(_BLOCKED_ALONE.search, (title, *document.headings[:1])))
    if alone or _BLOCKED.search(title) or (small and _BLOCKED.search(text[:500])):
        return Failure(FailureReason.BLOCKED, "the shop refused access")
    is_brief = len(text) < _CHALLENGE_CHARS and not BESIDE_CURRENCY.search(text)  # notes of forms wait on other pages
    if _BROKEN.search(brief if is_brief else title):
        return Failure(FailureReason.ERROR_PAGE, "the shop's own error page")
    if _MISSING.search(title) or any(_MISSING.search(heading[:_TITLE_CHARS]) for heading in document.headings[:2]):
        return Failure(FailureReason.NOT_FOUND, "the shop says the page does not exist")
    if _is_login(document, title, text):
        return Failure(FailureReason.LOGIN_WALL, "a login page")
    if any(map(_CART.search, (title, *document.headings[:1]))) or address.is_cart(document.url):
        return Failure(FailureReason.NOT_A_PRODUCT, "a shopping cart")
    says_little = len(text) < 200 and not document.headings and not BESIDE_CURRENCY.search(text)
    if says_little and (not text or not document.meta("og:title")):
        return Failure(FailureReason.EMPTY_SHELL, "a page without content before its scripts run")
    return None


def missing(document: Document, declared: Sequence[Found]) -> Failure | None:
    """For a page whose first heading says that it does not exist, and nothing else, though a product is declared: one
    that is recommended in its place. None where a heading is the declared product's name.
    """
    headings = document.headings[:_MOST_HEADINGS]
    if not headings or _MISSING_ALONE.fullmatch(headings[0][:_TITLE_CHARS]) is None:
        return None
    if any_is_named(declared, *headings):
        return None
    return Failure(FailureReason.NOT_FOUND, "its heading says the page does not exist")


_MOST_HEADINGS = 6


def _is_asked_to_sign_in(document: Document) -> bool:
    """Whether the proof is asked for in a form that also asks for a password, as shops draw one above every page."""
    forms = document.root.xpath("//form[.//input[@type='password']]")
    return any(_CAPTCHA.search(squeeze(text_within(form, _CHALLENGE_CHARS))) for form in forms)


def _is_challenge(document: Document) -> bool:
    """Whether the page holds a known traffic check; a small widget of one in a form of a larger page is none, nor is
    one on a page with a field for a longer text.
    """
    source = document.text[:_SOURCE_CHARS]
    lowered = source.lower()
    may_be = any(map(lowered.__contains__, _IN_ANY_CHALLENGE))
    if may_be and _CHALLENGE.search(source):
        return True
    if document.root.xpath(_FIELDS_FOR_TEXT):
        return False
    return bool((may_be and _WIDGET.search(source)) or document.root.xpath(_KNOWN_WIDGETS))


_SOURCE_CHARS = 200_000
_FIELDS_FOR_TEXT = "boolean(//textarea[not(contains(@name, 'captcha-response'))])"
_KNOWN_WIDGETS = "boolean(//*[contains(@class, 'g-recaptcha') or contains(@class, 'h-captcha')])"


def _is_login(document: Document, title: str, text: str) -> bool:
    """A locked shop asks no money; a game of that name does."""
    if address.is_login(document.url) or (address.is_lock(document.url) and not BESIDE_CURRENCY.search(text)):
        return True
    return any(map(_LOGIN.search, (title, *document.headings[:1]))) and bool(
        document.root.xpath("boolean(//input[@type='password'])")
    )


def other_kind(document: Document) -> Failure | None:
    """What a page that is no product's is called, by its address and what it says of itself; None when nothing says."""
    said = " ".join(filter(None, (document.title, *document.headings[:2])))[:_TITLE_CHARS]
    if address.is_front(document.url):
        return Failure(FailureReason.HOME, "the shop's front page")
    if address.is_reviews(document.url):
        return Failure(FailureReason.REVIEW, "its address is that of reviews")
    if address.is_search(document.url) or address.may_be_search(document.url, said):
        return Failure(FailureReason.SEARCH, "its address is that of a search")
    return None


def says_missing(texts: Iterable[str]) -> bool:
    """Whether one of these lines of a page says that the page or product does not exist, and nothing else. Asked when
    nothing was read: shops without headings print it in a cell.
    """
    return any(_MISSING_ALONE.fullmatch(text) for text in texts)


def article(document: Document) -> Failure | None:
    """Whether the page calls itself an article, or is a forum's topic. Asked last: shops give the label to any page."""
    if is_topic(document):
        return Failure(FailureReason.ARTICLE, "it is a topic of a forum")
    kinds = {kind for node in schema_org.nodes(document) for kind in node.types()}
    is_labelled = is_labelled_article(document) and not _is_page_of_wordpress(document)
    if address.is_article(document.url) or kinds & _ARTICLES or is_labelled:
        return Failure(FailureReason.ARTICLE, "it calls itself an article")
    return None


def is_labelled_article(document: Document) -> bool:
    """Whether its label says so, which alone makes no article of a page of WordPress."""
    kind = (document.meta("og:type") or "").lower()
    return kind in _LABELS_OF_ARTICLES and not is_product(document)


def is_topic(document: Document) -> bool:
    """Whether the address is that of a topic, as that of a form that fills a shop's cart is not, or the page names the
    program of a forum as its own.
    """
    if _GENERATOR.search(document.meta("generator") or ""):
        return True
    if address.is_topic(document.url) and not fills_cart_by_name(document):
        return True
    root = document.root
    body = next(iter(root.iterchildren("body")), None)
    return root.get("id") == _OF_XENFORO or (body is not None and body.get("id") == _OF_PHPBB)


_GENERATOR = re.compile(
    r"phpbb|vbulletin|mybb|simple machines|\bsmf\b|xenforo|discourse|discuz|invision community|ip\.board|flarum|nodebb|"
    r"vanilla forums|woltlab|burning board|fluxbb|punbb|yabb",
    re.IGNORECASE,
)
"""How programs for forums call themselves. Not those that run inside a shop's own site."""
_OF_PHPBB, _OF_XENFORO = "phpbb", "XF"


def _is_page_of_wordpress(document: Document) -> bool:
    """Whether WordPress calls this a page and no post: its plug-ins label both an article."""
    if not document.holds("page-id-"):
        return False
    names = next((body.get("class") or "" for body in document.root.iter("body")), "").split()
    return "page" in names and any(_PAGE_ID.fullmatch(name) for name in names) and "single" not in names


_PAGE_ID = re.compile(r"page-id-\d+")


def is_titled_gone(document: Document) -> bool:
    """Whether title or heading of a page that shows no product say that it had one. Asked when nothing was read."""
    return says_gone(f"{document.title or ''} {' '.join(document.headings[:2])}")


def says_gone(name: str | None) -> bool:
    """Whether what stands as the name of a page's product, or as its title, says that it is no longer sold,
    or names nothing and only says that "this item" is sold out.
    """
    said = (name or "")[:_TITLE_CHARS]
    return _GONE.search(said) is not None or _SOLD_OUT.search(said) is not None


def is_gone(document: Document) -> bool:
    """As `is_titled_gone`, anywhere near the page's beginning."""
    return is_titled_gone(document) or _GONE.search(body_text(document, _SMALL_CHARS)) is not None
