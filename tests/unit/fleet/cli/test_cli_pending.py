"""What waits for a second sight, and where a history breaks, as operators see it."""

from __future__ import annotations

import json

from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult, result_json
from common.store import Store
from tests.unit.fleet.test_cli_jobs import Fleet, fleet, new_job

__all__ = ["fleet"]

MUG, LAMP = "Blue oak mug", "Desk lamp of brass"


async def crawl(store: Store, number: int, price_minor: int, title: str) -> None:
    """Product 1, as a crawl sees it now, whatever waits."""
    job = new_job(1)
    await store.jobs.add([job])
    await store.jobs.recheck([job.id])
    await store.jobs.cancel([job.id], reason="a wait of minutes is left out")
    await store.jobs.requeue([job.id])
    token = f"t{number}"
    await store.jobs.claim(job.id, worker_id="kitchen-pc", lease_token=token, lease_ms=60_000)
    offer = Offer(title=title, price_minor=price_minor, currency="TWD", availability=Availability.IN_STOCK, item_id="1")
    ok = Verdict(VerdictStatus.OK)
    told = result_json(offer, ok, job.url)
    result = CrawlResult(told, token, offer, ok, job.url_norm, job.platform, job.region, job.url, next_crawl_in_ms=None)
    assert await store.jobs.succeed(job.id, token, result)


def test_pending_and_breaks_are_shown(fleet: Fleet) -> None:
    async def life(store: Store) -> None:
        for number, (price, title) in enumerate([(54000, MUG), (9000, LAMP), (9000, LAMP), (45000, LAMP)]):
            await crawl(store, number, price, title)

    fleet.store(life)
    product = f"{new_job(1).platform}:{new_job(1).region}:1"
    assert "pending" in fleet("products", "list", "--pending").out
    shown = fleet("products", "show", product).out
    assert "PRICE_JUMPED: 450.00 TWD instead of 90.00 TWD since" in shown and "by kitchen-pc" in shown
    assert "PRICE_JUMPED" in fleet("jobs", "show", new_job(1).id).out
    history = fleet("products", "history", product).out
    assert history.index("90.00 TWD") < history.index("another product") < history.index("540.00 TWD")
    (found,) = fleet("products", "show", product, "--json").objects
    (sight,) = found["pending"]
    assert (sight["price"], sight["was_price"], sight["doubt"]) == ("450.00", "90.00", "PRICE_JUMPED")
    assert "lease" not in json.dumps(sight)
    (listed,) = fleet("products", "list", "--json").objects
    assert listed["pending"]["doubt"] == "PRICE_JUMPED"
