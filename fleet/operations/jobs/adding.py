"""Links become jobs: which are accepted, and why the others are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from common.job import JobStatus, NewJob
from common.links.domains import registrable_domain
from common.links.shop_domain import shop_domain
from common.output.typable import typable
from fleet.opening import no_file_yet, opened_store
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.shops.known import known_shops

if TYPE_CHECKING:
    from common.settings import Settings
    from common.shops.base import ShopLink
    from common.shops.registry import Shops
    from common.store import Store

SOURCE = "operator"
LINKS_NOTED = 5
"""Of an action, in the audit."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A link that is a job now. `new` is False when it was one before; `status` is how that job stands."""

    url: str
    link: ShopLink
    job_id: str
    new: bool
    status: JobStatus | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a link was not accepted. `reason` is for programs: INVALID_URL, UNKNOWN_SHOP or NOT_A_PRODUCT."""

    url: str
    reason: str
    detail: str


def look_at(url: str, shops: Shops) -> ShopLink | Refusal:
    """The product (or short link) that `url` names, or why it names none. Asks nobody; `https://` may be left out."""
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
        return Refusal(url, "UNKNOWN_SHOP", f"{host} belongs to no registered shop{_made_one(host)}")
    return Refusal(url, "NOT_A_PRODUCT", f"a {shop.platform} address, but neither a product's nor a short link")


def _made_one(host: str) -> str:
    """How `host` becomes a shop; or that it cannot: an address or a public suffix is refused by add-domain, too."""
    try:
        domain = shop_domain(registrable_domain(host) or host)
    except ValueError:
        return ", and cannot become one: it is no shop's own domain"
    return f"; `crawlfleet shops add-domain {typable(domain, 'DOMAIN')}` makes it one"


async def add_jobs(
    settings: Settings, urls: Sequence[str], *, priority: int, operator: Operator | None = None
) -> list[Accepted | Refusal]:
    """What became of each link, in order. Accepted ones are jobs of the database now, one job however often a link is
    named; the database is made when it is not there, and left alone when no link is accepted. The audit has how many
    were named, how many were taken and how many are new, and the links of the first few.

    Raises what opened_store raises.
    """
    shops = await _known_shops(settings)
    looked = [(url, look_at(url, shops)) for url in urls]
    links = [found for _, found in looked if not isinstance(found, Refusal)]
    if not links:
        return [found for _, found in looked if isinstance(found, Refusal)]
    jobs = [_new_job(link, priority) for link in links]
    async with opened_store(settings, create=True) as store:
        first = list(dict.fromkeys(link.url_norm for link in links))[:LINKS_NOTED]
        target = {"links": first, "named": len(urls), "priority": priority}
        async with recorded(store, operator, Action.JOBS_ADD, target, meant=len({job.id for job in jobs})) as event:
            added = set(await store.jobs.add(jobs))
            event.done = len(added)
        known = await _statuses(store, [job.id for job in jobs])
    answers: list[Accepted | Refusal] = []
    ids = iter([job.id for job in jobs])
    for url, found in looked:
        if isinstance(found, Refusal):
            answers.append(found)
            continue
        job_id = next(ids)
        answers.append(Accepted(url, found, job_id, job_id in added, known.get(job_id)))
        added.discard(job_id)
    return answers


async def _known_shops(settings: Settings) -> Shops:
    """Of the settings alone while there is no database: a refused link must not make one."""
    from common.shops.registry import Shops

    if no_file_yet(settings.database):
        return Shops(settings.shops)
    async with opened_store(settings, create=True) as store:
        return await known_shops(settings, store)


async def _statuses(store: Store, ids: Sequence[str]) -> dict[str, JobStatus]:
    from common.store import JobFilter

    return {job.id: job.status for job in await store.listing.meant.of_ids(JobFilter(), ids)}


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
