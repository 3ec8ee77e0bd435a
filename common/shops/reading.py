"""Reading a page as a task for the parsing child: the shop is named, the page comes as it was fetched."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec

from common.links.domains import site_of
from common.offer import Failure, Offer
from common.page import Page
from common.parsing.task import Parser, Task
from common.settings_tables.shops import ShopSettings
from common.shops.base import Shop, ShopLink
from common.shops.bounded import bounded
from common.shops.registry import load_shop
from common.shops.table import OPEN_WEB, SHOPS


@dataclass(frozen=True, slots=True)
class PageAsked:
    """A Page without its body, the shop whose rules read it, and what was asked for, when known."""

    platform: str
    settings: ShopSettings
    url: str
    status: int
    content_type: str | None
    requested_url: str | None
    link: ShopLink | None


@dataclass(frozen=True, slots=True)
class PageRead:
    """Exactly one of the two."""

    offer: Offer | None = None
    failure: Failure | None = None


def read_page(head: PageAsked, body: bytes) -> PageRead:
    """Shop.read as the child runs it."""
    page = Page(head.url, body, head.status, head.content_type, head.requested_url)
    outcome = _shop(head.platform, head.settings).read(page, head.link)
    return PageRead(offer=outcome) if isinstance(outcome, Offer) else PageRead(failure=outcome)


@lru_cache(maxsize=16)
def _shop(platform: str, settings: ShopSettings) -> Shop:
    return load_shop(platform, settings)


PAGE: Task[PageAsked, PageRead] = Task("page", "common.shops.reading:read_page", PageAsked, PageRead)
ANY_SHOPS_PAGE = replace(PAGE, needs="common.reading.words.wording:prepare")
"""Of a shop without rules of its own. The words of all languages, which it is read by, take a second or more of the
processor's time to compile; a fleet that reads no such page never does.
"""
_PAGES = [f"{line.partition(':')[0].rpartition('.')[0]}.pages" for line in SHOPS.values()]
READERS = ("common.shops.reading", *(module for module in _PAGES if find_spec(module)))
"""Modules for a child to load before the first page."""


async def read_apart(parser: Parser, shop: Shop, page: Page, link: ShopLink | None) -> Offer | Failure:
    """Shop.read in the parser, its offer bounded. Raises ParsingStopped, ParsingRaised, ParsingUnavailable."""
    head = PageAsked(shop.platform, shop.settings, page.url, page.status, page.content_type, page.requested_url, link)
    task = ANY_SHOPS_PAGE if shop.platform == OPEN_WEB else PAGE
    answer = await parser.run(task, head, page.body, site=site_of(page.url))
    return bounded(answer.offer) if answer.offer else answer.failure or _nothing()


def _nothing() -> Failure:
    raise ValueError("neither an offer nor a failure")
