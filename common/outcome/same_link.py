"""What a link of the open web led to before, where its page names another product now, or none. Pure.

There a page names itself by its SKU, and a page half changed may have lost it, or show the one of a variant. Known by
its own word alone it would be a product that nobody ever saw, and whatever price it shows be recorded at the first
sight.

- A page that names nothing is held against what its link led to, and recorded as that (`belongs`). Not one that shows
  another product with something to record: that one is known by its link, and doubted (`weigh`).
- A page that names another product, of which no price is known, keeps its own key. Its price is held against the one of
  the product before, for a link leads to one thing as a rule. A link that leads to many in turn costs a second look at
  each new one whose price leaps.
"""

from __future__ import annotations

import json
from dataclasses import replace

from common.offer import Offer
from common.outcome.crawl_result import OPEN_WEB, CrawlResult, product_key
from common.outcome.identity import Sameness, compare
from common.outcome.second_sight import Sight, sight_of, worth_recording


def led_before(told: str | None, url_norm: str, result: CrawlResult) -> str | None:
    """The key of the product that a job led to, when it is another one than the result's.

    `told`, `url_norm`: its crawl_jobs.result_json and link. A short link may lead to another shop than before: None.
    """
    if told is None or result.platform != OPEN_WEB or result.offer is None or url_norm != result.url_norm:
        return None
    before = json.loads(told)
    offer = before.get("offer")
    if not offer:
        return None
    named = Offer(item_id=offer.get("item_id"), sku=offer.get("sku"))
    key = before.get("product_key") or product_key(result.platform, result.region, url_norm, named)
    return None if key == result.product_key else str(key)


def belongs(result: CrawlResult, former: Sight) -> bool:
    """Whether a page that names nothing is still what its link led to."""
    if result.name_of_its_own:
        return False
    found = sight_of(result)
    return (
        not result.teaches
        or not worth_recording(found)
        or compare(former.identity, found.identity) is not Sameness.OTHER
    )


def recorded_as(result: CrawlResult, key: str) -> CrawlResult:
    """The result as one of this product, which its page does not name. The job's row says so, for the next crawl."""
    told = json.loads(result.result_json) | {"product_key": key}
    return replace(result, product_of_link=key, result_json=json.dumps(told, ensure_ascii=False, separators=(",", ":")))
