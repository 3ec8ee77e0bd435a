"""schema.org Products, wherever the page keeps them (JSON-LD, microdata, RDFa), as one shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from common.reading.declared import json_ld, microdata
from common.reading.declared.schema_node import SchemaNode
from common.reading.declared.variants import with_variants
from common.reading.found import Found
from common.reading.parsed.document import Document
from common.reading.text.identifiers import brand_of, clean_id
from common.reading.text.json_text import JsonObject

PRODUCT_TYPES = frozenset(
    "product productmodel productgroup individualproduct someproducts vehicle car bookproduct".split()
)
_SOLD_TYPES = frozenset({"book", "audiobook"})
"""Works that are products where they are offered: a review of a book names one as well."""
_NOT_ITS_OWN = frozenset(
    "isRelatedTo isSimilarTo isAccessoryOrSparePartFor isConsumableFor isVariantOf hasVariant review reviews "
    "itemReviewed offers itemListElement aggregateRating model breadcrumb".split()
)
"""Properties whose Products are not what the page is about."""
_MAX_IMAGES = 50


def nodes(document: Document) -> list[SchemaNode]:
    """Every node of the page's JSON-LD, outermost first, at most 3,000. They do not know each other's @id."""
    return [SchemaNode(properties) for properties in json_ld.walk(json_ld.blocks(document))]


def products(document: Document) -> list[SchemaNode]:
    """Product nodes of the JSON-LD that the page may be about. They do not know each other's @id."""
    return _products(json_ld.blocks(document), {})


def sources(document: Document) -> Iterator[tuple[str, list[SchemaNode]]]:
    """(source, its Product nodes that the page may be about), the most trustworthy source first."""
    blocks = json_ld.blocks(document)
    yield "json-ld", _products(blocks, json_ld.index(blocks) if blocks else {})
    yield "microdata", _products(microdata.items(document), {})
    yield "rdfa", _products(microdata.rdfa(document), {})


def _products(value: Any, by_id: Mapping[str, JsonObject]) -> list[SchemaNode]:
    """Product nodes inside `value`, without those that stand there as related, similar or listed ones."""
    held = (SchemaNode(properties, by_id) for properties in json_ld.walk(value, skip=_NOT_ITS_OWN))
    return [node for node in held if _is_product(node)]


def _is_product(node: SchemaNode) -> bool:
    types = node.types()
    return bool(types & PRODUCT_TYPES or (types & _SOLD_TYPES and node.every("offers")))


def found(node: SchemaNode, document: Document, source: str) -> Found:
    """What this Product node states. Amounts are in major units."""
    own = Found(
        source=source,
        title=node.stated("name"),
        brand=brand_of(node.text("brand")) or brand_of(node.text("manufacturer")),
        sku=clean_id(node.text("sku")),
        gtin=node.gtin(),
        mpn=clean_id(node.text("mpn")),
        item_id=clean_id(node.text("productID")),
        images=_images(node, document),
        page=_page(node, document),
        nodes=(node,),
    )
    return with_variants(own, node.every("offers"), node.every("hasVariant"), document)


def _page(node: SchemaNode, document: Document) -> str | None:
    """The address that the node, or its only offer, stands at."""
    offers = node.every("offers")
    address = node.text("url") or (offers[0].text("url") if len(offers) == 1 else None)
    return document.absolute(address) if address else None


def _images(node: SchemaNode, document: Document) -> tuple[str, ...]:
    """Addresses of its pictures, made absolute, each once. A picture is an address or an ImageObject."""
    value = node.value("image")
    found: list[str] = []
    for one in value[:_MAX_IMAGES] if isinstance(value, list) else [value]:
        image = one
        if isinstance(one, dict):
            picture = node.node(one)
            image = picture.value("url") or picture.value("contentUrl") or one.get("@id")
        image = image[0] if isinstance(image, list) and image else image
        address = document.absolute(image) if isinstance(image, str) and image.strip() else None
        if address and address not in found:
            found.append(address)
    return tuple(found)
