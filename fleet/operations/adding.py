"""`crawlfleet jobs add`: which links are taken, and why the others are not."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from common.errors import CrawlfleetError
from common.job import NewJob
from fleet.opening import opened_store
from fleet.terminal.output import note, print_json, print_line

if TYPE_CHECKING:
    from common.settings import Settings
    from common.shops.base import ShopLink
    from common.shops.registry import Shops

SOURCE = "operator"


class NoneAccepted(CrawlfleetError):
    """Not one of the given links could become a job."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a link was not taken. `reason` is a word for machines."""

    url: str
    reason: str
    detail: str


def look_at(url: str, shops: Shops) -> ShopLink | Refusal:
    """The product (or short link) that `url` names, or why it names none."""
    address = url if "://" in url else f"https://{url}"
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return Refusal(url, "INVALID_URL", "it cannot be read as an address")
    if parts.scheme not in {"http", "https"} or not host or "." not in host:
        return Refusal(url, "INVALID_URL", "it is no http or https address")
    link = shops.link(address)
    if link is not None:
        return link
    shop = shops.for_host(host)
    if shop is None:
        return Refusal(
            url,
            "UNKNOWN_SHOP",
            f"{host} belongs to no registered shop; a shop of the open web is named in shops.other.domains",
        )
    return Refusal(url, "NOT_A_PRODUCT", f"a {shop.platform} address, but neither a product's nor a short link")


async def add_jobs(settings: Settings, typed: Sequence[str], *, priority: int, as_json: bool) -> None:
    """Raises NoneAccepted when no link could be taken."""
    from common.shops.registry import Shops

    shops = Shops(settings.shops)
    looked = [(url, look_at(url, shops)) for url in _expanded(typed, sys.stdin)]
    taken = [(url, found) for url, found in looked if not isinstance(found, Refusal)]
    if not taken:
        _report_refusals(looked, as_json=as_json)
        raise NoneAccepted("no job was added: none of the links names a product of a registered shop.")
    jobs = [_new_job(link, priority) for _, link in taken]
    async with opened_store(settings, create=True) as store:
        added = set(await store.jobs.add(jobs))
        for job, (url, link) in zip(jobs, taken, strict=True):
            is_new = job.id in added
            added.discard(job.id)
            if as_json:
                answer = {"url": url, "accepted": True, "new": is_new, "id": job.id, "url_norm": link.url_norm}
                print_json(answer | {"platform": link.platform, "region": link.region, "short": link.short})
            elif is_new:
                print_line(f"added   {job.id}  {link.url_norm}")
            else:
                known = await store.jobs.get(job.id)
                print_line(f"known   {job.id}  {link.url_norm}" + (f"  ({known.status})" if known else ""))
    _report_refusals(looked, as_json=as_json)


def _expanded(typed: Sequence[str], standard_input: Iterable[str]) -> list[str]:
    """The links as typed; `-` stands for the lines of standard input."""
    links: list[str] = []
    for word in typed:
        links += [line.strip() for line in standard_input if line.strip()] if word == "-" else [word]
    return links


def _new_job(link: ShopLink, priority: int) -> NewJob:
    return NewJob(
        url=link.url,
        url_norm=link.url_norm,
        platform=link.platform,
        region=link.region,
        shop_id=link.shop_id,
        item_id=link.item_id,
        source=SOURCE,
        source_account=SOURCE,
        source_post_id="",
        priority=priority,
    )


def _report_refusals(looked: Sequence[tuple[str, ShopLink | Refusal]], *, as_json: bool) -> None:
    for url, found in looked:
        if not isinstance(found, Refusal):
            continue
        if as_json:
            print_json({"url": url, "accepted": False, "reason": found.reason, "detail": found.detail})
        else:
            note(f"refused {url}: {found.detail}")
