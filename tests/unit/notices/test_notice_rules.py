"""Which rules meet what: changes of products, and states of the fleet that begin, hold and end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from common.notices.conditions import CALM_MS, GRACE_MS, Condition, Facts, FailingFeed, look_at
from common.notices.matching import Change, met
from common.notices.values import Kind, Rule
from common.timing.units import MINUTE_MS

DROP = Change(
    id=7,
    product_key="other:pine.example:id:1",
    at=1000,
    kind="drop",
    price_before_minor=10_000,
    price_minor=8_000,
    currency="EUR",
    title="Pine board",
    url_norm="https://pine.example/1",
    platform="other",
    shop_id="pine.example",
)


def rule(kind: Kind, **given: Any) -> Rule:
    return replace(Rule(kind, "phone", id=1), **given)


@pytest.mark.parametrize(
    ("mark", "before", "now", "told"),
    [
        (8_001, 10_000, 8_000, True),
        (8_000, 10_000, 8_000, False),  # at the mark is not below it
        (10_000, 10_000, 8_000, True),
        (10_001, 10_000, 8_000, False),  # it was below it already
    ],
)
def test_a_price_is_below_the_mark_when_it_crosses_it(mark: int, before: int, now: int, told: bool) -> None:
    change = replace(DROP, price_before_minor=before, price_minor=now)
    assert (met(rule(Kind.PRICE_BELOW, below_minor=mark, currency="EUR"), change) is not None) is told


def test_another_currency_crosses_no_mark() -> None:
    assert met(rule(Kind.PRICE_BELOW, below_minor=9_000, currency="USD"), DROP) is None


@pytest.mark.parametrize(("percent", "told"), [(20, True), (21, False), (1, True)])
def test_a_price_falls_by_a_share(percent: int, told: bool) -> None:
    assert (met(rule(Kind.PRICE_DROP, by_percent=percent), DROP) is not None) is told


def test_each_kind_meets_its_own_change_alone() -> None:
    back, gone = replace(DROP, kind="back"), replace(DROP, kind="gone")
    drop = rule(Kind.PRICE_DROP, by_percent=1)
    assert [met(drop, one) is not None for one in (DROP, back, gone)] == [True, False, False]
    assert [met(rule(Kind.BACK_IN_STOCK), one) is not None for one in (DROP, back, gone)] == [False, True, False]
    assert [met(rule(Kind.GONE), one) is not None for one in (DROP, back, gone)] == [False, False, True]


@pytest.mark.parametrize(
    ("scope", "told"),
    [
        ({}, True),
        ({"shop": "other"}, True),
        ({"shop": "other/pine.example"}, True),
        ({"shop": "other/oak.example"}, False),
        ({"shop": "shopee"}, False),
        ({"product_key": "other:pine.example:id:1"}, True),
        ({"product_key": "other:pine.example:id:12"}, False),
    ],
)
def test_a_rule_is_for_all_a_shop_or_a_product(scope: dict[str, str], told: bool) -> None:
    assert (met(rule(Kind.PRICE_DROP, by_percent=1, **scope), DROP) is not None) is told


def test_what_a_rule_read_already_is_not_met_again() -> None:
    assert met(rule(Kind.PRICE_DROP, by_percent=1, read_to=7), DROP) is None
    found = [met(rule(Kind.PRICE_DROP, by_percent=1, read_to=6), DROP) for _ in range(2)]
    assert found[0] is not None
    assert found[0] == found[1]


def test_a_state_is_told_once_and_again_after_it_was_calm() -> None:
    failing = rule(Kind.FEED_FAILING, least=2)
    feeds = [
        FailingFeed("rss", "https://pine.example/feed?key=secret1", 2, "no answer from https://x.example/?k=secret2")
    ]
    first = look_at([failing], Facts(1000, feeds=feeds), [])
    (told,) = first.met
    assert "secret" not in told.line
    known = [Condition(1, first.held[0][1], 1000, 1000)]
    again = look_at([failing], Facts(2000, feeds=feeds), known)
    assert [one.event for one in again.met] == [told.event]
    assert again.held == []
    calm = CALM_MS[Kind.FEED_FAILING]
    assert look_at([failing], Facts(1000 + calm - 1), known).over == []
    assert look_at([failing], Facts(1000 + calm), known).over == [first.held[0][:2]]
    later = look_at([failing], Facts(2000 + calm, feeds=feeds), [])
    assert later.met[0].event != told.event


def test_a_feed_that_failed_less_often_is_not_told() -> None:
    assert look_at([rule(Kind.FEED_FAILING)], Facts(0, feeds=[FailingFeed("rss", "a", 2, None)]), []).met == []


def test_a_shop_is_told_with_the_reason_and_again_when_it_is_switched_off_again() -> None:
    off = rule(Kind.SHOP_OFF, shop="other")
    facts = Facts(5, shops_off={"other/pine.example": "half of its pages could not be read", "shopee": "a sale"})
    (told,) = look_at([off], facts, []).met
    assert "other/pine.example is paused" in told.line
    assert "half of its pages" in told.line
    assert told.line.endswith("crawlfleet jobs resume other/pine.example")
    known = [Condition(1, "other/pine.example", 5, 5)]
    assert look_at([off], Facts(6), known).over == [(1, "other/pine.example")]


def test_dead_letters_are_counted_by_platform_or_single_shop() -> None:
    dead: dict[tuple[str, str | None], int] = {
        ("other", "pine.example"): 12,
        ("other", "oak.example"): 9,
        ("shopee", "7"): 5,
    }
    assert [one.event for one in look_at([rule(Kind.DEAD_LETTERS)], Facts(9, dead=dead), []).met] == ["other@9"]
    single = rule(Kind.DEAD_LETTERS, shop="other/pine.example", least=12)
    (told,) = look_at([single], Facts(9, dead=dead), []).met
    assert "other/pine.example: 12 jobs" in told.line
    assert "crawlfleet jobs errors --state DEAD --shop other/pine.example; crawlfleet dlq list --shop" in told.line


def test_nothing_recorded_must_hold_for_a_moment() -> None:
    silent, now = rule(Kind.NOTHING_RECORDED), 100 * MINUTE_MS
    facts = Facts(now, recorded={"other": 40 * MINUTE_MS, "shopee": 41 * MINUTE_MS, "taobao": None})
    first = look_at([silent], facts, [])
    assert first.met == []
    ((_, subject, _),) = first.held
    assert subject.startswith("other ")
    later = replace(facts, now_ms=now + GRACE_MS[Kind.NOTHING_RECORDED])
    (told,) = look_at(
        [silent], replace(later, recorded={"other": 40 * MINUTE_MS}), [Condition(1, subject, now, now)]
    ).met
    assert "nothing was recorded for 70 minutes" in told.line


def test_a_rule_that_is_gone_leaves_no_state_behind() -> None:
    assert look_at([], Facts(9), [Condition(3, "shopee", 8, 8)]).over == [(3, "shopee")]
