"""Reading Shopee: item JSON and server-rendered product pages; everything else is refused by its reason.

A page is a product's page only when it says so itself (its canonical link or the one Product node names the item asked
for): search, category and shop pages carry Product nodes too, one per listed item.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from common.links.address import parse as parse_address
from common.offer import Failure, FailureReason, Offer
from common.page import Page
from common.reading import schema_org
from common.reading.document import Document, parse
from common.reading.json_text import loads, text_of
from common.reading.product import offer_of
from common.shops import shopee_json, shopee_links
from common.shops.base import ShopLink

_LOGIN_PATH = re.compile(r"/buyer/login|/account/login", re.IGNORECASE)
_CAPTCHA_PATH = re.compile(r"/verify/(captcha|traffic|ivs)", re.IGNORECASE)
_LISTED = re.compile(r"-i\.\d{3,20}\.\d{3,20}|/product/\d{3,20}/\d{3,20}")
_PIECES = re.compile(
    r"(?<![\d.,])(\d{1,9})\s(?:pieces? available|pi?ezas? disponibles|peças disponíveis|sản phẩm có sẵn)", re.IGNORECASE
)
_GONE = re.compile(
    r"this product (?:no longer exists|has been removed)|the product doesn['’]t exist|商品不存在|"
    r"este produto não existe|sản phẩm này không tồn tại|produk tidak ditemukan",
    re.IGNORECASE,
)


def read_page(page: Page, link: ShopLink | None) -> Offer | Failure:
    """Never raises on any body."""
    region = link.region if link else _region(page.url)
    url = link.url_norm if link and not link.short else page.url
    head = page.body[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:1] in (b"{", b"["):
        answer = loads(page.body.decode("utf-8", errors="replace"))
        if answer is None:
            return Failure(FailureReason.UNREADABLE, "a JSON answer that is broken or was cut short")
        return shopee_json.read_json(answer, link or _link(page.url), region, url)
    document = parse(page)
    if document.root is None:
        return Failure(FailureReason.UNREADABLE, "neither HTML nor JSON")
    return _read_html(document, link or _link(page.url), region)


def _read_html(document: Document, link: ShopLink | None, region: str | None) -> Offer | Failure:
    own = document.canonical or document.meta("og:url") or ""
    for address in (own, document.url):
        if _LOGIN_PATH.search(address):
            return Failure(FailureReason.LOGIN_WALL, "Shopee's login page")
        if _CAPTCHA_PATH.search(address):
            return Failure(FailureReason.CAPTCHA, "Shopee's traffic check")
    own_link = _link(own)
    asked = link or own_link
    nodes = [node for node in schema_org.nodes(document) if schema_org.is_a(node, "Product")]
    if asked and own_link and own_link.item_id != asked.item_id:
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {asked.item_id}, this is item {own_link.item_id}")
    mine = [node for node in nodes if asked and _node_item(node) == asked.item_id]
    if asked and mine and (own_link or len(nodes) == 1):
        return _offer(document, mine[0], asked, region)
    if own_link and len(nodes) == 1 and _node_item(nodes[0]) is None:
        return _offer(document, nodes[0], own_link, region)
    if len(nodes) == 1 and asked and _node_item(nodes[0]):
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {asked.item_id}, got item {_node_item(nodes[0])}")
    return _refusal(document, len(nodes), own_link)


def _refusal(document: Document, products: int, own_link: ShopLink | None) -> Failure:
    listed = len(set(_LISTED.findall(document.text[:3_000_000])))
    if not own_link and (products > 1 or listed >= 3):
        return Failure(FailureReason.LISTING, f"a page that lists {max(products, listed)} products, not one product")
    if _GONE.search(document.text):
        return Failure(FailureReason.NOT_FOUND, "Shopee says the product does not exist")
    return Failure(FailureReason.EMPTY_SHELL, "an app shell: the page has no product data without its scripts")


def _offer(document: Document, node: dict[str, Any], asked: ShopLink, region: str | None) -> Offer | Failure:
    stock = _PIECES.search(document.text)
    return offer_of(
        schema_org.found(node, document, "json-ld"),
        adapter=shopee_json.ADAPTER,
        url=asked.url_norm,
        currency=shopee_json.CURRENCIES.get(region or ""),
        item_id=asked.item_id,
        shop_id=asked.shop_id,
        stock=int(stock[1]) if stock else None,
    )


def _node_item(node: dict[str, Any]) -> str | None:
    """The item a Product node is about, by its productID or its address."""
    if product_id := text_of(node.get("productID")):
        return product_id
    named = _link(text_of(node.get("url")) or "")
    return named.item_id if named else None


def _link(url: str) -> ShopLink | None:
    parts = parse_address(url)
    return shopee_links.link(url, parts) if parts else None


def _region(url: str) -> str | None:
    try:
        return shopee_links.region_of((urlsplit(url).hostname or "").lower())
    except ValueError:
        return None
