"""Which of our pages helps with a doctor's finding. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from fleet.console.rendering import query
from fleet.doctor.finding import Finding, Topic
from fleet.doctor.grouping import Group

_BY_SECTION = {
    "feeds": ("/feeds", "Feeds"),
    "shops": ("/shops", "Shops"),
    "ways": ("/shops", "Shops"),
    "official": ("/shops", "Shops"),
    "proxies": ("/proxies", "Proxies"),
    "notices": ("/notices", "Notices"),
    "workers": ("/workers", "Workers"),
    "volunteers": ("/volunteers", "Volunteers"),
    "work": ("/jobs", "Jobs"),
}


@dataclass(frozen=True, slots=True)
class Help:
    """A page, and what its link says. `resume`: the shop whose pause the finding is about."""

    address: str
    label: str
    resume: str | None = None


def help_with(finding: Finding) -> Help | None:
    """None where only somebody at the machine can do something. One that names nothing gets its section's page."""
    shop = finding.shop
    if finding.topic is Topic.DEAD_LETTERS:
        return Help("/dead-letters", "Dead letters")
    if finding.topic is Topic.JOBS and finding.status is not None:
        return Help(f"/jobs{query({'status': finding.status, 'shop': shop or ''})}", f"These {finding.status} jobs")
    if shop is not None:
        resume = shop if finding.topic is Topic.PAUSE else None
        return Help(f"/shops/one{query({'shop': shop})}", shop, resume=resume)
    return _page_of(finding.section)


def help_with_all(group: Group) -> Help | None:
    """The page where all of them stand."""
    status = group.first.status
    if group.first.topic is Topic.JOBS and status is not None:
        return Help(f"/jobs{query({'status': status})}", f"These {status} jobs")
    return _page_of(group.section)


def _page_of(section: str) -> Help | None:
    known = _BY_SECTION.get(section)
    return Help(*known) if known else None
