"""From an offer to what a crawl hands over: judged, hashed, and with the time of the next crawl."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from common.job import Crawlable
from common.offer import Offer, Verdict
from common.outcome.crawl_result import CrawlResult
from common.outcome.page_result import page_result
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
        return page_result(
            offer,
            self.judge(offer),
            url_norm=link.url_norm,
            platform=link.platform,
            region=link.region,
            fetched_url=fetched_url,
            via=via,
            last_hash=job.content_hash,
            interval_ms=job.crawl_interval_ms,
            pace=self.pace,
        )
