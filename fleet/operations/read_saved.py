"""Reading a saved page or answer as a worker would: what `crawlfleet read` prints. Pure."""

from __future__ import annotations

import dataclasses
import logging
import zlib
from typing import Any
from urllib.parse import urlsplit

from common.money import format_minor
from common.offer import Failure, FailureReason, Offer
from common.outcome.judge import judge
from common.page import Page
from common.shops.base import Shop, ShopLink
from common.shops.registry import Shops

log = logging.getLogger("crawlfleet.worker.read_saved")

MAX_BODY_BYTES = 16 * 1024 * 1024
"""A page larger than this, inflated, is refused unread."""


def read_saved(body: bytes, url: str, shops: Shops) -> dict[str, Any]:
    """`{"ok": true, "offer", "verdict"}` or `{"ok": false, "reason", "detail"}`. Never raises.

    `body` may be gzip-compressed. An address of no registered shop is read by the rules for any shop.
    """
    try:
        return _read(body, url, shops)
    except Exception as error:
        # The command reads thousands of files in one start: one of them must not end the others.
        log.exception("reading a saved page broke", extra={"url": url})
        return _refused(FailureReason.UNREADABLE, f"the reader broke on this page ({type(error).__name__}: {error})")


def _read(body: bytes, url: str, shops: Shops) -> dict[str, Any]:
    inflated = gunzip(body)
    if inflated is None:
        return _refused(FailureReason.UNREADABLE, f"larger than {MAX_BODY_BYTES} bytes, or damaged gzip")
    shop, link = _shop_of(url, shops)
    outcome = shop.read(Page(url=url, body=inflated), link)
    if isinstance(outcome, Failure):
        return _refused(outcome.reason, outcome.detail)
    verdict = judge(outcome)
    return {
        "ok": True,
        "offer": offer_json(outcome),
        "verdict": {"status": verdict.status.value, "reason": verdict.reason},
    }


def gunzip(body: bytes) -> bytes | None:
    """The inflated bytes; the bytes themselves when they are not gzip; None past the limit or when nothing inflates.

    A file cut short gives what could be inflated.
    """
    if not body.startswith(b"\x1f\x8b"):
        return body if len(body) <= MAX_BODY_BYTES else None
    inflater = zlib.decompressobj(wbits=31)
    try:
        inflated = inflater.decompress(body, MAX_BODY_BYTES + 1)
    except zlib.error:
        return None
    return inflated if len(inflated) <= MAX_BODY_BYTES else None


def offer_json(offer: Offer) -> dict[str, Any]:
    """The offer's fields, `price` as decimal text beside `price_minor`; lists only where the page has them."""
    fields = dataclasses.asdict(offer)
    # Without a currency the amount is shown with the digits most have: the reader of this sees what was found.
    fields["price"] = None if offer.price_minor is None else format_minor(offer.price_minor, offer.currency or "XXX")
    for name in ("images", "variants", "conflicts"):
        if not fields[name]:
            del fields[name]
    return fields


def _shop_of(url: str, shops: Shops) -> tuple[Shop, ShopLink | None]:
    try:
        host = (urlsplit(url).hostname or "").lower()
        return shops.reader(host), shops.link(url)
    except ValueError:
        return shops.reader(""), None


def _refused(reason: FailureReason, detail: str) -> dict[str, Any]:
    return {"ok": False, "reason": reason.value, "detail": detail}
