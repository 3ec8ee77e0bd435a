"""What a sight is weighed by: read from rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from common.outcome.crawl_result import CrawlResult
from common.outcome.identity import Identity
from common.outcome.same_link import belongs, known_by_link, led_before, recorded_as
from common.outcome.second_sight import DOUBTS_OF_PRICE, Doubt, Sight, Waiting, Weighed, doubt_of, sight_of, weigh
from common.outcome.sight_rules import SightRules
from common.shops.table import OPEN_WEB
from common.store import rows
from common.store.database.database import Database
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


@dataclass(frozen=True, slots=True)
class Held:
    """A result as it is to be recorded, and what it is held against."""

    result: CrawlResult
    product: Rows
    """Its product, as known_product answers."""
    former: Sight | None = None
    """The other product that its link led to before."""


async def held_against(database: Database, result: CrawlResult, job: Row, product: Rows) -> Held:
    """`job`: with url_norm and result_json. `product`: the one that the page names. Reads once more, seldom: where the
    link led to another product before, or its page names another link's. Raises StoreUnavailable, StoreRejected."""
    told, url_norm = rows.text_or_none(job["result_json"]), str(job["url_norm"])
    if product.rows:
        row = product.rows[0]
        own = known_by_link(told, url_norm, result, sight_of_row(row), str(row["url_norm"]))
        if own is not None:
            (of_link,) = await database.run(database.bind_rows("known_product", (own,), key=("product_key",)))
            return Held(recorded_as(result, own), of_link)
    key = led_before(told, url_norm, result)
    if key is None:
        return Held(result, product)
    (before,) = await database.run(database.bind_rows("known_product", (key,), key=("product_key",)))
    if not before.rows:
        return Held(result, product)
    former = sight_of_row(before.rows[0])
    if belongs(result, former):
        return Held(recorded_as(result, key), before)
    return Held(result, product, former)


async def weighed(
    database: Database, job_id: str, held: Held, waiting: Sequence[Row], rules: SightRules, shop_id: str | None
) -> Weighed:
    """`waiting`: rows of pending_results of this job.

    Reads once more, seldom: a price that is doubted beside what another job recorded is held against the last one of
    its own job as well. Two links may lead to one SKU at two prices; each look at one would be doubted for the other's.
    Raises StoreUnavailable, StoreRejected.
    """
    result = held.result
    shops = (shop_id, OPEN_WEB) if result.platform == OPEN_WEB else (result.platform,)
    sights, factors = [waiting_sight(row) for row in waiting], rules.of(*shops)
    known = known_product(held.product).sight
    weight = weigh(result, known, sights, factors, former=held.former)
    if known is None or weight.doubt not in DOUBTS_OF_PRICE or held.product.rows[0]["job_id"] == job_id:
        return weight
    of_job = (await database.one("price_of_job", product_key=result.product_key, job_id=job_id)).rows
    if not of_job:
        return weight
    price, currency, kind = (of_job[0][name] for name in ("price_minor", "currency", "price_kind"))
    own = replace(
        known,
        price_minor=rows.number(price),
        currency=rows.text_or_none(currency),
        price_kind=rows.text_or_none(kind),
    )
    return weigh(result, own, sights, factors) if doubt_of(sight_of(result), own, factors) is None else weight


def waiting_sight(row: Row) -> Waiting:
    person = rows.text_or_none(row["person"])
    doubt, key = Doubt(str(row["doubt"])), str(row["product_key"])
    return Waiting(sight_of_row(row), rows.number(row["seen_at"]), doubt, key, person)


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
