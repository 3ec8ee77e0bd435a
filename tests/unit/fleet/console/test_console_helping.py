"""A doctor's finding leads to the page that helps."""

from __future__ import annotations

import pytest

from common.broker.base import QueueDepth
from common.job import JobStatus
from common.settings import Settings
from common.store import JobEvent, ShopRow, StatusCount
from fleet.console.charts import Bar, small
from fleet.console.overview.helping import Help, help_with
from fleet.doctor.broker import judge_queues
from fleet.doctor.finding import Finding, Level, warning
from fleet.doctor.shops.shops import judge_shops
from fleet.doctor.work import judge_jobs
from fleet.operations.jobs.leases import leases_of


def test_jobs_that_are_dead_are_one_click_away() -> None:
    (finding,) = judge_jobs(Settings(), [StatusCount("shopee", JobStatus.DEAD, 5, 0)], [], 10_000_000)
    assert help_with(finding) == Help("/jobs?status=DEAD&shop=shopee", "These DEAD jobs")


def test_a_paused_shop_has_its_button() -> None:
    row = ShopRow("other/shop.example", True, "captchas", None, 10, None, 0, 0, 0)
    (finding,) = judge_shops([row])
    assert help_with(finding) == Help(
        "/shops/one?shop=other%2Fshop.example", "other/shop.example", "other/shop.example"
    )


def test_a_shop_that_fails_and_dead_letters_have_their_pages() -> None:
    (failing,) = judge_shops([ShopRow("shopee", False, None, None, 10, None, 1, 20, 0)])
    assert help_with(failing) == Help("/shops/one?shop=shopee", "shopee")
    (letters,) = judge_queues([QueueDepth("crawl.dlq.shopee", 3, 0)])
    assert help_with(letters) == Help("/dead-letters", "Dead letters")
    (unheard,) = judge_queues([QueueDepth("crawl.shopee", 3, 0)])
    assert help_with(unheard) is None, "a worker is started at some machine"


def test_no_words_of_a_finding_lead_anywhere() -> None:
    """A reason that somebody typed, or a feed's own name, may read as any finding does."""
    (finding,) = judge_shops([ShopRow("shopee", True, "other: 5 DEAD, the oldest ", None, 10, None, 0, 0, 0)])
    assert help_with(finding) == Help("/shops/one?shop=shopee", "shopee", "shopee")
    assert help_with(warning("shops", "shopee is paused: why not", "see there")) == Help("/shops", "Shops")


@pytest.mark.parametrize(
    ("section", "address"),
    [
        ("feeds", "/feeds"),
        ("shops", "/shops"),
        ("workers", "/workers"),
        ("volunteers", "/volunteers"),
        ("work", "/jobs"),
        ("schema", None),
    ],
)
def test_each_section_has_its_page(section: str, address: str | None) -> None:
    found = help_with(warning(section, "anything", "see there"))
    assert (found.address if found else None) == address


def test_what_is_well_needs_no_words() -> None:
    assert help_with(Finding("database", Level.OK, "answers")) is None


def event(seq: int, to: JobStatus, at: int, error: str | None = None) -> JobEvent:
    return JobEvent("j", seq, None, to, 1, None, "w1", error, at)


def test_leases_are_told_by_the_events_around_them() -> None:
    events = [
        event(1, JobStatus.NEW, 0),
        event(2, JobStatus.RUNNING, 10),
        event(3, JobStatus.FAILED_RETRYABLE, 25, "TIMEOUT"),
        event(4, JobStatus.RUNNING, 90),
    ]
    first, second = leases_of(events)
    assert (first.begins_at, first.ends_at, first.ended_as, first.error_code) == (
        10,
        25,
        JobStatus.FAILED_RETRYABLE,
        "TIMEOUT",
    )
    assert (second.begins_at, second.ends_at, second.ended_as) == (90, None, None)


def test_a_small_chart_says_what_it_shows_and_escapes_it() -> None:
    drawn = small([Bar("<b>", 3, 1), Bar("d2", 0, 0)], 'shop "x": <1>')
    assert '<rect class="good"' in drawn and "&lt;b&gt;: 3 recorded, 1 not" in drawn and "&lt;1&gt;" in drawn
    assert small([Bar("d", 0, 0)], "nothing") == ""
