"""Reading Shopee: item JSON and server-rendered product pages; everything else is refused by its reason.

A page is a product's page only when it says so itself (its canonical link, its heading, or the one Product node that
names the item asked for): search, category and shop pages carry Product nodes too, one per listed item.
"""

from __future__ import annotations

import dataclasses
import re

from common.links.address import parse as parse_address
from common.links.address import query
from common.offer import Availability, Failure, FailureReason, Offer, PriceKind
from common.page import Page
from common.reading.declared import json_ld, opengraph, schema_org
from common.reading.declared.schema_node import SchemaNode
from common.reading.details.joined import with_details
from common.reading.merging import offer_of
from common.reading.parsed.document import Document, parse
from common.reading.text.address_parts import host_of, written_path_of
from common.reading.text.json_text import loads, text_of
from common.shops.base import ShopLink
from common.shops.shopee import answers as shopee_json
from common.shops.shopee import links as shopee_links
from common.shops.shopee import rendered as shopee_shown
from common.shops.shopee import state as shopee_state
from common.shops.shopee.described import with_described_price
from common.shops.shopee.details import both_details

_API = re.compile(r"/api/v\d/(?:item/get|pdp/get)", re.IGNORECASE)
_LISTED = re.compile(r"-i\.\d{3,20}\.\d{3,20}|/product/\d{3,20}/\d{3,20}")


def read_page(page: Page, link: ShopLink | None) -> Offer | Failure:
    """Never raises on any body. A price in another currency than the market's leaves in doubt whose page it is."""
    outcome = _read(page, link)
    own = shopee_json.CURRENCIES.get(link.region) if link else None
    if isinstance(outcome, Offer) and own and outcome.currency not in {None, own}:
        return dataclasses.replace(outcome, conflicts=(*outcome.conflicts, "currency"))
    return outcome


def _read(page: Page, link: ShopLink | None) -> Offer | Failure:
    link = link or _link(page.url)
    region = link.region if link and link.region in shopee_links.MARKETS else shopee_links.region_of(host_of(page.url))
    url = link.url_norm if link and not link.short else page.url
    head = page.body[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:1] in (b"{", b"["):
        answer = loads(page.body.decode("utf-8-sig", errors="replace"))
        if answer is None:
            return Failure(FailureReason.UNREADABLE, "a JSON answer that is broken or was cut short")
        return shopee_json.read_json(answer, link, region, url)
    document = parse(dataclasses.replace(page, content_type="text/html; charset=utf-8"))
    if document.root is None:
        return Failure(FailureReason.UNREADABLE, "neither HTML nor JSON")
    return _read_html(document, link, region)


def _read_html(document: Document, link: ShopLink | None, region: str | None) -> Offer | Failure:
    own = document.canonical or document.meta("og:url") or ""
    for address in (own, document.url):
        if (wall := shopee_json.leads_to(written_path_of(address))) is not None:
            return wall
    own_link = _link(own)
    asked = link if link and link.item_id else own_link
    nodes = [node for node in schema_org.products(document) if node.is_a("Product")]
    if asked and own_link and (own_link.region, own_link.item_id) != (asked.region, asked.item_id):
        this = f"item {own_link.item_id} in {own_link.region}"
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {asked.item_id} in {asked.region}, this is {this}")
    listing = bool(own) and own_link is None
    node = _own_node(document, nodes, asked, own_link, listing=listing) if asked else None
    stated = _offer(document, node, asked, region) if asked and node else None
    if asked and not listing and (state := _from_state(document, asked, region)) is not None:
        if not isinstance(stated, Offer) and isinstance(state, Offer) and not document.complete:
            return Failure(FailureReason.UNREADABLE, "a page that was cut short")
        return _merged(stated, state)
    if stated is not None:
        return stated
    if not nodes and own_link and (offer := _labelled(document, own_link, region)) is not None:
        return offer
    return _refusal(document, nodes, own, own_link, asked)


def _own_node(
    document: Document, nodes: list[SchemaNode], asked: ShopLink, own_link: ShopLink | None, *, listing: bool
) -> SchemaNode | None:
    """The node that is about the item asked for on a page that is about nothing else."""
    if listing:
        return None  # the page names itself, and not as an item's
    mine = [node for node in nodes if _node_item(node) == asked.item_id]
    if mine and own_link:
        return mine[0]
    if mine and (_heads(document, mine[0]) or (len(nodes) == 1 and document.complete and not _list_entries(document))):
        return mine[0]
    return nodes[0] if own_link and len(nodes) == 1 and _node_item(nodes[0]) is None else None


def _list_entries(document: Document) -> int:
    """How many items the lists among the page's nodes name; categories in a trail are none."""
    lists = [node for node in schema_org.nodes(document) if node.is_a("ItemList")]
    return sum(1 for one in lists for entry in json_ld.walk(one.properties) if _node_item(SchemaNode(entry)))


def _heads(document: Document, node: SchemaNode) -> bool:
    """Whether a heading or the page's title is this product's name."""
    name = " ".join((text_of(node.properties.get("name")) or "").split())
    title = (document.title or "").rpartition(" | ")[0]
    return bool(name) and name in {*document.headings[:3], title.strip()}


def _from_state(document: Document, asked: ShopLink, region: str | None) -> Offer | Failure | None:
    """What the page's own state says about the item asked for."""
    data = shopee_state.product(document, asked.item_id or "")
    return shopee_json.read_json({"data": data}, asked, region, asked.url_norm) if data else None


def _merged(stated: Offer | Failure | None, state: Offer | Failure) -> Offer | Failure:
    """The Product node's price with what only the state holds. Strangers get a state without price and stock."""
    if isinstance(state, Failure):
        return state
    if not isinstance(stated, Offer):
        if state.price_minor is None and state.availability is not Availability.OUT_OF_STOCK:
            return Failure(
                FailureReason.EMPTY_SHELL, "the page names the product but withholds its price from strangers"
            )
        return state
    low, high = state.price_min_minor, state.price_max_minor
    if stated.price_minor is None:
        return dataclasses.replace(state, availability=_either(stated, state))
    differ = low is not None and high is not None and not low <= stated.price_minor <= high
    ranged = low is not None and not differ
    return dataclasses.replace(
        stated,
        price_min_minor=low if ranged else stated.price_min_minor,
        price_max_minor=high if ranged else stated.price_max_minor,
        list_price_minor=stated.list_price_minor or state.list_price_minor,
        availability=_either(stated, state),
        stock=stated.stock if stated.stock is not None else state.stock,
        brand=stated.brand or state.brand,
        seller=stated.seller or state.seller,
        seller_id=state.seller_id,
        image_url=stated.image_url or state.image_url,
        images=state.images if len(state.images) > len(stated.images) else stated.images,
        variants=state.variants or stated.variants,
        **both_details(stated, state),
        conflicts=(*stated.conflicts, "price_minor") if differ else stated.conflicts,
    )


def _either(stated: Offer, state: Offer) -> Availability:
    return state.availability if stated.availability is Availability.UNKNOWN else stated.availability


def _labelled(document: Document, own: ShopLink, region: str | None) -> Offer | None:
    """A page without Product node whose labels (product:price:amount …) or description state a name and a price."""
    labels = with_described_price(opengraph.read(document), document, shopee_json.CURRENCIES.get(region or ""))
    title = labels.title or document.title
    if not title or labels.price is None:
        return None
    name = re.sub(r"\s*\|\s*Shopee[^|]*$", "", title)
    return shopee_shown.completed(
        document,
        offer_of(
            dataclasses.replace(labels, title=name),
            adapter=shopee_json.ADAPTER,
            url=own.url_norm,
            currency=shopee_json.CURRENCIES.get(region or ""),
            item_id=own.item_id,
            shop_id=own.shop_id,
        ),
    )


def _refusal(
    document: Document, nodes: list[SchemaNode], own: str, own_link: ShopLink | None, asked: ShopLink | None
) -> Failure:
    said = shopee_shown.refusal(document) or shopee_json.error_of(shopee_state.failure(document))
    if said is not None and not nodes:
        return said
    other = _node_item(nodes[0]) if len(nodes) == 1 else None
    if asked and other not in {None, asked.item_id} and not (own and own_link is None) and not _list_entries(document):
        return Failure(FailureReason.WRONG_ITEM, f"asked for item {asked.item_id}, got item {other}")
    listed = len(set(_LISTED.findall(document.text[:3_000_000])))
    if len(nodes) > 1 or (not own_link and (nodes or listed >= 3)):
        return Failure(FailureReason.LISTING, f"a page that lists {max(len(nodes), listed)} products, not one product")
    return Failure(FailureReason.EMPTY_SHELL, "an app shell: the page has no product data without its scripts")


def _offer(document: Document, node: SchemaNode, asked: ShopLink, region: str | None) -> Offer | Failure:
    found = schema_org.found(node, document, "json-ld")
    if not found.title or "\ufffd" in found.title:
        return Failure(FailureReason.UNREADABLE, "the page was damaged on its way: its text is broken")
    offer = offer_of(
        found,
        adapter=shopee_json.ADAPTER,
        url=asked.url_norm,
        currency=shopee_json.CURRENCIES.get(region or ""),
        item_id=asked.item_id,
        shop_id=asked.shop_id,
    )
    offer = dataclasses.replace(offer, price_kind=_kind(offer))
    if not document.complete and offer.price_min_minor == offer.price_max_minor:
        # The part that is missing may hold the range over the choices.
        offer = dataclasses.replace(offer, price_min_minor=None, price_max_minor=None)
    return with_details(shopee_shown.completed(document, offer), document, [found])


def _kind(offer: Offer) -> str | None:
    return PriceKind.BEFORE_VOUCHER if offer.price_kind == PriceKind.REGULAR else offer.price_kind


def _node_item(node: SchemaNode) -> str | None:
    """The item a Product node is about, by its productID or its address."""
    if product_id := text_of(node.properties.get("productID")):
        return product_id
    named = _link(text_of(node.properties.get("url")) or text_of(node.properties.get("@id")) or "")
    return named.item_id if named else None


def _link(url: str) -> ShopLink | None:
    """The item an address names; those that the shop's own scripts ask name it in their query."""
    parts = parse_address(url)
    if parts is None:
        return None
    if _API.match(parts.path) and (region := shopee_links.region_of(parts.netloc)):
        values = query(parts)
        shop, item = values.get("shop_id") or values.get("shopid"), values.get("item_id") or values.get("itemid")
        if shop and item and shop.isdecimal() and item.isdecimal():
            return shopee_links.product_link(url, region, shop, item)
    return shopee_links.link(url, parts)
