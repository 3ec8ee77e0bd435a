"""What a gateway can tell a volunteer's worker: shops, whom to ask, a slower pace, and nothing that loosens a rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from common.protocol.joining import Settings as Told
from common.settings import Settings
from common.settings_tables.fetch import FetchSettings
from common.settings_tables.work import WorkSettings
from fleet.run.volunteer.told_settings import MOST_REQUESTS_PER_SECOND, volunteer_settings
from worker.source.membership import Membership, MembershipFile
from worker.volunteer.limits import Limits

TOLD: dict[str, Any] = {
    "number": "1",
    "shops": {"shopee": [], "taobao": [], "other": ["pinewood.example"]},
    "requests_per_second": 0.25,
    "contact": "bot@fleet.example",
    "oldest_version": "0.2.0",
    "lease_seconds": 180.0,
    "renew_seconds": 50.0,
}


def settings_with(told: dict[str, object], own: Settings | None = None, limits: Limits | None = None) -> Settings:
    member = Membership(
        gateway="https://fleet.example",
        machine="m1",
        token="t" * 43,
        told=Told.model_validate(TOLD | told, strict=False),
    )
    return volunteer_settings(own or Settings(), member, MembershipFile(Path("/lent/ada/.crawlfleet")), limits)


def test_shops_pace_and_contact_come_from_the_gateway() -> None:
    settings = settings_with({})
    assert settings.shops.of("other").domains == ("pinewood.example",)
    assert settings.fetch.requests_per_second == 0.25
    assert "bot@fleet.example" in settings.fetch.sent_user_agent
    assert (settings.work.lease_seconds, settings.work.renew_seconds) == (180.0, 50.0)
    assert settings.work.worker_id == "m1"
    assert settings.work.spool_dir == Path("/lent/ada/.crawlfleet/spool")


def test_no_gateway_makes_a_worker_faster_than_its_own_limit() -> None:
    assert settings_with({"requests_per_second": 900.0}).fetch.requests_per_second == 0.5
    fast = Settings(fetch=FetchSettings(requests_per_second=1000))
    assert settings_with({"requests_per_second": 900.0}, fast).fetch.requests_per_second == MOST_REQUESTS_PER_SECOND


def test_what_may_be_fetched_at_all_is_no_matter_of_the_gateway() -> None:
    told = {
        "allow_addresses": ["10.0.0.0/8"],
        "robots": False,
        "user_agent": "Mozilla/5.0",
        "resolve": ["*:443:10.0.0.1"],
    }
    settings = settings_with(told)
    assert settings.fetch.allow_addresses == ()
    assert settings.fetch.resolve == ()
    assert settings.fetch.robots is True
    assert settings.fetch.user_agent.startswith("crawlfleet/")


def test_a_volunteer_cannot_switch_robots_off_or_pose_as_somebody_else() -> None:
    own = Settings(fetch=FetchSettings(robots=False, user_agent="Mozilla/5.0"))
    settings = settings_with({}, own)
    assert settings.fetch.robots is True
    assert settings.fetch.user_agent.startswith("crawlfleet/")


@pytest.mark.parametrize("contact", ["a\r\nHost: evil", "(nested)", "x" * 201])
def test_a_contact_that_would_leave_its_place_in_the_header_is_refused(contact: str) -> None:
    with pytest.raises(ValidationError):
        settings_with({"contact": contact})


def test_what_is_no_shops_domain_is_left_out() -> None:
    """A public suffix would stand for every shop below it; an address for no shop at all."""
    told: dict[str, object] = {"shops": {"other": ["com", "co.uk", "pinewood.example", "10.0.0.1", "localhost", "..."]}}
    assert settings_with(told).shops.of("other").domains == ("pinewood.example",)


@pytest.mark.parametrize(
    ("own", "limit", "at_once"), [({}, 8, 8), ({}, 2, 2), ({}, None, 4), ({"concurrency": 3}, 8, 3)]
)
def test_the_owners_number_of_crawls_at_once_holds(own: dict[str, int], limit: int | None, at_once: int) -> None:
    """More than the program's own number, too; what this worker was told by --concurrency or a file bounds it."""
    settings = settings_with({}, Settings(work=WorkSettings(**own)), Limits(crawls_at_once=limit))
    assert settings.work.concurrency == at_once
