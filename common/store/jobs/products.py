"""The statements that record a result's product and price, for the batch that records the result."""

from __future__ import annotations

from common.details.written import details_json
from common.links.domains import site_of
from common.outcome.crawl_result import CrawlResult
from common.shops.table import OPEN_WEB
from common.store.database.database import Database
from common.store.drivers.group_commit import RowStatement
from common.timing.units import DAY_MS

REPEAT_MS = DAY_MS
"""An unchanged price is observed again after a day, so that the history shows it was looked at."""


def product_statements(
    database: Database, job_id: str, lease_token: str, result: CrawlResult, *, first_seen_at: int | None = None
) -> list[RowStatement]:
    """Without an offer none; with one the product's row; with a price and the verdict ok an observation as well.

    `first_seen_at`: when an earlier sight saw what this one confirms; None: recorded at first sight.
    """
    offer = result.offer
    if offer is None:
        return []
    priced = result.storable
    key = result.product_key
    price = (offer.price_minor, offer.currency, offer.list_price_minor, offer.price_kind) if priced else _NO_PRICE
    verdict, reason = result.verdict.status.value, result.verdict.reason
    # On the open web no page says which shop it is; without the domain a product that has no code is found by none.
    shop_id = offer.shop_id or (site_of(result.url_norm) if result.platform == OPEN_WEB else None)
    product = (
        *(job_id, lease_token, key, result.platform, result.region, offer.item_id, shop_id, offer.sku),
        *(offer.url or result.fetched_url, result.url_norm, offer.title, offer.brand, offer.seller, offer.image_url),
        *price,
        *(offer.availability.value, verdict, reason.value if reason else None, result.content_hash),
        *((offer.price_min_minor, offer.price_max_minor) if priced else (None, None)),
        *(offer.stock, offer.gtin, details_json(offer.details, offer.images)),
    )
    statements = [database.bind_rows("record_product", product)]
    if priced:
        beside = (offer.availability.value, result.content_hash, first_seen_at, result.via.value)
        observed = (*(job_id, lease_token, key), *price, *beside)
        statements.append(database.bind_rows("observe_price", observed, repeat_ms=REPEAT_MS))
    return statements


_NO_PRICE = (None, None, None, None)
