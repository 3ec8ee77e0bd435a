"""CrawlResult: what a crawl that read a page hands to the store, and the identity of the product it saw."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from common.offer import Offer, Verdict, VerdictStatus


@dataclass(frozen=True, slots=True)
class CrawlResult:
    """One page as it was read and judged.

    The offer's price reaches price_observations only when the verdict is ok. With any other verdict the product's row
    keeps the price it had; a dropped offer still updates title and availability, a quarantined one does not.
    """

    result_json: str
    """`result_json()` of offer and verdict; kept on the job's row."""
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

    Item ids count per region, as the shop's links name it. A SKU is its own site's word, so the site's host stands
    before it.
    """
    if offer is not None and offer.item_id:
        return f"{platform}:{region}:{offer.item_id}"
    if offer is not None and offer.sku:
        return f"{platform}:sku:{urlsplit(url_norm).hostname or ''}:{offer.sku}"
    return f"url:{hashlib.blake2b(url_norm.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"


def result_json(offer: Offer, verdict: Verdict, fetched_url: str) -> str:
    """What crawl_jobs.result_json keeps: the offer as read (empty fields left out), the verdict, where it was read."""
    fields = {name: value for name, value in asdict(offer).items() if value not in (None, (), {}, [])}
    reason = {"reason": verdict.reason} if verdict.status is not VerdictStatus.OK else {}
    return json.dumps(
        {"offer": fields, "verdict": {"status": verdict.status, **reason}, "fetched_url": fetched_url},
        ensure_ascii=False,
        separators=(",", ":"),
    )
