"""One cause that hits many is one finding for people, and every one of them for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator

import pytest

from common.job import JobStatus
from common.proxies.proxy import Proxy, Scheme
from common.settings import Settings
from common.settings_tables.feeds import FeedSettings
from common.settings_tables.proxies import ProxySettings
from common.store import ErrorCount, FeedState, ShopRow, StatusCount, WorkerRow
from common.store.proxies.values import ProxyRow
from fleet.console.overview.helping import Help, help_with_all
from fleet.doctor.finding import Finding, Level, ok, warning
from fleet.doctor.grouping import grouped, in_groups, shared
from fleet.doctor.proxies import judge_proxies
from fleet.doctor.shops.shops import judge_shops
from fleet.doctor.work import judge_feeds, judge_jobs, judge_workers
from fleet.terminal.views.findings import show_group

NOW = 1_800_000_000_000


def paused(shop: str, pages: int = 50) -> ShopRow:
    reason = f"{pages} of {pages} pages could not be read. When reading works again: crawlfleet jobs resume {shop}"
    return ShopRow(shop, True, reason, None, 10, None, 0, 0, 0)


def test_many_shops_of_one_cause_are_one_finding() -> None:
    shops = [paused(f"other/s{n}.example", 50 + n) for n in range(41)]
    findings = list(judge_shops([*shops, ShopRow("shopee", True, "captchas", None, 10, None, 0, 0, 0)]))
    many, alone = grouped(findings)
    assert many.text == "41 shops: paused: N of N pages could not be read."
    step = str(many.next_step)
    assert step.startswith("for each: `crawlfleet jobs errors --shop SHOP`"), "whoever only resumes has its jobs die"
    assert "Only when pages are read again: `crawlfleet jobs resume SHOP`" in step
    assert alone.next_step == "crawlfleet jobs resume shopee", "an operator's pause is an operator's to end"
    assert many.subjects[:2] == ("other/s0.example", "other/s1.example") and len(many.findings) == 41
    assert (alone.text, alone.subjects) == ("shopee is paused: captchas", ())


def test_a_step_has_the_numbers_that_hold_for_all_of_them() -> None:
    counts = [StatusCount(shop, JobStatus.NEW, 900, 0) for shop in ("other", "shopee", "taobao")]
    full = [StatusCount(shop, JobStatus.QUEUED, 500 + n, NOW) for n, shop in enumerate(("other", "shopee", "taobao"))]
    (group,) = grouped(one for one in judge_jobs(Settings(), [*counts, *full], [], NOW) if one.level is Level.WARNING)
    assert str(group.next_step).startswith("for each: the window is full: N are QUEUED. ")
    assert str(group.next_step).endswith(" each is published again 15m after it was")


def test_jobs_behind_a_full_window_are_not_those_that_no_dispatcher_publishes() -> None:
    counts = [StatusCount(shop, JobStatus.NEW, 900, 0) for shop in ("other", "shopee", "taobao")]
    (*apart, _) = grouped(judge_jobs(Settings(), [*counts, StatusCount("other", JobStatus.QUEUED, 500, NOW)], [], NOW))
    assert [str(one.next_step).partition(":")[0] for one in apart] == [
        "the window is full", "paused shop, or no dispatcher", "paused shop, or no dispatcher",
    ]  # fmt: skip


def test_two_stay_two_and_what_is_well_is_never_one() -> None:
    two = list(judge_shops([paused("other/a.example"), paused("other/b.example")]))
    assert [group.text for group in grouped(two)] == [one.text for one in two]
    assert two[0].text == "other/a.example is paused: 50 of 50 pages could not be read.", "what to type stands below it"
    well = [ok("ways", f"s{n}: http", shop=f"s{n}", cause="x") for n in range(5)]
    assert len(grouped(well)) == 5


def test_levels_sections_and_those_without_a_cause_stay_apart() -> None:
    mixed = [warning("shops", str(n), "x") for n in range(4)]
    mixed += [Finding("shops", Level.FAILED, str(n), "x", shop=str(n), cause="c") for n in range(2)]
    mixed += [Finding("ways", Level.WARNING, str(n), "x", shop=str(n), cause="c") for n in range(2)]
    assert len(grouped(mixed)) == 8


def test_dead_jobs_of_one_error_are_one_finding_and_of_several_are_not() -> None:
    counts = [StatusCount(shop, JobStatus.DEAD, 10, NOW) for shop in ("other", "shopee", "taobao")]
    errors = [
        ErrorCount("other/a.example", JobStatus.DEAD, "ACCESS_DENIED", 4),
        ErrorCount("other/b.example", JobStatus.DEAD, "ACCESS_DENIED", 4),
        ErrorCount("shopee", JobStatus.DEAD, "ACCESS_DENIED", 10),
        ErrorCount("taobao", JobStatus.DEAD, "ACCESS_DENIED", 6),
        ErrorCount("taobao", JobStatus.DEAD, "TIMEOUT", 4),
    ]
    (group,) = grouped(judge_jobs(Settings(), counts, [], NOW, errors))
    assert group.text == "3 shops: jobs are DEAD, most of them by ACCESS_DENIED"
    assert group.next_step is not None and group.next_step.endswith("jobs requeue --state DEAD --shop SHOP")
    assert "taobao: 10 DEAD" in group.findings[2].text, "each has its own numbers still"
    errors[-1] = ErrorCount("taobao", JobStatus.DEAD, "TIMEOUT", 400)
    assert len(grouped(judge_jobs(Settings(), counts, [], NOW, errors))) == 3
    assert len(grouped(judge_jobs(Settings(), counts, [], NOW))) == 3, "nobody knows of what"


def test_feeds_and_domains_of_one_cause_are_one_finding() -> None:
    feeds = [FeedSettings(source="rss", account=f"https://f{n}.example/feed") for n in range(3)]
    settings = Settings(feeds=tuple(feeds), proxies=ProxySettings(use=True))
    states = [
        FeedState(one.source, one.account, None, f"{one.shown} answered 503", n + 1, None, 0)
        for n, one in enumerate(feeds)
    ]
    (group,) = grouped(judge_feeds(settings, states, NOW))
    assert group.text == "3 accounts: polls fail; the last said: ACCOUNT answered N"
    serves = ("a.example", "b.example", "c.example")
    proxy = Proxy("tw-1", Scheme.SOCKS5, "proxy.example", 1080, None, None, serves)
    row = ProxyRow(proxy, False, None, None, 1, "ada", 5, 1, 60_000, 0, 5, None, None, 2, "refused")
    (group,) = grouped(judge_proxies(settings, [row]))
    assert group.text == "3 domains: none of their proxies is healthy, and their jobs wait: tw-1"
    assert group.next_step and group.next_step.startswith("`crawlfleet proxies test tw-1`"), "the same for all"
    order = "`crawlfleet proxies add` under another name, and only then `crawlfleet proxies remove tw-1`"
    assert f"a new password: {order}" in group.next_step, "the other way round, pages go out from here meanwhile"
    off = dataclasses.replace(row, proxy=dataclasses.replace(proxy, on=False), switched_off_reason="it ended")
    (group,) = grouped(judge_proxies(settings, [off]))
    assert group.text == "3 domains: their proxies are switched off, and their jobs wait: tw-1"
    assert (group.level, group.next_step) == (Level.WARNING, "crawlfleet proxies on tw-1")


def test_workers_of_one_cause_are_not_called_shops() -> None:
    killed = [WorkerRow(f"w{n}", "worker", "0.2.0", "working", 1, 5, 1, NOW, NOW - 400_000) for n in range(3)]
    alive = dataclasses.replace(killed[0], worker_id="w9", last_seen_at=NOW)
    (_, group) = grouped(judge_workers([alive, *killed], 3, NOW))
    assert group.text == "3 workers: fell silent within the hour, without a word that they stop"


def test_numbers_and_the_name_are_no_difference() -> None:
    assert shared("1,234 of other/a.example in 2.5 s", "other/a.example", "SHOP") == "N of SHOP in N s"


async def test_a_group_comes_as_soon_as_its_section_is_over() -> None:
    asked: list[str] = []

    async def findings() -> AsyncIterator[Finding]:
        for one in [*judge_shops([paused(f"other/{n}.example") for n in range(3)]), ok("broker", "answers")]:
            asked.append(one.section)
            yield one
        asked.append("end")

    groups = in_groups(findings())
    first = await anext(groups)
    assert len(first.findings) == 3 and asked[-1] == "broker"
    assert [group.text async for group in groups] == ["answers"]


def test_the_terminal_names_some_of_many(capsys: pytest.CaptureFixture[str]) -> None:
    (group,) = grouped(judge_shops([paused(f"other/s{n}.example") for n in range(10)]))
    show_group(group)
    said = capsys.readouterr().out
    assert said.startswith("warning  shops        10 shops: paused: ")
    assert "`crawlfleet jobs resume SHOP`" in said
    assert "other/s7.example and 2 more (--json lists each)" in said and "s8.example" not in said


def test_a_group_leads_to_the_page_where_all_of_them_stand() -> None:
    counts = [StatusCount(shop, JobStatus.NEW, 5, 0) for shop in ("other", "shopee", "taobao")]
    (group,) = grouped(judge_jobs(Settings(), counts, [], NOW))
    assert group.text == "3 shops: NEW jobs wait for long"
    assert help_with_all(group) == Help("/jobs?status=NEW", "These NEW jobs")
    (group,) = grouped(judge_shops([paused(f"other/s{n}.example") for n in range(3)]))
    assert help_with_all(group) == Help("/shops", "Shops")


def test_a_paused_account_is_no_sign_that_nobody_polls() -> None:
    feed = FeedSettings(source="rss", account="https://pine.example/feed")
    state = FeedState(feed.source, feed.account, None, None, 0, 1, 0, paused_at=2, paused_reason="on holiday")
    (found,) = judge_feeds(Settings(feeds=(feed,)), [state], NOW)
    assert found.text == "rss:https://pine.example/feed is paused: on holiday"
    assert found.next_step == "crawlfleet feeds resume rss:https://pine.example/feed"
