"""What changed about products: drops, rises, back in stock, sold out, gone, found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import WrongUsage
from common.links.domains import site_of
from common.outcome.crawl_result import OPEN_WEB
from common.timing.units import DAY_MS
from fleet.guessing import instead
from fleet.opening import opened_store
from fleet.operations.shops.names import shop_or_market

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ChangeCount, Cursor, Page, Product, ProductChange

KINDS = ("drop", "rise", "back", "sold_out", "gone", "found_again")
MOST_COUNTED = 20_000


@dataclass(frozen=True, slots=True)
class ChangesListed:
    """The last first."""

    page: Page[ProductChange]
    now_ms: int
    """The database's clock when it was asked."""


async def list_changes(
    settings: Settings,
    *,
    limit: int,
    after: Cursor | None = None,
    since_ms: int | None = None,
    kinds: Sequence[str] = (),
    shop: str | None = None,
    not_before: int | None = None,
) -> ChangesListed:
    """At most `limit` changes of the last `since_ms` milliseconds, behind `after`, and since the
    moment `not_before`. Raises WrongUsage for a kind or a
    shop that does not exist, and what opened_store raises.

    Changes are recorded since schema version 15; what happened before is not among them.
    """
    from common.store import START

    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise WrongUsage(f"there is no change {unknown[0]!r}{instead(unknown[0], KINDS)}")
    platform, single = shop_or_market(shop) if shop else (None, None)
    async with opened_store(settings) as store:
        page = await store.changes.page(
            limit=limit,
            after=after or START,
            since_ms=since_ms,
            kinds=kinds,
            platform=platform,
            single=single,
            not_before=not_before,
        )
        return ChangesListed(page, await store.jobs.now_ms())


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
        return f"{OPEN_WEB}/{site_of(link)}"
    second = rest.partition(":")[0]
    return f"{platform}/{second}" if platform == "other" else f"{platform}.{second}" if second else platform
