"""The statements that record a result's product and price, for the batch that records the result."""

from __future__ import annotations

from common.details.written import details_json
from common.offer import VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.store.database import Database
from common.store.drivers.base import Statement

REPEAT_MS = 86_400_000
"""An unchanged price is observed again after a day, so that the history shows it was looked at."""


def product_statements(database: Database, job_id: str, lease_token: str, result: CrawlResult) -> list[Statement]:
    """Without an offer none; with one the product's row; with a price and the verdict ok an observation as well."""
    offer = result.offer
    if offer is None:
        return []
    priced = (
        result.verdict.status is VerdictStatus.OK
        and offer.price_minor is not None
        and offer.price_minor > 0
        and offer.currency is not None
        and len(offer.currency) == 3  # ISO 4217
    )
    price = {
        "price_minor": offer.price_minor if priced else None,
        "currency": offer.currency if priced else None,
        "list_price_minor": offer.list_price_minor if priced else None,
        "price_kind": offer.price_kind if priced else None,
        "availability": offer.availability.value,
    }
    around = {
        "price_min_minor": offer.price_min_minor if priced else None,
        "price_max_minor": offer.price_max_minor if priced else None,
        "stock": offer.stock,
    }
    key = result.product_key
    product = database.bind(
        "record_product",
        id=job_id,
        token=lease_token,
        product_key=key,
        platform=result.platform,
        region=result.region,
        item_id=offer.item_id,
        shop_id=offer.shop_id,
        sku=offer.sku,
        url=offer.url or result.fetched_url,
        url_norm=result.url_norm,
        title=offer.title,
        brand=offer.brand,
        seller=offer.seller,
        image_url=offer.image_url,
        verdict=result.verdict.status.value,
        verdict_reason=result.verdict.reason,
        content_hash=result.content_hash,
        gtin=offer.gtin,
        details_json=details_json(offer.details, offer.images),
        trusted=int(result.verdict.status is not VerdictStatus.QUARANTINE),
        **price,
        **around,
    )
    if not priced:
        return [product]
    observed = database.bind(
        "observe_price", id=job_id, token=lease_token, product_key=key, repeat_ms=REPEAT_MS, **price
    )
    return [product, observed]
