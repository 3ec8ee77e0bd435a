"""What is known of products, and the prices that were recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.operations.selecting import NotFound, Wanted, job_id

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import PriceObservation, Product, Store

ALL = 1_000_000
PRICES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ProductsWanted:
    """Which products. Ages: seen longer ago than, and seen since, in milliseconds."""

    query: str | None = None
    platform: str | None = None
    older_ms: int | None = None
    newer_ms: int | None = None
    verdict: str | None = None
    reason: str | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class ProductsListed:
    """Products that match, the last seen first."""

    products: Sequence[Product]
    now_ms: int
    """The database's clock when it was asked."""


@dataclass(frozen=True, slots=True)
class ProductShown:
    """One product and its recorded prices, the newest first."""

    product: Product
    prices: Sequence[PriceObservation]


async def list_products(settings: Settings, wanted: ProductsWanted, *, limit: int) -> ProductsListed:
    """At most `limit` products. Raises ConfigError for a shop that does not exist, and what opened_store raises."""
    Wanted(platform=wanted.platform).filter()
    older_ms, newer_ms = wanted.older_ms, wanted.newer_ms
    async with opened_store(settings) as store:
        by_age = older_ms is not None or newer_ms is not None
        found = await store.listing.products(
            platform=wanted.platform,
            query=wanted.query,
            verdict=wanted.verdict,
            reason=wanted.reason.upper() if wanted.reason else None,
            gone=wanted.gone,
            limit=ALL if by_age else limit,
        )
        now_ms = await store.jobs.now_ms()
    kept = [product for product in found if _of_age(now_ms - product.last_seen_at, older_ms, newer_ms)][:limit]
    return ProductsListed(kept, now_ms)


def _of_age(age_ms: int, older_ms: int | None, newer_ms: int | None) -> bool:
    return (older_ms is None or age_ms >= older_ms) and (newer_ms is None or age_ms <= newer_ms)


async def show_product(settings: Settings, typed: str, *, prices: int = PRICES_SHOWN) -> ProductShown:
    """The product that `typed` names (its key, its job's id or the id's first letters) and its last prices, at most
    `prices` of them. Raises NotFound."""
    async with opened_store(settings) as store:
        product = await _product(store, settings, typed)
        return ProductShown(product, await store.listing.history(product.product_key, limit=prices))


async def _product(store: Store, settings: Settings, typed: str) -> Product:
    found = await store.listing.product(typed)
    if found is None and ":" not in typed.partition("://")[0]:
        found = await store.listing.product(await job_id(store, settings, typed))
    if found is None:
        raise NotFound(f"no product {typed}. `crawlfleet products list --query …` finds one.")
    return found
