"""This machine's settings with what its gateway told, within what this program and its owner allow."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from common.currencies import is_code
from common.links.domains import registrable_domain
from common.links.shop_domain import shop_domain
from common.settings import PLATFORMS, Settings, ShopSettings, listed_currencies
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.proxies import ProxySettings
from common.settings_tables.work import WorkSettings
from common.shops.table import OPEN_WEB
from fleet.run.parts import version
from worker.source.membership import Membership, MembershipFile
from worker.volunteer.limits import Limits

log = logging.getLogger("crawlfleet.worker")

MOST_REQUESTS_PER_SECOND = 1.0
"""To one registrable domain, whatever a gateway says."""
MOST_TOLD = 20_000
"""Shops of the open web; each takes some 0.1 ms to look at."""
NAMED = 3
SLOW_TOTAL_SECONDS = 240.0
"""For one page where kb_per_second holds it back."""


def volunteer_settings(
    settings: Settings, member: Membership, file: MembershipFile, limits: Limits | None = None
) -> Settings:
    """This machine's settings with what the gateway told, and within what its owner allows.

    A gateway names the shops to fetch, whom a shop can ask, and how long leases last; and it can slow this machine
    down. It has no say in which addresses may be fetched (the guard, `allow_addresses`), in robots.txt or in the
    User-Agent.
    """
    limits = limits or Limits()
    told = told_domains(member.told.shops.get(OPEN_WEB, ()))
    domains = tuple(one for one in told if not limits.leaves_out(OPEN_WEB, one))
    open_web = ShopSettings(domains=domains, currencies=_told_currencies(member.told.currencies))
    shops = {name: open_web if name == OPEN_WEB else settings.shops.of(name) for name in PLATFORMS}
    made: dict[str, object] = {
        "shops": type(settings.shops)(**shops),
        "fetch": _fetch(settings.fetch, member, limits),
        "work": _work(settings.work, member, file, limits),
        # Whoever lends a PC lends its own address: an operator's proxies are no matter of a volunteer's.
        "proxies": ProxySettings(),
    }
    return settings.model_copy(update=made)


def fetched_shops(told: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Of the shops that a gateway told with their domains, those that a worker takes up."""
    return {
        name: told_domains(domains) if name == OPEN_WEB else tuple(domains)
        for name, domains in told.items()
        if name in PLATFORMS
    }


def told_domains(told: Sequence[str]) -> tuple[str, ...]:
    """Without what is no shop's domain: a public suffix, which would stand for every shop below it, or an address. The
    first MOST_TOLD names alone are looked at."""
    domains, none = [], []
    for name in told[:MOST_TOLD]:
        try:
            domains.append(shop_domain(name))
        except ValueError:
            none.append(name)
    if none:
        more = f" and {len(none) - NAMED} more" if len(none) > NAMED else ""
        log.warning(
            "the gateway names as shops what is no shop's domain: %s%s; left out", ", ".join(none[:NAMED]), more
        )
    if len(told) > MOST_TOLD:
        log.warning("the gateway names %d shops; those after the first %d are left out", len(told), MOST_TOLD)
    return tuple(domains)


def _told_currencies(told: Mapping[str, str]) -> tuple[str, ...]:
    """Without what is no currency that this program knows, or no shop's registrable domain."""
    return listed_currencies(
        {domain: code for domain, code in told.items() if is_code(code) and registrable_domain(domain) == domain}
    )


def _fetch(own: FetchSettings, member: Membership, limits: Limits) -> FetchSettings:
    seconds = own.total_timeout_seconds
    return own.model_copy(
        update={
            "requests_per_second": min(
                own.requests_per_second, member.told.requests_per_second, MOST_REQUESTS_PER_SECOND
            ),
            "contact": member.told.contact,
            "user_agent": f"crawlfleet/{version()}",
            "robots": True,
            "total_timeout_seconds": seconds if limits.kb_per_second is None else max(seconds, SLOW_TOTAL_SECONDS),
        }
    )


def _work(own: WorkSettings, member: Membership, file: MembershipFile, limits: Limits) -> WorkSettings:
    at_once = own.concurrency
    if limits.crawls_at_once is not None:
        # What this worker was told itself (--concurrency, a settings file) holds too; what nobody said is no bound.
        told_here = "concurrency" in own.model_fields_set
        at_once = min(at_once, limits.crawls_at_once) if told_here else limits.crawls_at_once
    told = member.told
    return own.model_copy(
        update={
            "worker_id": member.machine,
            "concurrency": at_once,
            "lease_seconds": told.lease_seconds,
            "renew_seconds": min(told.renew_seconds, told.lease_seconds / 2),
            "spool_dir": own.spool_dir if own.spool_dir.is_absolute() else file.folder / "spool",
        }
    )
