"""Reading a saved page or answer as a worker would, without network or database.

read_file and read_lines open the files that hold such pages and read them in the parsing child, for a page that
somebody saved is as much a stranger's as one that a worker fetched. read_saved is pure and has no limits.
"""

from __future__ import annotations

import dataclasses
import json
import logging
import zlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from common.details.written import stated
from common.errors import ErrorCode
from common.money import format_minor
from common.offer import Failure, FailureReason, Offer
from common.outcome.crawl_result import CrawlResult
from common.outcome.judge import judge
from common.page import Page
from common.parsing.failures import ParsingRaised, ParsingStopped
from common.parsing.task import Parser
from common.shops.base import Shop, ShopLink
from common.shops.reading import read_apart
from common.shops.registry import Shops

log = logging.getLogger("crawlfleet.worker.read_saved")

MAX_BODY_BYTES = 16 * 1024 * 1024
"""A page larger than this, inflated, is refused unread."""


UNREADABLE_FILE = "UNREADABLE_FILE"
UNREADABLE_LINE = "UNREADABLE_LINE"
"""Reasons beside those of a page that was read (FailureReason)."""


async def read_lines(lines: Iterable[bytes], shops: Shops, parser: Parser) -> AsyncIterator[dict[str, Any]]:
    """One answer per line `{"file": …, "url": …}`, in order, with its `file`. A line that cannot be read is answered
    too, and costs only itself; an empty line is passed over."""
    for line in lines:
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError):
            yield refused(UNREADABLE_LINE, 'the line is no JSON object like {"file": …, "url": …}') | {"file": None}
            continue
        file = asked.get("file") if isinstance(asked, dict) else None
        url = asked.get("url") if isinstance(asked, dict) else None
        if not isinstance(file, str) or not isinstance(url, str):
            yield refused(UNREADABLE_LINE, "file and url must both be texts") | {"file": file}
            continue
        yield await read_file(file, url, shops, parser) | {"file": file}


async def read_file(file: str, url: str, shops: Shops, parser: Parser) -> dict[str, Any]:
    """As read_saved answers for the file's bytes. Never raises for a bad file: that is an answer, too.

    Raises ParsingUnavailable.
    """
    try:
        with Path(file).open("rb") as opened:  # noqa: ASYNC230  # nothing else runs beside it
            body = opened.read(MAX_BODY_BYTES + 1)
    except (OSError, ValueError) as error:
        return refused(UNREADABLE_FILE, f"{file}: {getattr(error, 'strerror', None) or error}")
    page, refusal = _page(body, url)
    if page is None:
        return refusal
    try:
        shop, link = _shop_of(url, shops)
        return _answer(await read_apart(parser, shop, page, link))
    except ParsingStopped as stopped:
        return refused(ErrorCode.PARSE_LIMIT, str(stopped))
    except ParsingRaised as error:
        return refused(FailureReason.UNREADABLE, f"the reader broke on this page ({error})")


def read_saved(body: bytes, url: str, shops: Shops) -> dict[str, Any]:
    """`{"ok": true, "offer", "verdict"}` or `{"ok": false, "reason", "detail"}`. Never raises.

    `body` may be gzip-compressed. An address of no registered shop is read by the rules for any shop.
    """
    try:
        page, refusal = _page(body, url)
        if page is None:
            return refusal
        shop, link = _shop_of(url, shops)
        return _answer(shop.read(page, link))
    except Exception as error:
        # The command reads thousands of files in one start: one of them must not end the others.
        log.exception("reading a saved page broke", extra={"url": url})
        return refused(FailureReason.UNREADABLE, f"the reader broke on this page ({type(error).__name__}: {error})")


def _page(body: bytes, url: str) -> tuple[Page | None, dict[str, Any]]:
    """The page, or why there is none."""
    inflated = gunzip(body)
    if inflated is None:
        return None, refused(FailureReason.UNREADABLE, f"larger than {MAX_BODY_BYTES} bytes, or damaged gzip")
    return Page(url=url, body=inflated), {}


def _answer(outcome: Offer | Failure) -> dict[str, Any]:
    if isinstance(outcome, Failure):
        return refused(outcome.reason, outcome.detail)
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
    if len(body) > MAX_BODY_BYTES:
        return None
    if not body.startswith(b"\x1f\x8b"):
        return body
    inflater = zlib.decompressobj(wbits=31)
    try:
        inflated = inflater.decompress(body, MAX_BODY_BYTES + 1)
    except zlib.error:
        return None
    return inflated if len(inflated) <= MAX_BODY_BYTES else None


def offer_json(offer: Offer) -> dict[str, Any]:
    """The offer's fields, `price` as decimal text beside `price_minor`; lists only where the page has them."""
    # Field by field: dataclasses.asdict copies every text of the offer, which takes longer than to merge its sources.
    fields = {one.name: getattr(offer, one.name) for one in dataclasses.fields(offer)}
    fields["came_from"], fields["price_grounds"] = dict(offer.came_from), dict(offer.price_grounds)
    for name in ("variants", "candidates"):
        fields[name] = tuple(map(dataclasses.asdict, fields[name]))
    # Without a currency the amount is shown with the digits most have: the reader of this sees what was found.
    fields["price"] = None if offer.price_minor is None else format_minor(offer.price_minor, offer.currency or "XXX")
    fields["details"] = stated(offer.details)
    for name in ("images", "variants", "details", "price_grounds", "candidates", "conflicts"):
        if not fields[name]:
            del fields[name]
    return fields


def _shop_of(url: str, shops: Shops) -> tuple[Shop, ShopLink | None]:
    try:
        host = (urlsplit(url).hostname or "").lower()
        return shops.reader(host), shops.link(url)
    except ValueError:
        return shops.reader(""), None


def looked(result: CrawlResult) -> dict[str, Any]:
    """As read_saved answers, for what a crawl came to."""
    return {
        "ok": True,
        "offer": offer_json(result.offer or Offer()),
        "verdict": {"status": result.verdict.status.value, "reason": result.verdict.reason},
    }


def refused(reason: str, detail: str) -> dict[str, Any]:
    """The answer where there is no offer."""
    return {"ok": False, "reason": str(reason), "detail": detail}
