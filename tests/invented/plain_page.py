"""A page with a title and nothing but what a test puts on it, and what is read of it."""

from __future__ import annotations

from typing import Any

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())


def plain_page(body: str, *, title: str, lang: str = "", head: str = "") -> bytes:
    """`lang` of the whole page, none where it is empty; `head` behind its title."""
    spoken = f" lang='{lang}'" if lang else ""
    top = f"<meta charset='utf-8'><title>{title}</title>{head}"
    return f"<html{spoken}><head>{top}</head><body>{body}</body></html>".encode()


def read_page(body: str, *, url: str, title: str, lang: str = "", head: str = "") -> dict[str, Any]:
    """What `crawlfleet read` answers of such a page at this address."""
    return read_saved(plain_page(body, title=title, lang=lang, head=head), url, SHOPS)


def stored_of(answer: dict[str, Any]) -> str | None:
    """The price that would be stored of what `crawlfleet read` answers."""
    is_stored = (answer.get("verdict") or {}).get("status") == "ok"
    return answer["offer"]["price"] if is_stored else None
