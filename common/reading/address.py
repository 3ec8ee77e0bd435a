"""What a page's address alone says of it: the shop's front, a search, reviews, a login, the cart, an article.

Words that shops put into addresses stand with their languages; here stand names that shop systems give, in English:
parameters, and short parts such as "dp".
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from common.links.tracking import is_tracking
from common.reading.parsed.letters import folded
from common.reading.text.address_parts import is_front_page, last_part, path_of
from common.reading.words.wording import Wording

_END = r"(?:\.\w{2,5})?(?=[/?#]|$)"
_LAST = r"(?:\.\w{2,5})?/?$"
_SEARCH = Wording(rf"/(?:<names.search_path>)(?:-(?:dir|page|list|index|products?|catalog))?{_END}")
_LIST = Wording(rf"/(?:<names.list_path>){_END}")
_ALL_PRODUCTS = Wording(r"/(?:all-?|our-?)?(?:<names.products_path>)/?\Z")
"""What stands behind is what names one of them."""
_OF_SYSTEM = re.compile(r"/[^/_]+(?<!itamin)_c_\d{1,4}\.html?\Z|/[^/]+_s/\d+\.html?\Z|/page=\d+(?:[;/]|\Z)")
"""As programs of shops call categories and their further pages: "/Oak-Tables_c_24.html", "/Tables_s/12.htm"."""
_OF_PRODUCT = re.compile(r"/(?:products?|p|item|dp)/", re.IGNORECASE)
_OF_PRODUCT_PAGE = re.compile(r"product-?(?:info|display|details?)|/p/|/product", re.IGNORECASE)
_LIST_PARAMETERS = frozenset("cpath manufacturers_id manufacturer_id id_category category_id catid".split())
"""Names of parameters that hold a category or brand, on pages without the number of a product."""
_REVIEWS = Wording(rf"/(?:<names.review_path>){_END}|/board/product/(?:read|list)\.html?\Z")
"""Also the boards that one program of shops has for what buyers write of its goods."""
_LOGIN = Wording(rf"/(?:<names.login_path>){_LAST}")
_LOCKED = Wording(r"(?:/[a-z]{2})?/(?:<names.locked_path>)/?\Z")
_CART = Wording(
    rf"/(?:<names.cart_path>){_LAST}|/checkouts?/.{{0,40}}(?:success|confirm|thank[-_]?you|order-?received)"
)
_ARTICLE = Wording(rf"/(?:<names.article_path>){_END}")
_TOPIC = re.compile(
    r"/(?:(?:view|show|print)-?(?:topic|thread)|thread-?view)(?:\.\w{2,5})?(?=/|\Z)|"
    r"/(?:thread-\d+(?:-\d+){2}|topic-?\d+)\.html?\Z|/topic/\d+-[^/]|/threads/[^/]+\.\d+(?=/|\Z)",
    re.IGNORECASE,
)
"""As the programs of forums call a topic's page."""
_TOPIC_PARAMETERS = re.compile(
    r"(?:[?&]|\A)(?:mod=viewthread|showtopic=\d+|topic=\d+\.(?:\d+|msg\d+|new))(?=&|\Z)", re.IGNORECASE
)
_SERVICE = Wording(rf"/(?:<names.service_path>){_END}")
_LEADS_OUT = Wording(r"/(?:[a-z]{2}/)?(?:<names.leads_out>)(?:/|\.php|\?|\Z)")
_NAMED_BEHIND = re.compile(r"/(?:keywords?|key|query|q|text|term)/[^/]+/?\Z", re.IGNORECASE)
"""What was searched for, behind its name: "/search/key/oak"."""
_RESULTS = re.compile(r"/(?:result|results|s)/?$")
_ASKED = frozenset(
    "q k s w sw text query search keyword keywords search_query searchterm searchtext ntt _nkw term st "
    "search_text".split()
)
"""Names of parameters that hold what was searched for."""
_SURE = frozenset("query search search_query searchterm searchtext ntt _nkw search_text".split())
_LEAST_ASKED_CHARS = 2


def is_front(url: str) -> bool:
    """Whether this is the shop's front page ("/", "/nl/nl/"), whose deal of the day looks like a product; also with
    parameters that only tell who came ("/?utm_source=feed").
    """
    page, _, asked = url.partition("#")[0].partition("?")
    is_asked = any(one and not is_tracking(one.partition("=")[0]) for one in asked.split("&"))
    return not is_asked and is_front_page(page)


def is_search(url: str) -> bool:
    """Whether the path names a search and the address what was searched for, in a parameter or behind it:
    "/search?q=cup", "/s?k=cup", "/sch/i.html?_nkw=cup"; or whether the front page is asked for something. Elsewhere a
    parameter alone says nothing: product pages keep it, too.
    """
    path, asked = _path(url), asks(url)
    found = _SEARCH.search(path)
    if found is None:
        return asked and (_RESULTS.search(path) is not None or _asks_front(url))
    return asked or _parts_behind(path, found.end()) <= 1 or _NAMED_BEHIND.match(path, found.end()) is not None


def asks(url: str) -> bool:
    """Whether a parameter holds what was searched for, by its name."""
    return any(value and name in _ASKED for name, value in _parameters(url))


def asks_for(url: str, said: str) -> bool:
    """Whether such a parameter holds just what is said here."""
    about = folded(said)
    return bool(about) and any(name in _ASKED and folded(value) == about for name, value in _parameters(url))


def _asks_front(url: str) -> bool:
    """Whether the front page is asked: "/?s=cup", as WordPress searches. A value with a stroke names a page."""
    named = any(name in _OF_FRONT and value and "/" not in value for name, value in _parameters(url))
    return named and is_front(url.partition("#")[0].partition("?")[0])


_OF_FRONT = frozenset("s q search keyword keywords".split())


def _parts_behind(path: str, end: int) -> int:
    """How many parts of the path follow that position."""
    return len([part for part in path[end:].split("/") if part])


def may_be_search(url: str, said: str) -> bool:
    """Whether a parameter holds what was searched for, by its name or because the title and headings (`said`) repeat
    it.
    """
    about = folded(said)
    return any(
        name in _SURE or (name in _ASKED and len(value) > _LEAST_ASKED_CHARS and folded(value) in about)
        for name, value in _parameters(url)
        if value
    )


def is_list(url: str) -> bool:
    """Whether the path ends in a word for categories or brands, or in one part behind it, and has none for products;
    or in a word for all products, without any parameter. Behind a word of several, such as "product-category", there
    may be more parts: shop systems call nothing but lists so.
    """
    path = _path(url)
    if _OF_SYSTEM.search(path_of(url)) is not None:
        return True
    asked = {name for name, value in _parameters(url) if value and not is_tracking(name)}
    if asked & _LIST_PARAMETERS and not any("product" in name or name in {"id", "item"} for name in asked):
        return _OF_PRODUCT_PAGE.search(path) is None
    if _ALL_PRODUCTS.search(path) and not any(asked):
        return True
    found = _LIST.search(path)
    if found is None or _OF_PRODUCT.search(path) is not None:
        return False
    return _parts_behind(path, found.end()) <= 1 or "-" in found[0]


def is_product(url: str) -> bool:
    """Whether a part of the path is a word for one product, with something behind it: "/p/B01", "/product/blue-cup"."""
    return _OF_ONE.search(_path(url)) is not None


_OF_ONE = Wording(r"/(?:p|dp|prod|<names.product_path>)/[^/?#]{2,}")


def speaks_of_product(url: str) -> bool:
    """Whether the path or its page is named after one product or its details: "/ficha-producto.html", "/urundetay"."""
    return is_product(url) or _NAMED_PRODUCT.search(_path(url)) is not None


_NAMED_PRODUCT = Wording(
    r"(?:<names.product>|<names.product_end>)-?(?:info|display|details?|detay|view|page|show)?(?:\.\w{2,5})?/?$|"
    r"(?:<names.details>)-?(?:de-?)?(?:<names.product>)"
)


def repeats(url: str, name: str) -> bool:
    """Whether the last part of the path is this name, of two words or more, written as addresses are."""
    words = _WORDS.findall(folded(name))
    return len(words) > 1 and _WORDS.findall(folded(last_part(_path(url)))) == words


_WORDS = re.compile(r"[^\W_]+")


def is_reviews(url: str) -> bool:
    """Whether a part of the path is a word for reviews: "/product-reviews/C1", "/p/cup/reviews"."""
    return _REVIEWS.search(_path(url)) is not None


def is_login(url: str) -> bool:
    """Whether the path ends in a word for a login."""
    return _LOGIN.search(_path(url)) is not None


def is_lock(url: str) -> bool:
    """Whether the whole path is the word for a shop that a password locks."""
    return _LOCKED.match(_path(url)) is not None


def is_cart(url: str) -> bool:
    """Whether the path ends in a word for the cart or the checkout, or is that of an order that was placed."""
    return _CART.search(_path(url)) is not None


def is_article(url: str) -> bool:
    """Whether a part of the path is a word for articles, with something behind it."""
    found = _ARTICLE.search(_path(url))
    return found is not None and len(_path(url)) > found.end() + 1


def is_topic(url: str) -> bool:
    """Whether the address is one that the programs of forums give a topic: "/viewtopic.php?t=7", "?topic=7.0"."""
    asked = url.partition("#")[0].partition("?")[2].replace(";", "&")
    return _TOPIC.search(_path(url)) is not None or _TOPIC_PARAMETERS.search(asked) is not None


def is_service(url: str) -> bool:
    """Whether a part of the path is a word for services, hire, trips, gifts or draws, with something behind it."""
    found = _SERVICE.search(_path(url))
    return found is not None and len(_path(url)) > found.end() + 1


def leads_out(url: str) -> bool:
    """Whether the path begins as those do that lead on to another site: "/go/4711", "/visit/88"."""
    return _LEADS_OUT.match(_path(url)) is not None


def _path(url: str) -> str:
    """The path; where a parameter names the page ("index.php?route=account/login"), that name stands behind it."""
    path = path_of(url)
    named = next((value for name, value in _parameters(url) if name in _ROUTES and _ROUTE.fullmatch(value)), None)
    return f"{path.rstrip('/')}/{named}".replace("_", "-") if named else path.replace("_", "-")


_ROUTES = frozenset("route main_page controller view page act action".split())
"""Names of parameters that hold which page is meant."""
_ROUTE = re.compile(r"[a-z][a-z_/-]{2,60}", re.IGNORECASE)


def _parameters(url: str) -> list[tuple[str, str]]:
    try:
        return [(name.lower(), value) for name, value in parse_qsl(urlsplit(url).query, max_num_fields=100)]
    except ValueError:
        return []
