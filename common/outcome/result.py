"""What a finished crawl hands to the store."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from urllib.parse import urlsplit

from common.offer import Offer, Verdict


@dataclass(frozen=True, slots=True)
class CrawlResult:
    """The whole outcome of one crawl, as the worker judged it.

    The offer's price reaches price_observations only when the verdict is ok; with any other verdict the product row
    still learns what was seen (title, availability), and keeps the price it had.
    """

    result_json: str
    """The whole outcome (offer and verdict) as JSON text; kept on the job's row."""
    content_hash: str | None
    offer: Offer | None
    verdict: Verdict
    url_norm: str
    platform: str
    region: str
    fetched_url: str
    next_crawl_in_ms: int | None
    """When to crawl again, counted from the moment the result is recorded; None means never."""

    @property
    def product_key(self) -> str:
        return product_key(self.platform, self.region, self.url_norm, self.offer)


def product_key(platform: str, region: str, url_norm: str, offer: Offer | None) -> str:
    """The identity of a product: its item id, else its SKU, else a hash of its canonical link.

    Taobao counts items in one space whatever the region; every other shop counts per region. A SKU is its own site's
    word, so the site's host stands before it.
    """
    if offer is not None and offer.item_id:
        space = "taobao:cn" if platform == "taobao" else f"{platform}:{region}"
        return f"{space}:{offer.item_id}"
    if offer is not None and offer.sku:
        return f"{platform}:sku:{urlsplit(url_norm).hostname or ''}:{offer.sku}"
    return f"url:{hashlib.blake2b(url_norm.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"
