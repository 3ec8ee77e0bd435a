"""What a link of the open web led to before, where its page names another product now, or none. Pure.

There a page names itself by its SKU, and a page half changed may have lost it, or show the one of a variant. Known by
its own word alone it would be a product that nobody ever saw, and whatever price it shows be recorded at the first
sight.

- A page that names nothing is held against what its link led to, and recorded as that (`belongs`). Not one that shows
  another product with something to record: that one is known by its link, and doubted (`weigh`).
- A page that names another product, of which no price is known, keeps its own key. Its price is held against the one of
  the product before, for a link leads to one thing as a rule. A link that leads to many in turn costs a second look at
  each new one whose price leaps.
- A page that names another link's product, and shows another one than that, shares its SKU with it: two of a shop's
  pages state one. It is known by its link (`known_by_link`), if that never led to the other one; else each crawl of
  either would show the SKU's product changed, and begin its history anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from common.offer import Offer, VerdictStatus
from common.outcome.crawl_result import CrawlResult, product_key
from common.outcome.identity import Identity, Sameness, compare
from common.outcome.second_sight import Sight, sight_of, worth_recording
from common.shops.table import OPEN_WEB


def led_before(told: str | None, url_norm: str, result: CrawlResult) -> str | None:
    """The key of the product that a job led to, when it is another one than the result's.

    `told`, `url_norm`: its crawl_jobs.result_json and link. A short link may lead to another shop than before: None.
    """
    if told is None or result.platform != OPEN_WEB or result.offer is None or url_norm != result.url_norm:
        return None
    key = _key_before(json.loads(told), url_norm, result)
    return None if key == result.product_key else key


def _key_before(before: Mapping[str, Any], url_norm: str, result: CrawlResult) -> str | None:
    """The key of the product that the link led to, by its job's last result; None where that has no offer."""
    offer = before.get("offer")
    if not offer:
        return None
    named = Offer(item_id=offer.get("item_id"), sku=offer.get("sku"))
    return str(before.get("product_key") or product_key(result.platform, result.region, url_norm, named))


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


def known_by_link(told: str | None, url_norm: str, result: CrawlResult, of_sku: Sight, of_sku_link: str) -> str | None:
    """The key by which the page's product is known, when the one that its SKU names is another link's and another.

    `told`, `url_norm`: as of led_before. `of_sku`, `of_sku_link`: what is recorded of the product that the page names,
    and the link that led to it last.
    """
    if result.platform != OPEN_WEB or not result.name_of_its_own or url_norm != result.url_norm:
        return None
    key = product_key(result.platform, result.region, url_norm, None)
    before = json.loads(told) if told else {}
    if _key_before(before, url_norm, result) == key:
        return key if not result.teaches or _shows_another(result, of_sku) else None
    shares = result.teaches and of_sku_link != url_norm and _shows_another(result, of_sku)
    if not shares or not worth_recording(sight_of(result)):
        return None
    return key if told is None or _showed_the_same(before, url_norm, result) else None


def _shows_another(result: CrawlResult, known: Sight) -> bool:
    return compare(known.identity, sight_of(result).identity) is Sameness.OTHER


def _showed_the_same(before: Mapping[str, Any], url_norm: str, result: CrawlResult) -> bool:
    """Whether the link's crawl before saw what this one sees, under the same SKU."""
    if (before.get("verdict") or {}).get("status") == VerdictStatus.QUARANTINE:
        return False
    offer = before.get("offer") or {}
    seen = Identity(*(offer.get(name) for name in ("title", "brand", "gtin", "image_url")))
    is_the_sku = _key_before(before, url_norm, result) == result.product_key
    return is_the_sku and compare(seen, sight_of(result).identity) is not Sameness.OTHER


def recorded_as(result: CrawlResult, key: str) -> CrawlResult:
    """The result as one of this product, which its page does not name so. The job's row says so, for the next crawl."""
    told = json.loads(result.result_json) | {"product_key": key}
    return replace(result, product_of_link=key, result_json=json.dumps(told, ensure_ascii=False, separators=(",", ":")))
