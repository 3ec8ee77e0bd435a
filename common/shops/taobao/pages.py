"""Reading Taobao and Tmall: mtop answers (JSON and JSONP), item pages new and classic, share pages, walls, shells."""

from __future__ import annotations

import dataclasses
import re

from common.offer import Failure, FailureReason, Offer
from common.page import Page
from common.reading.found import SHOWN
from common.reading.parsed.document import Document, body_text, parse
from common.reading.product import read_document
from common.reading.text.decode import decode
from common.shops.base import ShopLink
from common.shops.taobao import state as taobao_state
from common.shops.taobao import walls as taobao_walls
from common.shops.taobao.answers import is_answer, read_answer
from common.shops.taobao.classic import read_classic
from common.shops.taobao.detail import ADAPTER, read_detail
from common.shops.taobao.price import CURRENCY
from common.shops.taobao.walls import link_of

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([\w-]{2,20})", re.IGNORECASE)
_MEASURED = frozenset({b"utf-8", b"utf8", b"gbk", b"gb2312", b"gb18030"})
_COUPON_WORDS = ("券后", "到手价", "补贴后", "补后", "优惠前")
_NOBODY = ShopLink("", "", "taobao", "cn")


def read_page(page: Page, link: ShopLink | None) -> Offer | Failure:
    """Never raises on any body."""
    wanted = (link or link_of(page.url) or _NOBODY).item_id
    head = page.body[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        return Failure(FailureReason.EMPTY_SHELL, "an empty answer")
    page = _in_chinese(page)
    if not head.startswith(b"<"):
        text = decode(page.body, page.content_type)
        if is_answer(text):
            return read_answer(text, wanted)
    document = parse(page)
    if document.root is None:
        return Failure(FailureReason.UNREADABLE, "neither HTML nor JSON")
    return _read_html(document, wanted)


def _in_chinese(page: Page) -> Page:
    """Bytes that are no UTF-8 are GB18030 when most of their characters say so, whatever the page declares or not."""
    text = page.body.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    if not broken:
        return page
    declared = _CHARSET.search((page.content_type or "").encode()) or _CHARSET.search(page.body[:8192])
    if declared and declared[1].lower() not in _MEASURED:
        return page
    # One damaged byte breaks one character; another charset breaks most of those that are not ASCII.
    beyond = sum(1 for mark in text if mark > "\x7f")
    charset = "gb18030" if broken * 4 > beyond else "utf-8"
    return dataclasses.replace(page, content_type=f"text/html; charset={charset}")


def _read_html(document: Document, wanted: str | None) -> Offer | Failure:
    if (detail := taobao_state.detail_in(document.text)) is not None:
        return read_detail(detail, wanted=wanted, source="ice-app-context")
    classic = read_classic(document, wanted)
    if isinstance(classic, Offer) and not document.complete:
        return Failure(FailureReason.UNREADABLE, "an item page that was cut short")
    if classic is not None:
        return classic
    if (wall := taobao_walls.refusal(document)) is not None:
        return wall
    if document.complete and not taobao_state.named(document.text) and (world := _world(document, wanted)) is not None:
        return world
    return Failure(FailureReason.EMPTY_SHELL, "a page without product data before its scripts run")


def _world(document: Document, wanted: str | None) -> Offer | Failure | None:
    """The pages for readers abroad carry what any shop's page may carry."""
    own = link_of(document.canonical or document.meta("og:url") or document.url)
    item_id = (own.item_id if own else None) or wanted
    if not item_id:
        return None
    offer = read_document(document, adapter=ADAPTER, currency=CURRENCY)
    if not isinstance(offer, Offer) or not offer.title or offer.price_minor is None:
        return None
    if wanted and item_id != wanted:
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {wanted}, this is item {item_id}")
    if "\ufffd" in offer.title:
        return Failure(FailureReason.UNREADABLE, "the page was damaged on its way: its text is broken")
    text = body_text(document, taobao_walls.MAX_TEXT_CHARS)
    if offer.came_from.get("price_minor") == SHOWN and any(word in text for word in _COUPON_WORDS):
        return None  # nothing says which of the shown prices needs a coupon
    return dataclasses.replace(offer, item_id=item_id, url=f"https://item.taobao.com/item.htm?id={item_id}")
