"""Products, one of them whole, and the prices that were recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.details.written import read_details
from common.output.typable import typable
from fleet.durations import ago
from fleet.operations.json_objects import price_object, product_object
from fleet.terminal.details_text import detail_facts
from fleet.terminal.money_text import price_text
from fleet.terminal.output import print_json, print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from common.store import PriceObservation, Product
    from fleet.operations.products import ProductShown, ProductsListed

COLUMNS = (
    Column("product", flexible=True, beneath=True),
    Column("title", flexible=True),
    Column("price", right=True),
    Column("availability"),
    Column("verdict"),
    Column("seen", right=True),
)


def show_products(listed: ProductsListed, *, as_json: bool) -> None:
    """A table, or a JSON object a product."""
    if as_json:
        for product in listed.products:
            print_json(product_object(product))
    elif listed.products:
        print_lines(render(COLUMNS, [_row(product, listed.now_ms) for product in listed.products]))
    else:
        print_line("no product matches.")


def _row(product: Product, now_ms: int) -> list[str]:
    return [
        product.product_key,
        product.title or "",
        price_text(product.price_minor, product.currency),
        product.availability if product.gone_at is None else "GONE",
        product.verdict,
        ago(product.last_seen_at, now_ms),
    ]


def show_whole(shown: ProductShown, *, as_json: bool) -> None:
    """One product, one fact a line, with its last prices and what to type next."""
    product, prices = shown.product, shown.prices
    if as_json:
        print_json(product_object(product) | {"prices": [price_object(price) for price in prices]})
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
        "GTIN": product.gtin,
        "seller": product.seller,
        **detail_facts(read_details(product.details_json)),
        "link": product.url_norm,
        "image": product.image_url,
        "seen": f"{utc(product.first_seen_at)} to {utc(product.last_seen_at)}",
        "job": product.job_id,
    }
    for name, text in facts.items():
        if text:
            print_line(f"{name:<12}{text}")
    if prices:
        print_lines(["", *_price_table(prices)])
    # The product's key may hold whatever its page calls itself; its job's id is ours.
    job = typable(product.job_id, "ID")
    print_lines(["", "What to type next:", f"  crawlfleet products history {job}", f"  crawlfleet jobs show {job}"])


def _range_text(product: Product) -> str | None:
    """Only when the variants' prices differ."""
    low, high = product.price_min_minor, product.price_max_minor
    if low is None or high is None or low == high:
        return None
    return f"{price_text(low, product.currency)} to {price_text(high, product.currency)}"


def show_prices(shown: ProductShown, *, as_json: bool) -> None:
    """A product's recorded prices only."""
    product, prices = shown.product, shown.prices
    if as_json:
        for price in prices:
            print_json(price_object(price))
    elif prices:
        print_lines(_price_table(prices))
    else:
        print_line(f"no price was ever recorded for {product.product_key}; its last verdict: {product.verdict}.")


def _price_table(prices: Sequence[PriceObservation]) -> list[str]:
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
