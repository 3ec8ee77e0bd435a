"""Pinecone sells at pinecone.example: /p/<item>, shortened as pco.example/<code>."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from urllib.parse import SplitResult

from common.links.deep_links import App
from common.links.wrappers import by_parameter
from common.offer import Failure, Offer
from common.page import Page
from common.reading.product import read_product
from common.shops.base import Shop, ShopLink

_DOMAINS = ("pinecone.example", "pco.example")
_ITEM = re.compile(r"/p/([0-9]{1,9})")
_CODE = re.compile(r"/[a-z0-9]{2,9}")
_TARGET = re.compile(r'data-target="([^"]{1,200})"')


def _opened(scheme: str, rest: str, extras: str) -> str | None:
    return f"https://pinecone.example/p/{rest}"


class Pinecone(Shop):
    platform = "pinecone"
    wrappers = (by_parameter(r"go\.pinecone\.example", r"/out", "to"),)
    app = App(schemes="pineconeapp", to_web=_opened)

    def owns(self, host: str) -> bool:
        return any(host == domain or host.endswith("." + domain) for domain in _DOMAINS)

    def link(self, url: str, parts: SplitResult) -> ShopLink | None:
        if parts.netloc == "pco.example" and _CODE.fullmatch(parts.path):
            return ShopLink(url, f"https://pco.example{parts.path}", self.platform, "any", short=True)
        if parts.netloc == "pinecone.example" and (found := _ITEM.fullmatch(parts.path)):
            item = found[1]
            return ShopLink(url, f"https://pinecone.example/p/{item}", self.platform, "fi", item_id=item)
        return None

    def fetch_urls(self, link: ShopLink) -> Sequence[str]:
        return (link.url_norm,)

    def read(self, page: Page, link: ShopLink | None) -> Offer | Failure:
        offer = read_product(page)
        return dataclasses.replace(offer, item_id=link.item_id) if link and isinstance(offer, Offer) else offer

    def share_target(self, body: bytes) -> str | None:
        found = _TARGET.search(body.decode("utf-8", "replace"))
        return found[1] if found else None
