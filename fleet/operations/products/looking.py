"""What is known of products, and the prices that were recorded."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.offer import VerdictReason, VerdictStatus
from fleet.guessing import known_word
from fleet.opening import opened_store
from fleet.operations.database.paging import one_page, pages
from fleet.operations.selecting import NotFound, first_letters, job_id
from fleet.operations.shops.names import shop_or_market

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Cursor, Page, PendingSight, PriceObservation, Product, Store

PRICES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ProductsWanted:
    """Which products. Ages: seen longer ago than, and seen since, in milliseconds."""

    query: str | None = None
    """As it stands, blanks and all, in one of these; whoever looks for words gives `text`."""
    shop: str | None = None
    """As shop_or_market takes it: a platform, its market (shopee.tw), or a single shop such as other/example.com."""
    older_ms: int | None = None
    newer_ms: int | None = None
    verdict: str | None = None
    reason: str | None = None
    gone: bool = False
    pending: bool = False
    """Only those of which a sight waits for a second one."""
    text: str | None = None
    """Words, each in title, canonical link, key or GTIN."""


@dataclass(frozen=True, slots=True)
class ProductsListed:
    """Products that match, the last seen first."""

    products: Sequence[Product]
    now_ms: int
    """The database's clock when it was asked."""
    next: Cursor | None
    """Behind the last of `products`; None when no more match."""
    pending: Mapping[str, PendingSight]
    """Product → its newest sight that waits for a second one; most have none."""

    @property
    def found(self) -> int:
        return len(self.products)


@dataclass(frozen=True, slots=True)
class ProductShown:
    """One product and its recorded prices, the newest first."""

    product: Product
    prices: Sequence[PriceObservation]
    pending: Sequence[PendingSight] = ()
    """What waits for a second sight, oldest first."""


async def list_products(
    settings: Settings, wanted: ProductsWanted, *, limit: int, after: Cursor | None = None
) -> ProductsListed:
    """At most `limit` products behind `after`. Raises WrongUsage for a shop, a verdict or a reason that does not exist,
    and what opened_store raises."""
    async with opened_store(settings) as store:
        page = await one_page(_asking(store, wanted), limit=limit, after=after)
        return ProductsListed(page.rows, await store.jobs.now_ms(), page.next, await _pending(store, page.rows))


async def each_product(
    settings: Settings, wanted: ProductsWanted, *, limit: int, after: Cursor | None = None
) -> AsyncGenerator[Page[tuple[Product, PendingSight | None]], None]:
    """As list_products, a page at a time: for listings too long to hold. Each with its sight that waits."""
    from common.store import Page

    async with opened_store(settings) as store:
        async for page in pages(_asking(store, wanted), limit=limit, after=after):
            pending = await _pending(store, page.rows)
            rows = [(product, pending.get(product.product_key)) for product in page.rows]
            yield Page(rows, page.next)


def _asking(store: Store, wanted: ProductsWanted) -> Callable[[int, Cursor], Awaitable[Page[Product]]]:
    platform, single = shop_or_market(wanted.shop) if wanted.shop else (None, None)
    verdict = known_word(wanted.verdict, list(VerdictStatus), "verdict") if wanted.verdict else None
    reason = known_word(wanted.reason, list(VerdictReason), "reason") if wanted.reason else None
    return lambda limit, after: store.listing.products_page(
        platform=platform,
        single=single,
        query=wanted.query,
        text=wanted.text,
        verdict=verdict,
        reason=reason,
        older_than_ms=wanted.older_ms,
        newer_than_ms=wanted.newer_ms,
        gone=wanted.gone,
        pending=wanted.pending,
        limit=limit,
        after=after,
    )


async def _pending(store: Store, products: Sequence[Product]) -> dict[str, PendingSight]:
    """Product → its newest sight that waits for a second one."""
    keys = [product.product_key for product in products]
    waiting = await store.listing.pending(keys=keys, limit=len(keys) * 4)
    return {sight.product_key: sight for sight in waiting}


async def show_product(settings: Settings, typed: str, *, prices: int = PRICES_SHOWN) -> ProductShown:
    """The product that `typed` names (its key, its job's id, or how one of them begins) and its last prices, at most
    `prices` of them. Raises NotFound."""
    async with opened_store(settings) as store:
        product = await product_named(store, settings, typed)
        found = await store.listing.history(product.product_key, limit=prices)
        return ProductShown(product, found, await store.listing.pending(keys=[product.product_key], limit=10))


async def product_named(store: Store, settings: Settings, typed: str) -> Product:
    """The product that `typed` names, as show_product has it. Raises NotFound."""
    found = await store.listing.product(first_letters(typed, "crawlfleet products list"))
    if found is None:
        keys = await store.listing.keys_starting_with(typed, limit=6)
        if len(keys) > 1:
            raise NotFound(f"{typed} begins several products' keys: {', '.join(keys[:5])}. Type more of it.")
        found = await store.listing.product(keys[0]) if keys else None
    # What begins no job's id either is told as a product that is not there.
    no_key = ":" not in typed.partition("://")[0]
    if found is None and no_key and ("/" in typed or await store.listing.ids_starting_with(typed.lower(), limit=1)):
        job = await job_id(store, settings, typed)
        found = await store.listing.product(job)
        if found is None:
            raise NotFound(f"this job has brought no product yet. `crawlfleet jobs show {job}` says how it stands.")
    if found is None:
        raise NotFound(f"no product {typed}. `crawlfleet products list --text …` finds one by words of its title.")
    return found
