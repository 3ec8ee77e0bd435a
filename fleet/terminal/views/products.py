"""`crawlfleet products`: what is known of products, and the prices that were recorded."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fleet.opening import opened_store
from fleet.operations.selecting import NotFound, Wanted, job_id
from fleet.terminal.money_text import price_text
from fleet.terminal.output import print_json, print_line
from fleet.terminal.table import Column, render
from fleet.terminal.text import ago, clean
from fleet.terminal.views.job import utc

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import PriceObservation, Product, Store

COLUMNS = (
    Column("product", flexible=True),
    Column("title", flexible=True),
    Column("price", right=True),
    Column("availability"),
    Column("verdict"),
    Column("seen", right=True),
)

ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class ProductsWanted:
    """The filters of `products list`. Ages: seen longer ago than, and seen since, in milliseconds."""

    query: str | None = None
    platform: str | None = None
    older_ms: int | None = None
    newer_ms: int | None = None
    verdict: str | None = None
    reason: str | None = None
    gone: bool = False


async def list_products(settings: Settings, wanted: ProductsWanted, *, limit: int, as_json: bool) -> None:
    """Raises ConfigError for a shop that does not exist."""
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
    if as_json:
        for product in kept:
            print_json(product_object(product))
    elif kept:
        print_line(render(COLUMNS, [_row(product, now_ms) for product in kept]))
    else:
        print_line("no product matches.")


def _of_age(age_ms: int, older_ms: int | None, newer_ms: int | None) -> bool:
    return (older_ms is None or age_ms >= older_ms) and (newer_ms is None or age_ms <= newer_ms)


def product_object(product: Product) -> dict[str, Any]:
    """The row under its columns' names, and `price` as decimal text without the currency."""
    price = price_text(product.price_minor, product.currency).partition(" ")[0]
    return dataclasses.asdict(product) | {"price": price or None}


def _row(product: Product, now_ms: int) -> list[str]:
    return [
        product.product_key,
        product.title or "",
        price_text(product.price_minor, product.currency),
        product.availability if product.gone_at is None else "GONE",
        product.verdict,
        ago(product.last_seen_at, now_ms),
    ]


async def show_product(settings: Settings, typed: str, *, as_json: bool) -> None:
    """Raises NotFound."""
    async with opened_store(settings) as store:
        product = await _product(store, settings, typed)
        prices = await store.listing.history(product.product_key, limit=5)
    if as_json:
        print_json(product_object(product) | {"prices": [_price_object(price) for price in prices]})
        return
    reason = f" ({product.verdict_reason})" if product.verdict_reason else ""
    facts = {
        "product": product.product_key,
        "title": product.title,
        "price": price_text(product.price_minor, product.currency),
        "list price": price_text(product.list_price_minor, product.currency),
        "range": _range_text(product),
        "price from": utc(product.price_at) if product.price_at else None,
        "in stock": product.availability + (f" ({product.stock})" if product.stock is not None else ""),
        "gone since": utc(product.gone_at) if product.gone_at else None,
        "verdict": f"{product.verdict}{reason}",
        "brand": product.brand,
        "seller": product.seller,
        "link": product.url_norm,
        "image": product.image_url,
        "seen": f"{utc(product.first_seen_at)} to {utc(product.last_seen_at)}",
        "job": product.job_id,
    }
    for name, text in facts.items():
        if text:
            print_line(f"{name:<12}{clean(text)}")
    if prices:
        print_line(f"\n{_price_table(prices)}")
    print_line(f"\nWhat to type next:\n  crawlfleet products history {product.product_key}")
    print_line(f"  crawlfleet jobs show {product.job_id}")


def _range_text(product: Product) -> str | None:
    """Only when the variants' prices differ."""
    low, high = product.price_min_minor, product.price_max_minor
    if low is None or high is None or low == high:
        return None
    return f"{price_text(low, product.currency)} to {price_text(high, product.currency)}"


async def show_history(settings: Settings, typed: str, *, limit: int, as_json: bool) -> None:
    """Raises NotFound."""
    async with opened_store(settings) as store:
        product = await _product(store, settings, typed)
        prices = await store.listing.history(product.product_key, limit=limit)
    if as_json:
        for price in prices:
            print_json(_price_object(price))
    elif prices:
        print_line(_price_table(prices))
    else:
        print_line(f"no price was ever recorded for {product.product_key}; its last verdict: {product.verdict}.")


async def _product(store: Store, settings: Settings, typed: str) -> Product:
    found = await store.listing.product(typed)
    if found is None and ":" not in typed.partition("://")[0]:
        found = await store.listing.product(await job_id(store, settings, typed))
    if found is None:
        raise NotFound(f"no product {typed}. `crawlfleet products list --query …` finds one.")
    return found


def _price_object(price: PriceObservation) -> dict[str, Any]:
    fields = dataclasses.asdict(price)
    del fields["lease_token"]
    return fields | {"price": price_text(price.price_minor, price.currency).partition(" ")[0]}


def _price_table(prices: list[PriceObservation]) -> str:
    columns = (Column("at"), Column("price", right=True), Column("list price", right=True), Column("availability"))
    rows = [
        [
            utc(price.observed_at),
            price_text(price.price_minor, price.currency),
            price_text(price.list_price_minor, price.currency),
            price.availability,
        ]
        for price in prices
    ]
    return render(columns, rows)
