"""A ProductGroup's variants: the one that the page's address names, else the range over all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from common.reading.declared.offers import is_at, with_offers
from common.reading.declared.schema_node import SchemaNode
from common.reading.document import Document
from common.reading.found import Found
from common.reading.text.identifiers import clean_id


def with_variants(group: Found, variants: Sequence[SchemaNode], document: Document) -> Found:
    """What the group states, with the offers, SKU and GTIN of the variant that stands at the page's own address; where
    none does, with the offers of all variants.
    """
    all_offers: list[SchemaNode] = []
    for variant in variants:
        offers = variant.every("offers")
        all_offers.extend(offers)
        address = variant.text("url") or next((offer.text("url") for offer in offers), None)
        if address and offers and is_at(document.absolute(address), document):
            shown = with_offers(group, offers, document)
            return replace(shown, sku=clean_id(variant.text("sku")) or shown.sku, gtin=variant.gtin() or shown.gtin)
    return with_offers(group, all_offers, document)
