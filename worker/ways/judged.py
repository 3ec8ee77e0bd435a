"""From an offer to what a crawl hands over: judged, hashed, and with the time of the next crawl."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from common.job import Crawlable
from common.offer import Offer, Verdict, VerdictStatus
from common.outcome.content_hash import content_hash
from common.outcome.crawl_result import CrawlResult, result_json
from common.outcome.recrawl_pace import RecrawlPace
from common.shops.base import ShopLink
from common.ways.way import Way


@dataclass(frozen=True, slots=True)
class Judging:
    """`judge` says whether an offer may be stored as a price (common/outcome/judge.py)."""

    judge: Callable[[Offer], Verdict]
    pace: RecrawlPace

    def result(self, job: Crawlable, link: ShopLink, offer: Offer, *, fetched_url: str, via: Way) -> CrawlResult:
        """`link` is the product's (never a short one); `fetched_url` is where the offer was read."""
        verdict = self.judge(offer)
        meaning = content_hash(offer)
        trusted = verdict.status is VerdictStatus.OK and job.content_hash is not None
        changed = meaning != job.content_hash if trusted else None
        return CrawlResult(
            result_json=result_json(offer, verdict, fetched_url, via),
            content_hash=meaning,
            offer=offer,
            verdict=verdict,
            url_norm=link.url_norm,
            platform=link.platform,
            region=link.region,
            fetched_url=fetched_url,
            next_crawl_in_ms=self.pace.after_success(job.crawl_interval_ms, changed=changed),
            first_crawl_in_ms=self.pace.after_success(None, changed=None),
            via=via,
        )
