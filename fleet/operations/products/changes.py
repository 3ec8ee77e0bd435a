"""What changed about products: drops, rises, back in stock, sold out, gone, found again."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.shops.listed import shop_listed
from common.shops.table import OPEN_WEB
from common.timing.units import DAY_MS
from fleet.guessing import known_word
from fleet.opening import opened_store
from fleet.operations.database.paging import OnAPage, one_page, pages
from fleet.operations.shops.names import shop_or_market

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ChangeCount, Cursor, Page, Product, ProductChange, Store

KINDS = ("drop", "rise", "back", "sold_out", "gone", "found_again")
MOST_COUNTED = 20_000


@dataclass(frozen=True, slots=True)
class ChangesListed(OnAPage):
    """The last first."""

    page: Page[ProductChange]
    now_ms: int
    """The database's clock when it was asked."""


@dataclass(frozen=True, slots=True)
class ChangesWanted:
    """Which changes; what is not set lets every change through."""

    since_ms: int | None = None
    """Of the last so many milliseconds."""
    kinds: Sequence[str] = ()
    shop: str | None = None
    not_before: int | None = None
    """Since this moment."""


async def list_changes(
    settings: Settings, wanted: ChangesWanted, *, limit: int, after: Cursor | None = None
) -> ChangesListed:
    """At most `limit` changes behind `after`. Raises WrongUsage for a kind or a shop that does not exist, and what
    opened_store raises.

    Changes are recorded since schema version 15; what happened before is not among them.
    """
    async with opened_store(settings) as store:
        page = await one_page(_asking(store, wanted), limit=limit, after=after)
        return ChangesListed(page, await store.jobs.now_ms())


async def each_change(
    settings: Settings, wanted: ChangesWanted, *, limit: int, after: Cursor | None = None
) -> AsyncGenerator[Page[ProductChange], None]:
    """As list_changes, a page at a time: for listings too long to hold."""
    async with opened_store(settings) as store:
        async for page in pages(_asking(store, wanted), limit=limit, after=after):
            yield page


def _asking(store: Store, wanted: ChangesWanted) -> Callable[[int, Cursor], Awaitable[Page[ProductChange]]]:
    kinds = [known_word(kind, KINDS, "change") for kind in wanted.kinds]
    platform, single = shop_or_market(wanted.shop) if wanted.shop else (None, None)
    return lambda limit, after: store.changes.page(
        limit=limit,
        after=after,
        since_ms=wanted.since_ms,
        kinds=kinds,
        platform=platform,
        single=single,
        not_before=wanted.not_before,
    )


async def count_changes(settings: Settings, *, days: int, shop: str | None = None) -> Sequence[ChangeCount]:
    """How many changes of each kind on each of the last `days` days (UTC), the last day first; of the newest
    MOST_COUNTED alone. Raises as list_changes does."""
    platform, single = shop_or_market(shop) if shop else (None, None)
    async with opened_store(settings) as store:
        return await store.changes.by_day(since_ms=days * DAY_MS, most=MOST_COUNTED, platform=platform, single=single)


async def prices_before(settings: Settings, products: Sequence[Product]) -> Mapping[str, ProductChange]:
    """Product → the change that brought it the price it has now. Left out: a price that never differed, one of another
    currency or kind since, and what another product at the same address had before. Raises as opened_store does."""
    async with opened_store(settings) as store:
        found = await store.changes.last_prices([product.product_key for product in products])
    now = {product.product_key: product for product in products}
    return {key: change for key, change in found.items() if _brought(change, now[key])}


def _brought(change: ProductChange, product: Product) -> bool:
    same = (change.price_minor, change.currency) == (product.price_minor, product.currency)
    return same and (product.anew_at is None or change.at > product.anew_at)


def shop_of(product_key: str, link: str) -> str:
    """`shopee.tw`, or `other/shop.example`: the shop in a product's key, or in its link where the key is a hash."""
    platform, _, rest = product_key.partition(":")
    if platform == "url":
        return shop_listed(OPEN_WEB, "", link)
    second = rest.partition(":")[0]
    return f"{platform}/{second}" if platform == OPEN_WEB else f"{platform}.{second}" if second else platform
