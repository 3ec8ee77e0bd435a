"""Why a page on which nothing names a product is none: what it is instead, the surest kind first."""

from __future__ import annotations

from common.offer import Failure, FailureReason
from common.reading import listing
from common.reading.address import is_list
from common.reading.instead.refusals import article, is_gone, is_titled_gone, says_missing
from common.reading.instead.unfilled import why as why_unfilled
from common.reading.parsed.document import Document
from common.reading.visible.view import whole_view

_NOTE_CHARS = 80
_FEW_CARDS = 2
"""Prices in cards that make a list of a page that is nothing else."""


def why_none(document: Document, other: Failure | None, listed: int, thing: str | None) -> Failure:
    """Why a page on which nothing names a product is none. `listed`: how many products it marks up; `thing`: what it
    declares to be about instead.
    """
    if other is not None and (other.reason is FailureReason.HOME or not is_titled_gone(document)):
        return other
    if thing is not None:
        is_about = f"its structured data says that it is about {thing}"
        return article(document) or Failure(FailureReason.NOT_A_PRODUCT, is_about)
    shown = whole_view(document).lines
    if says_missing(line.text for line in shown if not line.hidden and len(line.text) <= _NOTE_CHARS):
        return Failure(FailureReason.NOT_FOUND, "the shop says that there is no such product")
    lists = listing.why(document, _FEW_CARDS) or ("the one product it marks up is another page's" if listed else None)
    if lists is not None and not is_titled_gone(document):
        return Failure(FailureReason.LISTING, lists)
    if is_gone(document):
        return Failure(FailureReason.REMOVED, "the page says that the product is no longer sold")
    if is_list(document.url):
        return Failure(FailureReason.LISTING, "its address is that of a category or brand")
    told = article(document)
    if told is None and (unfilled := why_unfilled(document)) is not None:
        return Failure(FailureReason.EMPTY_SHELL, unfilled)
    if told is None and (alike := listing.looks_like_one(document)) is not None:
        return Failure(FailureReason.LISTING, alike)
    return told or Failure(FailureReason.NOT_A_PRODUCT, "nothing on the page says that it is a product's")
