"""What a sight is weighed by: read from rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.outcome.crawl_result import OPEN_WEB, CrawlResult
from common.outcome.identity import Identity
from common.outcome.second_sight import Doubt, Sight, Waiting, Weighed, weigh
from common.outcome.sight_rules import SightRules
from common.store import rows
from common.store.drivers.base import Row, Rows


@dataclass(frozen=True, slots=True)
class KnownProduct:
    """The product as it is recorded when a sight is weighed."""

    sight: Sight | None = None
    """None: nothing is."""
    version: str = ""
    """What the product must still be when the decision is applied (`succeed`)."""
    generation: int = 1


def known_product(product: Rows) -> KnownProduct:
    """Of the answer to known_product."""
    if not product.rows:
        return KnownProduct()
    row = product.rows[0]
    return KnownProduct(sight_of_row(row), str(row["version"]), rows.number(row["generation"]))


def weighed(
    result: CrawlResult, known: KnownProduct, waiting: Sequence[Row], rules: SightRules, shop_id: str | None
) -> Weighed:
    """`waiting`: rows of pending_results of this job. Those of another product say nothing of this one."""
    shops = (shop_id, OPEN_WEB) if result.platform == OPEN_WEB else (result.platform,)
    sights = [waiting_sight(row) for row in waiting if row["product_key"] == result.product_key]
    return weigh(result, known.sight, sights, rules.of(*shops))


def waiting_sight(row: Row) -> Waiting:
    person = rows.text_or_none(row["person"])
    return Waiting(sight_of_row(row), rows.number(row["seen_at"]), Doubt(str(row["doubt"])), person)


def sight_of_row(row: Row) -> Sight:
    """Of a row of products or of pending_results."""
    text = rows.text_or_none
    price = row["price_minor"]
    return Sight(
        Identity(text(row["title"]), text(row["brand"]), text(row["gtin"]), text(row["image_url"])),
        None if price is None else rows.number(price),
        text(row["currency"]),
        text(row["price_kind"]),
        str(row["availability"]),
    )
