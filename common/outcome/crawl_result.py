"""CrawlResult: what a crawl that read a page hands to the store, and the identity of the product it saw."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

from common.details.written import stated
from common.links.domains import site_of
from common.offer import Offer, Verdict, VerdictStatus
from common.shops.table import OPEN_WEB
from common.ways.way import Way


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
    via: Way = Way.HTTP
    """The way by which the offer was read."""
    first_crawl_in_ms: int | None = None
    """The same for a product whose history begins anew; None: as the other."""
    product_of_link: str | None = None
    """The key of the product by what is known of the link, where the page names none itself, or another link's
    (same_link.py)."""

    @property
    def teaches(self) -> bool:
        """Whether it says anything of its product: a quarantined page changes only its verdict."""
        return self.offer is not None and self.verdict.status is not VerdictStatus.QUARANTINE

    @property
    def storable(self) -> bool:
        """Whether its price reaches price_observations."""
        offer = self.offer
        return (
            offer is not None
            and self.verdict.status is VerdictStatus.OK
            and offer.price_minor is not None
            and offer.price_minor > 0
            and offer.currency is not None
            and len(offer.currency) == 3  # ISO 4217
        )

    @property
    def product_key(self) -> str:
        return self.product_of_link or product_key(self.platform, self.region, self.url_norm, self.offer)

    @property
    def name_of_its_own(self) -> str:
        """What of an open-web key is the page's own word: id:<item id> or sku:<SKU>; "" when it names neither."""
        offer = self.offer or Offer()
        return f"id:{offer.item_id}" if offer.item_id else f"sku:{offer.sku}" if offer.sku else ""


def product_key(platform: str, region: str, url_norm: str, offer: Offer | None) -> str:
    """The identity of a product.

    Of a shop whose links name their items <platform>:<region>:<item id>; the item is the one that the link asked for
    names (common/shops/belonging.py holds it). On the open web, where a page names itself as it likes, the registrable
    domain of the canonical link that was asked for stands in front: other:<domain>:id:<item id>, else
    other:<domain>:sku:<SKU>. A page that names neither is known by a hash of that link, url:<hash>, unless
    the link led to a product that was named before; so is one whose SKU is another link's product (same_link.py).
    """
    of_shop = f"{platform}:{region}:"
    of_site = f"{platform}:{site_of(url_norm)}:"
    if offer is not None and offer.item_id:
        return f"{of_site}id:{offer.item_id}" if platform == OPEN_WEB else of_shop + offer.item_id
    if offer is not None and offer.sku:
        return f"{of_site}sku:{offer.sku}"
    return f"url:{hashlib.blake2b(url_norm.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"


def result_json(
    offer: Offer, verdict: Verdict, fetched_url: str, via: Way = Way.HTTP, *, product_of_link: str | None = None
) -> str:
    """What crawl_jobs.result_json keeps: the offer as read (empty fields left out), the verdict, where and by which way
    it was read; and the product's key where it is not the one that the page names."""
    known = asdict(offer) | {"details": stated(offer.details)}
    fields = {name: value for name, value in known.items() if value not in (None, (), {}, [])}
    reason = {"reason": verdict.reason} if verdict.status is not VerdictStatus.OK else {}
    of_link = {"product_key": product_of_link} if product_of_link else {}
    verdict_told = {"status": verdict.status, **reason}
    return json.dumps(
        {"offer": fields, "verdict": verdict_told, "fetched_url": fetched_url, "via": via, **of_link},
        ensure_ascii=False,
        separators=(",", ":"),
    )
