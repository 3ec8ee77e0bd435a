"""From posts and the shop links found in them to jobs and sightings: short links are expanded."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from common.finding.expand import expansion
from common.job import NewJob, Sighting, job_id_for
from common.links.address import MAX_URL_CHARS
from common.net.client import HttpClient
from common.settings_tables.feeds import FeedSettings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.store import SkippedPost
from ingestor import metrics
from ingestor.sources.base import Post
from ingestor.sources.payload import MAX_ID_CHARS, fingerprint

log = logging.getLogger("crawlfleet.ingestor.extract")

EXPANSIONS_AT_ONCE = 4


@dataclass(slots=True)
class Harvest:
    """What one poll records. One job per url_norm, one sighting per (post, job)."""

    jobs: list[NewJob] = field(default_factory=list)
    sightings: list[Sighting] = field(default_factory=list)
    links: int = 0
    cut: list[SkippedPost] = field(default_factory=list)
    """Posts with more links than one post may have, and how many of theirs were left out."""


class ShortLinks(Protocol):
    """The part of the store that remembers where short links lead."""

    async def short_link(self, url: str) -> str | None: ...
    async def remember_short_link(self, url: str, target: str) -> None: ...


class ShortLinkExpander:
    """Finds out where short links lead: from the database, else by following them.

    Never raises for a link that cannot be expanded now: it becomes a job as it is, and a worker expands it later.
    """

    def __init__(self, client: HttpClient, cache: ShortLinks, shops: Shops, *, budget_seconds: float) -> None:
        self._client = client
        self._cache = cache
        self._shops = shops
        self._budget_seconds = budget_seconds

    async def expand_all(self, short: Iterable[ShopLink]) -> dict[str, ShopLink]:
        """url_norm of a short link → the product link it leads to; those not expanded in time are left out."""
        wanted = list({link.url_norm: link for link in short}.values())
        gate = asyncio.Semaphore(EXPANSIONS_AT_ONCE)
        answers: dict[str, ShopLink] = {}

        async def one(link: ShopLink) -> None:
            async with gate:
                target = await self._expand(link)
            if target:
                answers[link.url_norm] = target

        tasks = [asyncio.create_task(one(link)) for link in wanted]
        if not tasks:
            return answers
        try:
            _, late = await asyncio.wait(tasks, timeout=self._budget_seconds)
        finally:
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        if late:
            metrics.short_links.labels("out_of_time").inc(len(late))
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome
        return answers

    async def _expand(self, short: ShopLink) -> ShopLink | None:
        known = await self._cache.short_link(short.url_norm)
        product = self._shops.link(known) if known else None
        if product and not product.short and product.platform == short.platform:
            metrics.short_links.labels("cached").inc()
            return replace(product, url=short.url)
        answer = await expansion(short, self._client, self._shops)
        if answer.link is None or answer.link.short:
            metrics.short_links.labels("failed" if answer.code and answer.code.retry else "no_product").inc()
            log.info(
                "short link not expanded, left to a worker: %s",
                answer.detail,
                extra={"url": short.url, "error_code": str(answer.code)},
            )
            return None
        metrics.short_links.labels("expanded").inc()
        await self._cache.remember_short_link(short.url_norm, answer.link.url_norm)
        return answer.link


async def harvest(
    feed: FeedSettings,
    posts: Sequence[Post],
    found: Sequence[Sequence[ShopLink]],
    expander: ShortLinkExpander | None,
    *,
    links_per_post: int,
) -> Harvest:
    """Jobs and sightings of these posts, whose links were `found`, in the same order: of each post the first ones.

    `expander` None: short links become jobs unexpanded.
    """
    by_post = [(post, links[:links_per_post]) for post, links in zip(posts, found, strict=True)]
    cut = [
        _cut(post, len(links), links_per_post)
        for post, links in zip(posts, found, strict=True)
        if len(links) > links_per_post
    ]
    short = [link for _, links in by_post for link in links if link.short]
    expanded = await expander.expand_all(short) if expander else {}
    jobs: dict[str, NewJob] = {}
    sightings: dict[tuple[str, str], Sighting] = {}
    count = 0
    for post, links in by_post:
        for written in links:
            count += 1
            link = expanded.get(written.url_norm, written)
            metrics.links.labels(feed.source, link.platform).inc()
            jobs.setdefault(link.url_norm, _job(feed, post, link))
            sighting = _sighting(feed, post, link, written)
            sightings.setdefault((sighting.job_id, sighting.source_post_id), sighting)
    return Harvest(list(jobs.values()), list(sightings.values()), count, cut)


def _cut(post: Post, links: int, taken: int) -> SkippedPost:
    reason = f"too many links: {links} in one post, the first {taken} were taken (ingest.links_per_post)"
    return SkippedPost(post.id[:500], reason, links - taken)


def _id_of(post: Post) -> str:
    """As it is kept with each link: a feed may call an entry by megabytes."""
    return post.id if len(post.id) <= MAX_ID_CHARS else fingerprint(post.id)


def _job(feed: FeedSettings, post: Post, link: ShopLink) -> NewJob:
    return NewJob(
        url=link.url,
        url_norm=link.url_norm,
        platform=link.platform,
        region=feed.region or link.region if link.region in {"", "any"} else link.region,
        shop_id=link.shop_id,
        item_id=link.item_id,
        source=feed.source,
        source_account=feed.account,
        source_post_id=_id_of(post),
        priority=feed.priority,
    )


def _sighting(feed: FeedSettings, post: Post, link: ShopLink, written: ShopLink) -> Sighting:
    return Sighting(
        job_id=job_id_for(link.url_norm),
        source=feed.source,
        source_account=feed.account,
        source_post_id=_id_of(post),
        post_url=post.url if len(post.url or "") <= MAX_URL_CHARS else None,
        posted_at=post.created_at_ms,
        url=written.url,
    )
