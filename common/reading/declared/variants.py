"""A ProductGroup's variants: the one that the page's address names, else the range over all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from common.reading.declared.offers import is_at, with_offers
from common.reading.declared.schema_node import SchemaNode
from common.reading.found import Found
from common.reading.parsed.document import Document
from common.reading.text.identifiers import clean_id


def with_variants(
    group: Found, offers: Sequence[SchemaNode], variants: Sequence[SchemaNode], document: Document
) -> Found:
    """What the group states, with the offers, SKU and GTIN of the one variant that stands at the page's own address;
    where none or several do, with the offers of all variants, and where these have none, with the group's own `offers`.
    """
    asked = [(variant, variant.every("offers")) for variant in variants]
    own = [pair for pair in asked if pair[1] and is_at(_address(*pair, document), document)]
    if len(own) == 1:
        variant, its_offers = own[0]
        shown = with_offers(group, its_offers, document)
        return replace(shown, sku=clean_id(variant.text("sku")) or shown.sku, gtin=variant.gtin() or shown.gtin)
    return with_offers(group, [offer for _, several in asked for offer in several] or offers, document)


def _address(variant: SchemaNode, offers: Sequence[SchemaNode], document: Document) -> str | None:
    stated = variant.text("url") or next((address for offer in offers if (address := offer.text("url"))), None)
    return document.absolute(stated) if stated else None
