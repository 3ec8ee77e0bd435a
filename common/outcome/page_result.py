"""The result of a page that was read and judged, with when its job is crawled again. Pure."""

from __future__ import annotations

from common.offer import Offer, Verdict, VerdictStatus
from common.outcome.content_hash import content_hash
from common.outcome.crawl_result import CrawlResult, result_json
from common.outcome.recrawl_pace import RecrawlPace
from common.ways.way import Way


def page_result(
    offer: Offer,
    verdict: Verdict,
    *,
    url_norm: str,
    platform: str,
    region: str,
    fetched_url: str,
    via: Way,
    last_hash: str | None,
    interval_ms: int | None,
    pace: RecrawlPace,
) -> CrawlResult:
    """`url_norm`, `platform`, `region`: of the product's link, never of a short one. `last_hash` and `interval_ms`
    are those of the job's last result, None before the first.
    """
    meaning = content_hash(offer)
    comparable = verdict.status is VerdictStatus.OK and last_hash is not None
    return CrawlResult(
        result_json=result_json(offer, verdict, fetched_url, via),
        content_hash=meaning,
        offer=offer,
        verdict=verdict,
        url_norm=url_norm,
        platform=platform,
        region=region,
        fetched_url=fetched_url,
        next_crawl_in_ms=pace.after_success(interval_ms, changed=meaning != last_hash if comparable else None),
        first_crawl_in_ms=pace.after_success(None, changed=None),
        via=via,
    )
