"""Products, and one of them whole."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING

from common.details.written import read_details
from common.output.typable import typable
from common.store import Product
from fleet.durations import ago
from fleet.operations.json_objects import listed_product_object, pending_object, price_object, product_object
from fleet.operations.products.changes import shop_of
from fleet.operations.products.looking import ProductsWanted
from fleet.terminal.csv_rows import names_of, print_pages
from fleet.terminal.facts import fact_lines
from fleet.terminal.offers.details_text import detail_facts
from fleet.terminal.offers.money_text import price_text
from fleet.terminal.output import print_json, print_line, print_lines, print_steps
from fleet.terminal.table import Column, Part, on_from
from fleet.terminal.text import folded, utc
from fleet.terminal.views.jobs.jobs import ID_LETTERS
from fleet.terminal.views.jobs.pending import next_look_text, pending_text
from fleet.terminal.views.products.let_in import let_in_text
from fleet.terminal.views.products.prices import price_table

if TYPE_CHECKING:
    from common.store import PendingSight
    from fleet.operations.products.looking import ProductShown, ProductsListed

COLUMNS = (
    Column("id", whole=True),
    Column("title", flexible=True),
    Column("price", right=True),
    Column("availability"),
    Column("verdict"),
    Column("seen", right=True),
    Column("shop", beneath=True),
    Column("link", flexible=True, beneath=True),
)


PRODUCT_FIELDS = [name for name in names_of(Product) if name != "details_json"] + ["price", "details", "pending"]


_NONE = "no product {why}. They come of crawled jobs: `crawlfleet jobs list` shows how those stand."
_NONE_WAITS = (
    "no product that matches waits for a second look. Of lent PCs' results that wait for somebody else's look, "
    "`crawlfleet volunteers list` has the numbers."
)
_NOT_STORED = (
    "Where something was not stored, the price is the one of before; `crawlfleet jobs show ID` has what was read."
)


async def print_products(
    pages: AsyncGenerator[Sequence[tuple[Product, PendingSight | None]], None], *, as_csv: bool
) -> None:
    """An object or a row a product, as it comes."""
    await print_pages(pages, lambda one: listed_product_object(*one), as_csv=as_csv, columns=PRODUCT_FIELDS)


def show_products(listed: ProductsListed, part: Part, *, wanted: ProductsWanted) -> None:
    """A table; where there are none, of what was `wanted`."""
    if not listed.products and not part.before:
        why = "is known yet" if wanted == ProductsWanted() else "matches"
        none = (_NONE_WAITS if wanted.pending else _NONE).format(why=why)
        print_lines(folded(none, first="", rest=""))
        return
    not_stored = [one.verdict_reason or "" for one in listed.products]
    rows = [_row(product, listed) for product in listed.products]
    if any(not_stored) or len(part.table.columns) > len(COLUMNS):
        columns = (*COLUMNS, Column("not stored", beneath=True))
        print_lines(part.table.lines(columns, [[*row, reason] for row, reason in zip(rows, not_stored, strict=True)]))
    else:
        print_lines(part.table.lines(COLUMNS, rows))
    part.beneath += _pending(listed)
    if not part.last:
        return
    if len(part.table.columns) > len(COLUMNS):
        print_lines(folded(_NOT_STORED, first="", rest=""))
    if part.beneath:
        print_lines(["What waits for a second look:", *part.beneath])
    if listed.next:
        shown = part.before + len(listed.products)
        print_line(f"(the last {shown:,}; more with --limit, or {on_from(listed.next)})")


def _pending(listed: ProductsListed) -> list[str]:
    """Beneath the table, for it has no room for them: what is doubted of those called pending, and until when."""
    waits = [
        (one.job_id[:ID_LETTERS], [listed.pending[one.product_key]])
        for one in listed.products
        if one.product_key in listed.pending
    ]
    said = [(job, f"{pending_text(sights)}; next look: {next_look_text(sights)}") for job, sights in waits]
    return [line for job, text in said for line in fact_lines(job, text, named=12, indent="  ")]


def _row(product: Product, listed: ProductsListed) -> list[str]:
    return [
        product.job_id[:ID_LETTERS],
        product.title or "",
        price_text(product.price_minor, product.currency),
        product.availability if product.gone_at is None else "GONE",
        "pending" if product.product_key in listed.pending else product.verdict,
        ago(product.last_seen_at, listed.now_ms),
        shop_of(product.product_key, product.url_norm),
        product.url_norm,
    ]


def show_whole(shown: ProductShown, *, as_json: bool) -> None:
    """One product, one fact a line, with its last prices and what to type next."""
    product, prices = shown.product, shown.prices
    if as_json:
        pending = [pending_object(sight) for sight in shown.pending]
        print_json(
            product_object(product) | {"prices": [price_object(price, product) for price in prices], "pending": pending}
        )
        return
    not_stored = product.verdict_reason
    facts = {
        "product": product.product_key,
        "title": product.title,
        "price": price_text(product.price_minor, product.currency),
        "list price": price_text(product.list_price_minor, product.currency),
        "range": _range_text(product),
        "price from": utc(product.price_at) if product.price_at else None,
        "availability": product.availability + (f", {product.stock} in stock" if product.stock is not None else ""),
        "gone since": utc(product.gone_at) if product.gone_at else None,
        "verdict": product.verdict + (f" ({not_stored}): its last page's price is not stored" if not_stored else ""),
        "pending": pending_text(shown.pending),
        "next look": next_look_text(shown.pending),
        "let in by": let_in_text(not_stored, shown.pending),
        "flickers": str(product.flickers) if product.flickers else None,
        "formerly": f"another product, until {utc(product.anew_at)}" if product.anew_at else None,
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
            print_lines(fact_lines(name, text, named=14))
    if prices:
        print_lines(["", *price_table(product, prices)])
    # The product's key may hold whatever its page calls itself; its job's id is ours.
    job = typable(product.job_id, "ID")
    read = "   # what its last page said, and why that is not stored" if not_stored else ""
    steps = [f"crawlfleet products history {job}", f"crawlfleet jobs show {job}{read}"]
    if not_stored and not shown.pending:
        steps.append(f"crawlfleet jobs recheck {job}   # its page is crawled again now, and judged anew")
    print_steps(steps)


def _range_text(product: Product) -> str | None:
    """Only when the variants' prices differ."""
    low, high = product.price_min_minor, product.price_max_minor
    if low is None or high is None or low == high:
        return None
    return f"{price_text(low, product.currency)} to {price_text(high, product.currency)}"
